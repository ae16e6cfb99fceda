//! Missing cells: the texts that mean "missing", and the code of a missing category.

/// The code of a missing category in [`Categories::codes`](crate::data::Categories::codes).
pub const MISSING_CODE: u32 = u32::MAX;

/// Texts that mean "missing" in every column, besides the empty cell.
///
/// The list of pandas without `None`, which is often a value ("no garage").
pub const MISSING_EVERYWHERE: &[&str] = &[
    "NA", "N/A", "n/a", "NaN", "nan", "-NaN", "-nan", "NULL", "null", "<NA>", "#N/A", "#N/A N/A", "#NA", "1.#IND",
    "-1.#IND", "1.#QNAN", "-1.#QNAN",
];

/// Texts that mean "missing" in a column whose other cells are all numbers; in a column of texts they are categories.
pub const MISSING_AMONG_NUMBERS: &[&str] = &[
    "?", "-", "--", ".", "None", "none", "NONE", "Null", "Nan", "NAN", "na", "Na", "n.a.", "#DIV/0!", "#VALUE!",
    "#REF!", "#NUM!", "#NAME?",
];

/// The texts and numbers that mean "missing" in one file.
#[derive(Debug, Clone)]
pub(super) struct MissingMarkers {
    /// The default texts and those given by `--missing-marker`.
    texts: Vec<String>,
    /// The first bytes of the texts and the length of the longest: a quick test that rejects most cells.
    first_bytes: [bool; 256],
    max_len: usize,
    /// The given texts that are numbers: `-200` also means `-200.0`.
    numbers: Vec<f64>,
}

impl MissingMarkers {
    /// Combines the defaults with the given texts.
    pub(super) fn new(given: &[String]) -> Self {
        let defaults = MISSING_EVERYWHERE.iter().map(|&text| text.to_owned());
        let texts: Vec<String> = defaults.chain(given.iter().map(|text| text.trim().to_owned())).collect();
        let mut first_bytes = [false; 256];
        texts.iter().filter_map(|text| text.bytes().next()).for_each(|first| first_bytes[usize::from(first)] = true);
        let max_len = texts.iter().map(String::len).max().unwrap_or(0);
        let numbers = given.iter().filter_map(|text| fast_float2::parse(text.trim().replace(',', ".")).ok()).collect();
        Self { texts, first_bytes, max_len, numbers }
    }

    /// Returns whether a trimmed text means "missing" in every column.
    pub(super) fn has_text(&self, text: &str) -> bool {
        let Some(&first) = text.as_bytes().first() else { return true };
        self.first_bytes[usize::from(first)]
            && text.len() <= self.max_len
            && self.texts.iter().any(|marker| marker == text)
    }

    /// Returns whether a number was given as a missing marker.
    pub(super) fn has_number(&self, number: f64) -> bool {
        !self.numbers.is_empty() && self.numbers.contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numeric_marker_matches_by_value() {
        let markers = MissingMarkers::new(&[" -200 ".into(), "1,5".into(), "gone".into()]);
        assert!(markers.has_text("gone") && markers.has_text("") && markers.has_text("NA"));
        assert!(markers.has_number(-200.0) && markers.has_number(1.5) && !markers.has_number(200.0));
        assert!(!markers.has_text("None") && !markers.has_text("?"));
    }

    #[test]
    fn no_text_is_in_both_lists() {
        assert!(MISSING_AMONG_NUMBERS.iter().all(|text| !MISSING_EVERYWHERE.contains(text)));
    }
}
