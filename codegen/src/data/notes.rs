//! Notes about a column that was read.

use crate::data::diagnostics::DECIMAL_COMMA_ADVICE;
use crate::data::missing::MISSING_AMONG_NUMBERS;
use crate::data::parse_columns::ParseStats;
use crate::data::{Categories, almost_numbers, case_folding, number};
use crate::text::quoted::quoted;

/// The most levels that are compared with each other: more than a model can contain.
const MAX_LEVELS: usize = 1 << 16;

/// Returns notes about a column of numbers.
pub(super) fn on_numbers(name: &str, stats: &ParseStats, named_by: Option<&str>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((line, first)) = &stats.first_infinite {
        notes.push(format!(
            "column {name:?}: {} infinite or outside the f32 range (largest: 3.4e38) and read as missing; the first is {} on \
             line {line}",
            cells(stats.infinite),
            quoted(first)
        ));
    }
    if let Some(first) = &stats.first_doubtful {
        notes.push(format!("column {name:?}: {} read as missing; the first is {first:?}", cells(stats.doubtful)));
    }
    if stats.numbers == 0 {
        notes.push(no_value(name, named_by));
    }
    notes
}

/// Returns the note about an empty column; a column that a model requires cannot be dropped.
fn no_value(name: &str, named_by: Option<&str>) -> String {
    match named_by {
        Some(_) => format!("column {name:?} has no values"),
        None => format!("column {name:?} has no values; consider --drop {name:?}"),
    }
}

/// Numbers that loggers write for missing values.
const SENTINELS: [f64; 11] =
    [-99999.0, -32768.0, -9999.0, -999.0, -127.0, -99.0, 999.0, 9999.0, 32767.0, 65535.0, 99999.0];
/// The fewest other numbers from which their range is known.
const MIN_OTHERS: usize = 10;

/// Returns a note about a number that may mean "missing": it is the smallest or the largest, and farther from the next
/// than all others are from each other.
#[expect(clippy::float_cmp, reason = "equal numbers are counted")]
pub(super) fn on_sentinel(name: &str, numbers: &[f64]) -> Option<String> {
    let ends = |but: Option<f64>| {
        let others = numbers.iter().copied().filter(|&x| x.is_finite() && Some(x) != but);
        others.fold((f64::INFINITY, f64::NEG_INFINITY, 0), |(low, high, n), x| (low.min(x), high.max(x), n + 1))
    };
    let (low, high, _) = ends(None);
    let suspect = [low, high].into_iter().find(|end| SENTINELS.contains(end))?;
    let (low, high, others) = ends(Some(suspect));
    let gap = if suspect < low { low - suspect } else { suspect - high };
    if others < MIN_OTHERS || gap <= high - low {
        return None;
    }
    let count = numbers.iter().filter(|&&x| x == suspect).count() as u64;
    Some(format!(
        "column {name:?}: {} {suspect}, far from all other values (use --missing-marker {suspect} if it means missing)",
        cells(count)
    ))
}

/// Returns notes about a column of texts.
pub(super) fn on_texts(name: &str, categories: &Categories, named_by: Option<&str>) -> Vec<String> {
    let Categories { levels, .. } = categories;
    let mut notes = Vec::new();
    if levels.is_empty() {
        notes.push(no_value(name, named_by));
    } else if levels.iter().all(|level| level.len() > 1 && level.starts_with('\'') && level.ends_with('\'')) {
        notes.push(format!("column {name:?}: every value is enclosed in ' (use --quote \"'\" to remove the quotes)"));
    }
    if let Some(marker) = levels.iter().find(|level| MISSING_AMONG_NUMBERS.contains(&level.as_str())) {
        notes.push(format!(
            "column {name:?}: {marker:?} is read as a category (use --missing-marker {marker:?} if it means missing)"
        ));
    }
    let groups = if levels.len() > MAX_LEVELS { Vec::new() } else { case_folding::near_duplicates(levels) };
    if let Some(group) = groups.first() {
        let texts: Vec<String> = group.iter().take(4).map(|&level| quoted(&levels[level])).collect();
        let more = match groups.len() - 1 {
            0 => String::new(),
            1 => " (and 1 more such group)".to_owned(),
            more => format!(" (and {more} more such groups)"),
        };
        let texts = texts.join(", ");
        notes.push(format!(
            "column {name:?}: {texts} differ only in case or white space{more}; --fold-case merges them"
        ));
    }
    notes
}

