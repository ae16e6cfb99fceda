//! What is worth saying about a column that was read.

use crate::data::diagnostics::{DECIMAL_COMMA_ADVICE, shown};
use crate::data::missing::MISSING_AMONG_NUMBERS;
use crate::data::parse_columns::Tally;
use crate::data::{Categories, case_folding, id_columns, number};

/// The most levels that are compared with each other: more than a model can hold.
const MAX_LEVELS: usize = 1 << 16;

/// Notes on a column of numbers.
pub(super) fn on_numbers(name: &str, tally: &Tally, named_by: Option<&str>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((line, first)) = &tally.first_infinite {
        notes.push(format!(
            "column {name:?}: {} infinite or beyond single precision, which ends at 3.4e38; read as missing, the first {} \
             on line {line}",
            cells(tally.infinite),
            shown(first)
        ));
    }
    if let Some(first) = &tally.first_doubtful {
        notes.push(format!("column {name:?}: {} read as missing, the first {first:?}", cells(tally.doubtful)));
    }
    if tally.numbers == 0 {
        notes.push(no_value(name, named_by));
    }
    notes
}

/// Says that a column is empty: it can be left out of a fit, but not of what a model asks for.
fn no_value(name: &str, named_by: Option<&str>) -> String {
    match named_by {
        Some(_) => format!("column {name:?} has no value"),
        None => format!("column {name:?} has no value (--drop {name:?})"),
    }
}

/// Numbers that loggers write where they have none.
const SENTINELS: [f64; 11] =
    [-99999.0, -32768.0, -9999.0, -999.0, -127.0, -99.0, 999.0, 9999.0, 32767.0, 65535.0, 99999.0];
/// The fewest other numbers that say where numbers lie.
const MIN_OTHERS: usize = 10;

/// A note on a number that may stand for a missing one: it is the least or the largest, and farther from the next than
/// all others are from each other.
#[allow(clippy::float_cmp)] // the very number is meant
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
        "column {name:?}: {} {suspect}, far from all others (--missing-marker {suspect} if it means missing)",
        cells(count)
    ))
}

/// Notes on a column of texts.
pub(super) fn on_texts(name: &str, categories: &Categories, named_by: Option<&str>) -> Vec<String> {
    let Categories { levels, .. } = categories;
    let mut notes = Vec::new();
    if levels.is_empty() {
        notes.push(no_value(name, named_by));
    } else if levels.iter().all(|level| level.len() > 1 && level.starts_with('\'') && level.ends_with('\'')) {
        notes.push(format!("column {name:?}: every cell is wrapped in ' (--quote \"'\" takes them away)"));
    }
    if let Some(marker) = levels.iter().find(|level| MISSING_AMONG_NUMBERS.contains(&level.as_str())) {
        notes.push(format!(
            "column {name:?}: {marker:?} is a category (--missing-marker {marker:?} if it means missing)"
        ));
    }
    let groups = if levels.len() > MAX_LEVELS { Vec::new() } else { case_folding::near_duplicates(levels) };
    if let Some(group) = groups.first() {
        let texts: Vec<String> = group.iter().take(4).map(|&level| shown(&levels[level])).collect();
        let more = match groups.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more such groups"),
        };
        let texts = texts.join(", ");
        notes.push(format!("column {name:?}: {texts} differ only in case or blanks{more} (--fold-case merges them)"));
    }
    notes
}

/// A note on classes that are numbers, when some are one number written in two ways.
pub(super) fn on_classes(name: &str, categories: &Categories, comma: bool) -> Option<String> {
    let levels = &categories.levels; // at most 20 numbers
    let value = |level: &String| number::parse(level, comma).map(|number| number + 0.0); // -0 is 0
    let mut pairs = levels.iter().enumerate().flat_map(|(at, one)| levels[..at].iter().map(move |other| (other, one)));
    let (one, two) = pairs.find(|(one, two)| value(one) == value(two))?;
    Some(format!("column {name:?}: {one:?} and {two:?} are two classes, although one number"))
}

/// The most options that a note spells out.
const MARKERS: usize = 3;

/// A note on a column that is of texts although most of its cells are numbers; `text` is its first text.
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
    let value = shown(text);
    let numbers = |comma: bool| of(&|level| number::parse(level, comma).is_some());
    if !comma && numbers(true) == all {
        return Some(format!("column {name:?}: {value} on line {line} makes it categorical ({DECIMAL_COMMA_ADVICE})"));
    }
    // A comma that nobody told of is decimal where most cells have one.
    let needs_comma = !comma && 2 * numbers(false) <= all;
    let found = numbers(comma || needs_comma);
    if 2 * found <= all {
        return id_columns::holds_numbers(&categories.levels, comma).then(|| {
            format!(
                "column {name:?}: {value} on line {line} makes it categorical ({})",
                id_columns::to_make_a_number(text)
            )
        });
    }
    let is_word = |level: &&String| {
        number::parse(level, comma || needs_comma).is_none() && !MISSING_AMONG_NUMBERS.contains(&level.as_str())
    };
    let words: Vec<&String> = categories.levels.iter().filter(is_word).collect();
    let markers: Vec<String> =
        words.iter().take(MARKERS).map(|word| format!("--missing-marker {}", shown(word))).collect();
    let (first, more) = match words.as_slice() {
        // The first text is a number with a comma.
        [word, ..] if needs_comma => (shown(word), words.len() - 1),
        _ => (format!("{value} on line {line}"), words.len().saturating_sub(1)),
    };
    let (who, if_missing) = match more {
        0 => (format!("{first} makes"), "if it means missing"),
        1 => (format!("{first} and another text make"), "if they mean missing"),
        more => (format!("{first} and {more} other texts make"), "if they mean missing"),
    };
    let comma_too = if needs_comma { "--decimal-comma, " } else { "" };
    let dots = if words.len() > MARKERS { " …" } else { "" };
    Some(format!(
        "column {name:?}: {found} of {all} cells are numbers, {who} it categorical ({comma_too}{}{dots} {if_missing}; \
         --numeric {name:?} refuses each text by its line)",
        markers.join(" ")
    ))
}

