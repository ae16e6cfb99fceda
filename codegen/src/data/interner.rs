//! Integer codes for texts, in order of appearance.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::data::missing::MISSING_CODE;
use crate::data::short_string_table::{ShortString, ShortStringTable};

/// The distinct texts so far, each with a code.
///
/// Most categories are short: those of up to 15 bytes are looked up by value in a separate table, which needs a third of
/// the time of a map whose keys are elsewhere in memory.
#[derive(Debug, Default)]
pub(super) struct Interner<'t> {
    short: ShortStringTable,
    /// Never iterated.
    long: FxHashMap<Cow<'t, str>, u32>,
    texts: Vec<Cow<'t, str>>,
}

impl<'t> Interner<'t> {
    /// Returns the code of a text, which is added if it is new.
    #[inline]
    pub(super) fn intern(&mut self, text: Cow<'t, str>) -> u32 {
        self.get(&text).unwrap_or_else(|| self.insert(text))
    }

    /// Returns the code of a text that was added before.
    #[inline]
    pub(super) fn get(&self, text: &str) -> Option<u32> {
        match ShortString::new(text.as_bytes()) {
            Some(short) => self.short.get(short),
            None => self.long.get(text).copied(),
        }
    }

    /// Adds a new text and returns its code.
    pub(super) fn insert(&mut self, text: Cow<'t, str>) -> u32 {
        let code = u32::try_from(self.texts.len()).ok().filter(|&code| code != MISSING_CODE);
        let code = code.expect("2^32 distinct texts are more than the bytes of a file in memory");
        match ShortString::new(text.as_bytes()) {
            Some(short) => self.short.insert(short, code),
            None => {
                self.long.insert(text.clone(), code);
            }
        }
        self.texts.push(text);
        code
    }

    /// Merges a part that was interned separately: adds its texts and converts its codes.
    pub(super) fn merge(&mut self, part: Vec<Cow<'t, str>>, codes: &mut [u32]) {
        let whole: Vec<u32> = part.into_iter().map(|text| self.intern(text)).collect();
        for code in codes.iter_mut().filter(|code| **code != MISSING_CODE) {
            *code = whole[*code as usize];
        }
    }

    /// Returns the texts in order of appearance.
    pub(super) fn into_texts(self) -> Vec<Cow<'t, str>> {
        self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_appearance() {
        let mut interner = Interner::default();
        let codes: Vec<u32> = ["b", "a", "b"].map(|text| interner.intern(text.into())).into();
        assert_eq!((codes, interner.into_texts()), (vec![0, 1, 0], vec!["b".into(), "a".into()]));
    }

    #[test]
    fn texts_are_equal_only_if_every_byte_is() {
        // Every length around the limits, of equal bytes and with each byte changed in turn; NUL bytes too.
        let mut texts: Vec<String> = Vec::new();
        for n in 0..=20 {
            for byte in ["a", "\0"] {
                texts.push(byte.repeat(n));
                texts.extend((0..n).map(|at| format!("{}b{}", byte.repeat(at), byte.repeat(n - 1 - at))));
            }
        }
        let mut expected: Vec<&str> = Vec::new();
        let mut interner = Interner::default();
        for text in texts.iter().chain(&texts) {
            let position = expected.iter().position(|known| known == text).unwrap_or_else(|| {
                expected.push(text);
                expected.len() - 1
            });
            assert_eq!(interner.intern(text.as_str().into()) as usize, position, "{text:?}");
        }
    }

    #[test]
    fn merged_parts_share_codes() {
        let (mut all, mut one, mut two) = (Interner::default(), [0, MISSING_CODE, 1], [1, 0]);
        all.merge(vec!["b".into(), "a".into()], &mut one);
        all.merge(vec!["c".into(), "b".into()], &mut two);
        assert_eq!(
            (one, two, all.into_texts()),
            ([0, MISSING_CODE, 1], [0, 2], vec!["b".into(), "a".into(), "c".into()])
        );
    }
}
