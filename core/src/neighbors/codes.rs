//! The gap of coded columns: levels compared as codes, never expanded.

use crate::distance::{Amount, Fold};
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

/// Bytes of a row's codes.
pub(crate) fn code_bytes(coded: &[u32]) -> usize {
    let records = coded.as_chunks::<CODED_WORDS>().0.iter();
    records.fold(0, |bytes, &[head, ..]| bytes + if head & WIDE_CODE != 0 { 2 } else { 1 })
}

/// Folds in the coded columns; `table` gives the outputs of a code of a table column.
///
/// Gives the rank, or nothing once the sum reaches `limit`.
#[inline(never)]
#[allow(clippy::too_many_arguments)] // the search's state, spelled out so that nothing is kept in memory
pub(crate) fn fold_codes<'a, N: Amount, F: Fold<N> + ?Sized, T: Copy + Into<N> + 'a>(
    fold: &F,
    tables: &[u32],
    coded: &[u32],
    mut sum: N,
    query: &[u32],
    row: &[u8],
    limit: u32,
    probe: &impl Probe,
    table: impl Fn(usize, u16, usize) -> &'a [T],
) -> Option<u32> {
    let mut row = row.iter();
    for (record, &code) in coded.as_chunks::<CODED_WORDS>().0.iter().zip(query) {
        probe.code();
        let &[head, first, counts] = record;
        let mut stored = u32::from(*row.next()?);
        if head & WIDE_CODE != 0 {
            stored |= u32::from(*row.next()?) << 8;
        }
        if code == stored {
            continue;
        }
        if head & TABLE != 0 && !fold.by_code() {
            let width = (head >> 16) as usize;
            #[allow(clippy::cast_possible_truncation)] // codes fit 16 bits
            let (code, stored) = (code as u16, stored as u16);
            let outputs = table(first as usize, code, width).iter().zip(table(first as usize, stored, width));
            for (&q, &s) in outputs {
                sum = fold.number(sum, q.into(), s.into());
            }
        } else {
            let weight = |code: u32| {
                N::from_word(if head & BY_LEVEL != 0 {
                    tables.get((first as usize).saturating_add(code as usize)).copied().unwrap_or(0)
                } else if code < counts & 0xFFFF {
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
    Some(sum.rank())
}
