//! Statistics of one numeric column: mean, variance, quantiles, the most frequent value.

use std::borrow::Cow;

/// Number of partial sums, which the compiler vectorizes; the order of additions does not depend on the machine.
const LANES: usize = 8;

/// Rounds to single precision, in which a device computes.
#[expect(clippy::cast_possible_truncation, reason = "this is the rounding")]
pub(crate) fn narrow(x: f64) -> f32 {
    x as f32
}

/// Returns the present values; NaN and infinity are missing.
#[must_use]
pub(crate) fn present(values: &[f64]) -> Cow<'_, [f64]> {
    if values.iter().all(|v| v.is_finite()) {
        Cow::Borrowed(values)
    } else {
        Cow::Owned(values.iter().copied().filter(|v| v.is_finite()).collect())
    }
}

/// Returns the sum of `of(value)`: eight partial sums, added in order, followed by the remainder.
fn sum(values: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    let mut lanes = [0.0; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane += of(value);
        }
    }
    let whole: f64 = lanes.iter().sum();
    rest.iter().fold(whole, |sum, &value| sum + of(value))
}

/// Returns the mean of finite values; 0 if there are none.
///
/// The mean of the deviations from a first estimate is added to the estimate, so large offsets lose no digits.
#[must_use]
pub(crate) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let n = values.len() as f64;
    // If the sum overflows, divide first.
    let whole = sum(values, |v| v);
    let first = if whole.is_finite() { whole / n } else { sum(values, |v| v / n) };
    let correction = sum(values, |v| v - first) / n;
    if correction.is_finite() { first + correction } else { first }
}

/// Returns the mean and the variance (divisor `n`) of finite values; 0 and 0 if there are none.
///
/// It takes two passes; the second is corrected for the rounding of the mean.
#[must_use]
pub(crate) fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let n = values.len() as f64;
    let mean = mean(values);
    let squares = sum(values, |v| (v - mean) * (v - mean));
    let residue = sum(values, |v| v - mean);
    (mean, ((squares - residue * residue / n) / n).max(0.0))
}

/// Returns the quantile `q` (0 to 1) of finite values in ascending order, with linear interpolation as in numpy; 0 if there
/// are none.
#[must_use]
pub(crate) fn quantile_of_sorted(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let position = last as f64 * q.clamp(0.0, 1.0);
    #[expect(clippy::cast_possible_truncation, reason = "the value is in 0..=last")]
    let below = position.floor() as usize;
    let (low, high) = (sorted[below.min(last)], sorted[(below + 1).min(last)]);
    let share = position - position.floor();
    // Interpolates from the nearer end, so that both ends are exact.
    if share < 0.5 { low + (high - low) * share } else { high - (high - low) * (1.0 - share) }
}

/// Returns the median of finite values (the mean of the middle two if their number is even); 0 if there are none.
#[must_use]
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut copy = values.to_vec();
    let middle = copy.len() / 2;
    if copy.is_empty() {
        return 0.0;
    }
    let even = copy.len().is_multiple_of(2);
    let (below, &mut upper, _) = copy.select_nth_unstable_by(middle, f64::total_cmp);
    if !even {
        return upper;
    }
    let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // If the sum overflows, halve first.
    let both = lower + upper;
    if both.is_finite() { both / 2.0 } else { lower / 2.0 + upper / 2.0 }
}

/// Returns the most frequent of finite values (the smallest one on a tie); 0 if there are none.
#[must_use]
pub(crate) fn most_frequent(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut best = (0, 0.0);
    // `==` treats -0.0 and 0.0 as equal, unlike the total order.
    #[expect(clippy::float_cmp, reason = "groups identical numbers")]
    for run in sorted.chunk_by(|a, b| a == b) {
        if run.len() > best.0 {
            best = (run.len(), run[0] + 0.0);
        }
    }
    best.1
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact values, computed by hand")]
mod tests {
    use super::*;

    #[test]
    fn no_values_give_zero() {
        assert_eq!((mean(&[]), mean_and_variance(&[]), median(&[]), most_frequent(&[])), (0.0, (0.0, 0.0), 0.0, 0.0));
        assert_eq!(quantile_of_sorted(&[], 0.5), 0.0);
    }

    #[test]
    fn large_offsets_cost_no_digits() {
        let values = [1e9 + 1.0, 1e9 + 2.0, 1e9 + 3.0, 1e9 + 4.0];
        assert_eq!(mean_and_variance(&values), (1e9 + 2.5, 1.25));
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        assert_eq!(mean(&[f64::MAX, f64::MAX]), f64::MAX);
        assert_eq!(median(&[f64::MAX, f64::MAX]), f64::MAX);
    }

    #[test]
    fn quantiles_are_interpolated() {
        assert_eq!(quantile_of_sorted(&[1.0, 2.0, 4.0], 0.25), 1.5);
        assert_eq!(quantile_of_sorted(&[1.0, 2.0, 4.0], 1.0), 4.0);
        assert_eq!(quantile_of_sorted(&[7.0], 0.9), 7.0);
    }

    #[test]
    fn a_median_of_an_even_number_is_the_middle_of_two() {
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), 3.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
    }

    #[test]
    fn of_equally_frequent_values_the_smallest_wins() {
        assert_eq!(most_frequent(&[3.0, 2.0, 3.0, 2.0, 1.0]), 2.0);
        assert_eq!(most_frequent(&[-0.0, 5.0, 0.0]).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn nan_and_infinity_are_missing() {
        assert_eq!(present(&[1.0, f64::NAN, f64::INFINITY, 2.0])[..], [1.0, 2.0]);
    }
}
