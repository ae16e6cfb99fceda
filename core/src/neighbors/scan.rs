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
    // The nearest bucket first gives a tight limit for all others.
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
