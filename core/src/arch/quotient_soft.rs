//! Division of multiples without an instruction for it: a product with the inverse, modulo 2^32.

/// Gives `product / factor` for a multiple of `factor`, both below 2^32.
#[inline]
#[allow(clippy::cast_possible_truncation)] // where it is used a word has 32 bits
pub(crate) fn exact_quotient(product: usize, factor: usize) -> usize {
    let (product, factor) = (product as u32, factor as u32);
    let even = factor.trailing_zeros();
    let odd = factor.wrapping_shr(even);
    // Right in 5 bits; each step doubles them (Newton's).
    let mut inverse = odd.wrapping_mul(3) ^ 2;
    for _ in 0..3 {
        inverse = inverse.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    product.wrapping_shr(even).wrapping_mul(inverse) as usize
}
