//! Texts numbered in order of appearance.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::MISSING;
use super::missing::Markers;

/// The distinct texts met so far.
#[derive(Debug, Default)]
pub(super) struct Levels<'t> {
    /// Never iterated.
    codes: FxHashMap<Cow<'t, str>, u32>,
    texts: Vec<Cow<'t, str>>,
}

impl<'t> Levels<'t> {
    /// Starts with the missing markers known, so that one look-up finds both.
    pub(super) fn with_markers(markers: &'t Markers) -> Self {
        let codes = markers.texts().iter().map(|text| (Cow::Borrowed(text.as_str()), MISSING));
        Self { codes: codes.collect(), texts: Vec::new() }
    }

    /// Gives the code of a trimmed text, a new one if it is new; [`MISSING`] for a marker and the empty text.
    pub(super) fn code(&mut self, text: Cow<'t, str>) -> u32 {
        if text.is_empty() {
            return MISSING;
        }
        if let Some(&code) = self.codes.get(&text) {
            return code;
        }
        let code = u32::try_from(self.texts.len()).expect("fewer distinct texts than a machine's memory holds");
        self.codes.insert(text.clone(), code);
        self.texts.push(text);
        code
    }

    /// Gives the texts in order of appearance.
    pub(super) fn into_texts(self) -> Vec<Cow<'t, str>> {
        self.texts
    }
}

/// Gives the levels of parts that were numbered each for itself, and each part's codes in them.
pub(super) fn merge<'t>(parts: Vec<Vec<Cow<'t, str>>>) -> (Vec<String>, Vec<Vec<u32>>) {
    let mut all = Levels::default();
    let codes = parts.into_iter().map(|texts| texts.into_iter().map(|text| all.code(text)).collect()).collect();
    (all.into_texts().into_iter().map(Cow::into_owned).collect(), codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_appearance_and_markers_are_missing() {
        let markers = Markers::new(&[]);
        let mut levels = Levels::with_markers(&markers);
        let codes: Vec<u32> = ["b", "", "a", "NA", "b"].map(|text| levels.code(text.into())).into();
        assert_eq!(codes, [0, MISSING, 1, MISSING, 0]);
        assert_eq!(levels.into_texts(), ["b", "a"]);
    }

    #[test]
    fn merged_parts_are_numbered_as_one() {
        let (levels, codes) = merge(vec![vec!["b".into(), "a".into()], vec!["c".into(), "b".into()]]);
        assert_eq!(levels, ["b", "a", "c"]);
        assert_eq!(codes, [vec![0, 1], vec![2, 0]]);
    }
}
