//! The loops over lanes: every lane folds its own row, in stored order.

use crate::batch::{Batch, LANES, QUERIES};
use crate::distance::{Amount, Fold, ordered};
use crate::encode::table_row;
use crate::neighbors::{Nearest, Neighbor, fold_codes};
use crate::view;

/// Numbers between two looks at the limits.
const CHUNK: usize = 16;

type Group<'q, 'n> = [(&'q [u32], Nearest<'n>); QUERIES];

impl Batch<'_> {
    #[inline(always)] // compiled for the caller's instructions
    pub(super) fn floats(&self, fold: impl Fold<f32>, group: &mut Group<'_, '_>) {
        self.each(
            group,
            |block, query, limit, ranks| {
                let mut sums = [0.0f32; LANES];
                let numbers = view::floats(query.get(..self.width).unwrap_or(&[]));
                if !fold_lanes(&fold, numbers.iter().copied(), block, f32::from_bits, limit, &mut sums) {
                    return false;
                }
                ranks.iter_mut().zip(&sums).for_each(|(rank, sum)| *rank = sum.rank());
                true
            },
            |lane_rank, codes, row_codes, limit| {
                self.float_codes(&fold, f32::from_bits(lane_rank), codes, row_codes, limit)
            },
        );
    }

    #[inline(always)] // compiled for the caller's instructions
    pub(super) fn integers(&self, fold: impl Fold<i32>, group: &mut Group<'_, '_>) {
        self.each(
            group,
            |block, query, limit, ranks| {
                let mut sums = [0i32; LANES];
                let numbers = view::shorts(query.get(..self.stored.query_words).unwrap_or(&[]));
                let numbers = numbers.iter().take(self.width).map(|&short| i32::from(short));
                if !fold_lanes(&fold, numbers, block, u32::cast_signed, limit, &mut sums) {
                    return false;
                }
                ranks.iter_mut().zip(&sums).for_each(|(rank, sum)| *rank = sum.rank());
                true
            },
            |lane_rank, codes, row_codes, limit| {
                self.integer_codes(&fold, lane_rank.cast_signed(), codes, row_codes, limit)
            },
        );
    }

    #[inline(always)] // compiled for the caller's instructions
    pub(super) fn dot(&self, group: &mut Group<'_, '_>) {
        self.each(
            group,
            |block, query, _, ranks| {
                let mut sums = [0.0f32; LANES];
                for (row, &q) in block.iter().zip(view::floats(query)) {
                    for (sum, &s) in sums.iter_mut().zip(row) {
                        *sum += q * f32::from_bits(s);
                    }
                }
                ranks.iter_mut().zip(&sums).for_each(|(rank, &sum)| *rank = ordered(-sum));
                true
            },
            |rank, _, _, _| Some(rank),
        );
    }

    fn float_codes(&self, fold: &impl Fold<f32>, sum: f32, query: &[u32], row: &[u8], limit: u32) -> Option<u32> {
        let (tables, coded) = (self.stored.tables, self.stored.coded);
        fold_codes(fold, tables, coded, sum, query, row, limit, &(), |start, code, width| {
            table_row(view::floats(tables.get(start..).unwrap_or(&[])), code, width)
        })
    }

    fn integer_codes(&self, fold: &impl Fold<i32>, sum: i32, query: &[u32], row: &[u8], limit: u32) -> Option<u32> {
        let (tables, coded) = (self.stored.tables, self.stored.coded);
        fold_codes(fold, tables, coded, sum, query, row, limit, &(), |start, code, width| {
            table_row(view::shorts(tables.get(start..).unwrap_or(&[])), code, width)
        })
    }

    /// Visits every block with every query of the group, and offers the rows that `numbers` and `codes` do not give up.
    #[inline(always)] // compiled for the caller's instructions
    fn each(
        &self,
        group: &mut Group<'_, '_>,
        numbers: impl Fn(&[[u32; LANES]], &[u32], u32, &mut [u32; LANES]) -> bool,
        codes: impl Fn(u32, &[u32], &[u8], u32) -> Option<u32>,
    ) {
        let rows = self.stored.rows as usize;
        let mut blocks = self.lanes.chunks_exact(self.width.max(1));
        for first in (0..rows).step_by(LANES) {
            let block = if self.width == 0 { &[] } else { blocks.next().unwrap_or(&[]) };
            let lanes = LANES.min(rows - first);
            for (query, nearest) in group.iter_mut() {
                let mut ranks = [0u32; LANES];
                if !query.is_empty() && numbers(block, query, nearest.limit(), &mut ranks) {
                    let query_codes = query.get(self.stored.query_words..).unwrap_or(&[]);
                    self.offer(first, ranks.get(..lanes).unwrap_or(&[]), query_codes, nearest, &codes);
                }
            }
        }
    }

    /// Offers the rows of a block in their order.
    #[inline(always)] // compiled for the caller's instructions
    fn offer(
        &self,
        first: usize,
        ranks: &[u32],
        query_codes: &[u32],
        nearest: &mut Nearest<'_>,
        codes: &impl Fn(u32, &[u32], &[u8], u32) -> Option<u32>,
    ) {
        let mut row_codes = self.stored.codes.get(first.saturating_mul(self.stored.code_bytes)..).unwrap_or(&[]);
        #[allow(clippy::cast_possible_truncation)] // rows are counted in 32 bits
        for (index, &rank) in (first as u32..).zip(ranks) {
            let (these, later) = row_codes.split_at_checked(self.stored.code_bytes).unwrap_or((&[], &[]));
            row_codes = later;
            if rank >= nearest.limit() {
                continue;
            }
            if let Some(rank) = codes(rank, query_codes, these, nearest.limit()) {
                nearest.offer(Neighbor { rank, row: self.stored.ids.map_or(index, |ids| ids.get(index)) });
            }
        }
    }
}

/// Folds in the numbers of a block; false once every lane has reached `limit`.
#[inline(always)] // compiled for the caller's instructions
fn fold_lanes<N: Amount>(
    fold: &impl Fold<N>,
    mut query: impl Iterator<Item = N>,
    block: &[[u32; LANES]],
    stored: impl Fn(u32) -> N,
    limit: u32,
    sums: &mut [N; LANES],
) -> bool {
    let mut folded = *sums;
    for rows in block.chunks(CHUNK) {
        for (row, q) in rows.iter().zip(&mut query) {
            for (sum, &s) in folded.iter_mut().zip(row) {
                *sum = fold.number(*sum, q, stored(s));
            }
        }
        let mut least = u32::MAX;
        for sum in &folded {
            least = least.min(sum.rank());
        }
        if least >= limit {
            return false;
        }
    }
    *sums = folded;
    true
}
