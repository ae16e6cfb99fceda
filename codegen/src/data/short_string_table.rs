//! A hash table of short strings.

/// A string of up to 15 bytes by value, with its length in the highest byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShortString(u64, u64);

impl ShortString {
    /// `None` for a longer text.
    #[inline]
    pub(super) fn new(text: &[u8]) -> Option<Self> {
        let n = text.len();
        if n > 15 {
            return None;
        }
        let four = |at: usize| text[at..].first_chunk::<4>().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
        let (low, high) = if n >= 4 {
            // The first eight and the last eight bytes, in groups of four that overlap in a shorter string: together with
            // the length they identify it. All lengths take the same steps, so no branch depends on the length.
            let last = four(n.max(8) - 8) | four(n - 4) << 32;
            // The bytes after the first eight, if any.
            (four(0) | four((n - 4).min(4)) << 32, last >> 1 >> (127 - 8 * n.max(8)))
        } else {
            (text.iter().fold(0, |low, &byte| low << 8 | u64::from(byte)), 0)
        };
        Some(Self(low, high | (n as u64) << 56))
    }

    /// Multiplies both numbers and folds the product, so that every byte affects every bit.
    #[inline]
    fn hash(self) -> u64 {
        let wide = u128::from(self.0 ^ 0x9E37_79B9_7F4A_7C15) * u128::from(self.1 ^ 0xD1B5_4A32_D192_ED03);
        #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
        let folded = wide as u64 ^ (wide >> 64) as u64;
        folded
    }
}

/// A hash table from short strings to codes.
///
/// It uses open addressing with linear probing. At most a third of the slots are used, of four bytes each, so a column of
/// thousands of levels fits in the L1 cache.
#[derive(Debug, Default)]
pub(super) struct ShortStringTable {
    /// Codes, or [`FREE`]; the length is a power of two.
    slots: Vec<u32>,
    /// The string of each code, [`LONG`] for those that are not short.
    texts: Vec<ShortString>,
    used: usize,
}

/// The value of an empty slot.
const FREE: u32 = u32::MAX;
/// Not equal to any short string.
const LONG: ShortString = ShortString(0, u64::MAX);

impl ShortStringTable {
    /// Returns the slot of `text`, or the empty one where it belongs; the table must have slots.
    #[inline]
    fn slot(&self, text: ShortString) -> usize {
        let mask = self.slots.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "the mask keeps only the lowest bits")]
        let mut at = text.hash() as usize & mask;
        while self.slots[at] != FREE && self.texts[self.slots[at] as usize] != text {
            at = (at + 1) & mask;
        }
        at
    }

    /// Returns the code of a string that was inserted.
    #[inline]
    pub(super) fn get(&self, text: ShortString) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let code = self.slots[self.slot(text)];
        (code != FREE).then_some(code)
    }

    /// Inserts a new string, with a code greater than all others.
    pub(super) fn insert(&mut self, text: ShortString, code: u32) {
        self.texts.resize(code as usize, LONG);
        self.texts.push(text);
        if 3 * (self.used + 1) > self.slots.len() {
            let larger = vec![FREE; (2 * self.slots.len()).max(64)];
            for code in std::mem::replace(&mut self.slots, larger) {
                if code != FREE {
                    let at = self.slot(self.texts[code as usize]);
                    self.slots[at] = code;
                }
            }
        }
        let at = self.slot(text);
        self.slots[at] = code;
        self.used += 1;
    }
}
