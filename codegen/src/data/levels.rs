//! Texts numbered in order of appearance.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::MISSING;

/// The distinct texts met so far.
#[derive(Debug, Default)]
pub(super) struct Levels<'t> {
    /// Never iterated.
    codes: FxHashMap<Cow<'t, str>, u32>,
    texts: Vec<Cow<'t, str>>,
}

impl<'t> Levels<'t> {
    /// Gives the code of a text, a new one if it is new.
    pub(super) fn code(&mut self, text: Cow<'t, str>) -> u32 {
        if let Some(&code) = self.codes.get(&text) {
            return code;
        }
        let code = u32::try_from(self.texts.len()).ok().filter(|&code| code != MISSING);
        let code = code.expect("2^32 distinct texts are more than the bytes of a file in memory");
        self.codes.insert(text.clone(), code);
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
    fn joined_parts_are_numbered_as_one() {
        let (mut all, mut one, mut two) = (Levels::default(), [0, MISSING, 1], [1, 0]);
        all.join(vec!["b".into(), "a".into()], &mut one);
        all.join(vec!["c".into(), "b".into()], &mut two);
        assert_eq!((one, two, all.into_texts()), ([0, MISSING, 1], [0, 2], vec!["b".into(), "a".into(), "c".into()]));
    }
}