/// Gives `1 cell is` or `3 cells are`.
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
    fn numbers_tell_what_became_missing() {
        let tally = Tally {
            numbers: 5,
            infinite: 1,
            first_infinite: Some((4, "1e39".into())),
            doubtful: 2,
            first_doubtful: Some("?".into()),
            ..Tally::default()
        };
        assert_eq!(
            on_numbers("v", &tally, None),
            [
                "column \"v\": 1 cell is infinite or beyond single precision, which ends at 3.4e38; read as missing, the \
                 first \"1e39\" on line 4",
                "column \"v\": 2 cells are read as missing, the first \"?\""
            ]
        );
        assert_eq!(on_numbers("v", &Tally::default(), None), ["column \"v\" has no value (--drop \"v\")"]);
        assert_eq!(on_numbers("v", &Tally::default(), Some("the model")), ["column \"v\" has no value"]);
    }

    #[test]
    fn a_number_far_from_all_others_may_mean_missing() {
        let with = |more: &[f64]| -> Vec<f64> { (0..12).map(f64::from).chain(more.iter().copied()).collect() };
        assert_eq!(
            on_sentinel("t", &with(&[-9999.0, -9999.0, f64::NAN])).unwrap(),
            "column \"t\": 2 cells are -9999, far from all others (--missing-marker -9999 if it means missing)"
        );
        // Near the others, no usual sign, or too little to compare with.
        assert_eq!(on_sentinel("t", &with(&[-100.0])), None);
        assert_eq!(on_sentinel("t", &(0..12).map(|at| -99.0 * f64::from(at)).collect::<Vec<_>>()), None);
        assert_eq!(on_sentinel("t", &[1.0, 2.0, -9999.0]), None);
    }

    #[test]
    fn texts_tell_what_may_be_one_or_missing() {
        assert_eq!(
            on_texts("c", &column(&["a", "A", "?", "b", "B"]), None),
            [
                "column \"c\": \"?\" is a category (--missing-marker \"?\" if it means missing)",
                "column \"c\": \"a\", \"A\" differ only in case or blanks, and 1 more such groups (--fold-case merges them)"
            ]
        );
        assert_eq!(on_texts("c", &column(&["'a'", "'b'"]), None).len(), 1);
        assert!(on_texts("c", &column(&["a", "b"]), None).is_empty());
    }

    #[test]
    fn one_number_as_two_classes_is_noted() {
        let note = on_classes("y", &column(&["2", "1", "01"]), false).unwrap();
        assert_eq!(note, "column \"y\": \"1\" and \"01\" are two classes, although one number");
        assert_eq!(on_classes("y", &column(&["0", "1"]), false), None);
    }

    #[test]
    fn a_few_texts_among_numbers_are_shown() {
        let first = (7, "n/k".to_owned());
        let note = |texts: &[&str], comma| on_mixture("v", &column(texts), Some(&first), comma);
        let refuses = "--numeric \"v\" refuses each text by its line)";
        let one = "column \"v\": 2 of 3 cells are numbers, \"n/k\" on line 7 makes it categorical \
                   (--missing-marker \"n/k\" if it means missing; ";
        assert_eq!(note(&["1", "2", "n/k"], false).unwrap(), one.to_owned() + refuses);
        assert_eq!(note(&["1,5", "2,5", "n/k"], true).unwrap(), one.to_owned() + refuses);
        // What means missing among numbers is no text of its own.
        let many = "column \"v\": 6 of 11 cells are numbers, \"n/k\" on line 7 and 3 other texts make it categorical \
                    (--missing-marker \"n/k\" --missing-marker \"off\" --missing-marker \"busy\" … if they mean missing; ";
        let texts = ["1", "2", "3", "4", "5", "6", "n/k", "off", "-", "busy", "late"];
        assert_eq!(note(&texts, false).unwrap(), many.to_owned() + refuses);
        // The comma is told of, and what is none even so.
        let comma = "column \"v\": 3 of 4 cells are numbers, \"n/k\" makes it categorical (--decimal-comma, \
                     --missing-marker \"n/k\" if it means missing; ";
        assert_eq!(note(&["1,5", "2,5", "3,5", "n/k"], false).unwrap(), comma.to_owned() + refuses);
        assert_eq!(note(&["1", "n/k"], false), None);
        let units: Vec<String> = (0..6).map(|at| format!("{at} %")).collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        assert!(note(&units, false).unwrap().contains("such as a unit"));
        for grouped in ["1 234,5", "1\u{a0}234.5", "1'234.5", "1.234,5", "1,234.5", "1\u{2019}234", "1_234"] {
            let grouped: Vec<String> = (1..=5).map(|at| format!("{at}{}", &grouped[1..])).collect();
            let grouped: Vec<&str> = grouped.iter().map(String::as_str).collect();
            let first = (7, grouped[0].to_owned());
            let told = on_mixture("v", &column(&grouped), Some(&first), true).unwrap_or_else(|| panic!("{grouped:?}"));
            assert!(told.ends_with("(take out what groups the digits, if it is to be a number)"), "{told}");
        }
        assert_eq!(note(&["2wd", "4wd"], false), None, "few levels are what they are");
        let note = on_mixture("v", &column(&["1,234", "5"]), Some(&(2, "1,234".into())), false).unwrap();
        assert!(note.contains("--decimal-comma"), "{note}");
    }
}
