//! The loops over lanes: every lane folds its own row, in stored order.

use crate::batch::{Batch, LANES, QUERIES};
use crate::distance::{Amount, Fold, ordered};
use crate::neighbors::{Nearest, Neighbor};
use crate::view;

/// Numbers between two looks at the limits.
const CHUNK: usize = 16;

pub(super) type Group<'q, 'n> = [(&'q [u32], Nearest<'n>); QUERIES];

/// How the rows of a block are measured. Traits, not closures: these are inlined for certain, and so compiled for the
/// caller's instructions.
pub(super) trait Kernel {
    /// Gives the rank of each row's numbers; false once every row has reached `limit`.
    fn numbers(&self, block: &[[u32; LANES]], query: &[u32], limit: u32, ranks: &mut [u32; LANES]) -> bool;

    /// Gives the rank of a row, from that of its numbers and its codes; one that has reached `limit` may be too small.
    fn codes(&self, numbers: u32, query: &[u32], row: &[u8], limit: u32) -> u32;
}

/// Sums of gaps of floats.
pub(super) struct Floats<'b, F> {
    pub(super) batch: &'b Batch<'b>,
    pub(super) fold: F,
}

/// Sums of gaps of integers.
pub(super) struct Integers<'b, F> {
    pub(super) batch: &'b Batch<'b>,
    pub(super) fold: F,
}

/// Sums of products.
pub(super) struct Products<'b> {
    pub(super) batch: &'b Batch<'b>,
}

impl<F: Fold<f32>> Kernel for Floats<'_, F> {
    #[inline(always)] // compiled for the caller's instructions
    fn numbers(&self, block: &[[u32; LANES]], query: &[u32], limit: u32, ranks: &mut [u32; LANES]) -> bool {
        let numbers = view::floats(query.get(..self.batch.width).unwrap_or(&[]));
        fold_lanes(&self.fold, numbers.iter().copied(), block, limit, ranks)
    }

    fn codes(&self, numbers: u32, query: &[u32], row: &[u8], limit: u32) -> u32 {
        self.batch.stored.coded(query).fold(&self.fold, f32::from_bits(numbers), row, limit, &())
    }
}

impl<F: Fold<i32>> Kernel for Integers<'_, F> {
    #[inline(always)] // compiled for the caller's instructions
    fn numbers(&self, block: &[[u32; LANES]], query: &[u32], limit: u32, ranks: &mut [u32; LANES]) -> bool {
        let numbers = view::shorts(query.get(..self.batch.stored.query_words).unwrap_or(&[]));
        fold_lanes(&self.fold, numbers.iter().map(|&short| i32::from(short)), block, limit, ranks)
    }

    fn codes(&self, numbers: u32, query: &[u32], row: &[u8], limit: u32) -> u32 {
        self.batch.stored.coded(query).fold(&self.fold, numbers.cast_signed(), row, limit, &())
    }
}

impl Kernel for Products<'_> {
    #[inline(always)] // compiled for the caller's instructions
    fn numbers(&self, block: &[[u32; LANES]], query: &[u32], _limit: u32, ranks: &mut [u32; LANES]) -> bool {
        let mut sums = [0.0f32; LANES];
        for (row, &q) in block.iter().zip(view::floats(query.get(..self.batch.width).unwrap_or(&[]))) {
            for (sum, &s) in sums.iter_mut().zip(row) {
                *sum += q * f32::from_bits(s);
            }
        }
        for (rank, &sum) in ranks.iter_mut().zip(&sums) {
            *rank = ordered(-sum);
        }
        true
    }

    fn codes(&self, numbers: u32, _query: &[u32], _row: &[u8], _limit: u32) -> u32 {
        numbers
    }
}

impl Batch<'_> {
    /// Visits every block with every query of the group, and offers the rows that `kernel` does not give up.
    #[inline(always)] // compiled for the caller's instructions
    pub(super) fn each(&self, kernel: &impl Kernel, group: &mut Group<'_, '_>) {
        let rows = self.stored.rows as usize;
        let mut blocks = self.lanes.chunks_exact(self.width.max(1));
        for first in (0..rows).step_by(LANES) {
            let block = if self.width == 0 { &[] } else { blocks.next().unwrap_or(&[]) };
            let lanes = LANES.min(rows - first);
            for (query, nearest) in group.iter_mut() {
                let mut ranks = [0u32; LANES];
                if !query.is_empty() && kernel.numbers(block, query, nearest.limit(), &mut ranks) {
                    let query_codes = query.get(self.stored.query_words..).unwrap_or(&[]);
                    self.offer(first, ranks.get(..lanes).unwrap_or(&[]), query_codes, nearest, kernel);
                }
            }
        }
    }

    /// Offers the rows of a block in their order.
    fn offer(&self, first: usize, ranks: &[u32], query_codes: &[u32], nearest: &mut Nearest<'_>, kernel: &impl Kernel) {
        let mut row_codes = self.stored.codes.get(first.saturating_mul(self.stored.code_bytes)..).unwrap_or(&[]);
        #[allow(clippy::cast_possible_truncation)] // rows are counted in 32 bits
        for (index, &rank) in (first as u32..).zip(ranks) {
            let (these, later) = row_codes.split_at_checked(self.stored.code_bytes).unwrap_or((&[], &[]));
            row_codes = later;
            if rank >= nearest.limit() {
                continue;
            }
            let rank = kernel.codes(rank, query_codes, these, nearest.limit());
            nearest.offer(Neighbor { rank, row: self.stored.number_of(index) });
        }
    }
}

/// Folds in the numbers of a block, from zero; false once every lane has reached `limit`.
#[inline(always)] // compiled for the caller's instructions
fn fold_lanes<N: Amount + Default>(
    fold: &impl Fold<N>,
    mut query: impl Iterator<Item = N>,
    block: &[[u32; LANES]],
    limit: u32,
    ranks: &mut [u32; LANES],
) -> bool {
    let mut sums = [N::default(); LANES];
    for rows in block.chunks(CHUNK) {
        for (row, q) in rows.iter().zip(&mut query) {
            for (sum, &s) in sums.iter_mut().zip(row) {
                *sum = fold.number(*sum, q, N::from_word(s));
            }
        }
        let mut least = u32::MAX;
        for (rank, sum) in ranks.iter_mut().zip(&sums) {
            *rank = sum.rank();
            least = least.min(*rank);
        }
        if least >= limit {
            return false;
        }
    }
    true
}
