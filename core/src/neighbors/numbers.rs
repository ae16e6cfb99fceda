//! The gap of stored numbers: the next row that is not given up.
//!
//! Most rows are given up after a few numbers, so this loop is all that a search does for them: it is kept
//! in a function of its own, where everything stays in registers.

use crate::arch;
use crate::distance::{Amount, Fold};
use crate::neighbors::probe::Probe;

/// A row that was not given up: how many before it were, and the sum of its gaps.
pub(crate) type Next<N> = Option<(u32, N)>;

/// Eight bytes in two words, and their query in four.
const BYTES: usize = 2;
/// Eight 16-bit integers in four words.
const SHORTS: usize = 4;
/// Floats between two looks at the limit.
const FLOATS: usize = 8;

/// Moves `rest` behind the next row of `words` words whose squared gaps stay below `limit`.
///
/// Rows are bytes, four in a word in the order 0, 2, 1, 3; the query has 16 bits for each, two in a word.
#[inline(never)]
pub(crate) fn next_i8(query: &[u32], rest: &mut &[u32], words: usize, limit: u32, probe: &impl Probe) -> Next<i32> {
    let (chunks, tail) = query.as_chunks::<{ 2 * BYTES }>();
    let mut given_up = 0u32;
    let mut rows = *rest;
    'rows: while let Some((row, later)) = rows.split_at_checked(words) {
        rows = later;
        probe.row();
        let (row_chunks, row_tail) = row.as_chunks::<BYTES>();
        let mut sum = 0;
        for (&[q0, q1, q2, q3], &[s0, s1]) in chunks.iter().zip(row_chunks) {
            probe.chunk();
            sum = arch::squared_bytes(sum, [q0, q1], s0);
            sum = arch::squared_bytes(sum, [q2, q3], s1);
            if sum.cast_unsigned() >= limit {
                given_up = given_up.wrapping_add(1);
                continue 'rows;
            }
        }
        if let (&[q0, q1], &[s]) = (tail, row_tail) {
            probe.chunk();
            sum = arch::squared_bytes(sum, [q0, q1], s);
            if sum.cast_unsigned() >= limit {
                given_up = given_up.wrapping_add(1);
                continue 'rows;
            }
        }
        *rest = rows;
        return Some((given_up, sum));
    }
    None
}

/// The same for rows of 16-bit integers, two in a word.
#[inline(never)]
pub(crate) fn next_i16(query: &[u32], rest: &mut &[u32], words: usize, limit: u32, probe: &impl Probe) -> Next<i32> {
    let (chunks, tail) = query.as_chunks::<SHORTS>();
    let mut given_up = 0u32;
    let mut rows = *rest;
    'rows: while let Some((row, later)) = rows.split_at_checked(words) {
        rows = later;
        probe.row();
        let (row_chunks, row_tail) = row.as_chunks::<SHORTS>();
        let mut sum = 0;
        for (query, row) in chunks.iter().zip(row_chunks) {
            probe.chunk();
            for (&q, &s) in query.iter().zip(row) {
                sum = arch::squared_shorts(sum, q, s);
            }
            if sum.cast_unsigned() >= limit {
                given_up = given_up.wrapping_add(1);
                continue 'rows;
            }
        }
        if !row_tail.is_empty() {
            probe.chunk();
            for (&q, &s) in tail.iter().zip(row_tail) {
                sum = arch::squared_shorts(sum, q, s);
            }
            if sum.cast_unsigned() >= limit {
                given_up = given_up.wrapping_add(1);
                continue 'rows;
            }
        }
        *rest = rows;
        return Some((given_up, sum));
    }
    None
}

/// The same for `f32`, and for every fold.
#[inline(never)]
pub(crate) fn next_f32<F: Fold<f32> + ?Sized>(
    fold: &F,
    query: &[f32],
    rest: &mut &[f32],
    words: usize,
    limit: u32,
    probe: &impl Probe,
) -> Next<f32> {
    let (chunks, tail) = query.as_chunks::<FLOATS>();
    let mut given_up = 0u32;
    let mut rows = *rest;
    'rows: while let Some((row, later)) = rows.split_at_checked(words) {
        rows = later;
        probe.row();
        let (row_chunks, row_tail) = row.as_chunks::<FLOATS>();
        let mut sum = 0.0f32;
        for (query, row) in chunks.iter().zip(row_chunks) {
            probe.chunk();
            for (&q, &s) in query.iter().zip(row) {
                sum = fold.number(sum, q, s);
            }
            if sum.rank() >= limit {
                given_up = given_up.wrapping_add(1);
                continue 'rows;
            }
        }
        if !row_tail.is_empty() {
            probe.chunk();
            for (&q, &s) in tail.iter().zip(row_tail) {
                sum = fold.number(sum, q, s);
            }
            if sum.rank() >= limit {
                given_up = given_up.wrapping_add(1);
                continue 'rows;
            }
        }
        *rest = rows;
        return Some((given_up, sum));
    }
    None
}
