//! The rows to cluster: a checked matrix whose distances do not overflow.

use rayon::prelude::*;

use crate::error::{Error, Place, Result};

/// A matrix of `rows` x `features` finite numbers, row by row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Points<'a> {
    values: &'a [f64],
    features: usize,
}

impl<'a> Points<'a> {
    /// Checks the shape, and that every value and every squared distance is finite.
    pub(super) fn new(values: &'a [f64], features: usize) -> Result<Self> {
        let refuse = |message: String| Err(Error::data(Place::default(), message));
        if features == 0 {
            return refuse("k-means needs at least one feature".to_owned());
        }
        if !values.len().is_multiple_of(features) {
            return refuse(format!("{} values cannot be divided into rows of {features} features", values.len()));
        }
        if let Some(at) = values.iter().position(|v| !v.is_finite()) {
            let (row, feature) = (at / features + 1, at % features + 1);
            return refuse(format!(
                "row {row}, feature {feature}: {} is not a finite number (impute or drop missing values)",
                values[at]
            ));
        }
        let largest = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let squared = 4.0 * largest * largest * features as f64;
        if !squared.is_finite() {
            return refuse(format!(
                "values up to {largest:e} are too large: their squared distances overflow; scale them"
            ));
        }
        Ok(Self { values, features })
    }

    pub(super) fn rows(&self) -> usize {
        self.values.len() / self.features
    }

    pub(super) fn features(&self) -> usize {
        self.features
    }

    pub(super) fn row(&self, row: usize) -> &'a [f64] {
        &self.values[row * self.features..][..self.features]
    }

    /// Returns at most `len` rows from `start` on.
    pub(super) fn part(&self, start: usize, len: usize) -> std::slice::ChunksExact<'a, f64> {
        let end = (start + len).min(self.rows());
        self.values[start * self.features..end * self.features].chunks_exact(self.features)
    }

    /// Returns the number of rows in a part of a parallel loop. It depends on the number of rows only, so partial sums are
    /// the same with any number of threads; there are at most 64 parts, so they need little memory.
    pub(super) fn part_len(&self) -> usize {
        self.rows().div_ceil(64).max(2048).next_multiple_of(64)
    }

    /// Returns the mean and the variance (divisor `n`) of each feature, in two passes; parts are added in order.
    pub(super) fn moments(&self) -> Vec<(f64, f64)> {
        let means = self.mean_of(|x, _| x, &vec![0.0; self.features]);
        let variances = self.mean_of(|x, mean| (x - mean) * (x - mean), &means);
        means.into_iter().zip(variances).collect()
    }

    /// Returns the mean of `of(x, about)` over all rows, for each feature with its `about`.
    fn mean_of(&self, of: impl Fn(f64, f64) -> f64 + Sync, about: &[f64]) -> Vec<f64> {
        let part = |part: &[f64]| {
            let mut sums = vec![0.0; self.features];
            for row in part.chunks_exact(self.features) {
                for ((sum, &x), &about) in sums.iter_mut().zip(row).zip(about) {
                    *sum += of(x, about);
                }
            }
            sums
        };
        let parts: Vec<Vec<f64>> = self.values.par_chunks(self.part_len() * self.features).map(part).collect();
        let n = self.rows() as f64;
        (0..self.features).map(|feature| parts.iter().map(|part| part[feature]).sum::<f64>() / n).collect()
    }
}

/// Returns the squared Euclidean distance, added in feature order.
pub(super) fn squared_euclidean(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + (a - b) * (a - b))
}

/// Some rows side by side, whose distances to a target are computed together; each is added in feature order.
pub(super) struct RowLanes(Vec<[f64; RowLanes::ROWS]>);

impl RowLanes {
    /// The number of rows.
    pub(super) const ROWS: usize = 8;

    pub(super) fn new(features: usize) -> Self {
        Self(vec![[0.0; Self::ROWS]; features])
    }

    /// Stores up to [`Self::ROWS`] rows; the other lanes are unchanged.
    #[inline(always)] // compiled for the instructions of the caller
    pub(super) fn fill<'a>(&mut self, rows: impl Iterator<Item = &'a [f64]>) {
        for (lane, row) in rows.enumerate() {
            for (column, x) in self.0.iter_mut().zip(row) {
                column[lane] = *x;
            }
        }
    }

    /// Returns the squared distance of each row, with the same bits as [`squared_euclidean`].
    #[inline(always)] // compiled for the instructions of the caller
    pub(super) fn squared_euclidean(&self, target: &[f64]) -> [f64; Self::ROWS] {
        let mut sums = [0.0; Self::ROWS];
        for (column, &t) in self.0.iter().zip(target) {
            for row in 0..Self::ROWS {
                let difference = column[row] - t;
                sums[row] += difference * difference;
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(values: &[f64], features: usize) -> String {
        Points::new(values, features).unwrap_err().to_string()
    }

    #[test]
    fn distances_side_by_side_have_the_same_bits() {
        let mut random = crate::random::Random::new(1, 0);
        let values: Vec<f64> = (0..5 * 7).map(|_| random.normal()).collect();
        let points = Points::new(&values, 7).unwrap();
        let mut lanes = RowLanes::new(7);
        lanes.fill(points.part(0, RowLanes::ROWS));
        for target in 0..5 {
            let found = lanes.squared_euclidean(points.row(target));
            for (row, found) in found.iter().enumerate().take(5) {
                assert_eq!(found.to_bits(), squared_euclidean(points.row(row), points.row(target)).to_bits());
            }
        }
    }

    #[test]
    fn moments_are_those_of_each_feature() {
        // 1, 2, 3 and 1e9 + (0, 0, 3).
        let points = Points::new(&[1.0, 1e9, 2.0, 1e9, 3.0, 1e9 + 3.0], 2).unwrap();
        assert_eq!(points.moments(), [(2.0, 2.0 / 3.0), (1e9 + 1.0, 2.0)]);
    }

    #[test]
    fn bad_matrices_are_refused_with_their_place() {
        assert_eq!(message(&[], 0), "k-means needs at least one feature");
        assert_eq!(message(&[1.0, 2.0, 3.0], 2), "3 values cannot be divided into rows of 2 features");
        assert!(message(&[1.0, 2.0, 3.0, f64::NAN], 2).starts_with("row 2, feature 2: NaN is not a finite number"));
        assert!(message(&[f64::NEG_INFINITY], 1).starts_with("row 1, feature 1: -inf"));
        assert!(message(&[1e200, 0.0], 1).contains("overflow"));
    }
}
