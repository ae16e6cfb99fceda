//! Sizes, bits and orders of the tables, as `FORMAT.md` defines them.
//!
//! The reader (this crate) and the writer (`nearkin-codegen`) both use these definitions.

pub mod coded_record;
pub mod column_record;
pub mod search_index;

/// Order in which the four bytes of a word hold the numbers of an `I8` row: byte `i` is number `BYTE_ORDER[i]`.
///
/// The order suits UXTB16, which extracts bytes 0 and 2 of a word as one pair.
pub const BYTE_ORDER: [usize; 4] = [0, 2, 1, 3];

/// Returns the bytes of each row's class in [`Section::Targets`](crate::format::Section::Targets).
///
/// # Examples
/// ```
/// use nearkin::format::layout::class_bytes;
///
/// assert_eq!((class_bytes(256), class_bytes(257)), (1, 2));
/// ```
#[must_use]
pub const fn class_bytes(classes: usize) -> usize {
    if classes <= 256 { 1 } else { 2 }
}

/// Returns the words of the classes of `rows` rows.
pub(crate) const fn class_words(rows: usize, classes: u16) -> usize {
    match class_bytes(classes as usize) {
        1 => rows.div_ceil(4),
        _ => rows.div_ceil(2),
    }
}
