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

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::format::layout::BYTE_ORDER;
    use crate::neighbors::search_stats::SearchStats;
    use crate::neighbors::stored::StoredRows;
    use crate::neighbors::{BestK, Neighbor, Search};

    const I8: RowStorage = RowStorage::I8 { step: 1.0, bound: 1000 };
    const I16: RowStorage = RowStorage::I16 { step: 1.0, bound: 1000 };

    /// A row of bytes as stored words.
    fn bytes<const N: usize>(row: [u8; N]) -> Vec<u32> {
        let number = |at: usize| row.get(at).copied().unwrap_or(0);
        (0..N.div_ceil(4)).map(|word| u32::from_le_bytes(BYTE_ORDER.map(|of| number(4 * word + of)))).collect()
    }

    /// A row of shorts as stored words, or a query of integer storage, padded to `words`.
    fn shorts<const N: usize>(row: [i16; N], words: usize) -> Vec<u32> {
        let number = |at: usize| u32::from(row.get(at).copied().unwrap_or(0).cast_unsigned());
        (0..words).map(|word| number(2 * word) | number(2 * word + 1) << 16).collect()
    }

    fn floats<const N: usize>(row: [f32; N]) -> Vec<u32> {
        row.map(f32::to_bits).to_vec()
    }

    /// The `K` nearest rows, and the steps that finding them took.
    fn nearest<const K: usize>(stored: &StoredRows<'_>, query: &[u32]) -> (Vec<(u32, u32)>, SearchStats) {
        let (mut slots, stats) = ([Neighbor::NONE; K], SearchStats::default());
        let mut best = BestK::new(&mut slots[..], true);
        Search::of(stored).search(query, &mut best, &stats);
        (best.finish().iter().map(|found| (found.rank, found.row)).collect(), stats)
    }

    #[test]
    fn bytes_are_compared_in_their_order() {
        // Five numbers: a full word and a tail. 9 + 1 + 0 + 4 + 25 = 39; 0 + 0 + 0 + 0 + 1 = 1.
        let rows = [bytes([1, 2, 3, 4, 5]), bytes([4, 3, 3, 2, 1])].concat();
        let stored = StoredRows::of_numbers(I8, Metric::Euclidean, 5, &rows);
        let (found, _) = nearest::<2>(&stored, &shorts([4, 3, 3, 2, 0], 4));
        assert_eq!(found, [(1, 1), (39, 0)]);
    }

    #[test]
    fn rows_of_one_word_are_compared_whole() {
        let rows = [bytes([10, 20, 30]), bytes([10, 21, 30]), bytes([9, 20, 31])].concat();
        let stored = StoredRows::of_numbers(I8, Metric::Euclidean, 3, &rows);
        let (found, stats) = nearest::<2>(&stored, &shorts([10, 20, 30], 2));
        assert_eq!(found, [(0, 0), (1, 1)]);
        assert_eq!((stats.rows.get(), stats.chunks.get()), (3, 3));
    }

    #[test]
    fn shorts_are_compared_with_their_sign() {
        // 7 + 1 numbers: (-3 - 3)^2 = 36, and 1 from the last one.
        let rows = [shorts([-3, 0, 0, 0, 0, 0, 1], 4), shorts([3, 0, 0, 0, 0, 0, 2], 4)].concat();
        let stored = StoredRows::of_numbers(I16, Metric::Euclidean, 7, &rows);
        assert_eq!(nearest::<2>(&stored, &shorts([3, 0, 0, 0, 0, 0, 2], 4)).0, [(0, 1), (37, 0)]);
    }

    #[test]
    fn a_row_is_abandoned_after_the_four_numbers_that_reach_the_limit() {
        let near = shorts([0; 8], 4);
        let far = shorts([9, 0, 0, 0, 0, 0, 0, 0], 4);
        let rows = [near, far.clone(), far].concat();
        let stored = StoredRows::of_numbers(I16, Metric::Euclidean, 8, &rows);
        let (found, stats) = nearest::<1>(&stored, &[0; 4]);
        assert_eq!(found, [(0, 0)]);
        // Two comparisons for the first row, one for each of the others.
        assert_eq!((stats.rows.get(), stats.chunks.get(), stats.candidates.get()), (3, 4, 1));
    }

    #[test]
    fn a_tie_goes_to_the_smaller_row() {
        let rows = [bytes([3]), bytes([1]), bytes([3]), bytes([1])].concat();
        let stored = StoredRows::of_numbers(I8, Metric::Euclidean, 1, &rows);
        assert_eq!(nearest::<3>(&stored, &shorts([2], 2)).0, [(1, 0), (1, 1), (1, 2)]);
    }

    #[test]
    fn one_row_can_be_compared_alone() {
        let rows = [bytes([3]), bytes([1])].concat();
        let stored = StoredRows::of_numbers(I8, Metric::Euclidean, 1, &rows);
        let mut slots = [Neighbor::NONE; 1];
        let mut best = BestK::new(&mut slots[..], true);
        Search::of_row(&stored, 1).search(&shorts([5], 2), &mut best, &());
        assert_eq!(best.finish(), [Neighbor { rank: 16, row: 1 }]);
    }

    #[test]
    #[cfg(feature = "float")]
    fn floats_are_summed_in_stored_order() {
        let rows = floats([0.5, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        let stored = StoredRows::of_numbers(RowStorage::F32, Metric::Euclidean, 5, &rows);
        let (found, stats) = nearest::<2>(&stored, &floats([0.0; 5]));
        assert_eq!(found, [(1.0f32.to_bits(), 1), (4.25f32.to_bits(), 0)]);
        assert_eq!(stats.chunks.get(), 4); // four numbers and one, twice
    }

    #[test]
    #[cfg(all(feature = "float", feature = "metrics"))]
    fn every_metric_of_floats_has_its_rank() {
        let rows = floats([1.0, -2.0, 3.0]);
        let rank = |metric| {
            let stored = StoredRows::of_numbers(RowStorage::F32, metric, 3, &rows);
            f32::from_bits(nearest::<1>(&stored, &floats([1.0, 2.0, 0.0])).0[0].0)
        };
        assert_eq!(rank(Metric::Manhattan), 7.0);
        assert_eq!(rank(Metric::Chebyshev), 4.0);
        assert_eq!(rank(Metric::Hamming), 2.0);
        assert!((rank(Metric::Minkowski(3.0)) - 91.0).abs() < 1e-4);
        // 1 - (1 - 4) / (sqrt 14 sqrt 5)
        assert!((rank(Metric::Cosine) - 1.358_568_5).abs() < 1e-6);
    }

    #[test]
    #[cfg(feature = "metrics")]
    fn every_metric_of_integers_has_its_rank() {
        let rank = |storage, metric, rows: &[u32], query: &[u32]| {
            nearest::<1>(&StoredRows::of_numbers(storage, metric, 3, rows), query).0[0].0
        };
        let (row, query) = (bytes([1, 9, 3]), shorts([4, 5, 3], 2));
        assert_eq!(rank(I8, Metric::Manhattan, &row, &query), 7);
        assert_eq!(rank(I8, Metric::Chebyshev, &row, &query), 4);
        let row = shorts([-1, 9, 3], 2);
        assert_eq!(rank(I16, Metric::Manhattan, &row, &query), 9);
        assert_eq!(rank(I16, Metric::Chebyshev, &row, &query), 5);
    }
}
