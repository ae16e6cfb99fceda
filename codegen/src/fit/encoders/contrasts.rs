//! Contrasts: L levels become L - 1 outputs that compare levels with each other.

use super::coding::{Coding, table_cells};
use super::column::Column;
use super::method::{Encoder, Method, MethodInfo};
use super::syntax::Writer;
use crate::error::Result;

const KEYS: &[&str] = &["order", "unknown", "missing"];

pub(super) const SUM: MethodInfo = MethodInfo {
    name: "sum",
    summary: "each level against the mean of all; the last level is the row of -1",
    keys: KEYS,
    supervised: false,
    parse: |_| Ok(Method::Sum),
};

pub(super) const BACKWARD_DIFFERENCE: MethodInfo = MethodInfo {
    name: "backward-difference",
    summary: "each level against the one before it",
    keys: KEYS,
    supervised: false,
    parse: |_| Ok(Method::BackwardDifference),
};

pub(super) const HELMERT: MethodInfo = MethodInfo {
    name: "helmert",
    summary: "each level against the mean of those before it",
    keys: &["variant", "order", "unknown", "missing"],
    supervised: false,
    parse: |keys| {
        let divided = keys.choice("variant", &[("library", false), ("article", true)])?.unwrap_or(false);
        Ok(Method::Helmert(Helmert { divided }))
    },
};

pub(super) const POLYNOMIAL: MethodInfo = MethodInfo {
    name: "polynomial",
    summary: "orthogonal polynomials over the levels as equal steps: linear, quadratic, ...",
    keys: KEYS,
    supervised: false,
    parse: |_| Ok(Method::Polynomial),
};

/// Contrasts against the levels before; unknown is the zero row, one level has no outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Helmert {
    /// Column `j` is divided by `j + 2`, as in the article (`variant=article`).
    pub divided: bool,
}

/// The last level is -1 everywhere.
#[derive(Debug)]
pub(super) struct Sum;

/// Steps between neighbours.
#[derive(Debug)]
pub(super) struct BackwardDifference;

/// Orthonormal polynomials.
#[derive(Debug)]
pub(super) struct Polynomial;

impl Encoder for Sum {
    fn info(&self) -> &'static MethodInfo {
        &SUM
    }

    fn write(&self, _: &mut Writer) {}

    fn fit(&self, column: &Column) -> Result<Coding> {
        let width = contrasts(column);
        Coding::numbered(column, width, |level, j| if level == width { -1.0 } else { f64::from(u8::from(level == j)) })
    }
}

impl Encoder for BackwardDifference {
    fn info(&self) -> &'static MethodInfo {
        &BACKWARD_DIFFERENCE
    }

    fn write(&self, _: &mut Writer) {}

    #[allow(clippy::cast_precision_loss)] // places are far below 2^53
    fn fit(&self, column: &Column) -> Result<Coding> {
        let width = contrasts(column);
        let levels = (width + 1) as f64;
        Coding::numbered(column, width, |level, j| {
            let above = (j + 1) as f64;
            (if level > j { above } else { above - levels }) / levels
        })
    }
}

impl Encoder for Helmert {
    fn info(&self) -> &'static MethodInfo {
        &HELMERT
    }

    fn write(&self, out: &mut Writer) {
        out.put("variant", "article", !self.divided);
    }

    #[allow(clippy::cast_precision_loss)] // places are far below 2^53
    fn fit(&self, column: &Column) -> Result<Coding> {
        Coding::numbered(column, contrasts(column), |level, j| {
            let value = match level {
                _ if level <= j => -1.0,
                _ if level == j + 1 => (j + 1) as f64,
                _ => 0.0,
            };
            if self.divided { value / (j + 2) as f64 } else { value }
        })
    }
}

