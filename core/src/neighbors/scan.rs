//! The exact search over all rows: in order, bucket by bucket, or leaf by leaf of the kd-tree.
//!
//! Nothing here depends on how rows are stored: a [`Kernel`] compares them.

use crate::format::layout::search_index::{GROUP, LEAF, leaves};
use crate::neighbors::best_k::BestK;
use crate::neighbors::bucket_bounds::{Bound, BucketBounds};
use crate::neighbors::buckets::Buckets;
use crate::neighbors::candidates::{Candidates, Centers};
use crate::neighbors::kernel::Kernel;
use crate::neighbors::search_index::SearchIndex;
use crate::neighbors::search_stats::SearchCounter;
use crate::neighbors::stored::RowSource;
use crate::neighbors::tree::{DEPTH, Subtree, Tree};

/// Pushes every row that can be among the nearest into `best`, or only the row at index `only`.
///
/// `query` holds the query's numbers.
pub(crate) fn scan<'a, S: RowSource<'a>, P: SearchCounter>(
    stored: S,
    only: Option<u32>,
    bound: Bound,
    query: &[u32],
    best: &mut BestK<'_, S::Slots>,
    counter: &P,
    kernel: &Kernel<'_, S>,
) {
    let mut candidates = Candidates { best, centers: None, counter };
    match (only, &stored.index) {
        (Some(index), _) => in_order(index, index.saturating_add(1), &mut candidates, kernel),
        (None, Some(SearchIndex::Buckets(buckets))) if bound != Bound::None => {
            by_bucket(stored, buckets, bound, &mut candidates, kernel);
        }
        (None, Some(SearchIndex::Tree(tree))) if stored.metric.supports_tree() => {
            by_leaf(stored, tree, query, &mut candidates, kernel);
        }
        _ => in_order(0, stored.rows, &mut candidates, kernel),
    }
}

/// Compares the rows `first..end` in order.
fn in_order<'a, S: RowSource<'a>, P: SearchCounter>(
    first: u32,
    end: u32,
    candidates: &mut Candidates<'_, '_, 'a, S, P>,
    kernel: &Kernel<'_, S>,
) {
    kernel.compare(first, end, candidates.best.limit(), candidates);
}

/// Compares every center, then the nearest bucket, then the other buckets, and skips groups that are too far away.
fn by_bucket<'a, S: RowSource<'a>, P: SearchCounter>(
    stored: S,
    buckets: &Buckets<'_>,
    bound: Bound,
    candidates: &mut Candidates<'_, '_, 'a, S, P>,
    kernel: &Kernel<'_, S>,
) {
    let mut centers = Centers::new();
    #[expect(clippy::cast_possible_truncation, reason = "at most 32")]
    let count = buckets.starts.len() as u32;
    let mut all_centers =
        Candidates { best: &mut *candidates.best, centers: Some(&mut centers), counter: candidates.counter };
    kernel.compare(0, count, u32::MAX, &mut all_centers);
    let Some((nearest, _)) = (0..).zip(&centers).min_by_key(|&(_, center)| center) else { return };
    let mut bounds = BucketBounds::new(&stored, bound);
    // The nearest bucket comes first: it makes the limit small for all others.
    let mut next = buckets.each(stored.rows).nth(nearest);
    let mut others = buckets.each(stored.rows).filter(|other| other.center as usize != nearest);
    while let Some(bucket) = next {
        let center = centers.get(bucket.center as usize).copied().unwrap_or(0);
        let (from, to) = bounds.groups(center, candidates.best.limit(), buckets.bounds, bucket, candidates.counter);
        let first = bucket.start.saturating_add(from * GROUP);
        let end = bucket.start.saturating_add(to * GROUP).min(bucket.end);
        if first < end {
            in_order(first, end, candidates, kernel);
        }
        next = others.next();
    }
}

