//! Sizes of buckets and of the kd-tree, and the margin that keeps their bounds safe from rounding.

/// Rows of a bucket that share a bound.
pub const GROUP: u32 = 8;

/// The most buckets of a model. The search keeps the distances of their centers on the stack.
pub const MAX_BUCKETS: usize = 32;

/// Rows of a leaf of the kd-tree.
pub const LEAF: u32 = 16;

/// The most leaves of a kd-tree: the search keeps their indices in 16 bits.
pub const MAX_LEAVES: u32 = 0xFFFF;

/// Returns the number of leaves of `rows` rows.
///
/// # Examples
/// ```
/// use nearkin::format::layout::search_index::{LEAF, leaves};
///
/// assert_eq!((leaves(LEAF), leaves(LEAF + 1)), (1, 2));
/// ```
#[must_use]
pub const fn leaves(rows: u32) -> u32 {
    rows.div_ceil(LEAF)
}

/// Largest relative error of a Euclidean distance between rows of `f32` storage.
///
/// A sum of n squares has a relative error of at most (n + 3) 2^-24, and its root half of that. The margin is more than
/// twice the error of the sum, which covers both distances of the triangle inequality and the rounding of the bound.
///
/// # Examples
/// ```
/// use nearkin::format::layout::search_index::rounding_margin;
///
/// assert_eq!(rounding_margin(4, 2), 24.0 * f32::EPSILON);
/// ```
#[must_use]
pub const fn rounding_margin(number_words: usize, code_bytes: usize) -> f32 {
    (number_words + 2 * code_bytes + 16) as f32 * f32::EPSILON
}