impl Encoder for Polynomial {
    fn info(&self) -> &'static MethodInfo {
        &POLYNOMIAL
    }

    fn write(&self, _: &mut Writer) {}

    fn fit(&self, column: &Column) -> Result<Coding> {
        /// Degrees worked out together: their cells of a row fill a cache line.
        const BLOCK: usize = 8;
        let width = contrasts(column);
        table_cells(column, width)?;
        let mut rows = vec![0.0; column.coding_places() * width];
        for first in (0..width).step_by(BLOCK) {
            let last = (first + BLOCK).min(width);
            let block: Vec<Vec<f64>> = (first..last).map(|j| polynomial(width + 1, j + 1)).collect();
            for (level, row) in rows.chunks_exact_mut(width).enumerate() {
                for (cell, polynomial) in row[first..last].iter_mut().zip(&block) {
                    *cell = polynomial[level];
                }
            }
        }
        Ok(Coding::table(rows, vec![0.0; width], (0..width).map(|j| j.to_string()).collect()))
    }
}

/// The number of contrasts: one less than the levels.
fn contrasts(column: &Column) -> usize {
    let places = column.coding_places();
    // A single level has none, even where a place is kept for unknown ones.
    if column.names.len() < 2 { 0 } else { places - 1 }
}

/// The orthonormal polynomial of `degree` over `levels` equal steps, with a positive leading coefficient.
///
/// A discrete Chebyshev polynomial solves a three-term recurrence in the level as well as in the degree. From the end
/// inwards its values grow, so rounding stays relative to the largest one, at any degree; the recurrence in the degree
/// loses all digits for many levels. The other half follows by symmetry.
#[allow(clippy::cast_precision_loss)] // places are far below 2^53
fn polynomial(levels: usize, degree: usize) -> Vec<f64> {
    /// Values above it are scaled down with all before them; they grow by less than 2^100 a step.
    const LARGE: f64 = 1e200;
    let last = (levels - 1) as f64;
    let eigenvalue = (degree * (degree + 1)) as f64;
    let odd = degree % 2 == 1;
    let half = levels / 2;
    let mut values = vec![0.0; levels];
    values[0] = if odd { -1.0 } else { 1.0 };
    for level in 0..levels.div_ceil(2).saturating_sub(1) {
        let x = level as f64;
        let up = (x + 1.0) * (x - last);
        let down = x * (x - last - 1.0);
        let before = if level == 0 { 0.0 } else { values[level - 1] };
        let next = ((eigenvalue + up + down) * values[level] - down * before) / up;
        values[level + 1] = next;
        if next.abs() > LARGE {
            for value in &mut values[..=level + 1] {
                *value /= LARGE;
            }
        }
    }
    if odd && levels % 2 == 1 {
        values[half] = 0.0;
    }
    for level in 0..half {
        values[levels - 1 - level] = if odd { -values[level] } else { values[level] };
    }
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let norm = values.iter().map(|value| (value / largest) * (value / largest)).sum::<f64>().sqrt() * largest;
    for value in &mut values {
        *value /= norm;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_levels_are_linear_and_quadratic() {
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15);
        assert!(close(&polynomial(3, 1), &[-0.5_f64.sqrt(), 0.0, 0.5_f64.sqrt()]));
        let sixth = 6.0_f64.sqrt();
        assert!(close(&polynomial(3, 2), &[1.0 / sixth, -2.0 / sixth, 1.0 / sixth]));
    }

    #[test]
    fn many_levels_stay_orthonormal() {
        for levels in [25, 40, 200, 1001] {
            let degrees: Vec<usize> = [1, 2, 3, levels / 2, levels - 2, levels - 1].into();
            let columns: Vec<Vec<f64>> = degrees.iter().map(|&degree| polynomial(levels, degree)).collect();
            for (i, a) in columns.iter().enumerate() {
                for (j, b) in columns.iter().enumerate() {
                    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                    assert!((dot - f64::from(u8::from(i == j))).abs() < 1e-12, "{levels}: {dot}");
                }
            }
            // The highest degree alternates in sign, by the binomial coefficients.
            assert!(columns.last().unwrap().windows(2).all(|pair| pair[0] * pair[1] <= 0.0));
        }
    }
}
