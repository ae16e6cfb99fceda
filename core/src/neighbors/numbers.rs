//! The loops that compare the numbers of stored rows, one for each storage and kind of metric.
//!
//! Most rows are abandoned after a few numbers, so a search spends its time here. Each loop is a separate function
//! that compares with the limit after every four numbers: few values are live, and they stay in registers.

use crate::arch;
use crate::distance::{Accumulate, Euclidean, Scalar};
use crate::format::RowStorage;
use crate::neighbors::RowSource;
use crate::neighbors::candidates::CandidateSink;
use crate::neighbors::search_stats::SearchCounter;
use crate::view;

/// Consecutive rows of the source `S`. Values that are constant in `S` are constant in the loops.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowBlock<'a, S> {
    pub(crate) stored: S,
    /// Index of the first row.
    pub(crate) first: u32,
    /// Their numbers; at least one word per row.
    pub(crate) numbers: &'a [u32],
}

impl<'a, 's, S: RowSource<'s>> RowBlock<'a, S> {
    /// Returns the words of each row.
    #[inline]
    fn words(&self) -> usize {
        self.stored.number_words
    }

    /// Returns the query's numbers, as many as the rows need.
    #[inline]
    fn query<'q>(&self, query: &'q [u32]) -> &'q [u32] {
        query.get(..self.stored.query_words).unwrap_or(&[])
    }

    /// Returns the index of the last row before the `rest` words. A division for each candidate costs less than counting
    /// all rows.
    #[inline]
    fn before(&self, rest: usize) -> u32 {
        let passed = arch::exact_quotient(self.numbers.len().wrapping_sub(rest), self.words());
        #[expect(clippy::cast_possible_truncation, reason = "rows are counted in 32 bits")]
        self.first.wrapping_add(passed as u32).wrapping_sub(1)
    }

    /// Returns the rows, one by one.
    #[inline]
    pub(crate) fn each(&self) -> impl Iterator<Item = &'a [u32]> {
        let (mut rest, words) = (self.numbers, self.words());
        core::iter::from_fn(move || {
            let (row, later) = rest.split_at_checked(words)?;
            rest = later;
            Some(row)
        })
    }
}

/// Pushes every row whose sum of squared differences is below the limit, for `I8` storage.
///
/// Rows are unsigned bytes, four in a word in the order 0, 2, 1, 3; the query has 16 bits for each, two in a word.
#[inline(never)]
pub(crate) fn each_i8<'s, S: RowSource<'s>, P: SearchCounter>(
    query: &[u32],
    rows: RowBlock<'_, S>,
    limit: u32,
    sink: &mut CandidateSink<'_, '_, '_, 's, S, P>,
) {
    let (pairs, tail) = rows.query(query).as_chunks::<4>();
    let Some((&[f0, f1, f2, f3], pairs)) = pairs.split_first() else {
        return each_word(query, rows, limit, sink);
    };
    let (counter, mut rest, mut limit, words) = (sink.counter(), rows.numbers, limit, rows.words());
    'rows: while let Some((row, later)) = rest.split_at_checked(words) {
        rest = later;
        counter.row();
        let (row_pairs, row_tail) = row.as_chunks::<2>();
        // Few rows get past their first two words, so these are unrolled.
        let Some((&[s0, s1], row_pairs)) = row_pairs.split_first() else { return };
        counter.chunk();
        let mut sum = arch::squared_bytes(0, [f0, f1], s0);
        if sum.cast_unsigned() >= limit {
            continue 'rows;
        }
        counter.chunk();
        sum = arch::squared_bytes(sum, [f2, f3], s1);
        if sum.cast_unsigned() >= limit {
            continue 'rows;
        }
        for (&[q0, q1, q2, q3], &[s0, s1]) in pairs.iter().zip(row_pairs) {
            counter.chunk();
            sum = arch::squared_bytes(sum, [q0, q1], s0);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
            counter.chunk();
            sum = arch::squared_bytes(sum, [q2, q3], s1);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
        }
        if let (&[q0, q1], &[s]) = (tail, row_tail) {
            counter.chunk();
            sum = arch::squared_bytes(sum, [q0, q1], s);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
        }
        limit = sink.push(rows.before(rest.len()), sum, limit);
    }
}

/// Does the same for rows of one word, which hold up to four numbers.
#[inline(never)]
fn each_word<'s, S: RowSource<'s>, P: SearchCounter>(
    query: &[u32],
    rows: RowBlock<'_, S>,
    limit: u32,
    sink: &mut CandidateSink<'_, '_, '_, 's, S, P>,
) {
    let Some(&[q0, q1]) = query.first_chunk::<2>() else { return };
    let (counter, mut limit) = (sink.counter(), limit);
    for (index, &s) in (rows.first..).zip(rows.numbers) {
        counter.row();
        counter.chunk();
        let sum = arch::squared_bytes(0, [q0, q1], s);
        if sum.cast_unsigned() < limit {
            limit = sink.push(index, sum, limit);
        }
    }
}

