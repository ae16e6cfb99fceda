//! Sums of differences over lanes: numbers, then coded columns, each lane in stored order.

use crate::distance::{Accumulate, Scalar};
use crate::encode::table_row;
use crate::format::layout::coded_record::{self, BY_LEVEL, TABLE};
use crate::model::batch::kernel::{BlockKernel, PAIR, open};
use crate::model::batch::{Batch, LANES};
use crate::view;

/// Numbers between two comparisons with the limits.
const CHUNK: usize = 16;
/// Coded columns between two comparisons with the limits.
const CODE_CHUNK: usize = 4;

/// Differences of floats.
pub(super) struct Floats<'b, F> {
    pub(super) batch: &'b Batch<'b>,
    pub(super) metric: F,
}

/// Differences of integers.
pub(super) struct Integers<'b, F> {
    pub(super) batch: &'b Batch<'b>,
    pub(super) metric: F,
}

impl<F: Accumulate<f32>> BlockKernel for Floats<'_, F> {
    #[inline(always)] // compiled for the caller's instructions
    fn ranks(
        &self,
        block: &[[u32; LANES]],
        queries: [&[u32]; PAIR],
        limits: [u32; PAIR],
        ranks: &mut [[u32; LANES]; PAIR],
    ) -> [bool; PAIR] {
        let (numbers, codes) = self.batch.split(block);
        let queried = queries.map(|query| view::floats(self.batch.numbers_of(query)).iter().copied());
        let Some(sums) = add_numbers(&self.metric, queried, numbers, limits) else { return [false; PAIR] };
        add_codes(&self.metric, self.batch, queries, codes, limits, sums, ranks, |at| {
            view::floats(self.batch.stored.tables.get(at..).unwrap_or(&[]))
        })
    }
}

impl<F: Accumulate<i32>> BlockKernel for Integers<'_, F> {
    #[inline(always)] // compiled for the caller's instructions
    fn ranks(
        &self,
        block: &[[u32; LANES]],
        queries: [&[u32]; PAIR],
        limits: [u32; PAIR],
        ranks: &mut [[u32; LANES]; PAIR],
    ) -> [bool; PAIR] {
        let (numbers, codes) = self.batch.split(block);
        let queried =
            queries.map(|query| view::shorts(self.batch.numbers_of(query)).iter().map(|&short| i32::from(short)));
        let Some(sums) = add_numbers(&self.metric, queried, numbers, limits) else { return [false; PAIR] };
        add_codes(&self.metric, self.batch, queries, codes, limits, sums, ranks, |at| {
            view::shorts(self.batch.stored.tables.get(at..).unwrap_or(&[]))
        })
    }
}

/// Sums the differences of the numbers of a block; returns `None` once every lane of both queries has reached its limit.
#[inline(always)] // compiled for the caller's instructions
fn add_numbers<N: Scalar + Default>(
    metric: &impl Accumulate<N>,
    queries: [impl Iterator<Item = N>; PAIR],
    block: &[[u32; LANES]],
    limits: [u32; PAIR],
) -> Option<[[N; LANES]; PAIR]> {
    let [mut first, mut second] = queries;
    // Separate arrays and loops keep the sums in registers, and a row is read once for both queries.
    let (mut firsts, mut seconds) = ([N::default(); LANES], [N::default(); LANES]);
    for rows in block.chunks(CHUNK) {
        for ((row, a), b) in rows.iter().zip(&mut first).zip(&mut second) {
            for (sum, &stored) in firsts.iter_mut().zip(row) {
                *sum = metric.number(*sum, a, N::from_word(stored));
            }
            for (sum, &stored) in seconds.iter_mut().zip(row) {
                *sum = metric.number(*sum, b, N::from_word(stored));
            }
        }
        if smallest(&firsts) >= limits[0] && smallest(&seconds) >= limits[1] {
            return None;
        }
    }
    Some([firsts, seconds])
}

