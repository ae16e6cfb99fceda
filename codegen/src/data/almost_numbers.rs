//! Texts that contain a number, such as `20 %`, `$3.50` and `20,5`.

use crate::data::diagnostics::DECIMAL_COMMA_ADVICE;
use crate::data::number;
use crate::text::quoted::quoted;

/// Returns advice about texts of which most are numbers or contain one in the same context: `20 %`, `$3.50`, `20,5`;
/// otherwise nothing.
///
/// The advice contains the first level that is not a number, with its line from `line_of`.
pub(super) fn almost_numbers(levels: &[String], comma: bool, line_of: impl Fn(usize) -> Option<u64>) -> String {
    let is_number = |level: &str| number::parse(level, comma).is_some();
    let with_line = |level: usize| {
        let line = line_of(level).map_or_else(String::new, |line| format!(" on line {line}"));
        format!("{}{line}", quoted(&levels[level]))
    };
    let Some(odd) = levels.iter().position(|level| !is_number(level)) else { return String::new() };
    if 2 * levels.iter().filter(|level| is_number(level)).count() > levels.len() {
        let (value, marker) = (with_line(odd), quoted(&levels[odd]));
        return format!(
            "; most values are numbers, but {value} is not: correct it, or use --missing-marker {marker} if it means missing"
        );
    }
    let Some((before, after)) = common_context(levels) else { return String::new() };
    let has_number_in = |level: &String| has_number_in(level, before, after);
    if !only_signs(before) || 2 * levels.iter().filter(|level| has_number_in(level)).count() <= levels.len() {
        return String::new();
    }
    let Some(odd) = levels.iter().position(|level| has_number_in(level) && !is_number(level)) else {
        return String::new();
    };
    let value = with_line(odd);
    if !comma && number::parse(&levels[odd], true).is_some() {
        format!("; {value} is not a number: {DECIMAL_COMMA_ADVICE}")
    } else {
        format!("; {value} is not a number: {}", advice(&levels[odd]))
    }
}

/// The fewest levels with a number each that are considered measurements.
const MIN_MEASURED_LEVELS: usize = 5;

/// Returns whether there are several texts that all contain a number in the same context: `20 %`, `$3.50`.
pub(super) fn are_measurements(levels: &[String], comma: bool) -> bool {
    let Some((before, after)) = common_context(levels) else { return false };
    let all = levels.len() >= MIN_MEASURED_LEVELS
        && levels.iter().all(|level| number::parse(level, comma).is_none() && has_number_in(level, before, after));
    all && only_signs(before)
}

/// Returns whether a text is a number, apart from digit separators, with the given text before and after it.
fn has_number_in(text: &str, before: &str, after: &str) -> bool {
    let (start, inner, end) = split_at_digits(text);
    (start, end) == (before, after) && is_grouped(inner)
}

/// Returns whether a text is a number with or without thousands separators: `1 234,5`, `1'234.5`, `1.234,5`.
fn is_grouped(text: &str) -> bool {
    let mut plain: String =
        text.chars().filter(|&c| !c.is_whitespace() && !matches!(c, '\'' | '\u{2019}' | '_')).collect();
    // If there are both a dot and a comma, the last is the decimal separator.
    if let (Some(dot), Some(comma)) = (plain.rfind('.'), plain.rfind(',')) {
        plain = plain.replace(if dot < comma { '.' } else { ',' }, "");
    }
    [false, true].iter().any(|&comma| number::parse(&plain, comma).is_some())
}

/// Returns the advice for a text that contains a number.
pub(super) fn advice(text: &str) -> &'static str {
    let (before, _, after) = split_at_digits(text);
    if before.is_empty() && after.is_empty() {
        "remove the digit separators if it is meant to be a number"
    } else {
        "remove the text around the number, such as a unit, if it is meant to be a number"
    }
}

/// Returns whether a text contains only characters that precede numbers.
fn only_signs(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || "+-<>~$€£¥".contains(c))
}

/// Returns the text before and after the digits that more than half of the levels share, if there is one.
fn common_context(levels: &[String]) -> Option<(&str, &str)> {
    // The majority vote of Boyer and Moore: if there is a majority, it is the last candidate.
    let mut candidate: Option<(&str, &str)> = None;
    let mut count = 0usize;
    for level in levels {
        let (before, _, after) = split_at_digits(level);
        if count == 0 {
            candidate = Some((before, after));
        }
        count = if candidate == Some((before, after)) { count + 1 } else { count - 1 };
    }
    candidate
}

/// Returns the text before the first digit, from there to the last digit, and after it.
fn split_at_digits(text: &str) -> (&str, &str, &str) {
    let is_digit = |c: char| c.is_ascii_digit();
    let start = text.find(is_digit).unwrap_or(text.len());
    let end = text.rfind(is_digit).map_or(start, |last| last + 1);
    (&text[..start], &text[start..end], &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_with_a_unit_or_a_comma_is_not_an_identifier() {
        let advice = |levels: &[&str]| {
            almost_numbers(&levels.iter().map(|&level| level.to_owned()).collect::<Vec<_>>(), false, |_| None)
        };
        assert!(
            advice(&["20 %", "21.5 %"]).starts_with("; \"20 %\" is not a number: remove the text around the number")
        );
        assert!(advice(&["$3.50", "$4"]).contains("around the number"));
        assert!(advice(&["1\u{202f}020.5", "7\u{a0}000"]).contains("digit separators"));
        assert!(advice(&["20,5", "21.5"]).contains("--decimal-comma"));
        for identifiers in [["2026-03-01", "2026-03-02"], ["a", "b"], ["12:30", "12:31"], ["l0", "l1"], ["12a", "13b"]]
        {
            assert_eq!(advice(&identifiers), "", "{identifiers:?}");
        }
    }
}
