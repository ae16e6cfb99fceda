//! The reject threshold: how far from the training rows a row may be.

use nearkin::{Model, Neighbor};
use rayon::prelude::*;

/// The given quantile of each training row's distance to its `k`-th neighbor, itself left out by row number; in the
/// units of the search.
///
/// `queries` holds the stored form of the training rows, `stride` words each; `own` gives the row number that a
/// training row itself has among the stored rows, if it is one of them.
/// The quantile is the smallest distance that at least this share of the rows keep to.
pub(super) fn of_neighbors(
    model: &Model<'_>,
    queries: &[u32],
    stride: usize,
    quantile: f64,
    own: impl Fn(usize) -> Option<u32> + Sync,
) -> Option<u32> {
    let k = model.n_neighbors() as usize;
    let mut ranks: Vec<u32> = queries
        .par_chunks_exact(stride.max(1))
        .enumerate()
        .filter_map(|(row, query)| {
            let mut room = vec![Neighbor::default(); k + 1];
            let own = own(row);
            let found = model.search(query, &mut room);
            found.iter().filter(|neighbor| Some(neighbor.row) != own).take(k).last().map(|farthest| farthest.rank)
        })
        .collect();
    ranks.sort_unstable();
    at_quantile(&ranks, quantile)
}

/// The smallest of the sorted values that at least the share `quantile` does not exceed.
pub(super) fn at_quantile<T: Copy>(sorted: &[T], quantile: f64) -> Option<T> {
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // a share of a length is within it
    let count = (quantile * sorted.len() as f64).ceil() as usize;
    sorted.get(count.max(1) - 1).or(sorted.last()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_is_a_value_that_enough_rows_keep_to() {
        let ranks = [1, 2, 3, 4];
        let at = |quantile| at_quantile(&ranks, quantile);
        assert_eq!([at(0.0), at(0.5), at(0.51), at(1.0)], [Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!(at_quantile::<u32>(&[], 0.5), None);
    }
}