/// Returns the least rank of sums.
#[inline(always)] // compiled for the caller's instructions
fn smallest<N: Scalar>(sums: &[N; LANES]) -> u32 {
    sums.iter().fold(u32::MAX, |least, sum| least.min(sum.rank()))
}

/// Adds the coded columns of a block, writes the ranks, and returns for each query whether a lane is below its limit.
///
/// `outputs` sees the tables as stored numbers, from a word on.
#[inline(always)] // compiled for the caller's instructions
#[expect(clippy::too_many_arguments, reason = "the state of the search, passed in registers")]
fn add_codes<'t, N: Scalar, T: Copy + Into<N> + 't>(
    metric: &impl Accumulate<N>,
    batch: &Batch<'_>,
    queries: [&[u32]; PAIR],
    block: &[[u32; LANES]],
    limits: [u32; PAIR],
    mut sums: [[N; LANES]; PAIR],
    ranks: &mut [[u32; LANES]; PAIR],
    outputs: impl Fn(usize) -> &'t [T],
) -> [bool; PAIR] {
    let mut queried = queries.map(|query| batch.codes_of(query).iter());
    let records = batch.stored.coded;
    for (block, records) in block.chunks(CODE_CHUNK).zip(records.chunks(CODE_CHUNK)) {
        for (row, record) in block.iter().zip(records) {
            for (sums, query) in sums.iter_mut().zip(&mut queried) {
                let Some(&code) = query.next() else { continue };
                add_column(metric, batch.stored.tables, *record, code, row, sums, &outputs);
            }
        }
        if open(&sums, limits, ranks) == [false; PAIR] {
            return [false; PAIR];
        }
    }
    open(&sums, limits, ranks)
}

/// Adds one coded column.
#[inline(always)] // compiled for the caller's instructions
fn add_column<'t, N: Scalar, T: Copy + Into<N> + 't>(
    metric: &impl Accumulate<N>,
    tables: &[u32],
    [head, first, counts]: [u32; coded_record::WORDS],
    code: u32,
    row: &[u32; LANES],
    sums: &mut [N; LANES],
    outputs: &impl Fn(usize) -> &'t [T],
) {
    let at = first as usize;
    if head & TABLE != 0 && !metric.compares_codes() {
        let width = (head >> 16) as usize;
        let outputs = outputs(at);
        #[expect(clippy::cast_possible_truncation, reason = "codes fit 16 bits")]
        for (index, &query) in table_row(outputs, code as u16, width).iter().enumerate() {
            // Equal codes have equal outputs, and a difference of nothing changes no sum.
            let mut stored = [query; LANES];
            for (stored, &code) in stored.iter_mut().zip(row) {
                *stored = outputs.get(code as usize * width + index).copied().unwrap_or(query);
            }
            for (sum, &stored) in sums.iter_mut().zip(&stored) {
                *sum = metric.number(*sum, query.into(), stored.into());
            }
        }
        return;
    }
    // Codes below the low half have the weight, others none.
    let uniform = |code: u32| N::from_word(if code < counts & 0xFFFF { first } else { 0 });
    let by_level = |code: u32| N::from_word(tables.get(at.saturating_add(code as usize)).copied().unwrap_or(0));
    if head & BY_LEVEL != 0 {
        add_mismatches(metric, code, row, sums, by_level);
    } else {
        add_mismatches(metric, code, row, sums, uniform);
    }
}

/// Adds the levels that differ.
#[inline(always)] // compiled for the caller's instructions
fn add_mismatches<N: Scalar>(
    metric: &impl Accumulate<N>,
    code: u32,
    row: &[u32; LANES],
    sums: &mut [N; LANES],
    weight: impl Fn(u32) -> N,
) {
    let query = weight(code);
    for (sum, &stored) in sums.iter_mut().zip(row) {
        let added = metric.mismatch(*sum, query, weight(stored));
        *sum = if stored == code { *sum } else { added };
    }
}
