//! Views of flash: words as floats and small integers, without copying.
//!
//! The only place that knows about alignment and byte order.

#[cfg(target_endian = "big")]
compile_error!("nearkin reads little-endian tables in place; big-endian targets are not supported");

/// Sees bytes as words; `None` when they are not aligned or not whole words.
pub(crate) fn words(bytes: &[u8]) -> Option<&[u32]> {
    bytemuck::try_cast_slice(bytes).ok()
}

/// Sees words as floats.
pub(crate) fn floats(words: &[u32]) -> &[f32] {
    bytemuck::must_cast_slice(words)
}

/// Sees words as signed integers.
pub(crate) fn ints(words: &[u32]) -> &[i32] {
    bytemuck::must_cast_slice(words)
}

/// Sees words as pairs of 16-bit integers, low half first.
pub(crate) fn shorts(words: &[u32]) -> &[i16] {
    bytemuck::must_cast_slice(words)
}

/// Sees words as pairs of unsigned 16-bit integers, low half first.
pub(crate) fn halves(words: &[u32]) -> &[u16] {
    bytemuck::must_cast_slice(words)
}

/// Sees words as signed bytes, lowest first.
pub(crate) fn signed_bytes(words: &[u32]) -> &[i8] {
    bytemuck::must_cast_slice(words)
}

/// Sees words as bytes, lowest first.
pub(crate) fn bytes(words: &[u32]) -> &[u8] {
    bytemuck::must_cast_slice(words)
}

/// Sees writable words as floats.
pub(crate) fn floats_mut(words: &mut [u32]) -> &mut [f32] {
    bytemuck::must_cast_slice_mut(words)
}

/// Sees writable words as 16-bit integers, low half first.
pub(crate) fn shorts_mut(words: &mut [u32]) -> &mut [i16] {
    bytemuck::must_cast_slice_mut(words)
}

/// Gives `len` words from `at`; `None` when they do not lie inside.
pub(crate) fn span(tables: &[u32], at: u32, len: usize) -> Option<&[u32]> {
    let at = at as usize;
    tables.get(at..at.checked_add(len)?)
}

/// Gives the first `len` words and moves `rest` behind them.
pub(crate) fn take<'a>(rest: &mut &'a [u32], len: usize) -> Option<&'a [u32]> {
    let (taken, later) = rest.split_at_checked(len)?;
    *rest = later;
    Some(taken)
}

/// Row numbers in flash, two bytes each where that is enough.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RowNumbers<'a> {
    Short(&'a [u16]),
    Long(&'a [u32]),
}

impl<'a> RowNumbers<'a> {
    /// Words that `count` numbers below `limit` take.
    pub(crate) fn words(count: usize, limit: u32) -> usize {
        if limit <= 1 << 16 { count.div_ceil(2) } else { count }
    }

    /// Reads `count` numbers below `limit`.
    pub(crate) fn read(words: &'a [u32], count: usize, limit: u32) -> Option<Self> {
        if limit <= 1 << 16 { halves(words).get(..count).map(Self::Short) } else { words.get(..count).map(Self::Long) }
    }

    pub(crate) fn get(self, index: usize) -> Option<u32> {
        match self {
            Self::Short(numbers) => numbers.get(index).map(|&number| u32::from(number)),
            Self::Long(numbers) => numbers.get(index).copied(),
        }
    }
}
