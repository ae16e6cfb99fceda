//! The stored rows as they lie in flash, and which kernel compares them.

use crate::distance::{self, Amount, Chebyshev, Euclidean, Fold, Hamming, Manhattan, Metric, Minkowski};
use crate::format::Storage;
use crate::neighbors::Nearest;
use crate::neighbors::buckets::Buckets;
use crate::neighbors::codes::{CODED_WORDS, Coded};
use crate::neighbors::numbers::{Found, Stretch, each_f32, each_i8, each_i16};
use crate::neighbors::probe::Probe;
use crate::neighbors::scan::{Offer, Reach, scan};
use crate::view::{self, RowNumbers};

/// The stored rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stored<'a> {
    pub(crate) tables: &'a [u32],
    pub(crate) storage: Storage,
    pub(crate) metric: Metric,
    /// Numbers of all rows, each row in whole words.
    pub(crate) numbers: &'a [u32],
    /// Words of a row's numbers.
    pub(crate) number_words: usize,
    /// Words of the query's numbers.
    pub(crate) query_words: usize,
    /// Codes of all rows.
    pub(crate) codes: &'a [u8],
    /// Bytes of a row's codes.
    pub(crate) code_bytes: usize,
    /// Records of the coded columns.
    pub(crate) coded: &'a [[u32; CODED_WORDS]],
    pub(crate) rows: u32,
    /// Number of each stored row, where they were reordered.
    pub(crate) ids: Option<RowNumbers<'a>>,
    /// Rows of a cluster together, where that was found to be faster.
    pub(crate) buckets: Option<Buckets<'a>>,
}

