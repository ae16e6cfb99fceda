//! Which kernel compares the stored rows.

use crate::distance::{self, Metric};
use crate::features::{FLOAT, METRICS};
use crate::format::Storage;
use crate::neighbors::numbers::{
    Found, Stretch, each_f32, each_i8, each_i16, each_integer, each_other_f32, each_product,
};
use crate::neighbors::scan::{Offers, Reach, scan};
use crate::neighbors::search_stats::Probe;
use crate::neighbors::{Lead, Nearest};

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
        let stored = self.stored;
        let (numbers, codes) = query.split_at_checked(stored.query_words).unwrap_or((&[], &[]));
        let reach = match (stored.storage, stored.metric) {
            (Storage::F32, Metric::Euclidean) => Reach::FloatRoot,
            (_, Metric::Euclidean) => Reach::IntegerRoot,
            _ => Reach::None,
        };
        scan(stored, self.only, reach, numbers, nearest, probe, &Measure { stored, numbers, codes });
    }
}

/// Compares rows with a query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measure<'q, S> {
    stored: S,
    numbers: &'q [u32],
    codes: &'q [u32],
}

impl<'a, S: Lead<'a>> Measure<'_, S> {
    /// Offers the rows from `first` to before `end` whose rank is below the limit.
    ///
    /// The common kernels have a loop of their own. Of a baked model it is known which one is called, and no other is
    /// linked.
    pub(crate) fn measure<P: Probe>(&self, first: u32, end: u32, limit: u32, offers: &mut Offers<'_, '_, 'a, S, P>) {
        let Self { stored, numbers, codes } = *self;
        let words = stored.number_words;
        let range = (first as usize).wrapping_mul(words)..(end as usize).wrapping_mul(words);
        let rows = Stretch { stored, first, numbers: stored.numbers.get(range).unwrap_or(&[]) };
        let found = &mut Found { stored, codes, offers };
        if words == 0 {
            // Rows without numbers differ by their codes alone.
            (first..end).fold(limit, |limit, index| match stored.storage {
                Storage::F32 => found.found(index, 0.0f32, limit),
                _ => found.found(index, 0i32, limit),
            });
            return;
        }
        // Loading refuses what this build has no kernel for, and integer storage for metrics that have no form in it.
        match (stored.storage, stored.metric) {
            (Storage::I8 { .. }, Metric::Euclidean) => each_i8(numbers, rows, limit, found),
            (Storage::I16 { .. }, Metric::Euclidean) => each_i16(numbers, rows, limit, found),
            (Storage::F32, Metric::Euclidean) if FLOAT => each_f32(numbers, rows, limit, found),
            _ if !METRICS => {}
            (Storage::I8 { .. } | Storage::I16 { .. }, _) => each_integer(numbers, rows, limit, found),
            (Storage::F32, _) if !FLOAT => {}
            (Storage::F32, Metric::Cosine) => each_product(distance::cosine, numbers, rows, limit, found),
            (Storage::F32, Metric::Dot) => each_product(distance::dot, numbers, rows, limit, found),
            (Storage::F32, _) => each_other_f32(numbers, rows, limit, found),
        }
    }
}
