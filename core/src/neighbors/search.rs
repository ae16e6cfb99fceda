//! The exact search: one pass over the stored rows, each given up as soon as it cannot enter.

use crate::distance::{self, Amount, Chebyshev, Euclidean, Fold, Hamming, Manhattan, Metric, Minkowski};
use crate::encode::table_row;
use crate::format::Storage;
use crate::neighbors::{Nearest, Neighbor};
use crate::view::{self, RowNumbers};

/// Words of the record of a coded column.
///
/// Word 0: bit 0 two-byte codes, bit 1 table, bit 2 weights by level, bits 16-31 width of a table.
/// Word 1: the weight of a level, or the first word of the weights or of the table.
/// Word 2: codes below its low half have that weight, others none; its high half is the number of codes.
pub(crate) const CODED_WORDS: usize = 3;

pub(crate) const WIDE_CODE: u32 = 1;
pub(crate) const TABLE: u32 = 2;
pub(crate) const BY_LEVEL: u32 = 4;

/// The stored rows, as they lie in flash.
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
    /// Training-row number of each stored row, where they were reordered.
    pub(crate) ids: Option<RowNumbers<'a>>,
}

/// Bytes of a row's codes.
pub(crate) fn code_bytes(coded: &[u32]) -> usize {
    let records = coded.as_chunks::<CODED_WORDS>().0.iter();
    records.fold(0, |bytes, &[head, ..]| bytes + if head & WIDE_CODE != 0 { 2 } else { 1 })
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
        let (numbers, codes) = query.split_at_checked(self.query_words).unwrap_or((&[], &[]));
        match (self.storage, self.metric) {
            (Storage::F32, Metric::Euclidean) => self.floats(Euclidean, numbers, codes, nearest),
            (Storage::F32, Metric::Manhattan) => self.floats(Manhattan, numbers, codes, nearest),
            (Storage::F32, Metric::Chebyshev) => self.floats(Chebyshev, numbers, codes, nearest),
            (Storage::F32, Metric::Minkowski(p)) => self.floats(Minkowski { p }, numbers, codes, nearest),
            (Storage::F32, Metric::Hamming) => self.floats(Hamming, numbers, codes, nearest),
            (_, Metric::Cosine) => {
                self.each(nearest, |row, _, _| Some(distance::cosine(view::floats(numbers), view::floats(row))));
            }
            (_, Metric::Dot) => {
                self.each(nearest, |row, _, _| Some(distance::dot(view::floats(numbers), view::floats(row))));
            }
            (_, Metric::Manhattan) => self.integers(Manhattan, numbers, codes, nearest),
            (_, Metric::Chebyshev) => self.integers(Chebyshev, numbers, codes, nearest),
            (_, Metric::Hamming) => self.integers(Hamming, numbers, codes, nearest),
            (_, Metric::Euclidean | Metric::Minkowski(_)) => self.integers(Euclidean, numbers, codes, nearest),
        }
    }

    fn floats(&self, fold: impl Fold<f32>, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>) {
        let query = view::floats(numbers);
        self.each(nearest, |row, row_codes, limit| {
            let sum = fold_numbers(fold, query, view::floats(row), limit)?;
            let sum = self.fold_codes(fold, sum, codes, row_codes, limit, |start, code, width| {
                table_row(view::floats(self.tables.get(start..).unwrap_or(&[])), code, width)
            })?;
            Some(sum.rank())
        });
    }

    fn integers(&self, fold: impl Fold<i32>, numbers: &[u32], codes: &[u32], nearest: &mut Nearest<'_>) {
        let query = view::shorts(numbers);
        let rest = |sum: i32, row_codes: &[u8], limit: u32| {
            let sum = self.fold_codes(fold, sum, codes, row_codes, limit, |start, code, width| {
                table_row(view::shorts(self.tables.get(start..).unwrap_or(&[])), code, width)
            })?;
            Some(sum.rank())
        };
        if matches!(self.storage, Storage::I8 { .. }) {
            self.each(nearest, |row, row_codes, limit| {
                rest(fold_numbers(fold, query, view::signed_bytes(row), limit)?, row_codes, limit)
            });
        } else {
            self.each(nearest, |row, row_codes, limit| {
                rest(fold_numbers(fold, query, view::shorts(row), limit)?, row_codes, limit)
            });
        }
    }

    /// Offers every row whose rank `rank(numbers, codes, limit)` does not give up.
    fn each(&self, nearest: &mut Nearest<'_>, rank: impl Fn(&[u32], &[u8], u32) -> Option<u32>) {
        let (mut numbers, mut codes) = (self.numbers, self.codes);
        for index in 0..self.rows {
            let Some((row, later_numbers)) = numbers.split_at_checked(self.number_words) else { return };
            let Some((row_codes, later_codes)) = codes.split_at_checked(self.code_bytes) else { return };
            (numbers, codes) = (later_numbers, later_codes);
            if let Some(rank) = rank(row, row_codes, nearest.limit()) {
                let row = self.ids.and_then(|ids| ids.get(index as usize)).unwrap_or(index);
                nearest.offer(Neighbor { rank, row });
            }
        }
    }

    /// Folds in the coded columns; `table` gives the outputs of a code of a table column.
    #[inline]
    fn fold_codes<N: Amount, T: Copy + Into<N> + 'a>(
        &self,
        fold: impl Fold<N>,
        mut sum: N,
        query: &[u32],
        row: &[u8],
        limit: u32,
        table: impl Fn(usize, u16, usize) -> &'a [T],
    ) -> Option<N> {
        let mut row = row.iter();
        for (record, &code) in self.coded.as_chunks::<CODED_WORDS>().0.iter().zip(query) {
            let &[head, first, counts] = record;
            let mut stored = u16::from(*row.next()?);
            if head & WIDE_CODE != 0 {
                stored |= u16::from(*row.next()?) << 8;
            }
            #[allow(clippy::cast_possible_truncation)] // a code in a word
            let code = code as u16;
            if code == stored {
                continue;
            }
            if head & TABLE != 0 && !fold_by_code(fold) {
                let width = (head >> 16) as usize;
                let outputs = table(first as usize, code, width).iter().zip(table(first as usize, stored, width));
                for (&q, &s) in outputs {
                    sum = fold.number(sum, q.into(), s.into());
                }
            } else {
                let weight = |code: u16| {
                    N::from_word(if head & BY_LEVEL != 0 {
                        self.tables.get((first as usize).saturating_add(usize::from(code))).copied().unwrap_or(0)
                    } else if u32::from(code) < counts & 0xFFFF {
                        first
                    } else {
                        0
                    })
                };
                sum = fold.levels(sum, weight(code), weight(stored));
            }
            if sum.rank() >= limit {
                return None;
            }
        }
        Some(sum)
    }
}

fn fold_by_code<N: Amount, F: Fold<N>>(_: F) -> bool {
    F::BY_CODE
}

/// Folds in the numbers of a row, giving up as soon as the sum reaches `limit`.
#[inline]
fn fold_numbers<N: Amount, Q: Copy + Into<N>, S: Copy + Into<N>>(
    fold: impl Fold<N>,
    query: &[Q],
    row: &[S],
    limit: u32,
) -> Option<N> {
    let mut sum = N::ZERO;
    let (query_chunks, query_rest) = query.as_chunks::<8>();
    let (row_chunks, row_rest) = row.as_chunks::<8>();
    for (query, row) in query_chunks.iter().zip(row_chunks) {
        for (&q, &s) in query.iter().zip(row) {
            sum = fold.number(sum, q.into(), s.into());
        }
        if sum.rank() >= limit {
            return None;
        }
    }
    for (&q, &s) in query_rest.iter().zip(row_rest) {
        sum = fold.number(sum, q.into(), s.into());
    }
    if sum.rank() >= limit { None } else { Some(sum) }
}
