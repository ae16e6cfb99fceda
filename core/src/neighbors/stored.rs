//! The stored rows as they lie in flash, and which kernel compares them.

use crate::distance::{self, Chebyshev, Euclidean, Fold, Hamming, Manhattan, Metric, Minkowski};
use crate::encode::table_row;
use crate::format::Storage;
use crate::neighbors::Nearest;
use crate::neighbors::buckets::Buckets;
use crate::neighbors::codes::fold_codes;
use crate::neighbors::numbers::{fold_numbers, squared_i8, squared_i16};
use crate::neighbors::probe::Probe;
use crate::neighbors::scan::{Reach, scan};
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
    pub(crate) coded: &'a [u32],
    pub(crate) rows: u32,
    /// Number of each stored row, where they were reordered.
    pub(crate) ids: Option<RowNumbers<'a>>,
    /// Rows of a cluster together, where that was found to be faster.
    pub(crate) buckets: Option<Buckets<'a>>,
}

impl<'a> Stored<'a> {
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
        // The common kernels have a scan of their own; the others share one and are called through a pointer.
        match (self.storage, self.metric) {
            (Storage::F32, Metric::Euclidean) => self.euclidean_f32(numbers, codes, nearest, probe),
            (Storage::I16 { .. }, Metric::Euclidean) => self.euclidean_i16(numbers, codes, nearest, probe),
            (Storage::I8 { .. }, Metric::Euclidean) => self.euclidean_i8(numbers, codes, nearest, probe),
            (Storage::F32, metric) => self.other_f32(metric, numbers, codes, nearest, probe),
            (_, Metric::Chebyshev) => self.other_integer(Chebyshev, numbers, codes, nearest, probe),
            (_, Metric::Hamming) => self.other_integer(Hamming, numbers, codes, nearest, probe),
            (_, _) => self.other_integer(Manhattan, numbers, codes, nearest, probe),
        }
    }

    pub(crate) fn euclidean_i8(&self, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        scan(self, Reach::IntegerRoot, nearest, probe, |row, row_codes, limit| {
            let sum = squared_i8(numbers, row, limit, probe)?;
            self.integer_codes(Euclidean, sum, codes, row_codes, limit, probe)
        });
    }

    pub(crate) fn euclidean_i16(&self, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        scan(self, Reach::IntegerRoot, nearest, probe, |row, row_codes, limit| {
            let sum = squared_i16(numbers, row, limit, probe)?;
            self.integer_codes(Euclidean, sum, codes, row_codes, limit, probe)
        });
    }

    pub(crate) fn euclidean_f32(&self, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        let query = view::floats(numbers);
        scan(self, Reach::FloatRoot, nearest, probe, |row, row_codes, limit| {
            let sum = fold_numbers(Euclidean, query, view::floats(row), limit, probe)?;
            self.float_codes(Euclidean, sum, codes, row_codes, limit, probe)
        });
    }

    fn other_f32(&self, metric: Metric, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>, probe: &impl Probe) {
        let query = view::floats(numbers);
        let folded = |fold: &dyn Fn(&[f32], &[u8], u32) -> Option<u32>, nearest: &mut Nearest<'_>| {
            let kernel: &dyn Fn(&[u32], &[u8], u32) -> Option<u32> =
                &|row, row_codes, limit| fold(view::floats(row), row_codes, limit);
            scan(self, Reach::None, nearest, probe, kernel);
        };
        match metric {
            Metric::Cosine => folded(&|row, _, _| Some(distance::cosine(query, row)), nearest),
            Metric::Dot => folded(&|row, _, _| Some(distance::dot(query, row)), nearest),
            Metric::Chebyshev => {
                folded(&|row, c, limit| self.folded_f32(Chebyshev, query, codes, row, c, limit, probe), nearest)
            }
            Metric::Hamming => {
                folded(&|row, c, limit| self.folded_f32(Hamming, query, codes, row, c, limit, probe), nearest)
            }
            Metric::Minkowski(p) => {
                folded(&|row, c, limit| self.folded_f32(Minkowski { p }, query, codes, row, c, limit, probe), nearest);
            }
            Metric::Manhattan | Metric::Euclidean => {
                folded(&|row, c, limit| self.folded_f32(Manhattan, query, codes, row, c, limit, probe), nearest);
            }
        }
    }

    fn folded_f32(
        &self,
        fold: impl Fold<f32>,
        query: &[f32],
        codes: &[u32],
        row: &[f32],
        row_codes: &[u8],
        limit: u32,
        probe: &impl Probe,
    ) -> Option<u32> {
        let sum = fold_numbers(fold, query, row, limit, probe)?;
        self.float_codes(fold, sum, codes, row_codes, limit, probe)
    }

    fn other_integer(
        &self,
        fold: impl Fold<i32>,
        numbers: &[u32],
        codes: &[u32],
        nearest: &mut Nearest<'_>,
        probe: &impl Probe,
    ) {
        let query = view::shorts(numbers);
        let narrow = matches!(self.storage, Storage::I8 { .. });
        let kernel: &dyn Fn(&[u32], &[u8], u32) -> Option<u32> = &|row, row_codes, limit| {
            let sum = if narrow {
                // Bytes lie in the order 0, 2, 1, 3 of each four.
                let (mut sum, bytes) = (0, view::signed_bytes(row));
                for (q, b) in query.as_chunks::<4>().0.iter().zip(bytes.as_chunks::<4>().0) {
                    let &[b0, b2, b1, b3] = b;
                    for (&q, b) in q.iter().zip([b0, b1, b2, b3]) {
                        sum = fold.number(sum, i32::from(q), i32::from(b));
                    }
                }
                sum
            } else {
                fold_numbers(fold, query, view::shorts(row), limit, probe)?
            };
            self.integer_codes(fold, sum, codes, row_codes, limit, probe)
        };
        scan(self, Reach::None, nearest, probe, kernel);
    }

    #[inline]
    fn integer_codes(
        &self,
        fold: impl Fold<i32>,
        sum: i32,
        query: &[u32],
        row: &[u8],
        limit: u32,
        probe: &impl Probe,
    ) -> Option<u32> {
        if query.is_empty() {
            return Some(sum.cast_unsigned());
        }
        let tables = self.tables;
        fold_codes(fold, tables, self.coded, sum, query, row, limit, probe, |start, code, width| {
            table_row(view::shorts(tables.get(start..).unwrap_or(&[])), code, width)
        })
    }

    #[inline]
    fn float_codes(
        &self,
        fold: impl Fold<f32>,
        sum: f32,
        query: &[u32],
        row: &[u8],
        limit: u32,
        probe: &impl Probe,
    ) -> Option<u32> {
        let tables = self.tables;
        fold_codes(fold, tables, self.coded, sum, query, row, limit, probe, |start, code, width| {
            table_row(view::floats(tables.get(start..).unwrap_or(&[])), code, width)
        })
    }
}
