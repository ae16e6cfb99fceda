//! The choice of the loop that compares stored rows with a query, by storage and metric.

use crate::distance::{self, Metric};
use crate::features::{FLOAT, METRICS};
use crate::format::RowStorage;
use crate::neighbors::candidates::{CandidateSink, Candidates};
use crate::neighbors::numbers::{RowBlock, each_f32, each_i8, each_i16, each_integer, each_other_f32, each_product};
use crate::neighbors::search_stats::SearchCounter;
use crate::neighbors::stored::RowSource;

/// The comparison of stored rows with one query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kernel<'q, S> {
    pub(crate) stored: S,
    /// The query's numbers.
    pub(crate) numbers: &'q [u32],
    /// The query's codes.
    pub(crate) codes: &'q [u32],
}

impl<'a, S: RowSource<'a>> Kernel<'_, S> {
    /// Pushes the rows `first..end` whose rank is below the limit.
    ///
    /// The common combinations of storage and metric have separate loops. In a baked model the choice is constant, and only
    /// one of them is linked.
    pub(crate) fn compare<P: SearchCounter>(
        &self,
        first: u32,
        end: u32,
        limit: u32,
        candidates: &mut Candidates<'_, '_, 'a, S, P>,
    ) {
        let Self { stored, numbers, codes } = *self;
        let words = stored.number_words;
        let range = (first as usize).wrapping_mul(words)..(end as usize).wrapping_mul(words);
        let rows = RowBlock { stored, first, numbers: stored.numbers.get(range).unwrap_or(&[]) };
        let sink = &mut CandidateSink { stored, codes, candidates };
        if words == 0 {
            // Rows without numbers differ only by their codes.
            (first..end).fold(limit, |limit, index| match stored.storage {
                RowStorage::F32 => sink.push(index, 0.0f32, limit),
                _ => sink.push(index, 0i32, limit),
            });
            return;
        }
        // Loading refuses what this build has no loop for, and integer storage for metrics without an integer form.
        match (stored.storage, stored.metric) {
            (RowStorage::I8 { .. }, Metric::Euclidean) => each_i8(numbers, rows, limit, sink),
            (RowStorage::I16 { .. }, Metric::Euclidean) => each_i16(numbers, rows, limit, sink),
            (RowStorage::F32, Metric::Euclidean) if FLOAT => each_f32(numbers, rows, limit, sink),
            _ if !METRICS => {}
            (RowStorage::I8 { .. } | RowStorage::I16 { .. }, _) => each_integer(numbers, rows, limit, sink),
            (RowStorage::F32, _) if !FLOAT => {}
            (RowStorage::F32, Metric::Cosine) => each_product(distance::cosine, numbers, rows, limit, sink),
            (RowStorage::F32, Metric::Dot) => each_product(distance::dot, numbers, rows, limit, sink),
            (RowStorage::F32, _) => each_other_f32(numbers, rows, limit, sink),
        }
    }
}
