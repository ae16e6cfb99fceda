//! The confusion matrix.

use serde::Serialize;

use crate::error::Result;
use crate::evaluate::metrics::{check_pair, invalid};

/// Counts of rows by true and by predicted class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConfusionMatrix {
    /// `[n_classes][n_classes]`, indexed by true class, then by predicted class.
    counts: Vec<Vec<u64>>,
}

impl ConfusionMatrix {
    /// Counts rows; `truth` and `predicted` contain one class index less than `classes` for each row.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for lists of different lengths, no rows, or an index that is out of range.
    pub fn new(truth: &[usize], predicted: &[usize], classes: usize) -> Result<Self> {
        check_pair(truth.len(), predicted.len())?;
        let mut counts = vec![vec![0; classes]; classes];
        for (row, (&t, &p)) in truth.iter().zip(predicted).enumerate() {
            let wrong = t.max(p);
            if wrong >= classes {
                return Err(invalid(format!("row {}: class {wrong} is not one of {classes} classes", row + 1)));
            }
            counts[t][p] += 1;
        }
        Ok(Self { counts })
    }

    /// Returns the number of classes.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.counts.len()
    }

    /// Returns the number of rows of class `truth` that were predicted as `predicted`.
    ///
    /// # Panics
    /// If an index is out of range.
    #[must_use]
    pub fn count(&self, truth: usize, predicted: usize) -> u64 {
        self.counts[truth][predicted]
    }

    /// Returns the number of rows of a class.
    ///
    /// # Panics
    /// If `class` is out of range.
    #[must_use]
    pub fn support(&self, class: usize) -> u64 {
        self.counts[class].iter().sum()
    }

    /// Returns the number of rows predicted as `class`.
    #[must_use]
    pub fn predicted(&self, class: usize) -> u64 {
        self.counts.iter().map(|row| row[class]).sum()
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Returns the number of rows predicted correctly.
    #[must_use]
    pub fn correct(&self) -> u64 {
        (0..self.classes()).map(|c| self.counts[c][c]).sum()
    }

    /// Returns the pairs (true, predicted) of different classes that occurred, with their counts, most frequent first.
    #[must_use]
    pub fn errors(&self) -> Vec<(usize, usize, u64)> {
        let pairs = (0..self.classes()).flat_map(|t| (0..self.classes()).map(move |p| (t, p)));
        let mut all: Vec<_> = pairs.filter(|(t, p)| t != p).map(|(t, p)| (t, p, self.counts[t][p])).collect();
        all.retain(|&(.., count)| count > 0);
        all.sort_by_key(|&(.., count)| std::cmp::Reverse(count)); // stable, so ties keep the order of classes
        all
    }

    pub(super) fn counts(&self) -> &[Vec<u64>] {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_by_true_and_predicted_class() {
        let matrix = ConfusionMatrix::new(&[0, 0, 1, 2], &[0, 1, 1, 1], 3).unwrap();
        assert_eq!(matrix.counts(), [[1, 1, 0], [0, 1, 0], [0, 1, 0]]);
        assert_eq!((matrix.rows(), matrix.correct(), matrix.support(0), matrix.predicted(1)), (4, 2, 2, 3));
        assert_eq!(matrix.errors(), [(0, 1, 1), (2, 1, 1)]);
    }

    #[test]
    fn invalid_lists_are_rejected() {
        let message = |t: &[usize], p: &[usize]| ConfusionMatrix::new(t, p, 2).unwrap_err().to_string();
        assert_eq!(message(&[0], &[]), "1 true values but 0 predictions");
        assert_eq!(message(&[], &[]), "there are no rows to evaluate");
        assert_eq!(message(&[0, 1], &[0, 2]), "row 2: class 2 is not one of 2 classes");
    }
}
