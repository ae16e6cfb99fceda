//! Dates and times of day, in the formats that loggers and spreadsheets write.

/// Returns whether a text is a date, a time, or both: `2024-05-01`, `2024-05-01T12:30:15Z`, `01.05.2024 12:30`, `5/1/2024`,
/// `12:30`.
///
/// The length of a month is not checked: June 31 is accepted.
pub(super) fn is_date_or_time(text: &str) -> bool {
    let text = text.trim();
    match text.split_once(['T', ' ']) {
        Some((date, time)) if is_date(date) => is_time(time),
        // A space may also precede AM or an offset.
        _ => is_date(text) || is_time(text),
    }
}

fn is_date(text: &str) -> bool {
    let parts = |separator: char| {
        let mut parts = text.split(separator);
        let three = [parts.next()?, parts.next()?, parts.next()?];
        if parts.next().is_none() { Some(three) } else { None }
    };
    let day = |text: &str| is_number(text, 1..=2, 1..=31);
    let year = |text: &str| is_number(text, 4..=4, 1..=9999);
    if let Some([a, b, c]) = parts('-').or_else(|| parts('/')) {
        // A date with slashes may have a two-digit year; little else has two slashes.
        let short = text.contains('/') && is_number(c, 2..=2, 0..=99);
        return year(a) && day(b) && day(c) || day(a) && day(b) && (year(c) || short);
    }
    // A two-digit year would also match version numbers.
    parts('.').is_some_and(|[a, b, c]| day(a) && day(b) && year(c))
}

fn is_time(text: &str) -> bool {
    let text = ["AM", "PM", "am", "pm", "Z"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text).trim_end();
    let (clock, offset) = text.find(['+', '-']).map_or((text, ""), |at| text.split_at(at));
    let offset = offset.get(1..).unwrap_or("");
    let hours = |text: &str| is_number(text, 1..=2, 0..=24);
    let sixtieths = |text: &str| is_number(text, 2..=2, 0..=60); // including a leap second
    let zone = match offset.split_once(':') {
        Some((hour, minutes)) => hours(hour) && sixtieths(minutes),
        None => offset.is_empty() || is_number(offset, 2..=2, 0..=24) || is_number(offset, 4..=4, 0..=2400),
    };
    let (clock, fraction) = clock.trim_end().split_once(['.', ',']).unwrap_or((clock.trim_end(), "0"));
    let mut parts = clock.split(':');
    let is_clock = parts.next().is_some_and(hours) && parts.next().is_some_and(sixtieths);
    let seconds = parts.next();
    let is_fraction = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    zone && is_clock && seconds.is_none_or(sixtieths) && parts.next().is_none() && is_fraction
}

/// Returns whether a text is a number with a digit count and a value in the given ranges.
fn is_number(text: &str, digits: std::ops::RangeInclusive<usize>, bounds: std::ops::RangeInclusive<u32>) -> bool {
    digits.contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse().is_ok_and(|number| bounds.contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_recognized() {
        for text in [
            "2024-05-01",
            "2024-05-01 12:30",
            "2024-05-01 12:30:15",
            "2024-05-01T12:30:15Z",
            "2024-05-01T12:30:15.250+02:00",
            "2024-05-01 12:30:15 +0200",
            "2024/05/01",
            "01.05.2024",
            "1.5.2024 9:05",
            "5/1/2024",
            "5/1/24 9:05 PM",
            "12:30",
            "12:30:15",
            "9:05 am",
        ] {
            assert!(is_date_or_time(text), "{text}");
        }
    }

    #[test]
    fn codes_versions_and_ranges_are_not() {
        for text in [
            "",
            "May",
            "2024",
            "2024-05",
            "1-2",
            "1.2.24",
            "10.0.0.1",
            "2024-13-45x",
            "2024-05-99",
            "3/4",
            "a-b-c",
            "12:3",
            "25:30",
            "12:30:15:20",
            "T",
            "Tall",
            "12:30.",
            "555-12-3456",
            "12:30 h",
            "2024-05-01T",
            "é:é",
        ] {
            assert!(!is_date_or_time(text), "{text}");
        }
    }
}
