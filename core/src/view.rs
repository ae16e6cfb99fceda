//! Views of flash: words as floats and small integers, without copying.
//!
//! The only code that depends on alignment and byte order.

#[cfg(target_endian = "big")]
compile_error!("nearkin reads little-endian tables in place; big-endian targets are not supported");

/// Views bytes as words; `None` if they are not aligned or not whole words.
pub(crate) fn words(bytes: &[u8]) -> Option<&[u32]> {
    bytemuck::try_cast_slice(bytes).ok()
}

/// Views words as floats.
pub(crate) const fn floats(words: &[u32]) -> &[f32] {
    bytemuck::must_cast_slice(words)
}

/// Views words as signed integers.
pub(crate) const fn ints(words: &[u32]) -> &[i32] {
    bytemuck::must_cast_slice(words)
}

/// Views words as pairs of 16-bit integers, low half first.
pub(crate) const fn shorts(words: &[u32]) -> &[i16] {
    bytemuck::must_cast_slice(words)
}

/// Views words as pairs of unsigned 16-bit integers, low half first.
pub(crate) const fn halves(words: &[u32]) -> &[u16] {
    bytemuck::must_cast_slice(words)
}

/// Views words as bytes, lowest first.
pub(crate) const fn bytes(words: &[u32]) -> &[u8] {
    bytemuck::must_cast_slice(words)
}

/// Views writable words as floats.
pub(crate) fn floats_mut(words: &mut [u32]) -> &mut [f32] {
    bytemuck::must_cast_slice_mut(words)
}

/// Views writable words as 16-bit integers, low half first.
pub(crate) fn shorts_mut(words: &mut [u32]) -> &mut [i16] {
    bytemuck::must_cast_slice_mut(words)
}

/// Returns `len` words from `at`; `None` if they are not inside the tables.
pub(crate) const fn span(tables: &[u32], at: u32, len: usize) -> Option<&[u32]> {
    let Some((_, mut rest)) = tables.split_at_checked(at as usize) else { return None };
    take(&mut rest, len)
}

/// Returns the first `len` words and advances `rest` past them.
pub(crate) const fn take<'a>(rest: &mut &'a [u32], len: usize) -> Option<&'a [u32]> {
    let Some((taken, later)) = rest.split_at_checked(len) else { return None };
    *rest = later;
    Some(taken)
}

/// Row numbers in flash, each with as many bits as the largest needs, lowest bits first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowNumbers<'a> {
    words: &'a [u32],
    bits: u32,
}

impl<'a> RowNumbers<'a> {
    /// Returns the bits of a number below `limit`.
    pub(crate) const fn bits(limit: u32) -> u32 {
        u32::BITS - limit.saturating_sub(1).leading_zeros()
    }

    /// Returns the words of `count` numbers below `limit`; `None` if they do not fit in memory.
    pub(crate) const fn words(count: usize, limit: u32) -> Option<usize> {
        match count.checked_mul(Self::bits(limit) as usize) {
            Some(bits) => Some(bits.div_ceil(32)),
            None => None,
        }
    }

    /// Reads `count` numbers below `limit` and advances `rest` past them.
    pub(crate) const fn take(rest: &mut &'a [u32], count: usize, limit: u32) -> Option<Self> {
        let Some(words) = Self::words(count, limit) else { return None };
        let Some(words) = take(rest, words) else { return None };
        Some(Self { words, bits: Self::bits(limit) })
    }

    /// Returns the number at `index`; 0 past the end.
    pub(crate) fn get(self, index: u32) -> u32 {
        let bit = (index as usize).wrapping_mul(self.bits as usize);
        let word = |at: usize| self.words.get(at).copied().unwrap_or(0);
        #[expect(clippy::cast_possible_truncation, reason = "the remainder is below 32")]
        let (at, shift) = (bit / 32, (bit % 32) as u32);
        let low = word(at) >> shift;
        let high = if shift + self.bits > 32 { word(at + 1) << (32 - shift) } else { 0 };
        let mask = if self.bits >= 32 { u32::MAX } else { (1 << self.bits) - 1 };
        (low | high) & mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_numbers_take_only_the_bits_they_need() {
        // 5, 1, 4 below 6: three bits each, 101 001 100 from the lowest.
        let words = [0b100_001_101];
        let numbers = RowNumbers::take(&mut &words[..], 3, 6).unwrap();
        assert_eq!([numbers.get(0), numbers.get(1), numbers.get(2)], [5, 1, 4]);
        assert_eq!(RowNumbers::bits(1), 0);
        assert_eq!(RowNumbers::bits(1 << 16), 16);
        assert_eq!(RowNumbers::words(1000, 1000), Some(313));
    }

    #[test]
    fn a_number_may_lie_across_two_words() {
        let words = [0xABCD_0000, 0x0000_0012];
        let numbers = RowNumbers { words: &words, bits: 20 };
        // Bits 20 to 39: the upper 12 of the first word, the lower 8 of the second.
        assert_eq!(numbers.get(1), 0x1_2ABC);
    }
}