/// Does the same as [`each_i8`] for rows of 16-bit integers, two in a word.
#[inline(never)]
pub(crate) fn each_i16<'s, S: RowSource<'s>, P: SearchCounter>(
    query: &[u32],
    rows: RowBlock<'_, S>,
    limit: u32,
    sink: &mut CandidateSink<'_, '_, '_, 's, S, P>,
) {
    let (pairs, tail) = rows.query(query).as_chunks::<2>();
    let (counter, mut rest, mut limit, words) = (sink.counter(), rows.numbers, limit, rows.words());
    'rows: while let Some((row, later)) = rest.split_at_checked(words) {
        rest = later;
        counter.row();
        let (row_pairs, row_tail) = row.as_chunks::<2>();
        let mut sum = 0;
        for (&[q0, q1], &[s0, s1]) in pairs.iter().zip(row_pairs) {
            counter.chunk();
            sum = arch::squared_shorts(arch::squared_shorts(sum, q0, s0), q1, s1);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
        }
        if let (&[q], &[s]) = (tail, row_tail) {
            counter.chunk();
            sum = arch::squared_shorts(sum, q, s);
            if sum.cast_unsigned() >= limit {
                continue 'rows;
            }
        }
        limit = sink.push(rows.before(rest.len()), sum, limit);
    }
}

/// Does the same for `f32`.
#[inline(never)]
pub(crate) fn each_f32<'s, S: RowSource<'s>, P: SearchCounter>(
    query: &[u32],
    rows: RowBlock<'_, S>,
    limit: u32,
    sink: &mut CandidateSink<'_, '_, '_, 's, S, P>,
) {
    let (fours, tail) = view::floats(rows.query(query)).as_chunks::<4>();
    let (counter, mut rest, mut limit, words) = (sink.counter(), view::floats(rows.numbers), limit, rows.words());
    'rows: while let Some((row, later)) = rest.split_at_checked(words) {
        rest = later;
        counter.row();
        let (row_fours, row_tail) = row.as_chunks::<4>();
        let mut sum = 0.0f32;
        for (query, row) in fours.iter().zip(row_fours) {
            counter.chunk();
            for (&q, &s) in query.iter().zip(row) {
                sum = Euclidean.number(sum, q, s);
            }
            if sum.rank() >= limit {
                continue 'rows;
            }
        }
        if !row_tail.is_empty() {
            counter.chunk();
            for (&q, &s) in tail.iter().zip(row_tail) {
                sum = Euclidean.number(sum, q, s);
            }
            if sum.rank() >= limit {
                continue 'rows;
            }
        }
        limit = sink.push(rows.before(rest.len()), sum, limit);
    }
}

/// Does the same for `f32` and any metric: one loop with the choice inside is smaller than a loop for each metric.
#[inline(never)] // its stack is not in use in other kernels
pub(crate) fn each_other_f32<'s, S: RowSource<'s>, P: SearchCounter>(
    query: &[u32],
    rows: RowBlock<'_, S>,
    limit: u32,
    sink: &mut CandidateSink<'_, '_, '_, 's, S, P>,
) {
    let (query, metric) = (view::floats(rows.query(query)), rows.stored.metric);
    let mut limit = limit;
    'rows: for (index, row) in (rows.first..).zip(rows.each()) {
        let counter = sink.counter();
        counter.row();
        let mut sum = 0.0f32;
        // Counts instead of splitting into fours: the compiler could not rule out a division by zero.
        for (at, (&q, &s)) in query.iter().zip(view::floats(row)).enumerate() {
            if at % 4 == 0 {
                if at > 0 && sum.rank() >= limit {
                    continue 'rows;
                }
                counter.chunk();
            }
            sum = metric.number(sum, q, s);
        }
        if sum.rank() < limit {
            limit = sink.push(index, sum, limit);
        }
    }
}

/// Pushes every row of integer storage, for any metric with an integer form. Sums are computed completely.
#[inline(never)]
pub(crate) fn each_integer<'s, S: RowSource<'s>, P: SearchCounter>(
    query: &[u32],
    rows: RowBlock<'_, S>,
    limit: u32,
    sink: &mut CandidateSink<'_, '_, '_, 's, S, P>,
) {
    let (query, metric) = (view::shorts(query), rows.stored.metric);
    let narrow = matches!(rows.stored.storage, RowStorage::I8 { .. });
    let mut limit = limit;
    for (index, row) in (rows.first..).zip(rows.each()) {
        let counter = sink.counter();
        counter.row();
        row.chunks(if narrow { 1 } else { 2 }).for_each(|_| counter.chunk());
        let mut sum = 0;
        let mut add = |q: i16, stored: i32| sum = metric.number(sum, i32::from(q), stored);
        if narrow {
            // In the order of `layout::BYTE_ORDER`.
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
        limit = sink.push(index, sum, limit);
    }
}

/// Pushes every row, ranked by a product. A product is not a sum of differences: it is computed completely, and rows have no codes.
#[inline(never)]
pub(crate) fn each_product<'s, S: RowSource<'s>, P: SearchCounter>(
    rank: fn(&[f32], &[f32]) -> u32,
    query: &[u32],
    rows: RowBlock<'_, S>,
    limit: u32,
    sink: &mut CandidateSink<'_, '_, '_, 's, S, P>,
) {
    let mut limit = limit;
    for (index, row) in (rows.first..).zip(rows.each()) {
        let counter = sink.counter();
        counter.row();
        row.chunks(4).for_each(|_| counter.chunk());
        limit = sink.push_ranked(index, rank(view::floats(query), view::floats(row)), limit);
    }
}
