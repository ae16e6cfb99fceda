//! The silhouette of a clustering.

use rayon::prelude::*;
use serde::Serialize;

use crate::error::Result;
use crate::evaluate::metrics::{check_pair, invalid};
use crate::random::Random;

/// The random stream of this file.
const STREAM: u64 = 0x7369_6c68;

/// Rows in one chunk of the parallel loop: fixed, so that the sum has the same bits with any number of threads.
const CHUNK: usize = 64;

/// The mean silhouette and the number of rows used.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Silhouette {
    /// The mean, from -1 (rows are in the wrong cluster) to 1 (clusters are far apart).
    pub mean: f64,
    /// The number of rows used: fewer than `of_rows` if rows were drawn.
    pub rows: usize,
    /// The total number of rows.
    pub of_rows: usize,
}

/// Returns the mean over rows of `(b - a) / max(a, b)`, where `a` is the mean Euclidean distance to the other rows of
/// the own cluster and `b` the smallest mean distance to the rows of another cluster.
///
/// `points` is `[n_rows][features]`, `labels` contains the cluster of each row. The value of a row that is alone in its
/// cluster is 0. If there are more than `limit` rows, `limit` rows are drawn with `seed`. The result is `None` if all rows
/// are in one cluster, or each in a separate one. O(rows^2 x features) in parallel, O(rows + clusters) memory.
///
/// # Errors
/// [`crate::Error::Data`] for no rows, a matrix of the wrong size, or values that are not finite.
pub fn silhouette_score(
    points: &[f64],
    features: usize,
    labels: &[usize],
    limit: usize,
    seed: u64,
) -> Result<Option<Silhouette>> {
    if features == 0 || !points.len().is_multiple_of(features) {
        return Err(invalid(format!("{} values cannot be divided into rows of {features} features", points.len())));
    }
    check_pair(labels.len(), points.len() / features)?;
    if let Some(at) = points.iter().position(|x| !x.is_finite()) {
        return Err(invalid(format!(
            "row {}, feature {}: {} is not finite",
            at / features + 1,
            at % features + 1,
            points[at]
        )));
    }
    let rows = sample_rows(labels.len(), limit, seed);
    // Clusters are renumbered so that memory does not depend on the largest number.
    let mut known: Vec<usize> = rows.iter().map(|&row| labels[row]).collect();
    known.sort_unstable();
    known.dedup();
    if known.len() < 2 || known.len() >= rows.len() {
        return Ok(None);
    }
    let sample: Vec<(usize, &[f64])> = rows
        .iter()
        .map(|&row| (known.partition_point(|&k| k < labels[row]), &points[row * features..][..features]))
        .collect();
    let mut sizes = vec![0_u32; known.len()];
    sample.iter().for_each(|&(cluster, _)| sizes[cluster] += 1);
    let parts: Vec<f64> = sample
        .par_chunks(CHUNK)
        .map(|part| {
            let mut sums = vec![0.0; sizes.len()];
            part.iter().fold(0.0, |sum, row| sum + row_silhouette(row, &sample, &sizes, &mut sums))
        })
        .collect();
    let mean = parts.iter().sum::<f64>() / rows.len() as f64;
    Ok(Some(Silhouette { mean, rows: rows.len(), of_rows: labels.len() }))
}

/// Draws at most `limit` rows without repetition, in ascending order.
fn sample_rows(rows: usize, limit: usize, seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..rows).collect();
    if rows > limit {
        let mut random = Random::new(seed, STREAM);
        (0..limit).for_each(|i| all.swap(i, i + random.below(rows - i)));
        all.truncate(limit);
        all.sort_unstable();
    }
    all
}

/// Returns the silhouette of one row; `sums` is a buffer.
fn row_silhouette(&(own, row): &(usize, &[f64]), sample: &[(usize, &[f64])], sizes: &[u32], sums: &mut [f64]) -> f64 {
    if sizes[own] == 1 {
        return 0.0;
    }
    sums.fill(0.0);
    for &(cluster, other) in sample {
        sums[cluster] += row.iter().zip(other).fold(0.0, |sum, (a, b)| sum + (a - b) * (a - b)).sqrt();
    }
    // The distance of the row to itself is 0 and not counted.
    let a = sums[own] / f64::from(sizes[own] - 1);
    let others = (0..sums.len()).filter(|&c| c != own).map(|c| sums[c] / f64::from(sizes[c]));
    let b = others.fold(f64::INFINITY, f64::min);
    let larger = a.max(b);
    if larger > 0.0 { (b - a) / larger } else { 0.0 }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the expected values are exact")]
mod tests {
    use super::*;

    const POINTS: [f64; 12] = [0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 10.0, 10.0, 11.0, 10.0, 5.0, 5.0];

    /// scikit-learn 1.9.1: `silhouette_score([[0,0],[1,0],[0,2],[10,10],[11,10],[5,5]], [0,0,0,1,1,2])`.
    #[test]
    fn the_mean_equals_that_of_scikit_learn() {
        let found = silhouette_score(&POINTS, 2, &[0, 0, 0, 7, 7, 9], 100, 0).unwrap().unwrap();
        assert!((found.mean - 0.650_412_573_705_463_5).abs() < 1e-15, "{}", found.mean);
        assert_eq!((found.rows, found.of_rows), (6, 6));
    }

    #[test]
    fn one_cluster_or_only_single_rows_have_no_silhouette() {
        assert_eq!(silhouette_score(&POINTS, 2, &[3; 6], 100, 0).unwrap(), None);
        assert_eq!(silhouette_score(&POINTS, 2, &[0, 1, 2, 3, 4, 5], 100, 0).unwrap(), None);
    }

    #[test]
    fn equal_rows_in_two_clusters_have_silhouette_zero() {
        assert_eq!(silhouette_score(&[1.0; 4], 1, &[0, 0, 1, 1], 100, 0).unwrap().unwrap().mean, 0.0);
    }

    #[test]
    fn above_the_limit_rows_are_drawn() {
        let mut random = Random::new(2, 0);
        let labels: Vec<usize> = (0..3000).map(|i| i % 2).collect();
        let points: Vec<f64> = labels.iter().map(|&l| if l == 0 { 0.0 } else { 4.0 } + random.normal()).collect();
        let all = silhouette_score(&points, 1, &labels, 3000, 0).unwrap().unwrap();
        let some = silhouette_score(&points, 1, &labels, 500, 0).unwrap().unwrap();
        assert_eq!((all.rows, some.rows, some.of_rows), (3000, 500, 3000));
        assert_eq!(some, silhouette_score(&points, 1, &labels, 500, 0).unwrap().unwrap());
        assert!((all.mean - some.mean).abs() < 0.05, "{} {}", all.mean, some.mean);
    }

    #[test]
    fn invalid_input_is_rejected() {
        let message =
            |points: &[f64], labels: &[usize]| silhouette_score(points, 2, labels, 9, 0).unwrap_err().to_string();
        assert_eq!(message(&[1.0], &[0]), "1 values cannot be divided into rows of 2 features");
        assert_eq!(message(&[1.0, f64::NAN], &[0]), "row 1, feature 2: NaN is not finite");
    }
}