/// Compares the leaf that contains the query, then those whose planes are near enough, the most recently skipped first.
fn by_leaf<'a, S: RowSource<'a>, P: SearchCounter>(
    stored: S,
    tree: &Tree<'_>,
    query: &[u32],
    candidates: &mut Candidates<'_, '_, 'a, S, P>,
    kernel: &Kernel<'_, S>,
) {
    let mut skipped: heapless::Vec<Subtree, DEPTH> = heapless::Vec::new();
    #[expect(clippy::cast_possible_truncation, reason = "loading checks that leaves are counted in 16 bits")]
    let mut subtree = Subtree { low: 0, high: leaves(stored.rows) as u16, bound: 0 };
    loop {
        if subtree.bound < candidates.best.limit() {
            while subtree.high.wrapping_sub(subtree.low) > 1 {
                let middle = subtree.low.midpoint(subtree.high);
                let (below, bound) = tree.side(stored.metric, query, middle.into());
                let (lower, upper) = (Subtree { high: middle, ..subtree }, Subtree { low: middle, ..subtree });
                let other;
                (subtree, other) = if below { (lower, upper) } else { (upper, lower) };
                let _ = skipped.push(Subtree { bound, ..other }); // has room for the depth of the tree
                candidates.counter.node();
            }
            candidates.counter.node();
            let first = u32::from(subtree.low) * LEAF;
            in_order(first, (first + LEAF).min(stored.rows), candidates, kernel);
        }
        let Some(next) = skipped.pop() else { return };
        subtree = next;
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::distance::Metric;
    use crate::format::RowStorage;
    use crate::neighbors::buckets::Bounds;
    use crate::neighbors::search_stats::SearchStats;
    use crate::neighbors::stored::StoredRows;
    use crate::neighbors::{Neighbor, Search};
    use crate::view::RowNumbers;

    const STORAGE: RowStorage = RowStorage::I16 { step: 1.0, bound: 1000 };

    /// The three nearest rows of the number `x`, and the steps that finding them took.
    fn nearest(stored: &StoredRows<'_>, x: i16) -> (Vec<(u32, u32)>, SearchStats) {
        let (mut slots, stats) = ([Neighbor::NONE; 3], SearchStats::default());
        let mut best = BestK::new(&mut slots[..], stored.ids.is_none());
        Search::of(stored).search(&[u32::from(x.cast_unsigned())], &mut best, &stats);
        (best.finish().iter().map(|found| (found.rank, found.row)).collect(), stats)
    }

    /// Row numbers in the order of the rows.
    fn in_order(words: &[u32], rows: usize) -> RowNumbers<'_> {
        RowNumbers::take(&mut { words }, rows, rows as u32).expect("enough words")
    }

    /// Compares with the scan of all rows, and returns the rows that were compared.
    #[track_caller]
    fn equals_brute_force(stored: &StoredRows<'_>, queries: impl Iterator<Item = i16>) -> Vec<u64> {
        let brute_force = StoredRows { index: None, ..*stored };
        let compared = |x| {
            let (found, stats) = nearest(stored, x);
            assert_eq!(found, nearest(&brute_force, x).0, "{x}");
            stats.rows.get()
        };
        queries.map(compared).collect()
    }

    #[test]
    fn buckets_skip_groups_and_find_the_same_rows() {
        // The centers 0 and 100; then 1 to 8 and 20; then 101 to 108, all by their distance to the center.
        let numbers: Vec<u32> = [0, 100].into_iter().chain(1..=8).chain([20]).chain(101..=108).collect();
        let order: Vec<u32> = (0..19).collect();
        let ids = pack(&order, 5);
        let starts = [2, 11];
        let bounds = Bounds::Integer(&[8, 20, 8]);
        let stored = StoredRows {
            ids: Some(in_order(&ids, numbers.len())),
            index: Some(SearchIndex::Buckets(Buckets { starts: &starts, bounds })),
            ..StoredRows::of_numbers(STORAGE, Metric::Euclidean, 1, &numbers)
        };
        let compared = equals_brute_force(&stored, -20..130);
        // At 3 and at 104, the centers and the nearest bucket; the other bucket is too far away.
        assert_eq!((compared[23], compared[124]), (2 + 9, 2 + 8));
        // At 20, also the row at 20 is in the nearest bucket.
        assert_eq!(compared[40], 2 + 9);
    }

    #[test]
    fn a_tree_skips_leaves_and_finds_the_same_rows() {
        // Three leaves of 16 rows: 0 to 15, 16 to 31, 32 to 47; planes at 16 (before the second) and at 32.
        let numbers: Vec<u32> = (0..48).collect();
        let planes = [16 << 16, 32 << 16];
        let ids: Vec<u32> = pack(&numbers, 6);
        let stored = StoredRows {
            ids: Some(in_order(&ids, 48)),
            index: Some(SearchIndex::Tree(Tree::Integer(&planes))),
            ..StoredRows::of_numbers(STORAGE, Metric::Euclidean, 1, &numbers)
        };
        let compared = equals_brute_force(&stored, -5..60);
        assert_eq!(compared[5 + 5], 16, "5 is in the middle of the first leaf");
        assert_eq!(compared[5 + 16], 32, "16 has neighbors on both sides of a plane");
    }

    /// Numbers of `bits` bits, lowest bits first.
    fn pack(numbers: &[u32], bits: usize) -> Vec<u32> {
        let mut words = std::vec![0u32; (numbers.len() * bits).div_ceil(32)];
        for (at, bit) in numbers
            .iter()
            .enumerate()
            .flat_map(|(at, &number)| (0..bits).filter(move |bit| number >> bit & 1 == 1).map(move |bit| (at, bit)))
        {
            let place = at * bits + bit;
            words[place / 32] |= 1 << (place % 32);
        }
        words
    }
}
