//! The reject threshold: how far from the training rows a row may be.

use nearkin::{Model, Neighbor};
use rayon::prelude::*;

use crate::error::Place;
use crate::model::batch_search::find;
use crate::{Error, Result};

/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 256;

/// The given quantile of each training row's distance to its `k`-th neighbor, itself left out by row number; in the
/// units of the search.
///
/// `queries` holds the stored form of the training rows, `stride` words each; `own` gives the row number that a
/// training row itself has among the stored rows, if it is one of them.
/// The quantile is the smallest distance that at least this share of the rows keep to.
///
/// # Errors
/// If a row has fewer than `k` neighbors besides itself.
pub(super) fn of_neighbors(
    model: &Model<'_>,
    queries: &[u32],
    stride: usize,
    quantile: f64,
    own: impl Fn(usize) -> Option<u32> + Sync,
) -> Result<u32> {
    let k = model.n_neighbors() as usize;
    let few = || {
        Error::data(
            Place::default(),
            format!(
                "--reject needs more rows than --neighbors: no row has {k} neighbors among {} rows, not counting itself",
                model.payload().rows
            ),
        )
    };
    // One more, because a row finds itself.
    let places = (k + 1).min(model.payload().rows as usize);
    let mut room = vec![0; model.batch_words()];
    let batch = model.batch(&mut room).ok_or_else(few)?;
    let stride = stride.max(1);
    let chunks: Vec<Vec<Option<u32>>> = queries
        .par_chunks(stride * CHUNK)
        .enumerate()
        .map(|(chunk, queries)| {
            let mut found = vec![Neighbor::default(); queries.len() / stride * places];
            find(&batch, queries, &mut found, places);
            found
                .chunks_exact(places)
                .enumerate()
                .map(|(at, found)| {
                    let own = own(chunk * CHUNK + at);
                    found.iter().filter(|neighbor| Some(neighbor.row) != own).nth(k - 1).map(|farthest| farthest.rank)
                })
                .collect()
        })
        .collect();
    let mut ranks = chunks.into_iter().flatten().collect::<Option<Vec<u32>>>().ok_or_else(few)?;
    ranks.sort_unstable();
    at_quantile(&ranks, quantile).ok_or_else(few)
}

/// The smallest of the sorted values that at least the share `quantile` does not exceed.
pub(super) fn at_quantile<T: Copy>(sorted: &[T], quantile: f64) -> Option<T> {
    #[expect(clippy::cast_possible_truncation, reason = "a share of a length is within it")]
    let count = (quantile * sorted.len() as f64).ceil() as usize;
    sorted.get(count.max(1) - 1).or(sorted.last()).copied()
}

/// The first rank outside of a cluster: from it on, `distance - radius` is beyond the limit, in the device's arithmetic.
pub(super) fn edge(model: &Model<'_>, radius: f32, limit: f32) -> u32 {
    let is_inside = |rank| model.distance(&Neighbor { rank, row: 0 }) - radius <= limit;
    // Each step of a distance (cast, root, product, difference) never falls where the rank rises.
    let last = if model.payload().storage.integer().is_some() { u32::MAX } else { f32::INFINITY.to_bits() };
    let (mut inside, mut outside) = (0, last);
    while inside < outside {
        let middle = inside + (outside - inside) / 2;
        if is_inside(middle) { inside = middle + 1 } else { outside = middle }
    }
    outside
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
