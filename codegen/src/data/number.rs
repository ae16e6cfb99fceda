//! Parsing of a cell as a number.

use crate::data::missing::{MISSING_AMONG_NUMBERS, MissingMarkers};

/// The meaning of a cell in a column of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Reading {
    /// A finite number.
    Number(f64),
    /// Missing in any column.
    Missing,
    /// Missing if the column's other cells are numbers.
    Doubtful,
    /// Infinite, or infinite in the `f32` of devices: counted as missing.
    Infinite,
    /// Not a number.
    Text,
}

/// Parses a trimmed cell: a decimal number with an optional sign and exponent.
pub(super) fn read(cell: &str, markers: &MissingMarkers, decimal_comma: bool) -> Reading {
    match parse(cell, decimal_comma) {
        Some(number) if is_finite_f32(number) && !markers.has_number(number) => Reading::Number(number),
        Some(number) if !number.is_nan() && !markers.has_number(number) && !markers.has_text(cell) => Reading::Infinite,
        Some(_) => Reading::Missing,
        None if markers.has_text(cell) => Reading::Missing,
        None if matches!(cell, "1.#INF" | "-1.#INF") => Reading::Infinite, // printed by C libraries on Windows
        None if MISSING_AMONG_NUMBERS.contains(&cell) => Reading::Doubtful,
        None => Reading::Text,
    }
}

/// Returns whether a number is finite as `f32`, in which devices compute.
#[expect(clippy::cast_possible_truncation, reason = "the result of the rounding is tested")]
fn is_finite_f32(number: f64) -> bool {
    (number as f32).is_finite()
}

/// Parses a decimal number, `NaN`, `inf` or `infinity`, in any case; correctly rounded.
pub(super) fn parse(cell: &str, decimal_comma: bool) -> Option<f64> {
    if !decimal_comma {
        return fast_float2::parse(cell).ok();
    }
    if cell.contains('.') {
        return None; // a thousands separator, or not a number
    }
    if cell.contains(',') { fast_float2::parse(cell.replacen(',', ".", 1)).ok() } else { fast_float2::parse(cell).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(cell: &str) -> Reading {
        read(cell, &MissingMarkers::new(&["-200".into()]), false)
    }

    #[test]
    fn decimal_numbers_of_every_form_are_read() {
        for (cell, number) in [("12", 12.0), ("+0.5", 0.5), ("-.5e1", -5.0), ("1.", 1.0), ("007", 7.0), ("1E-400", 0.0)]
        {
            assert_eq!(reading(cell), Reading::Number(number), "{cell}");
        }
        assert_eq!(reading("9007199254740993"), Reading::Number(9_007_199_254_740_992.0)); // ties to even
    }

    #[test]
    fn other_texts_are_not_numbers() {
        for cell in ["5more", "1,5", "0x10", "1_000", "1 000", "$5", "5%", "1e", "--5", "e5", "\u{2212}5", "infinite"] {
            assert_eq!(reading(cell), Reading::Text, "{cell}");
        }
    }

    #[test]
    fn the_kinds_of_missing_are_distinguished() {
        for cell in ["", "NA", "nan", "NaN", "-nan", "-200", "-200.0", "-2e2"] {
            assert_eq!(reading(cell), Reading::Missing, "{cell}");
        }
        let digits = "7".repeat(400);
        let infinite = ["inf", "-Infinity", "1e400", "-1e999", "1.#INF", "1e39", "-3.5e38", &digits];
        for cell in infinite {
            assert_eq!(reading(cell), Reading::Infinite, "{cell}");
            assert_eq!(read(cell, &MissingMarkers::new(&[cell.into()]), false), Reading::Missing, "{cell} is a marker");
            assert_eq!(read(&cell.replace('.', ","), &MissingMarkers::new(&[]), true), {
                if cell.contains('#') { Reading::Text } else { Reading::Infinite }
            });
        }
        assert_eq!(reading("3.4028235e38"), Reading::Number(3.402_823_5e38));
        assert_eq!((reading("?"), reading("None")), (Reading::Doubtful, Reading::Doubtful));
    }

    #[test]
    fn a_decimal_comma_excludes_the_dot() {
        let comma = |cell| read(cell, &MissingMarkers::new(&[]), true);
        assert_eq!((comma("2,6"), comma("-3"), comma(",5e1")), {
            (Reading::Number(2.6), Reading::Number(-3.0), Reading::Number(5.0))
        });
        assert_eq!((comma("2.6"), comma("1.234,5"), comma("1,2,3")), (Reading::Text, Reading::Text, Reading::Text));
    }
}