impl Stored<'_> {
    /// Only the row at `index`, for rows that are numbers alone.
    pub(crate) fn only(mut self, index: usize) -> Self {
        let start = index.saturating_mul(self.number_words);
        self.numbers = self.numbers.get(start..start.saturating_add(self.number_words)).unwrap_or(&[]);
        self.rows = 1;
        self
    }

    /// Finds the nearest rows. `query` is numbers, then one word for each code.
    pub(crate) fn search(&self, query: &[u32], nearest: &mut Nearest<'_>) {
        self.search_told(query, nearest, &());
    }

    /// The same, telling `probe` of every step.
    #[inline]
    pub(crate) fn search_told(&self, query: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        let (numbers, codes) = query.split_at_checked(self.query_words).unwrap_or((&[], &[]));
        // The common kernels have a loop of their own; the others share one and are called through a pointer.
        match (self.storage, self.metric) {
            (Storage::F32, Metric::Euclidean) => self.euclidean_f32(numbers, codes, nearest, probe),
            (Storage::I16 { .. }, Metric::Euclidean) => self.euclidean_i16(numbers, codes, nearest, probe),
            (Storage::I8 { .. }, Metric::Euclidean) => self.euclidean_i8(numbers, codes, nearest, probe),
            (Storage::F32, Metric::Cosine) => self.product(distance::cosine, numbers, nearest, probe),
            (Storage::F32, Metric::Dot) => self.product(distance::dot, numbers, nearest, probe),
            (Storage::F32, Metric::Manhattan) => self.other_f32(&Manhattan, numbers, codes, nearest, probe),
            (Storage::F32, Metric::Chebyshev) => self.other_f32(&Chebyshev, numbers, codes, nearest, probe),
            (Storage::F32, Metric::Hamming) => self.other_f32(&Hamming, numbers, codes, nearest, probe),
            (Storage::F32, Metric::Minkowski(p)) => {
                self.other_f32(&Minkowski { p }, numbers, codes, nearest, probe);
            }
            (_, Metric::Chebyshev) => self.other_integer(&Chebyshev, numbers, codes, nearest, probe),
            (_, Metric::Hamming) => self.other_integer(&Hamming, numbers, codes, nearest, probe),
            // Loading refuses integer storage for every other metric.
            (_, _) => self.other_integer(&Manhattan, numbers, codes, nearest, probe),
        }
    }

    /// Number of the training row at `index`.
    pub(crate) fn number_of(&self, index: u32) -> u32 {
        self.ids.map_or(index, |ids| ids.get(index))
    }

    pub(crate) fn euclidean_i8(&self, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        self.integers(&Euclidean, Reach::IntegerRoot, codes, nearest, probe, |rows, limit, found| {
            each_i8(numbers, rows, limit, probe, found);
        });
    }

    pub(crate) fn euclidean_i16(&self, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        self.integers(&Euclidean, Reach::IntegerRoot, codes, nearest, probe, |rows, limit, found| {
            each_i16(numbers, rows, limit, probe, found);
        });
    }

    pub(crate) fn euclidean_f32(&self, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        self.folded_f32(&Euclidean, Reach::FloatRoot, numbers, codes, nearest, probe);
    }

    fn other_f32(
        &self,
        fold: &dyn Fold<f32>,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_>,
        probe: &impl Probe,
    ) {
        self.folded_f32(fold, Reach::None, numbers, codes, nearest, probe);
    }

    fn folded_f32<F: Fold<f32> + ?Sized>(
        &self,
        fold: &F,
        reach: Reach,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_>,
        probe: &impl Probe,
    ) {
        let each = |rows: Stretch<'_>, limit, found: &mut dyn Found<f32>| {
            each_f32(fold, view::floats(numbers), rows, limit, probe, found);
        };
        self.rows(reach, nearest, probe, each, |sum: f32, row, limit| {
            if codes.is_empty() { sum.rank() } else { self.coded(codes).fold(fold, sum, row, limit, probe) }
        });
    }

    /// Products are no sums of gaps: every row is measured whole.
    fn product(&self, rank: fn(&[f32], &[f32]) -> u32, numbers: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        let each = |rows: Stretch<'_>, mut limit, found: &mut dyn Found<u32>| {
            for (index, row) in (rows.first..).zip(rows.each()) {
                probe.row();
                row.chunks(4).for_each(|_| probe.chunk());
                limit = found.found(index, rank(view::floats(numbers), view::floats(row)), limit);
            }
        };
        self.rows(Reach::None, nearest, probe, each, |rank, _, _| rank);
    }

    fn other_integer(
        &self,
        fold: &dyn Fold<i32>,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_>,
        probe: &impl Probe,
    ) {
        let query = view::shorts(numbers);
        let narrow = matches!(self.storage, Storage::I8 { .. });
        self.integers(fold, Reach::None, codes, nearest, probe, |rows, mut limit, found| {
            for (index, row) in (rows.first..).zip(rows.each()) {
                probe.row();
                row.chunks(if narrow { 1 } else { 2 }).for_each(|_| probe.chunk());
                let mut sum = 0;
                let mut add = |q: i16, stored: i32| sum = fold.number(sum, i32::from(q), stored);
                if narrow {
                    // Bytes lie in the order 0, 2, 1, 3 of each four.
                    let rows = view::bytes(row).as_chunks::<4>().0;
                    for (&[q0, q1, q2, q3], &[b0, b2, b1, b3]) in query.as_chunks::<4>().0.iter().zip(rows) {
                        add(q0, b0.into());
                        add(q1, b1.into());
                        add(q2, b2.into());
                        add(q3, b3.into());
                    }
                } else {
                    query.iter().zip(view::shorts(row)).for_each(|(&q, &stored)| add(q, stored.into()));
                }
                limit = found.found(index, sum, limit);
            }
        });
    }

    /// Visits rows whose numbers `each` compares as integers.
    #[inline]
    fn integers<F: Fold<i32> + ?Sized>(
        &self,
        fold: &F,
        reach: Reach,
        codes: &[u32],
        nearest: &mut Nearest<'_>,
        probe: &impl Probe,
        each: impl Fn(Stretch<'_>, u32, &mut dyn Found<i32>),
    ) {
        self.rows(reach, nearest, probe, each, |sum: i32, row, limit| {
            if codes.is_empty() { sum.rank() } else { self.coded(codes).fold(fold, sum, row, limit, probe) }
        });
    }

    pub(crate) fn coded<'s>(&'s self, query: &'s [u32]) -> Coded<'s> {
        Coded { tables: self.tables, records: self.coded, query }
    }

    /// Visits rows: `each` compares the numbers of a stretch, `finish` adds a row's codes and gives its rank.
    #[inline]
    fn rows<N: Copy + Default>(
        &self,
        reach: Reach,
        nearest: &mut Nearest<'_>,
        probe: &impl Probe,
        each: impl Fn(Stretch<'_>, u32, &mut dyn Found<N>),
        finish: impl Fn(N, &[u8], u32) -> u32,
    ) {
        scan(self, reach, nearest, probe, &|first, end, limit, offer: &mut dyn Offer| {
            let found = &mut |index: u32, sum, limit| {
                let codes = self.codes.get((index as usize).wrapping_mul(self.code_bytes)..).unwrap_or(&[]);
                let rank = finish(sum, codes, limit);
                if rank < limit { offer.offer(index, rank) } else { limit }
            };
            let words = self.number_words;
            if words == 0 {
                // Rows without numbers differ by their codes alone.
                (first..end).fold(limit, |limit, index| found(index, N::default(), limit));
                return;
            }
            let range = (first as usize).wrapping_mul(words)..(end as usize).wrapping_mul(words);
            each(Stretch { first, words, numbers: self.numbers.get(range).unwrap_or(&[]) }, limit, found);
        });
    }
}