/// Returns a note if two classes are the same number in different spellings.
pub(super) fn on_classes(name: &str, categories: &Categories, comma: bool) -> Option<String> {
    let levels = &categories.levels; // at most 20 numbers
    let value = |level: &String| number::parse(level, comma).map(|number| number + 0.0); // -0 equals 0
    let mut pairs = levels.iter().enumerate().flat_map(|(at, one)| levels[..at].iter().map(move |other| (other, one)));
    let (one, two) = pairs.find(|(one, two)| value(one) == value(two))?;
    Some(format!("column {name:?}: {one:?} and {two:?} are different classes although they are the same number"))
}

/// The most markers that a note lists.
const MAX_MARKERS: usize = 3;

/// Returns a note about a column that is categorical although most of its cells are numbers; `text` is its first text.
pub(super) fn on_mixture(
    name: &str,
    categories: &Categories,
    text: Option<&(u64, String)>,
    comma: bool,
) -> Option<String> {
    let (line, text) = text?;
    let counts = categories.counts();
    let of = |is_counted: &dyn Fn(&str) -> bool| -> usize {
        categories.levels.iter().zip(&counts).filter(|(level, _)| is_counted(level)).map(|(_, count)| count).sum()
    };
    let all: usize = counts.iter().sum();
    let value = quoted(text);
    let numbers = |comma: bool| of(&|level| number::parse(level, comma).is_some());
    if !comma && numbers(true) == all {
        return Some(format!("column {name:?}: {value} on line {line} makes it categorical; {DECIMAL_COMMA_ADVICE}"));
    }
    // An undeclared comma is probably decimal if most cells have one.
    let needs_comma = !comma && 2 * numbers(false) <= all;
    let found = numbers(comma || needs_comma);
    if 2 * found <= all {
        return almost_numbers::are_measurements(&categories.levels, comma).then(|| {
            format!("column {name:?}: {value} on line {line} makes it categorical; {}", almost_numbers::advice(text))
        });
    }
    let is_word = |level: &&String| {
        number::parse(level, comma || needs_comma).is_none() && !MISSING_AMONG_NUMBERS.contains(&level.as_str())
    };
    let words: Vec<&String> = categories.levels.iter().filter(is_word).collect();
    let markers: Vec<String> =
        words.iter().take(MAX_MARKERS).map(|word| format!("--missing-marker {}", quoted(word))).collect();
    let (first, more) = match words.as_slice() {
        // The first text is itself a number with a comma.
        [word, ..] if needs_comma => (quoted(word), words.len() - 1),
        _ => (format!("{value} on line {line}"), words.len().saturating_sub(1)),
    };
    let (who, if_missing) = match more {
        0 => (format!("{first} makes"), "if it means missing"),
        1 => (format!("{first} and another text make"), "if they mean missing"),
        more => (format!("{first} and {more} other texts make"), "if they mean missing"),
    };
    let comma_too = if needs_comma { "--decimal-comma and " } else { "" };
    let dots = if words.len() > MAX_MARKERS { " …" } else { "" };
    Some(format!(
        "column {name:?}: {found} of {all} cells are numbers, but {who} it categorical; use {comma_too}{}{dots} {if_missing}, \
         or --numeric {name:?} to get an error for each text with its line",
        markers.join(" ")
    ))
}

