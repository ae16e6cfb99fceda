//! Texts numbered in order of appearance.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::data::MISSING;
use crate::data::short_string_table::{Short, ShortTexts};

/// The distinct texts met so far.
///
/// Most categories are short: those of up to 15 bytes are looked up by their bytes as numbers, in a table of their own
/// that takes a third of the time of a map of texts that are somewhere else in memory.
#[derive(Debug, Default)]
pub(super) struct Levels<'t> {
    short: ShortTexts,
    /// Never iterated.
    long: FxHashMap<Cow<'t, str>, u32>,
    texts: Vec<Cow<'t, str>>,
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
            Some(short) => self.short.get(short),
            None => self.long.get(text).copied(),
        }
    }

    /// Gives a text its code; it must be a new one.
    pub(super) fn add(&mut self, text: Cow<'t, str>) -> u32 {
        let code = u32::try_from(self.texts.len()).ok().filter(|&code| code != MISSING);
        let code = code.expect("2^32 distinct texts are more than the bytes of a file in memory");
        match Short::new(text.as_bytes()) {
            Some(short) => self.short.insert(short, code),
            None => {
                self.long.insert(text.clone(), code);
            }
        }
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
