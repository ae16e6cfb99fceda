//! Means of each class: the centroids of k-means among its rows.

use crate::Result;
use crate::fit::rows::RowWords;
use crate::kmeans::{self, KMeansOptions};
use crate::model::Targets;
use crate::statistics::narrow;

/// Number of starts of k-means for each class.
const STARTS: usize = 3;

/// Means and their targets.
pub(super) struct Means {
    /// `[means][width]`, class by class.
    pub(super) vectors: Vec<f64>,
    /// Class of each, or the mean value of its rows.
    pub(super) targets: Targets,
}

impl Means {
    /// Fits `n` means to the rows of each class, or to all rows of a regression.
    ///
    /// `points` has `width` numbers for each row. A class with fewer different rows has as many means as those. Rows are
    /// grouped by Euclidean distance, whatever the metric of the model.
    ///
    /// # Errors
    /// As [`kmeans::fit`].
    pub(super) fn fit(points: &[f64], width: usize, targets: &Targets, n: usize, seed: u64) -> Result<Self> {
        let row = |row: usize| &points[row * width..][..width];
        let mut vectors = Vec::new();
        let mut fit = |rows: &[usize]| -> Result<Vec<Vec<usize>>> {
            let own: Vec<f64> = rows.iter().flat_map(|&at| row(at)).copied().collect();
            let mut options = KMeansOptions::new(n.min(rows.len()));
            options.n_init = STARTS;
            options.seed = seed;
            let found = kmeans::fit(&own, width, &options, None)?;
            let mut members = vec![Vec::new(); options.clusters];
            for (&at, &label) in rows.iter().zip(&found.labels) {
                members[label].push(at);
            }
            for (centroid, members) in found.centroids.chunks_exact(width).zip(&members) {
                if !members.is_empty() {
                    vectors.extend(centroid);
                }
            }
            members.retain(|members| !members.is_empty());
            Ok(members)
        };
        let targets = match targets {
            Targets::Classes(classes) => {
                let mut of_means = Vec::new();
                for class in 0..=classes.iter().copied().max().unwrap_or(0) {
                    let rows: Vec<usize> = (0..classes.len()).filter(|&at| classes[at] == class).collect();
                    if !rows.is_empty() {
                        let clusters = fit(&rows)?.len();
                        of_means.extend(std::iter::repeat_n(class, clusters));
                    }
                }
                Targets::Classes(of_means)
            }
            Targets::Values(values) => {
                let rows: Vec<usize> = (0..values.len()).collect();
                let mean = |rows: Vec<usize>| {
                    let sum = rows.iter().fold(0.0, |sum, &at| sum + f64::from(values[at]));
                    narrow(sum / rows.len() as f64)
                };
                Targets::Values(fit(&rows)?.into_iter().map(mean).collect())
            }
            other => other.clone(),
        };
        Ok(Self { vectors, targets })
    }
}

/// The stored rows as points; with `unit` each is scaled to length 1, since a cosine does not see lengths.
pub(super) fn points(stored: &RowWords, width: usize, unit: bool) -> Vec<f64> {
    let mut points = Vec::with_capacity(stored.words.len());
    for row in stored.words.chunks_exact(stored.stride.max(1)) {
        let values = row[..width].iter().map(|&word| f64::from(f32::from_bits(word)));
        let length = if unit { values.clone().fold(0.0, |sum, x| sum + x * x).sqrt() } else { 1.0 };
        let length = if length > 0.0 { length } else { 1.0 };
        points.extend(values.map(|value| value / length));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_has_its_own_means_in_the_order_of_classes() {
        // Class 1: 0 and 2 apart from 10 and 12; class 0: 5 and 7 only.
        let points = [0.0, 5.0, 2.0, 10.0, 7.0, 12.0];
        let targets = Targets::Classes(vec![1, 0, 1, 1, 0, 1]);
        let means = Means::fit(&points, 1, &targets, 2, 0).unwrap();
        let mut of_one = means.vectors[2..].to_vec();
        of_one.sort_by(f64::total_cmp);
        assert_eq!((of_one, means.targets), (vec![1.0, 11.0], Targets::Classes(vec![0, 0, 1, 1])));
    }

    #[test]
    fn a_class_has_no_more_means_than_different_rows() {
        let targets = Targets::Classes(vec![0, 0, 0, 2]);
        let means = Means::fit(&[1.0, 1.0, 1.0, 4.0], 1, &targets, 3, 0).unwrap();
        assert_eq!((means.vectors, means.targets), (vec![1.0, 4.0], Targets::Classes(vec![0, 2])));
    }

    #[test]
    fn a_mean_of_values_has_the_mean_value_of_its_rows() {
        let targets = Targets::Values(vec![1.0, 2.0, 30.0]);
        let means = Means::fit(&[0.0, 1.0, 9.0], 1, &targets, 2, 0).unwrap();
        let Targets::Values(values) = means.targets else { panic!("values stay values") };
        let mut pairs: Vec<(f64, f32)> = means.vectors.into_iter().zip(values).collect();
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert_eq!(pairs, [(0.5, 1.5), (9.0, 30.0)]);
    }

    #[test]
    fn lengths_do_not_count_for_a_cosine() {
        let words = [3.0f32, 4.0, 0.0, 0.0].map(f32::to_bits).to_vec();
        assert_eq!(points(&RowWords { words, stride: 2 }, 2, true), [0.6, 0.8, 0.0, 0.0]);
    }
}
