//! The gap of stored numbers, given up as soon as the sum reaches a limit.

use crate::arch;
use crate::distance::{Amount, Fold};
use crate::neighbors::probe::Probe;

/// Numbers between two looks at the limit.
const CHUNK: usize = 8;

/// Folds in the numbers of a row; nothing once the sum reaches `limit`.
#[inline]
pub(crate) fn fold_numbers<N: Amount, Q: Copy + Into<N>, S: Copy + Into<N>>(
    fold: impl Fold<N>,
    query: &[Q],
    row: &[S],
    limit: u32,
    probe: &impl Probe,
) -> Option<N> {
    let mut sum = N::ZERO;
    let (query_chunks, query_rest) = query.as_chunks::<CHUNK>();
    let (row_chunks, row_rest) = row.as_chunks::<CHUNK>();
    for (query, row) in query_chunks.iter().zip(row_chunks) {
        probe.chunk();
        for (&q, &s) in query.iter().zip(row) {
            sum = fold.number(sum, q.into(), s.into());
        }
        if sum.rank() >= limit {
            return None;
        }
    }
    if !row_rest.is_empty() {
        probe.chunk();
    }
    for (&q, &s) in query_rest.iter().zip(row_rest) {
        sum = fold.number(sum, q.into(), s.into());
    }
    if sum.rank() >= limit { None } else { Some(sum) }
}

/// Squared gaps of 16-bit numbers, two in a word.
#[inline]
pub(crate) fn squared_i16(query: &[u32], row: &[u32], limit: u32, probe: &impl Probe) -> Option<i32> {
    let mut sum = 0;
    let (query_chunks, query_rest) = query.as_chunks::<{ CHUNK / 2 }>();
    let (row_chunks, row_rest) = row.as_chunks::<{ CHUNK / 2 }>();
    for (query, row) in query_chunks.iter().zip(row_chunks) {
        probe.chunk();
        for (&q, &s) in query.iter().zip(row) {
            sum = arch::squared_shorts(sum, q, s);
        }
        if sum.cast_unsigned() >= limit {
            return None;
        }
    }
    if !row_rest.is_empty() {
        probe.chunk();
    }
    for (&q, &s) in query_rest.iter().zip(row_rest) {
        sum = arch::squared_shorts(sum, q, s);
    }
    if sum.cast_unsigned() >= limit { None } else { Some(sum) }
}

/// Squared gaps of bytes, four in a word in the order 0, 2, 1, 3, with a query of 16 bits.
#[inline]
pub(crate) fn squared_i8(query: &[u32], row: &[u32], limit: u32, probe: &impl Probe) -> Option<i32> {
    let mut sum = 0;
    let (query_chunks, query_rest) = query.as_chunks::<{ CHUNK / 2 }>();
    let (row_chunks, row_rest) = row.as_chunks::<{ CHUNK / 4 }>();
    for (&[q0, q1, q2, q3], &[s0, s1]) in query_chunks.iter().zip(row_chunks) {
        probe.chunk();
        sum = arch::squared_bytes(sum, [q0, q1], s0);
        sum = arch::squared_bytes(sum, [q2, q3], s1);
        if sum.cast_unsigned() >= limit {
            return None;
        }
    }
    if let (&[q0, q1], &[s]) = (query_rest, row_rest) {
        probe.chunk();
        sum = arch::squared_bytes(sum, [q0, q1], s);
    }
    if sum.cast_unsigned() >= limit { None } else { Some(sum) }
}
