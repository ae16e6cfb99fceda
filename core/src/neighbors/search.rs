//! Which kernel compares the stored rows.

use crate::distance::{self, Amount, Chebyshev, Euclidean, Fold, Hamming, Manhattan, Metric, Minkowski};
use crate::features::{FLOAT, METRICS};
use crate::format::Storage;
use crate::neighbors::numbers::{Found, Stretch, each_f32, each_i8, each_i16};
use crate::neighbors::probe::Probe;
use crate::neighbors::scan::{Measure, Offers, Reach, scan};
use crate::neighbors::{Lead, Nearest};
use crate::view;

/// A search of the rows that `S` leads to: a reference, or for a baked model a type whose rows are constant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Search<S> {
    stored: S,
    /// The index of the one row to compare; all rows without one.
    only: Option<u32>,
}

impl<'a, S: Lead<'a>> Search<S> {
    /// Of all rows.
    #[inline]
    pub(crate) fn of(stored: S) -> Self {
        Self { stored, only: None }
    }

    /// Of the row at `index` alone.
    #[inline]
    pub(crate) fn of_row(stored: S, index: u32) -> Self {
        Self { stored, only: Some(index) }
    }

    /// Finds the nearest rows. `query` is numbers, then one word for each code.
    /// `probe` is told of every step.
    #[inline]
    pub(crate) fn search(self, query: &[u32], nearest: &mut Nearest<'_, S::Places>, probe: &impl Probe) {
        let (numbers, codes) = self.parts(query);
        // The common kernels have a loop of their own; the others share one and are called through a pointer. Loading
        // refuses what this build has no kernel for, and integer storage for metrics that have no form in it.
        match (self.stored.storage, self.stored.metric) {
            (Storage::I8 { .. }, Metric::Euclidean) => self.euclidean_i8(numbers, codes, nearest, probe),
            (Storage::I16 { .. }, Metric::Euclidean) => self.euclidean_i16(numbers, codes, nearest, probe),
            (Storage::F32, Metric::Euclidean) if FLOAT => self.euclidean_f32(numbers, codes, nearest, probe),
            _ if !METRICS => {}
            (Storage::I8 { .. } | Storage::I16 { .. }, Metric::Chebyshev) => {
                self.other_integer(&Chebyshev, numbers, codes, nearest, probe);
            }
            (Storage::I8 { .. } | Storage::I16 { .. }, Metric::Hamming) => {
                self.other_integer(&Hamming, numbers, codes, nearest, probe);
            }
            (Storage::I8 { .. } | Storage::I16 { .. }, _) => {
                self.other_integer(&Manhattan, numbers, codes, nearest, probe);
            }
            (Storage::F32, _) if !FLOAT => {}
            (Storage::F32, Metric::Cosine) => self.product(distance::cosine, numbers, nearest, probe),
            (Storage::F32, Metric::Dot) => self.product(distance::dot, numbers, nearest, probe),
            (Storage::F32, Metric::Chebyshev) => self.other_f32(&Chebyshev, numbers, codes, nearest, probe),
            (Storage::F32, Metric::Hamming) => self.other_f32(&Hamming, numbers, codes, nearest, probe),
            (Storage::F32, Metric::Minkowski(p)) => self.other_f32(&Minkowski { p }, numbers, codes, nearest, probe),
            (Storage::F32, _) => self.other_f32(&Manhattan, numbers, codes, nearest, probe),
        }
    }

    /// The query's numbers and its codes.
    #[inline]
    pub(crate) fn parts(self, query: &[u32]) -> (&[u32], &[u32]) {
        query.split_at_checked(self.stored.query_words).unwrap_or((&[], &[]))
    }

    pub(crate) fn euclidean_i8(
        self,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_, S::Places>,
        probe: &impl Probe,
    ) {
        self.rows::<i32, _, _>(&Euclidean, Reach::IntegerRoot, codes, nearest, probe, |rows, limit, found| {
            each_i8(numbers, rows, limit, probe, found);
        });
    }

    pub(crate) fn euclidean_i16(
        self,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_, S::Places>,
        probe: &impl Probe,
    ) {
        self.rows::<i32, _, _>(&Euclidean, Reach::IntegerRoot, codes, nearest, probe, |rows, limit, found| {
            each_i16(numbers, rows, limit, probe, found);
        });
    }

    pub(crate) fn euclidean_f32(
        self,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_, S::Places>,
        probe: &impl Probe,
    ) {
        self.rows::<f32, _, _>(&Euclidean, Reach::FloatRoot, codes, nearest, probe, |rows, limit, found| {
            each_f32(numbers, rows, limit, probe, found);
        });
    }

    fn other_f32(
        self,
        fold: &dyn Fold<f32>,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_, S::Places>,
        probe: &impl Probe,
    ) {
        self.rows::<f32, _, _>(fold, Reach::None, codes, nearest, probe, |rows, limit, found| {
            each_f32(numbers, rows, limit, probe, found);
        });
    }

    /// Products are no sums of gaps: every row is measured whole, and has no codes to fold.
    fn product(
        self,
        rank: fn(&[f32], &[f32]) -> u32,
        numbers: &[u32],
        nearest: &mut Nearest<'_, S::Places>,
        probe: &impl Probe,
    ) {
        let none: &dyn Fold<f32> = &Euclidean;
        self.rows::<f32, _, _>(none, Reach::None, &[], nearest, probe, |rows, mut limit, found| {
            for (index, row) in (rows.first..).zip(rows.each()) {
                probe.row();
                row.chunks(4).for_each(|_| probe.chunk());
                limit = found.ranked(index, rank(view::floats(numbers), view::floats(row)), limit);
            }
        });
    }

    fn other_integer(
        self,
        fold: &dyn Fold<i32>,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_, S::Places>,
        probe: &impl Probe,
    ) {
        let query = view::shorts(numbers);
        let narrow = matches!(self.stored.storage, Storage::I8 { .. });
        self.rows::<i32, _, _>(fold, Reach::None, codes, nearest, probe, |rows, mut limit, found| {
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

    /// Visits rows: `each` compares the numbers of a stretch, what it finds is folded on with the codes.
    #[inline]
    fn rows<N: Amount + Default, F: Fold<N> + ?Sized, P: Probe>(
        self,
        fold: &F,
        reach: Reach,
        codes: &[u32],
        nearest: &mut Nearest<'_, S::Places>,
        probe: &P,
        each: impl Fn(Stretch<'_, S>, u32, &mut Found<'_, '_, '_, 'a, S, P, F>),
    ) {
        let stored = self.stored;
        let measure = |first: u32, end: u32, limit: u32, offers: &mut Offers<'_, '_, 'a, S, P>| {
            let mut found = Found { stored, codes, fold, offers };
            let words = stored.number_words;
            if words == 0 {
                // Rows without numbers differ by their codes alone.
                (first..end).fold(limit, |limit, index| found.found(index, N::default(), limit));
                return;
            }
            let range = (first as usize).wrapping_mul(words)..(end as usize).wrapping_mul(words);
            each(Stretch { stored, first, numbers: stored.numbers.get(range).unwrap_or(&[]) }, limit, &mut found);
        };
        if S::ONE_KERNEL {
            scan(stored, self.only, reach, nearest, probe, &measure);
        } else {
            let shared: &dyn Measure<'a, S, P> = &measure;
            scan(stored, self.only, reach, nearest, probe, shared);
        }
    }
}
