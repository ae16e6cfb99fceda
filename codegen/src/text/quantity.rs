//! Sizes, times and counts for people.

use std::borrow::Cow;
use std::time::Duration;

pub(crate) use crate::text::digits::significant;

/// Returns a number of bytes: `812 B`, `64.9 KB`, `1.2 MB`; a KB has 1,024 bytes, as in data sheets.
#[must_use]
pub(crate) fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut scale = 1024_u64;
    let mut unit = 0;
    // A value that would print as 1024.0 uses the next unit.
    while unit + 1 < UNITS.len() && tenths(bytes, scale) >= 10_240 {
        scale *= 1024;
        unit += 1;
    }
    let tenths = tenths(bytes, scale);
    format!("{}.{} {}", count(tenths / 10), tenths % 10, UNITS[unit])
}

/// Returns `value / scale` in tenths, rounded half up.
fn tenths(value: u64, scale: u64) -> u64 {
    let tenths = (u128::from(value) * 10 + u128::from(scale) / 2) / u128::from(scale);
    u64::try_from(tenths).unwrap_or(u64::MAX)
}

/// Escapes the characters of a text that could affect a terminal: control characters, except line feeds and tabs, and
/// those that change the writing direction.
#[must_use]
pub(crate) fn escape_control(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| if is_harmful(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// Returns a count with thousands separators: `66,500`.
#[must_use]
pub(crate) fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a count with its noun in the singular or plural: `1 row`, `1,000 rows`.
#[must_use]
pub(crate) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// Returns a time: `340 us`, `12.5 ms`, `3.2 s`, `2 min 05 s`, `1 h 02 min`.
#[must_use]
pub(crate) fn duration(time: Duration) -> String {
    let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    for (unit, scale) in [("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000)] {
        let tenths = tenths(nanos, scale);
        let limit = if unit == "s" { 600 } else { 10_000 };
        if tenths < limit {
            return format!("{}.{} {unit}", tenths / 10, tenths % 10);
        }
    }
    let seconds = time.as_secs() + u64::from(time.subsec_millis() >= 500);
    if seconds < 3600 {
        return format!("{} min {:02} s", seconds / 60, seconds % 60);
    }
    format!("{} h {:02} min", count(seconds / 3600), seconds % 3600 / 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escape_control("c\u{1b}[31m \u{202e}x\tý\n"), "c\\u{1b}[31m \\u{202e}x\tý\n");
        assert!(matches!(escape_control("a\tb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn kilobytes_have_one_decimal() {
        for (n, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KB"),
            (66_500, "64.9 KB"),
            (1_048_575, "1.0 MB"),
            (1_048_576, "1.0 MB"),
            (3 << 30, "3.0 GB"),
            (u64::MAX, "16,777,216.0 TB"),
        ] {
            assert_eq!(bytes(n), text, "{n}");
        }
    }

    #[test]
    fn counts_have_commas() {
        for (n, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (66_500, "66,500"), (1_234_567, "1,234,567")] {
            assert_eq!(count(n), text);
        }
        assert_eq!(counted(1, "row", "rows"), "1 row");
        assert_eq!(counted(0, "row", "rows"), "0 rows");
    }

    #[test]
    fn durations_have_a_suitable_unit() {
        for (time, text) in [
            (Duration::ZERO, "0.0 us"),
            (Duration::from_nanos(340_000), "340.0 us"),
            (Duration::from_nanos(999_999), "1.0 ms"),
            (Duration::from_micros(12_500), "12.5 ms"),
            (Duration::from_millis(3_249), "3.2 s"),
            (Duration::from_millis(59_960), "1 min 00 s"),
            (Duration::from_secs(125), "2 min 05 s"),
            (Duration::from_secs(3_725), "1 h 02 min"),
        ] {
            assert_eq!(duration(time), text);
        }
    }
}
