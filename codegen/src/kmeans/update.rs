//! The update step: each centroid moves to the mean of its rows; empty clusters follow their rule.

use crate::kmeans::options::Empty;
use crate::kmeans::points::{Points, squared_euclidean};

/// The sums of the rows of each cluster.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    /// `[n_clusters][n_features]`.
    pub(super) sums: Vec<f64>,
    /// The number of rows in each cluster.
    pub(super) sizes: Vec<usize>,
}

impl Sums {
    /// Adds up `rows` by `labels`, in order.
    pub(super) fn of<'a>(
        rows: impl Iterator<Item = &'a [f64]>,
        labels: &[u32],
        clusters: usize,
        features: usize,
    ) -> Self {
        let mut all = Self { sums: vec![0.0; clusters * features], sizes: vec![0; clusters] };
        for (row, &label) in rows.zip(labels) {
            let cluster = label as usize;
            all.sizes[cluster] += 1;
            for (sum, x) in all.sums[cluster * features..][..features].iter_mut().zip(row) {
                *sum += x;
            }
        }
        all
    }

    /// Adds the sums of another part.
    pub(super) fn merge(mut self, other: &Self) -> Self {
        self.sums.iter_mut().zip(&other.sums).for_each(|(a, b)| *a += b);
        self.sizes.iter_mut().zip(&other.sizes).for_each(|(a, b)| *a += b);
        self
    }
}

/// Returns the new centroids; `sums` keeps the sizes before any relocation.
///
/// An empty cluster keeps its centroid in `old` (`keep`) or moves to the origin (`zero`). `relocate` follows scikit-learn:
/// in ascending order, the empty clusters move to the rows that are farthest from their centroids in `old`, the farthest
/// row first (the later row on a tie), and each of these rows is removed from the sum and the count of its cluster.
/// A cluster that is still empty, because all rows are at their centroids or because it lost its only row, moves to the
/// centroid of the largest cluster.
pub(super) fn new_centroids(points: Points<'_>, old: &[f64], sums: &Sums, labels: &[u32], empty: Empty) -> Vec<f64> {
    let features = points.features();
    let mut moved = sums.clone();
    if empty == Empty::Relocate {
        relocate(points, old, &mut moved, labels);
    }
    let mut centroids = moved.sums;
    for (centroid, &size) in centroids.chunks_exact_mut(features).zip(&moved.sizes) {
        if size > 0 {
            centroid.iter_mut().for_each(|x| *x /= size as f64);
        }
    }
    let largest =
        moved.sizes.iter().enumerate().max_by_key(|&(i, &size)| (size, std::cmp::Reverse(i))).map_or(0, |m| m.0);
    for cluster in (0..moved.sizes.len()).filter(|&c| moved.sizes[c] == 0) {
        let start = cluster * features;
        match empty {
            Empty::Keep => centroids[start..][..features].copy_from_slice(&old[start..][..features]),
            Empty::Zero => centroids[start..][..features].fill(0.0),
            Empty::Relocate => centroids.copy_within(largest * features..(largest + 1) * features, start),
        }
    }
    centroids
}

/// Moves the farthest rows to the empty clusters.
fn relocate(points: Points<'_>, old: &[f64], moved: &mut Sums, labels: &[u32]) {
    let features = points.features();
    let empty: Vec<usize> = (0..moved.sizes.len()).filter(|&c| moved.sizes[c] == 0).collect();
    if empty.is_empty() {
        return;
    }
    let mut far: Vec<(f64, usize)> = labels
        .iter()
        .enumerate()
        .map(|(row, &label)| (squared_euclidean(points.row(row), &old[label as usize * features..][..features]), row))
        .collect();
    let order = |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1));
    if empty.len() < far.len() {
        far.select_nth_unstable_by(empty.len(), order);
        far.truncate(empty.len());
    }
    far.sort_unstable_by(order);
    if far.first().is_none_or(|f| f.0 <= 0.0) {
        return; // fewer distinct rows than clusters
    }
    for (&cluster, &(_, row)) in empty.iter().zip(&far) {
        let donor = labels[row] as usize;
        for (feature, &x) in points.row(row).iter().enumerate() {
            moved.sums[donor * features + feature] -= x;
            moved.sums[cluster * features + feature] = x;
        }
        moved.sizes[donor] -= 1;
        moved.sizes[cluster] = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(values: &[f64], old: &[f64], labels: &[u32], empty: Empty) -> Vec<f64> {
        let points = Points::new(values, 1).unwrap();
        let sums = Sums::of(points.part(0, points.rows()), labels, old.len(), 1);
        new_centroids(points, old, &sums, labels, empty)
    }

    #[test]
    fn an_empty_cluster_follows_its_rule() {
        let (values, old, labels) = ([1.0, 3.0, 10.0], [3.0, 50.0], [0, 0, 0]);
        assert_eq!(update(&values, &old, &labels, Empty::Keep), [14.0 / 3.0, 50.0]);
        assert_eq!(update(&values, &old, &labels, Empty::Zero), [14.0 / 3.0, 0.0]);
        // Row 2 is farthest from 3 and moves; the mean of the others is left.
        assert_eq!(update(&values, &old, &labels, Empty::Relocate), [2.0, 10.0]);
    }

    #[test]
    fn several_empty_clusters_move_to_the_farthest_rows_in_turn_the_later_on_a_tie() {
        let old = [0.0, 90.0, 91.0];
        assert_eq!(update(&[0.0, 1.0, 4.0, -4.0], &old, &[0; 4], Empty::Relocate), [0.5, -4.0, 4.0]);
    }

    #[test]
    fn a_cluster_that_lost_its_only_row_moves_to_the_largest() {
        // Cluster 1 loses its row at 20, which is 10 away from its centroid, to cluster 2.
        assert_eq!(update(&[0.0, 2.0, 20.0], &[0.0, 10.0, 99.0], &[0, 0, 1], Empty::Relocate), [1.0, 1.0, 20.0]);
    }

    #[test]
    fn nothing_is_relocated_when_all_rows_are_on_their_centroids() {
        assert_eq!(update(&[5.0, 5.0], &[5.0, 5.0], &[0, 0], Empty::Relocate), [5.0, 5.0]);
    }
}
