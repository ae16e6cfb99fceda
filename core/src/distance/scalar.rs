//! The number type that a search sums: `f32`, or `i32` for integer storage.

use crate::distance::rank::LAST;
use crate::view;

/// The sum of a search.
pub(crate) trait Scalar: Copy {
    /// The type of a table's outputs.
    type Output: Copy + Into<Self>;
    /// Views words of a table as outputs.
    fn outputs(words: &[u32]) -> &[Self::Output];
    /// Reads a word of a table.
    fn from_word(word: u32) -> Self;
    /// Returns the order-preserving rank of a sum that is not negative.
    fn rank(self) -> u32;
}

impl Scalar for f32 {
    type Output = f32;

    fn outputs(words: &[u32]) -> &[f32] {
        view::floats(words)
    }

    fn from_word(word: u32) -> Self {
        Self::from_bits(word)
    }

    #[inline]
    fn rank(self) -> u32 {
        // The bits of non-negative floats are ordered like the floats: an integer comparison replaces one in soft float.
        self.to_bits().min(LAST)
    }
}

impl Scalar for i32 {
    type Output = i16;

    fn outputs(words: &[u32]) -> &[i16] {
        view::shorts(words)
    }

    fn from_word(word: u32) -> Self {
        word.cast_signed()
    }

    #[inline]
    fn rank(self) -> u32 {
        self.cast_unsigned()
    }
}
