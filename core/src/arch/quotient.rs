//! Division on chips that have an instruction for it.

/// Returns `product / factor` for a multiple of `factor`; 0 for a factor of 0.
#[inline]
pub(crate) fn exact_quotient(product: usize, factor: usize) -> usize {
    product.checked_div(factor).unwrap_or(0)
}
