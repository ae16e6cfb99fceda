//! Orthonormal polynomials over equally spaced levels, evaluated for all degrees at one level.

/// The polynomials over a number of levels, by the three-term recurrence in their degree.
///
/// `b[j + 1] p[j + 1](t) = t p[j](t) - b[j] p[j - 1](t)`, where `t` is the level counted from the middle. The values at a
/// level oscillate up to some degree and then decay. The forward recurrence is stable while they oscillate, but picks up
/// the growing solution afterwards; for the backward recurrence it is the opposite. So both are computed and joined at the
/// last oscillating degree.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Polynomials {
    /// `b[j]` for each degree; `b[0]` is 0.
    off_diagonal: Vec<f64>,
}

/// A value above this limit is scaled down together with all values before it; a step grows by far less than 2^100.
const LARGE: f64 = 1e200;

impl Polynomials {
    /// Creates the polynomials of degree 0 to `levels - 1`.
    pub(super) fn new(levels: usize) -> Self {
        let b = |j: usize| {
            let (n, j) = (levels as f64, j as f64);
            0.5 * j * ((n - j) * (n + j) / ((2.0 * j - 1.0) * (2.0 * j + 1.0))).sqrt()
        };
        Self { off_diagonal: (0..levels).map(|j| if j == 0 { 0.0 } else { b(j) }).collect() }
    }

    /// Writes the values of degree 1, 2, ... at `level` to `out`; leading coefficients are positive.
    pub(super) fn write(&self, level: usize, out: &mut [f64]) {
        let b = &self.off_diagonal;
        let last = b.len().saturating_sub(1);
        let t = level as f64 - last as f64 / 2.0;
        let turn = (1..=last).rev().find(|&j| 2.0 * b[j] >= t.abs()).unwrap_or(0);
        // `out` has no degree 0, so degree j is at j - 1.
        let (mut before, mut value) = (0.0, 1.0 / (b.len() as f64).sqrt());
        for j in 1..=turn {
            (before, value) = (value, (t * value - b[j - 1] * before) / b[j]);
            out[j - 1] = value;
        }
        if turn == last {
            return;
        }
        let (mut after, mut next) = (0.0, 1.0);
        for j in (turn + 1..=last).rev() {
            out[j - 1] = next;
            let beyond = b.get(j + 1).map_or(0.0, |b| b * after);
            (after, next) = (next, (t * next - beyond) / b[j]);
            if next.abs() > LARGE {
                for value in &mut out[j - 1..] {
                    *value /= LARGE;
                }
                (after, next) = (after / LARGE, next / LARGE);
            }
        }
        // Both recurrences have a value at the joint, which is after the last change of sign and therefore not near 0.
        let scale = value / next;
        for value in &mut out[turn..] {
            *value *= scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(levels: usize) -> Vec<Vec<f64>> {
        let polynomials = Polynomials::new(levels);
        (0..levels)
            .map(|level| {
                let mut row = vec![f64::NAN; levels - 1];
                polynomials.write(level, &mut row);
                row
            })
            .collect()
    }

    #[test]
    fn three_levels_are_linear_and_quadratic() {
        let (half, sixth) = (0.5_f64.sqrt(), 6.0_f64.sqrt().recip());
        let expected = [[-half, sixth], [0.0, -2.0 * sixth], [half, sixth]];
        for (row, expected) in table(3).iter().zip(expected) {
            assert!(row.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{row:?}");
        }
        assert_eq!(table(1), [[0.0; 0]]);
    }

    #[test]
    fn many_levels_stay_orthonormal() {
        for levels in [25, 40, 200, 1001] {
            let rows = table(levels);
            let degrees = [1, 2, 3, levels / 2, levels - 2, levels - 1];
            for (i, &a) in degrees.iter().enumerate() {
                for (j, &b) in degrees.iter().enumerate() {
                    let dot: f64 = rows.iter().map(|row| row[a - 1] * row[b - 1]).sum();
                    assert!((dot - f64::from(u8::from(i == j))).abs() < 1e-12, "{levels}: {dot}");
                }
            }
            // The highest degree alternates in sign, by the binomial coefficients.
            assert!(rows.windows(2).all(|pair| pair[0][levels - 2] * pair[1][levels - 2] <= 0.0));
        }
    }

    #[test]
    fn the_highest_degree_is_the_binomial_coefficients_with_alternating_signs() {
        // p(level) = (-1)^(n - 1 - level) C(n - 1, level) / sqrt(C(2 n - 2, n - 1)), here for n = 21.
        let binomial = |n: u64, k: u64| (1..=k).fold(1_u64, |c, i| c * (n + 1 - i) / i);
        let norm = (binomial(40, 20) as f64).sqrt();
        for (level, row) in (0_u64..).zip(table(21)) {
            let expected = binomial(20, level) as f64 / norm * if level % 2 == 0 { 1.0 } else { -1.0 };
            assert!((row[19] - expected).abs() <= 1e-13 * expected.abs(), "{level}: {} for {expected}", row[19]);
        }
    }

    #[test]
    fn values_too_small_for_a_number_are_zero_and_the_others_stay_right() {
        // At the first of 5,000 levels the highest degrees are below 1e-1000, those before far above.
        let mut row = vec![f64::NAN; 4999];
        Polynomials::new(5000).write(0, &mut row);
        assert!(row.iter().all(|value| value.is_finite()));
        let squares: f64 = row.iter().map(|value| value * value).sum();
        assert!((squares + 1.0 / 5000.0 - 1.0).abs() < 1e-12, "{squares}");
    }
}
