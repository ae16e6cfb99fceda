//! Codes of short texts, looked up by their bytes.

/// All bytes of a text of up to 15 bytes, and their number in the highest byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Short(u64, u64);

impl Short {
    /// `None` for a longer text.
    #[inline]
    pub(super) fn new(text: &[u8]) -> Option<Self> {
        let n = text.len();
        if n > 15 {
            return None;
        }
        let four = |at: usize| text[at..].first_chunk::<4>().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
        let (low, high) = if n >= 4 {
            // The first eight and the last eight in fours that overlap in a shorter text: with the length they are one
            // text only. Texts of different lengths take the same steps, so that a processor need not guess the length.
            let last = four(n.max(8) - 8) | four(n - 4) << 32;
            // What the first eight lack, if anything.
            (four(0) | four((n - 4).min(4)) << 32, last >> 1 >> (127 - 8 * n.max(8)))
        } else {
            (text.iter().fold(0, |low, &byte| low << 8 | u64::from(byte)), 0)
        };
        Some(Self(low, high | (n as u64) << 56))
    }

    /// Both numbers multiplied and folded: every byte moves every bit.
    #[inline]
    fn hash(self) -> u64 {
        let wide = u128::from(self.0 ^ 0x9E37_79B9_7F4A_7C15) * u128::from(self.1 ^ 0xD1B5_4A32_D192_ED03);
        #[allow(clippy::cast_possible_truncation)] // both halves are used
        let folded = wide as u64 ^ (wide >> 64) as u64;
        folded
    }
}

/// A hash table of short texts and their codes.
///
/// Open: a text is at its hash, or at the next place that was free. At most a third of the places are taken, of four
/// bytes each: a column of thousands of levels stays in the memory that is nearest to the processor.
#[derive(Debug, Default)]
pub(super) struct ShortTexts {
    /// Codes, or [`FREE`]; a power of two of them.
    places: Vec<u32>,
    /// The text of each code, [`LONG`] for those that are not short.
    texts: Vec<Short>,
    taken: usize,
}

/// A place without a text.
const FREE: u32 = u32::MAX;
/// Equal to no short text.
const LONG: Short = Short(0, u64::MAX);

impl ShortTexts {
    /// The place of `text`, or the free one where it belongs; there must be places.
    #[inline]
    fn place(&self, text: Short) -> usize {
        let mask = self.places.len() - 1;
        #[allow(clippy::cast_possible_truncation)] // the lowest bits are taken
        let mut at = text.hash() as usize & mask;
        while self.places[at] != FREE && self.texts[self.places[at] as usize] != text {
            at = (at + 1) & mask;
        }
        at
    }

    /// Gives the code of a text that was added.
    #[inline]
    pub(super) fn get(&self, text: Short) -> Option<u32> {
        if self.places.is_empty() {
            return None;
        }
        let code = self.places[self.place(text)];
        (code != FREE).then_some(code)
    }

    /// Adds a text that is not there, with a code above all others.
    pub(super) fn insert(&mut self, text: Short, code: u32) {
        self.texts.resize(code as usize, LONG);
        self.texts.push(text);
        if 3 * (self.taken + 1) > self.places.len() {
            let bigger = vec![FREE; (2 * self.places.len()).max(64)];
            for code in std::mem::replace(&mut self.places, bigger) {
                if code != FREE {
                    let at = self.place(self.texts[code as usize]);
                    self.places[at] = code;
                }
            }
        }
        let at = self.place(text);
        self.places[at] = code;
        self.taken += 1;
    }
}
