//! Products over lanes: dot and cosine, each lane summed in stored order.

use crate::distance::{cosine_of, norm, ordered};
use crate::model::batch::kernel::{BlockKernel, PAIR, least};
use crate::model::batch::{Batch, LANES};
use crate::view;

/// Ranks by dot product.
pub(super) struct Dots<'b> {
    pub(super) batch: &'b Batch<'b>,
}

/// Ranks by cosine; the norms of the rows follow their numbers.
pub(super) struct Cosines<'b> {
    pub(super) batch: &'b Batch<'b>,
}

impl BlockKernel for Dots<'_> {
    #[inline(always)] // compiled for the caller's instructions
    fn ranks(
        &self,
        block: &[[u32; LANES]],
        queries: [&[u32]; PAIR],
        limits: [u32; PAIR],
        ranks: &mut [[u32; LANES]; PAIR],
    ) -> [bool; PAIR] {
        let sums = dots(block, queries.map(|query| view::floats(self.batch.numbers_of(query))));
        for (ranks, sums) in ranks.iter_mut().zip(&sums) {
            for (rank, &sum) in ranks.iter_mut().zip(sums) {
                *rank = ordered(-sum);
            }
        }
        below(ranks, limits)
    }
}

impl BlockKernel for Cosines<'_> {
    #[inline(always)] // compiled for the caller's instructions
    fn ranks(
        &self,
        block: &[[u32; LANES]],
        queries: [&[u32]; PAIR],
        limits: [u32; PAIR],
        ranks: &mut [[u32; LANES]; PAIR],
    ) -> [bool; PAIR] {
        let queries = queries.map(|query| view::floats(self.batch.numbers_of(query)));
        let sums = dots(block, queries);
        let norms = block.get(self.batch.layout.numbers).copied().unwrap_or([0; LANES]);
        for ((ranks, sums), query) in ranks.iter_mut().zip(&sums).zip(queries) {
            let query = norm(query);
            for ((rank, &sum), &stored) in ranks.iter_mut().zip(sums).zip(&norms) {
                *rank = cosine_of(sum, query, f32::from_bits(stored));
            }
        }
        below(ranks, limits)
    }
}

/// Returns the dot products of two queries with the rows of a block.
#[inline(always)] // compiled for the caller's instructions
fn dots(block: &[[u32; LANES]], [first, second]: [&[f32]; PAIR]) -> [[f32; LANES]; PAIR] {
    let (mut firsts, mut seconds) = ([0.0f32; LANES], [0.0f32; LANES]);
    for ((row, &a), &b) in block.iter().zip(first).zip(second) {
        // Two loops, as the compiler keeps their sums in registers.
        for (sum, &stored) in firsts.iter_mut().zip(row) {
            *sum += a * f32::from_bits(stored);
        }
        for (sum, &stored) in seconds.iter_mut().zip(row) {
            *sum += b * f32::from_bits(stored);
        }
    }
    [firsts, seconds]
}

/// For each query, whether a lane is below its limit.
#[inline(always)] // compiled for the caller's instructions
fn below(ranks: &[[u32; LANES]; PAIR], [first, second]: [u32; PAIR]) -> [bool; PAIR] {
    [least(&ranks[0]) < first, least(&ranks[1]) < second]
}
