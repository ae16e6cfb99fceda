//! The gap of coded columns: levels compared as codes, never expanded.

use crate::distance::{Amount, Fold};
use crate::encode::table_row;
use crate::neighbors::probe::Probe;

/// Words of the record of a coded column.
///
/// Word 0: bit 0 two-byte codes, bit 1 table, bit 2 weights by level, bits 16-31 width of a table.
/// Word 1: the weight of a level, or the first word of the weights or of the table.
/// Word 2: codes below its low half have that weight, others none; its high half is the number of codes.
pub(crate) const CODED_WORDS: usize = 3;

pub(crate) const WIDE_CODE: u32 = 1;
pub(crate) const TABLE: u32 = 2;
pub(crate) const BY_LEVEL: u32 = 4;

/// The coded columns of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Coded<'a> {
    pub(crate) tables: &'a [u32],
    pub(crate) records: &'a [[u32; CODED_WORDS]],
    /// The query's codes.
    pub(crate) query: &'a [u32],
}

/// Bytes of a row's codes.
pub(crate) fn code_bytes(records: &[[u32; CODED_WORDS]]) -> usize {
    records.iter().fold(0, |bytes, &[head, ..]| bytes + if head & WIDE_CODE != 0 { 2 } else { 1 })
}

impl Coded<'_> {
    /// Folds in the codes of a row and gives the rank; one that has reached `limit` may lack the last of them.
    pub(crate) fn fold<N: Amount, F: Fold<N> + ?Sized>(
        &self,
        fold: &F,
        mut sum: N,
        row: &[u8],
        limit: u32,
        probe: &impl Probe,
    ) -> u32 {
        let mut row = row.iter();
        for (record, &code) in self.records.iter().zip(self.query) {
            probe.code();
            let &[head, first, counts] = record;
            let Some(&low) = row.next() else { break };
            let mut stored = u32::from(low);
            if head & WIDE_CODE != 0 {
                let Some(&high) = row.next() else { break };
                stored |= u32::from(high) << 8;
            }
            if code == stored {
                continue;
            }
            if head & TABLE != 0 && !fold.by_code() {
                let width = (head >> 16) as usize;
                let table = N::outputs(self.tables.get(first as usize..).unwrap_or(&[]));
                #[allow(clippy::cast_possible_truncation)] // codes fit 16 bits
                let (query, stored) = (table_row(table, code as u16, width), table_row(table, stored as u16, width));
                for (&q, &s) in query.iter().zip(stored) {
                    sum = fold.number(sum, q.into(), s.into());
                }
            } else {
                let weight = |code: u32| {
                    N::from_word(if head & BY_LEVEL != 0 {
                        self.tables.get((first as usize).saturating_add(code as usize)).copied().unwrap_or(0)
                    } else if code < counts & 0xFFFF {
                        first
                    } else {
                        0
                    })
                };
                sum = fold.levels(sum, weight(code), weight(stored));
            }
            if sum.rank() >= limit {
                break;
            }
        }
        sum.rank()
    }
}
