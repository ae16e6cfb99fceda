//! Division of multiples on chips without a division instruction: multiplication by the inverse modulo 2^32.

/// Returns `product / factor` for a multiple of `factor`, both below 2^32.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "only built for chips with 32-bit words")]
pub(crate) fn exact_quotient(product: usize, factor: usize) -> usize {
    let (product, factor) = (product as u32, factor as u32);
    let even = factor.trailing_zeros();
    let odd = factor.wrapping_shr(even);
    // Correct in 5 bits; each Newton step doubles them.
    let mut inverse = odd.wrapping_mul(3) ^ 2;
    for _ in 0..3 {
        inverse = inverse.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    product.wrapping_shr(even).wrapping_mul(inverse) as usize
}
