//! Texts numbered in order of appearance.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use super::MISSING;

/// The distinct texts met so far.
///
/// Most categories are short: those of up to 15 bytes are looked up by their bytes as two numbers, which takes half the
/// time of a text that is somewhere else in memory.
#[derive(Debug, Default)]
pub(super) struct Levels<'t> {
    /// Never iterated.
    short: FxHashMap<Short, u32>,
    /// Never iterated.
    long: FxHashMap<Cow<'t, str>, u32>,
    texts: Vec<Cow<'t, str>>,
}

/// All bytes of a text of up to 15 bytes, and their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Short(u64, u64);

impl Hash for Short {
    /// Both numbers multiplied: texts that differ in their last bytes differ in the highest bits only, which the map's
    /// own hash hardly mixes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let wide = u128::from(self.0 ^ 0x9E37_79B9_7F4A_7C15) * u128::from(self.1 ^ 0xD1B5_4A32_D192_ED03);
        #[allow(clippy::cast_possible_truncation)] // both halves are used
        state.write_u64(wide as u64 ^ (wide >> 64) as u64);
    }
}

impl Short {
    /// The bytes as numbers, `None` when there are more than 15.
    #[inline]
    fn new(text: &[u8]) -> Option<Self> {
        let n = text.len();
        // The two ends may overlap; with the length they are one text only.
        let (low, high) = match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
            (Some(first), Some(last)) => {
                if n > 15 {
                    return None;
                }
                // What the first eight lack: fewer than eight bytes, so that the highest is free.
                let rest = if n == 8 { 0 } else { u64::from_le_bytes(*last) >> (8 * (16 - n)) };
                (u64::from_le_bytes(*first), rest)
            }
            _ => match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
                (Some(first), Some(last)) => {
                    (u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32, 0)
                }
                _ => (text.iter().fold(0, |low, &byte| low << 8 | u64::from(byte)), 0),
            },
        };
        Some(Self(low, high | (n as u64) << 56))
    }
}

impl<'t> Levels<'t> {
    /// Gives the code of a text, a new one if it is new.
    #[inline]
    pub(super) fn code(&mut self, text: Cow<'t, str>) -> u32 {
        self.known(&text).unwrap_or_else(|| self.add(text))
    }

    /// Gives the code of a text that was met before.
    #[inline]
    pub(super) fn known(&self, text: &str) -> Option<u32> {
        match Short::new(text.as_bytes()) {
            Some(short) => self.short.get(&short).copied(),
            None => self.long.get(text).copied(),
        }
    }

    /// Gives a text its code; it must be a new one.
    pub(super) fn add(&mut self, text: Cow<'t, str>) -> u32 {
        let code = u32::try_from(self.texts.len()).ok().filter(|&code| code != MISSING);
        let code = code.expect("2^32 distinct texts are more than the bytes of a file in memory");
        match Short::new(text.as_bytes()) {
            Some(short) => self.short.insert(short, code),
            None => self.long.insert(text.clone(), code),
        };
        self.texts.push(text);
        code
    }

    /// Takes in a part that was numbered for itself: its texts, and codes that become those of the whole.
    pub(super) fn join(&mut self, part: Vec<Cow<'t, str>>, codes: &mut [u32]) {
        let whole: Vec<u32> = part.into_iter().map(|text| self.code(text)).collect();
        for code in codes.iter_mut().filter(|code| **code != MISSING) {
            *code = whole[*code as usize];
        }
    }

    /// Gives the texts in order of appearance.
    pub(super) fn into_texts(self) -> Vec<Cow<'t, str>> {
        self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_appearance() {
        let mut levels = Levels::default();
        let codes: Vec<u32> = ["b", "a", "b"].map(|text| levels.code(text.into())).into();
        assert_eq!((codes, levels.into_texts()), (vec![0, 1, 0], vec!["b".into(), "a".into()]));
    }

    #[test]
    fn texts_are_one_only_when_every_byte_is() {
        // Every length around the borders, all of one byte and with each byte changed in turn; NUL bytes count too.
        let mut texts: Vec<String> = Vec::new();
        for n in 0..=20 {
            for byte in ["a", "\0"] {
                texts.push(byte.repeat(n));
                texts.extend((0..n).map(|at| format!("{}b{}", byte.repeat(at), byte.repeat(n - 1 - at))));
            }
        }
        let mut expected: Vec<&str> = Vec::new();
        let mut levels = Levels::default();
        for text in texts.iter().chain(&texts) {
            let position = expected.iter().position(|known| known == text).unwrap_or_else(|| {
                expected.push(text);
                expected.len() - 1
            });
            assert_eq!(levels.code(text.as_str().into()) as usize, position, "{text:?}");
        }
    }

    #[test]
    fn joined_parts_are_numbered_as_one() {
        let (mut all, mut one, mut two) = (Levels::default(), [0, MISSING, 1], [1, 0]);
        all.join(vec!["b".into(), "a".into()], &mut one);
        all.join(vec!["c".into(), "b".into()], &mut two);
        assert_eq!((one, two, all.into_texts()), ([0, MISSING, 1], [0, 2], vec!["b".into(), "a".into(), "c".into()]));
    }
}
