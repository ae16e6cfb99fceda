//! The difference of coded columns: levels are compared as codes and never expanded.

use crate::distance::{Accumulate, Scalar};
use crate::encode::table_row;
use crate::format::layout::coded_record::{self, BY_LEVEL, TABLE, WIDE_CODE};
use crate::neighbors::search_stats::SearchCounter;

/// The coded columns of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Coded<'a> {
    pub(crate) tables: &'a [u32],
    pub(crate) records: &'a [[u32; coded_record::WORDS]],
    /// The query's codes.
    pub(crate) query: &'a [u32],
}

/// Returns the bytes of a row's codes.
pub(crate) const fn code_bytes(records: &[[u32; coded_record::WORDS]]) -> usize {
    let (mut bytes, mut rest) = (0, records);
    while let [[head, ..], later @ ..] = rest {
        bytes += if *head & WIDE_CODE != 0 { 2 } else { 1 };
        rest = later;
    }
    bytes
}

/// Returns whether every column has a single weight for all its levels, and no table. For a baked model this is constant, and
/// the code for other columns is not linked.
pub(crate) const fn are_plain(records: &[[u32; coded_record::WORDS]]) -> bool {
    let mut rest = records;
    while let [[head, ..], later @ ..] = rest {
        if *head & (TABLE | BY_LEVEL) != 0 {
            return false;
        }
        rest = later;
    }
    true
}

impl Coded<'_> {
    /// Adds the codes of a row and returns its rank. A sum that reaches `limit` may lack the last codes.
    ///
    /// `plain` is true if [`are_plain`] is known to hold.
    #[inline]
    pub(crate) fn accumulate<N: Scalar, F: Accumulate<N> + ?Sized>(
        &self,
        metric: &F,
        plain: bool,
        mut sum: N,
        row: &[u8],
        limit: u32,
        counter: &impl SearchCounter,
    ) -> u32 {
        // The number of records is constant in a baked model.
        let Some(query) = self.query.get(..self.records.len()) else { return sum.rank() };
        let codes = self.records.iter().zip(query);
        if plain && row.len() == self.records.len() {
            // One byte for each code. Only if `plain` is constant: otherwise a second loop would cost more flash than it saves time.
            for ((record, &code), &stored) in codes.zip(row) {
                counter.code();
                let stored = u32::from(stored);
                if code != stored {
                    sum = self.difference(metric, plain, sum, record, code, stored);
                    if sum.rank() >= limit {
                        break;
                    }
                }
            }
        } else {
            let mut row = row.iter();
            for (record, &code) in codes {
                counter.code();
                let mut stored = row.next().copied().map_or(0, u32::from);
                if record[0] & WIDE_CODE != 0 {
                    stored |= row.next().copied().map_or(0, u32::from) << 8;
                }
                if code != stored {
                    sum = self.difference(metric, plain, sum, record, code, stored);
                    if sum.rank() >= limit {
                        break;
                    }
                }
            }
        }
        sum.rank()
    }

    /// Adds the difference of two different codes.
    #[inline]
    fn difference<N: Scalar, F: Accumulate<N> + ?Sized>(
        &self,
        metric: &F,
        plain: bool,
        sum: N,
        record: &[u32; coded_record::WORDS],
        query: u32,
        stored: u32,
    ) -> N {
        let &[head, first, counts] = record;
        if !plain && head & (TABLE | BY_LEVEL) != 0 {
            return self.other(metric, sum, record, query, stored);
        }
        let weight = |code: u32| N::from_word(if code < counts & 0xFFFF { first } else { 0 });
        metric.mismatch(sum, weight(query), weight(stored))
    }

    /// Does the same for a table, and for levels with individual weights. A separate function keeps the loop of the common
    /// case small.
    #[inline(never)]
    fn other<N: Scalar, F: Accumulate<N> + ?Sized>(
        &self,
        metric: &F,
        mut sum: N,
        &[head, first, _]: &[u32; coded_record::WORDS],
        query: u32,
        stored: u32,
    ) -> N {
        let words = self.tables.get(first as usize..).unwrap_or(&[]);
        if head & TABLE != 0 && !metric.compares_codes() {
            let (table, width) = (N::outputs(words), (head >> 16) as usize);
            #[expect(clippy::cast_possible_truncation, reason = "codes fit 16 bits")]
            let (query, stored) = (table_row(table, query as u16, width), table_row(table, stored as u16, width));
            for (&q, &s) in query.iter().zip(stored) {
                sum = metric.number(sum, q.into(), s.into());
            }
            return sum;
        }
        let weight = |code: u32| N::from_word(words.get(code as usize).copied().unwrap_or(0));
        metric.mismatch(sum, weight(query), weight(stored))
    }
}
