//! Which texts mean that a value is missing.

/// Texts that are missing in every column, besides the empty cell.
///
/// pandas' list, without `None`, which is a value as often as not ("no garage").
pub const MISSING_EVERYWHERE: &[&str] = &[
    "NA", "N/A", "n/a", "NaN", "nan", "-NaN", "-nan", "NULL", "null", "<NA>", "#N/A", "#N/A N/A", "#NA", "1.#IND",
    "-1.#IND", "1.#QNAN", "-1.#QNAN",
];

/// Texts that are missing in a column whose other cells are all numbers; in a column of texts they are categories.
pub const MISSING_AMONG_NUMBERS: &[&str] = &[
    "?", "-", "--", ".", "None", "none", "NONE", "Null", "Nan", "NAN", "na", "Na", "n.a.", "#DIV/0!", "#VALUE!",
    "#REF!", "#NUM!", "#NAME?",
];

/// The texts and numbers that are missing in one file.
#[derive(Debug, Clone)]
pub(super) struct Markers {
    /// The default texts and those that were told.
    texts: Vec<String>,
    /// Which bytes begin a text, and the longest text: most cells need no more than these.
    begins: [bool; 256],
    longest: usize,
    /// Told texts that are numbers: `-200` also means `-200.0`.
    numbers: Vec<f64>,
}

impl Markers {
    /// Joins the defaults and what was told.
    pub(super) fn new(told: &[String]) -> Self {
        let defaults = MISSING_EVERYWHERE.iter().map(|&text| text.to_owned());
        let texts: Vec<String> = defaults.chain(told.iter().map(|text| text.trim().to_owned())).collect();
        let mut begins = [false; 256];
        texts.iter().filter_map(|text| text.bytes().next()).for_each(|first| begins[usize::from(first)] = true);
        let longest = texts.iter().map(String::len).max().unwrap_or(0);
        let numbers = told.iter().filter_map(|text| fast_float2::parse(text.trim().replace(',', ".")).ok()).collect();
        Self { texts, begins, longest, numbers }
    }

    /// Tells whether a trimmed text is missing everywhere.
    pub(super) fn has_text(&self, text: &str) -> bool {
        let Some(&first) = text.as_bytes().first() else { return true };
        self.begins[usize::from(first)] && text.len() <= self.longest && self.texts.iter().any(|marker| marker == text)
    }

    /// Tells whether a number was told to be missing.
    #[allow(clippy::float_cmp)] // a marker is one exact value
    pub(super) fn has_number(&self, number: f64) -> bool {
        !self.numbers.is_empty() && self.numbers.contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numeric_marker_matches_by_value() {
        let markers = Markers::new(&[" -200 ".into(), "1,5".into(), "gone".into()]);
        assert!(markers.has_text("gone") && markers.has_text("") && markers.has_text("NA"));
        assert!(markers.has_number(-200.0) && markers.has_number(1.5) && !markers.has_number(200.0));
        assert!(!markers.has_text("None") && !markers.has_text("?"));
    }

    #[test]
    fn no_text_is_in_both_lists() {
        assert!(MISSING_AMONG_NUMBERS.iter().all(|text| !MISSING_EVERYWHERE.contains(text)));
    }
}
