//! Ranks by products of rows: cosine and dot.

use crate::distance::rank::{LAST, ordered};
use crate::distance::scalar::Scalar;
use crate::math;

/// Returns the rank of the cosine distance of two rows.
pub(crate) fn cosine(query: &[f32], stored: &[f32]) -> u32 {
    let (mut dot, mut query_square, mut stored_square) = (0.0f32, 0.0f32, 0.0f32);
    for (&q, &s) in query.iter().zip(stored) {
        dot += q * s;
        query_square += q * q;
        stored_square += s * s;
    }
    cosine_of(dot, math::exact_sqrt(query_square), math::exact_sqrt(stored_square))
}

/// Returns the norm of a row, as [`cosine`] computes it.
#[inline(always)] // compiled for the batch's instructions
pub(crate) fn norm(row: &[f32]) -> f32 {
    let mut square = 0.0f32;
    for &x in row {
        square += x * x;
    }
    math::exact_sqrt(square)
}

/// Returns the rank of the cosine distance, given a dot product and two norms.
#[inline(always)] // compiled for the batch's instructions
pub(crate) fn cosine_of(dot: f32, query: f32, stored: f32) -> u32 {
    let distance = if query == 0.0 || stored == 0.0 { 1.0 } else { 1.0 - dot / (query * stored) };
    // Rounding may leave the range 0 to 2 by a few units in the last place; NaN (a query of huge numbers) ranks last.
    if distance.is_nan() { LAST } else { distance.clamp(0.0, 2.0).abs().rank() }
}

/// Returns the rank of the dot product of two rows: the larger the product, the smaller the rank.
pub(crate) fn dot(query: &[f32], stored: &[f32]) -> u32 {
    let mut sum = 0.0f32;
    for (&q, &s) in query.iter().zip(stored) {
        sum += q * s;
    }
    ordered(-sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosine_with_a_zero_row_is_one() {
        assert_eq!(cosine(&[0.0, 0.0], &[1.0, 2.0]), 1.0f32.to_bits());
        assert_eq!(cosine(&[1.0, 2.0], &[2.0, 4.0]), 0.0f32.to_bits());
        assert_eq!(cosine(&[1.0, 0.0], &[-1.0, 0.0]), 2.0f32.to_bits());
    }

    #[test]
    fn a_larger_product_has_a_smaller_rank() {
        let rank = |stored: &[f32]| dot(&[1.0, 2.0], stored);
        assert!(rank(&[3.0, 3.0]) < rank(&[1.0, 1.0]) && rank(&[1.0, 1.0]) < rank(&[-1.0, 0.0]));
        assert_eq!(rank(&[f32::NAN, 0.0]), LAST);
    }
}
