//! The loop over blocks of rows and groups of queries.

use crate::distance::Scalar;
use crate::model::batch::{Batch, LANES};
use crate::neighbors::{BestK, Neighbor, StoredRows};

/// Queries that share a block of rows while it is in the cache.
pub(super) const QUERIES: usize = 8;

/// Queries that are compared together, so that each word of a block is read once for all of them.
pub(super) const PAIR: usize = 2;

pub(super) type Group<'q, T> = [(&'q [u32], T); QUERIES];

/// Receives the ranks of a query.
pub(super) trait RankSink {
    /// Returns the rank at which a row cannot enter any more.
    fn limit(&self) -> u32;

    /// Receives the ranks of the rows from `first` on, in order.
    fn take(&mut self, stored: &StoredRows<'_>, first: usize, ranks: &[u32]);
}

impl RankSink for BestK<'_> {
    fn limit(&self) -> u32 {
        BestK::limit(self)
    }

    fn take(&mut self, stored: &StoredRows<'_>, first: usize, ranks: &[u32]) {
        #[expect(clippy::cast_possible_truncation, reason = "rows are counted in 32 bits")]
        for (index, &rank) in (first as u32..).zip(ranks) {
            if rank < BestK::limit(self) {
                self.push(Neighbor { rank, row: stored.number_of(index) });
            }
        }
    }
}

/// The comparison of queries with the rows of a block. A trait, not a closure, so that it is always inlined and compiled
/// for the caller's instructions.
pub(super) trait BlockKernel {
    /// Computes the rank of each row for each query, and returns whether one of them is below the query's limit. If not, the
    /// ranks are unspecified.
    fn ranks(
        &self,
        block: &[[u32; LANES]],
        queries: [&[u32]; PAIR],
        limits: [u32; PAIR],
        ranks: &mut [[u32; LANES]; PAIR],
    ) -> [bool; PAIR];
}

impl Batch<'_> {
    /// Compares every block with every query of the group, and passes on the ranks that are below a limit.
    #[inline(always)] // compiled for the caller's instructions
    pub(super) fn each<T: RankSink>(&self, kernel: &impl BlockKernel, group: &mut Group<'_, T>) {
        let rows = self.stored.rows as usize;
        let mut blocks = self.lanes.chunks_exact(self.layout.height().max(1));
        for first in (0..rows).step_by(LANES) {
            let block = if self.layout.height() == 0 { &[] } else { blocks.next().unwrap_or(&[]) };
            let lanes = LANES.min(rows - first);
            for [(query, nearest), (other, other_nearest)] in group.as_chunks_mut::<PAIR>().0 {
                if query.is_empty() {
                    break;
                }
                // The last query may be alone: then it is compared twice, and the second result is ignored.
                let (partner, limit) = if other.is_empty() { (*query, 0) } else { (*other, other_nearest.limit()) };
                let mut ranks = [[0u32; LANES]; PAIR];
                let [first_open, second_open] =
                    kernel.ranks(block, [query, partner], [nearest.limit(), limit], &mut ranks);
                let [ranks, other_ranks] = &ranks;
                if first_open {
                    nearest.take(&self.stored, first, ranks.get(..lanes).unwrap_or(&[]));
                }
                if second_open {
                    other_nearest.take(&self.stored, first, other_ranks.get(..lanes).unwrap_or(&[]));
                }
            }
        }
    }
}

/// Returns the ranks of sums; for each query, whether a lane is below its limit.
#[inline(always)] // compiled for the caller's instructions
pub(super) fn open<N: Scalar>(
    sums: &[[N; LANES]; PAIR],
    limits: [u32; PAIR],
    ranks: &mut [[u32; LANES]; PAIR],
) -> [bool; PAIR] {
    let mut open = [false; PAIR];
    for (((open, sums), limit), ranks) in open.iter_mut().zip(sums).zip(limits).zip(ranks) {
        for (rank, sum) in ranks.iter_mut().zip(sums) {
            *rank = sum.rank();
        }
        *open = least(ranks) < limit;
    }
    open
}

/// Returns the least rank of a block.
#[inline(always)] // compiled for the caller's instructions
pub(super) fn least(ranks: &[u32; LANES]) -> u32 {
    ranks.iter().fold(u32::MAX, |least, &rank| least.min(rank))
}
