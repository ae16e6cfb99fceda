//! Rows that a kernel did not rule out, on their way into the buffer of the best.

use crate::distance::{Accumulate, Metric, Scalar};
use crate::format::layout::search_index::MAX_BUCKETS;
use crate::neighbors::Neighbor;
use crate::neighbors::best_k::BestK;
use crate::neighbors::search_stats::SearchCounter;
use crate::neighbors::stored::RowSource;

/// The ranks of the buckets' centers. A vector, because an array would be cleared first.
pub(crate) type Centers = heapless::Vec<u32, MAX_BUCKETS>;

/// The best rows so far, and a record of every center while those are compared.
pub(crate) struct Candidates<'c, 'n, 'a, S: RowSource<'a>, P> {
    pub(crate) best: &'c mut BestK<'n, S::Slots>,
    /// Collects all ranks while the centers of buckets are compared.
    pub(crate) centers: Option<&'c mut Centers>,
    pub(crate) counter: &'c P,
}

impl<'a, S: RowSource<'a>, P: SearchCounter> Candidates<'_, '_, 'a, S, P> {
    /// Adds a row whose rank is below the limit, and returns the new limit.
    #[inline]
    pub(crate) fn push(&mut self, neighbor: Neighbor) -> u32 {
        let rank = neighbor.rank;
        self.counter.candidate();
        self.best.push(neighbor);
        match &mut self.centers {
            None => self.best.limit(),
            Some(centers) => {
                let _ = centers.push(rank); // cannot be full: loading allows at most `MAX_BUCKETS` buckets
                u32::MAX // the complete distance of every center is needed
            }
        }
    }
}

/// Completes the rows that a kernel did not rule out by their numbers: adds their codes.
pub(crate) struct CandidateSink<'x, 'c, 'n, 'a, S: RowSource<'a>, P> {
    pub(crate) stored: S,
    /// The query's codes.
    pub(crate) codes: &'x [u32],
    pub(crate) candidates: &'x mut Candidates<'c, 'n, 'a, S, P>,
}

impl<'c, 'a, S: RowSource<'a>, P: SearchCounter> CandidateSink<'_, 'c, '_, 'a, S, P> {
    /// Returns the counter of the search.
    #[inline]
    pub(crate) fn counter(&self) -> &'c P {
        self.candidates.counter
    }

    /// Adds the categorical part of row `index` to `sum`, offers it as a candidate, and returns the new limit.
    ///
    /// `sum` is the sum of its numbers and below `limit`.
    pub(crate) fn push<N: Scalar>(&mut self, index: u32, sum: N, limit: u32) -> u32
    where
        Metric: Accumulate<N>,
    {
        let stored = self.stored;
        let mut rank = sum.rank();
        if !stored.coded.is_empty() {
            let start = (index as usize).wrapping_mul(stored.code_bytes);
            let Some(row) = stored.codes.get(start..start.wrapping_add(stored.code_bytes)) else { return limit };
            let coded = stored.coded(self.codes);
            rank = coded.accumulate(&stored.metric, S::PLAIN_CODES, sum, row, limit, self.candidates.counter);
        }
        self.push_ranked(index, rank, limit)
    }

    /// Offers a row whose rank is complete, and returns the new limit.
    #[inline]
    pub(crate) fn push_ranked(&mut self, index: u32, rank: u32, limit: u32) -> u32 {
        if rank >= limit {
            return limit;
        }
        self.candidates.push(Neighbor { rank, row: self.stored.number_of(index) })
    }
}
