//! The gap of stored numbers: the next row that is not given up.
//!
//! Most rows are given up after a few numbers, so these loops are all that a search does for them. Each is a
//! function of its own that looks at the limit after every four numbers: few values are alive, and they stay in
//! registers.

use crate::arch;
use crate::distance::{Amount, Fold};
use crate::neighbors::probe::Probe;

/// Moves `rest` behind the next row of `words` words whose squared gaps stay below `limit`, and gives their sum.
///
/// Rows are unsigned bytes, four in a word in the order 0, 2, 1, 3; the query has 16 bits for each, two in a word.
#[inline(never)]
pub(crate) fn next_i8(query: &[u32], rest: &mut &[u32], words: usize, limit: u32, probe: &impl Probe) -> Option<i32> {
    let (pairs, tail) = query.as_chunks::<4>();
    let Some((&[f0, f1, f2, f3], pairs)) = pairs.split_first() else { return next_word(query, rest, limit, probe) };
    let mut rows = *rest;
    'rows: while let Some((row, later)) = rows.split_at_checked(words) {
        rows = later;
        probe.row();
        let (row_pairs, row_tail) = row.as_chunks::<2>();
        // Few rows get past their first two words, so these are spelled out.
        let (&[s0, s1], row_pairs) = row_pairs.split_first()?;
        probe.chunk();
        let mut sum = arch::squared_bytes(0, [f0, f1], s0);
        if sum.cast_unsigned() >= limit {
            continue 'rows;
        }
        probe.chunk();
        sum = arch::squared_bytes(sum, [f2, f3], s1);
        if sum.cast_unsigned() >= limit {
            continue 'rows;
        }
        for (&[q0, q1, q2, q3], &[s0, s1]) in pairs.iter().zip(row_pairs) {
            probe.chunk();
            sum = arch::squared_bytes(sum, [q0, q1], s0);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
            probe.chunk();
            sum = arch::squared_bytes(sum, [q2, q3], s1);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
        }
        if let (&[q0, q1], &[s]) = (tail, row_tail) {
            probe.chunk();
            sum = arch::squared_bytes(sum, [q0, q1], s);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
        }
        *rest = rows;
        return Some(sum);
    }
    None
}

/// The same for rows of one word, of up to four numbers.
#[inline(never)]
fn next_word(query: &[u32], rest: &mut &[u32], limit: u32, probe: &impl Probe) -> Option<i32> {
    let &[q0, q1] = query.first_chunk::<2>()?;
    let mut rows = *rest;
    while let Some((&s, later)) = rows.split_first() {
        probe.row();
        probe.chunk();
        rows = later;
        let sum = arch::squared_bytes(0, [q0, q1], s);
        if sum.cast_unsigned() < limit {
            *rest = rows;
            return Some(sum);
        }
    }
    None
}

/// The same for rows of 16-bit integers, two in a word.
#[inline(never)]
pub(crate) fn next_i16(query: &[u32], rest: &mut &[u32], words: usize, limit: u32, probe: &impl Probe) -> Option<i32> {
    let (pairs, tail) = query.as_chunks::<2>();
    let mut rows = *rest;
    'rows: while let Some((row, later)) = rows.split_at_checked(words) {
        rows = later;
        probe.row();
        let (row_pairs, row_tail) = row.as_chunks::<2>();
        let mut sum = 0;
        for (&[q0, q1], &[s0, s1]) in pairs.iter().zip(row_pairs) {
            probe.chunk();
            sum = arch::squared_shorts(arch::squared_shorts(sum, q0, s0), q1, s1);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
        }
        if let (&[q], &[s]) = (tail, row_tail) {
            probe.chunk();
            sum = arch::squared_shorts(sum, q, s);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
        }
        *rest = rows;
        return Some(sum);
    }
    None
}

/// The same for `f32`, by any fold.
#[inline(never)]
pub(crate) fn next_f32<F: Fold<f32> + ?Sized>(
    fold: &F,
    query: &[f32],
    rest: &mut &[f32],
    words: usize,
    limit: u32,
    probe: &impl Probe,
) -> Option<f32> {
    let (fours, tail) = query.as_chunks::<4>();
    let mut rows = *rest;
    'rows: while let Some((row, later)) = rows.split_at_checked(words) {
        rows = later;
        probe.row();
        let (row_fours, row_tail) = row.as_chunks::<4>();
        let mut sum = 0.0f32;
        for (query, row) in fours.iter().zip(row_fours) {
            probe.chunk();
            for (&q, &s) in query.iter().zip(row) {
                sum = fold.number(sum, q, s);
            }
            if sum.rank() >= limit {
                continue 'rows;
            }
        }
        if !row_tail.is_empty() {
            probe.chunk();
            for (&q, &s) in tail.iter().zip(row_tail) {
                sum = fold.number(sum, q, s);
            }
            if sum.rank() >= limit {
                continue 'rows;
            }
        }
        *rest = rows;
        return Some(sum);
    }
    None
}