/// Returns `1 cell is` or `3 cells are`.
fn cells(count: u64) -> String {
    if count == 1 { "1 cell is".to_owned() } else { format!("{count} cells are") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(texts: &[&str]) -> Categories {
        let levels: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        let codes = (0..u32::try_from(levels.len()).unwrap()).collect();
        Categories { levels, codes }
    }

    #[test]
    fn missing_numbers_are_noted() {
        let stats = ParseStats {
            numbers: 5,
            infinite: 1,
            first_infinite: Some((4, "1e39".into())),
            doubtful: 2,
            first_doubtful: Some("?".into()),
            ..ParseStats::default()
        };
        assert_eq!(
            on_numbers("v", &stats, None),
            [
                "column \"v\": 1 cell is infinite or outside the f32 range (largest: 3.4e38) and read as missing; the first is \
                 \"1e39\" on line 4",
                "column \"v\": 2 cells are read as missing; the first is \"?\""
            ]
        );
        assert_eq!(
            on_numbers("v", &ParseStats::default(), None),
            ["column \"v\" has no values; consider --drop \"v\""]
        );
        assert_eq!(on_numbers("v", &ParseStats::default(), Some("the model")), ["column \"v\" has no values"]);
    }

    #[test]
    fn a_number_far_from_all_others_may_mean_missing() {
        let with = |more: &[f64]| -> Vec<f64> { (0..12).map(f64::from).chain(more.iter().copied()).collect() };
        assert_eq!(
            on_sentinel("t", &with(&[-9999.0, -9999.0, f64::NAN])).unwrap(),
            "column \"t\": 2 cells are -9999, far from all other values (use --missing-marker -9999 if it means missing)"
        );
        // Near the others, not a usual marker, or too few others.
        assert_eq!(on_sentinel("t", &with(&[-100.0])), None);
        assert_eq!(on_sentinel("t", &(0..12).map(|at| -99.0 * f64::from(at)).collect::<Vec<_>>()), None);
        assert_eq!(on_sentinel("t", &[1.0, 2.0, -9999.0]), None);
    }

    #[test]
    fn near_duplicates_and_possible_markers_are_noted() {
        assert_eq!(
            on_texts("c", &column(&["a", "A", "?", "b", "B"]), None),
            [
                "column \"c\": \"?\" is read as a category (use --missing-marker \"?\" if it means missing)",
                "column \"c\": \"a\", \"A\" differ only in case or white space (and 1 more such group); --fold-case merges them"
            ]
        );
        assert_eq!(on_texts("c", &column(&["'a'", "'b'"]), None).len(), 1);
        assert!(on_texts("c", &column(&["a", "b"]), None).is_empty());
    }

    #[test]
    fn two_spellings_of_a_number_are_noted() {
        let note = on_classes("y", &column(&["2", "1", "01"]), false).unwrap();
        assert_eq!(note, "column \"y\": \"1\" and \"01\" are different classes although they are the same number");
        assert_eq!(on_classes("y", &column(&["0", "1"]), false), None);
    }

    #[test]
    fn texts_among_numbers_are_noted() {
        let first = (7, "n/k".to_owned());
        let note = |texts: &[&str], comma| on_mixture("v", &column(texts), Some(&first), comma);
        let numeric = "or --numeric \"v\" to get an error for each text with its line";
        let one = "column \"v\": 2 of 3 cells are numbers, but \"n/k\" on line 7 makes it categorical; \
                   use --missing-marker \"n/k\" if it means missing, ";
        assert_eq!(note(&["1", "2", "n/k"], false).unwrap(), one.to_owned() + numeric);
        assert_eq!(note(&["1,5", "2,5", "n/k"], true).unwrap(), one.to_owned() + numeric);
        // A marker that means "missing" among numbers is not counted as a text.
        let many = "column \"v\": 6 of 11 cells are numbers, but \"n/k\" on line 7 and 3 other texts make it categorical; use \
                    --missing-marker \"n/k\" --missing-marker \"off\" --missing-marker \"busy\" … if they mean missing, ";
        let texts = ["1", "2", "3", "4", "5", "6", "n/k", "off", "-", "busy", "late"];
        assert_eq!(note(&texts, false).unwrap(), many.to_owned() + numeric);
        // Both the comma and the remaining text are mentioned.
        let comma = "column \"v\": 3 of 4 cells are numbers, but \"n/k\" makes it categorical; use --decimal-comma and \
                     --missing-marker \"n/k\" if it means missing, ";
        assert_eq!(note(&["1,5", "2,5", "3,5", "n/k"], false).unwrap(), comma.to_owned() + numeric);
        assert_eq!(note(&["1", "n/k"], false), None);
        let units: Vec<String> = (0..6).map(|at| format!("{at} %")).collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        assert!(note(&units, false).unwrap().contains("such as a unit"));
        for grouped in ["1 234,5", "1\u{a0}234.5", "1'234.5", "1.234,5", "1,234.5", "1\u{2019}234", "1_234"] {
            let grouped: Vec<String> = (1..=5).map(|at| format!("{at}{}", &grouped[1..])).collect();
            let grouped: Vec<&str> = grouped.iter().map(String::as_str).collect();
            let first = (7, grouped[0].to_owned());
            let note = on_mixture("v", &column(&grouped), Some(&first), true).unwrap_or_else(|| panic!("{grouped:?}"));
            assert!(note.ends_with("; remove the digit separators if it is meant to be a number"), "{note}");
        }
        assert_eq!(note(&["2wd", "4wd"], false), None, "a few levels with digits are ordinary categories");
        let note = on_mixture("v", &column(&["1,234", "5"]), Some(&(2, "1,234".into())), false).unwrap();
        assert!(note.contains("--decimal-comma"), "{note}");
    }
}
