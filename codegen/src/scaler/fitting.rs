//! Fitting a scaler: the offset and the scale of one column.

use crate::scaler::ScalerSpec;
use crate::statistics::{mean_and_variance, present, quantile_of_sorted};

/// The fitted scaling of one column: `(x - offset) * scale`.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Scaling {
    /// The subtracted value, in the column's units.
    pub offset: f64,
    /// The factor, which is finite.
    pub scale: f64,
    /// Whether the column has no spread to divide by, in which case the spread counts as 1.
    ///
    /// For `none`: whether all values are equal; for `max-abs`: whether all are equal or too small to divide by.
    pub constant: bool,
}

/// A smaller spread counts as no spread (scikit-learn's bound).
const TEN_EPSILON: f64 = 10.0 * f64::EPSILON;

/// Fits `spec` to the values of one column; missing values (NaN, infinity) are ignored.
///
/// The rules are scikit-learn's. A column is constant for `standard` if its variance `v` (divisor `n`) is at most
/// `n * eps * v + (n * mean * eps)^2`, for the other methods if its spread is below `10 * eps`; the spread then counts as 1.
/// With `ddof >= n` the spread also counts as 1, which the fit of a model reports as an error. Percentiles are interpolated
/// linearly. A column without values has the offset 0 and the scale 1 and is constant. O(n); `robust` sorts.
#[must_use]
pub fn fit(spec: &ScalerSpec, values: &[f64]) -> Scaling {
    let values = present(values);
    let (Some(smallest), Some(largest)) =
        (values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max))
    else {
        return Scaling { offset: 0.0, scale: 1.0, constant: true };
    };
    let equal = smallest >= largest;
    match *spec {
        ScalerSpec::None => Scaling { offset: 0.0, scale: 1.0, constant: equal },
        ScalerSpec::Standard { ddof, centering, scaling } => standard(&values, ddof, centering, scaling),
        ScalerSpec::MinMax { low, high } => {
            let (range, constant) = spread(largest - smallest);
            let scale = (high - low) / range;
            Scaling { offset: smallest - low / scale, scale, constant }
        }
        ScalerSpec::MaxAbs => {
            let (largest, tiny) = spread(smallest.abs().max(largest.abs()));
            Scaling { offset: 0.0, scale: 1.0 / largest, constant: equal || tiny }
        }
        ScalerSpec::Robust { low, high, centering, scaling, unit_variance } => {
            let mut sorted = values.into_owned();
            sorted.sort_unstable_by(f64::total_cmp);
            let at = |percent: f64| quantile_of_sorted(&sorted, percent / 100.0);
            let (mut range, constant) = spread(at(high) - at(low));
            if unit_variance {
                range /= normal_quantile(high / 100.0) - normal_quantile(low / 100.0);
            }
            Scaling {
                offset: if centering { at(50.0) } else { 0.0 },
                scale: if scaling { 1.0 / range } else { 1.0 },
                constant,
            }
        }
    }
}

fn standard(values: &[f64], ddof: u32, centering: bool, scaling: bool) -> Scaling {
    let (mean, variance) = mean_and_variance(values);
    let n = values.len() as f64;
    let noise = n * mean * f64::EPSILON;
    let divisor = n - f64::from(ddof);
    let constant = variance <= n * f64::EPSILON * variance + noise * noise || (scaling && divisor <= 0.0);
    let deviation = if constant { 1.0 } else { (variance * n / divisor).sqrt() };
    Scaling { offset: if centering { mean } else { 0.0 }, scale: if scaling { 1.0 / deviation } else { 1.0 }, constant }
}

/// Returns the spread, or 1 if it is too small to divide by, and whether it is too small.
fn spread(spread: f64) -> (f64, bool) {
    if spread < TEN_EPSILON { (1.0, true) } else { (spread, false) }
}

/// Returns the quantile of the standard normal distribution at `probability`, which is between 0 and 1 (exclusive).
///
/// Bisects the distribution function; 60 halvings of -40..40 leave an error below 1e-16.
fn normal_quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if 0.5 * libm::erfc(-middle * core::f64::consts::FRAC_1_SQRT_2) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact values, computed by hand")]
mod tests {
    use super::*;

    const CLOSE: f64 = 1e-15;

    fn scaled(spec: &str, values: &[f64]) -> Scaling {
        fit(&spec.parse().unwrap(), values)
    }

    #[test]
    fn a_column_without_values_stays_as_it_is() {
        for spec in ["none", "standard", "min-max", "max-abs", "robust"] {
            for values in [&[][..], &[f64::NAN, f64::INFINITY]] {
                assert_eq!(scaled(spec, values), Scaling { offset: 0.0, scale: 1.0, constant: true }, "{spec}");
            }
        }
    }

    #[test]
    fn standard_takes_ddof_from_the_divisor() {
        // 1, 3: mean 2, squared deviations 1 + 1.
        assert_eq!(scaled("standard", &[1.0, 3.0]), Scaling { offset: 2.0, scale: 1.0, constant: false });
        assert_eq!(scaled("standard:ddof=1", &[1.0, 3.0]).scale, 1.0 / 2.0_f64.sqrt());
        assert_eq!(scaled("standard:ddof=2", &[1.0, 3.0]), Scaling { offset: 2.0, scale: 1.0, constant: true });
    }

    #[test]
    fn a_constant_column_is_found_relative_to_its_size() {
        for spec in ["standard", "min-max", "robust"] {
            assert_eq!(scaled(spec, &[14.62; 6]), Scaling { offset: 14.62, scale: 1.0, constant: true }, "{spec}");
        }
        // Small values with a real spread are not constant.
        assert!(!scaled("standard", &[1e-9, 2e-9]).constant);
        // The last digit of 0.3 is rounding noise.
        assert!(scaled("standard", &[0.1 + 0.2, 0.1 + 0.2, 0.3]).constant);
    }

    #[test]
    fn missing_values_are_left_out() {
        let whole = scaled("robust", &[1.0, 2.0, 4.0]);
        assert_eq!(scaled("robust", &[f64::NAN, 1.0, 4.0, f64::NEG_INFINITY, 2.0]), whole);
        // The quartiles of 1, 2, 4 are 1.5 and 3.
        assert_eq!(whole, Scaling { offset: 2.0, scale: 1.0 / 1.5, constant: false });
    }

    #[test]
    fn min_max_reaches_both_ends() {
        let s = scaled("min-max:low=-1,high=3", &[2.0, 10.0, 4.0]);
        assert_eq!([(2.0 - s.offset) * s.scale, (10.0 - s.offset) * s.scale], [-1.0, 3.0]);
    }

    #[test]
    fn normal_quantiles_are_those_of_the_tables() {
        assert!((normal_quantile(0.75) - 0.674_489_750_196_081_7).abs() < CLOSE);
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 4.0 * CLOSE);
        assert!(normal_quantile(0.5).abs() < CLOSE);
    }
}
