//! The report on a clustering.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::error::Result;
use crate::evaluate::metrics::contingency::Contingency;
use crate::evaluate::metrics::silhouette::Silhouette;
use crate::evaluate::metrics::{check_pair, invalid};
use crate::text::digits::significant;
use crate::text::lists;

/// The scores of a clustering.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClusteringReport {
    /// The number of rows evaluated.
    pub rows: usize,
    /// The number of rows in each cluster.
    pub sizes: Vec<usize>,
    /// The sum of squared distances of the rows to their centroids.
    pub inertia: f64,
    /// The mean silhouette; `None` if it is undefined or was not computed.
    pub silhouette: Option<Silhouette>,
    /// The agreement of clusters and true classes: at most 1, about 0 by chance; `None` without classes.
    pub adjusted_rand_index: Option<f64>,
    /// The rows by cluster and class; `None` without classes.
    pub contingency: Option<Contingency>,
    /// Notes about special cases.
    pub notes: Vec<String>,
}

impl ClusteringReport {
    /// Computes the scores from `labels`, the cluster of each row; `truth` contains the class of each row and the names of
    /// the classes, if they are known.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for no rows, lists of different lengths, or an index that is out of range.
    pub fn new(
        labels: &[usize],
        n_clusters: usize,
        inertia: f64,
        silhouette: Option<Silhouette>,
        truth: Option<(&[usize], &[String])>,
    ) -> Result<Self> {
        check_pair(labels.len(), labels.len())?;
        if let Some((row, cluster)) = labels.iter().enumerate().find(|&(_, &label)| label >= n_clusters) {
            return Err(invalid(format!("row {}: cluster {cluster} is not one of {n_clusters} clusters", row + 1)));
        }
        let mut sizes = vec![0; n_clusters];
        labels.iter().for_each(|&label| sizes[label] += 1);
        let mut notes = Vec::new();
        let empty = sizes.iter().filter(|&&s| s == 0).count();
        if empty > 0 {
            notes.push(format!("{empty} of {n_clusters} clusters have no rows"));
        }
        if let Some(s) = silhouette.filter(|s| s.rows < s.of_rows) {
            notes.push(format!("the silhouette is computed from {} of {} rows, drawn at random", s.rows, s.of_rows));
        }
        let (adjusted_rand_index, contingency) = match truth {
            Some((truth, classes)) => {
                (Some(adjusted_rand_score(truth, labels)?), Some(Contingency::new(labels, n_clusters, truth, classes)?))
            }
            None => (None, None),
        };
        Ok(Self { rows: labels.len(), sizes, inertia, silhouette, adjusted_rand_index, contingency, notes })
    }
}

/// Returns the adjusted Rand index of two groupings of the same rows; it is 1 for equal groupings.
///
/// It counts the pairs of rows that are together in both, in one or in neither, and is exact up to the last division.
///
/// # Errors
/// [`crate::Error::Data`] for lists of different lengths or no rows.
pub fn adjusted_rand_score(a: &[usize], b: &[usize]) -> Result<f64> {
    check_pair(a.len(), b.len())?;
    let mut both: BTreeMap<(usize, usize), i128> = BTreeMap::new();
    let (mut in_a, mut in_b) = (BTreeMap::new(), BTreeMap::new());
    for (&a, &b) in a.iter().zip(b) {
        *both.entry((a, b)).or_insert(0) += 1;
        *in_a.entry(a).or_insert(0_i128) += 1;
        *in_b.entry(b).or_insert(0_i128) += 1;
    }
    let square = |sum: i128, n: &i128| sum + n * n;
    let (both, in_a, in_b) =
        (both.values().fold(0, square), in_a.values().fold(0, square), in_b.values().fold(0, square));
    let n = a.len() as i128;
    // Ordered pairs: together in both, only in a, only in b, in neither.
    let (together, only_a, only_b) = (both - n, in_a - both, in_b - both);
    let apart = n * n - in_a - in_b + both;
    if only_a == 0 && only_b == 0 {
        return Ok(1.0);
    }
    let numerator = 2 * (together * apart - only_a * only_b);
    let denominator = (together + only_a) * (only_a + apart) + (together + only_b) * (only_b + apart);
    Ok(numerator as f64 / denominator as f64)
}

impl fmt::Display for ClusteringReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "clusters             {}  ({} rows)", self.sizes.len(), self.rows)?;
        writeln!(f, "inertia              {}", significant(self.inertia))?;
        if let Some(silhouette) = self.silhouette {
            writeln!(f, "silhouette           {:.4}", silhouette.mean)?;
        }
        if let Some(index) = self.adjusted_rand_index {
            writeln!(f, "adjusted Rand index  {index:.4}")?;
        }
        writeln!(f, "\nrows in each cluster\n  {}", lists::sizes(&self.sizes))?;
        if let Some(contingency) = &self.contingency {
            write!(f, "\nrows by cluster and class\n{contingency}")?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the expected values are exact")]
mod tests {
    use super::*;

    /// scikit-learn 1.9.1: `adjusted_rand_score`.
    #[test]
    fn the_adjusted_rand_index_is_that_of_scikit_learn() {
        let index = |a: &[usize], b: &[usize]| adjusted_rand_score(a, b).unwrap();
        assert_eq!(index(&[0, 0, 1, 2], &[0, 0, 1, 1]), 0.571_428_571_428_571_4);
        assert_eq!(index(&[0, 0, 0, 0], &[0, 1, 2, 3]), 0.0);
        assert_eq!(index(&[0, 0], &[0, 0]), 1.0);
        assert_eq!(index(&[0, 0, 1, 1], &[0, 1, 0, 1]), -0.5);
        // One row per cluster, with different numbers: equal groupings.
        assert_eq!(index(&[0, 1, 2], &[5, 9, 7]), 1.0);
    }

    #[test]
    fn the_text_reports_empty_clusters_and_sampling() {
        let silhouette = Some(Silhouette { mean: 0.5, rows: 2, of_rows: 3 });
        let names = ["Adelie".to_owned(), "Gentoo".to_owned()];
        let report = ClusteringReport::new(&[0, 2, 2], 3, 1.25, silhouette, Some((&[0, 1, 1], &names))).unwrap();
        let expected = "\
clusters             3  (3 rows)
inertia              1.25
silhouette           0.5000
adjusted Rand index  1.0000

rows in each cluster
  1 0 2

rows by cluster and class
           Adelie  Gentoo
cluster 0       1       .
cluster 1       .       .
cluster 2       .       2
note: 1 of 3 clusters have no rows
note: the silhouette is computed from 2 of 3 rows, drawn at random
";
        assert_eq!(report.to_string(), expected);
    }

    #[test]
    fn invalid_lists_are_rejected() {
        assert!(ClusteringReport::new(&[3], 3, 0.0, None, None).is_err());
        assert!(ClusteringReport::new(&[], 3, 0.0, None, None).is_err());
        assert!(ClusteringReport::new(&[0], 3, 0.0, None, Some((&[0, 1], &[String::new()]))).is_err());
    }
}
