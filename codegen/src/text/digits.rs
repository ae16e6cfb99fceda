//! Rounding of measured numbers for display.

/// Returns a number with about three significant digits: `0`, `0.0123`, `1.2e-7`, `4200`.
#[must_use]
pub(crate) fn significant(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    if !x.is_finite() {
        return x.to_string();
    }
    let size = x.abs();
    if !(1e-3..1e6).contains(&size) {
        let text = format!("{x:.1e}");
        return text.replace(".0e", "e");
    }
    let decimals = match size {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        0.1.. => 3,
        0.01.. => 4,
        _ => 5,
    };
    let text = format!("{x:.decimals$}");
    if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        for (x, text) in [
            (0.0, "0"),
            (3.0, "3"),
            (2.75, "2.75"),
            (0.0123, "0.0123"),
            (0.001_252_4, "0.00125"),
            (0.508_604, "0.509"),
            (1.23e-7, "1.2e-7"),
            (4200.4, "4200"),
            (-12.34, "-12.3"),
            (5e7, "5e7"),
        ] {
            assert_eq!(significant(x), text);
        }
    }
}
