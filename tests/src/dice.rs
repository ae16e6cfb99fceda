//! A small generator with a seed: the same draws on every machine.

/// Draws without end (SplitMix64).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Starts from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[allow(clippy::should_implement_trait)] // there is no end that an iterator would have
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// The next 32 bits.
    #[allow(clippy::cast_possible_truncation)] // the upper half of 64 bits
    pub fn word(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    /// The next 16 bits.
    #[allow(clippy::cast_possible_truncation)] // the uppermost quarter of 64 bits
    pub fn short(&mut self) -> u16 {
        (self.next() >> 48) as u16
    }

    /// A number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// An index into `items`' places.
    ///
    /// # Panics
    /// Where there are none.
    pub fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("an index below a length")
    }

    /// One of the items, which must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }
}
