//! The record of a column that is stored as a code: three words.
//!
//! Word 0: flags (bits 0-2), width of a table (bits 16-31).
//! Word 1: the weight of a level, or the first word of the weights or of the table.
//! Word 2: number of codes that have that weight, the others have none (bits 0-15); number of codes (bits 16-31).

/// Words of a record.
pub const WORDS: usize = 3;

/// A code has two bytes.
pub const WIDE_CODE: u32 = 1;
/// Each code has a row of outputs in a table.
pub const TABLE: u32 = 2;
/// Each code has its own weight.
pub const BY_LEVEL: u32 = 4;

/// Returns the bytes of a code in a row, for a column of `codes` codes.
///
/// # Examples
/// ```
/// use nearkin::format::layout::coded_record::code_bytes;
///
/// assert_eq!((code_bytes(256), code_bytes(257)), (1, 2));
/// ```
#[must_use]
pub const fn code_bytes(codes: u32) -> usize {
    if codes <= 256 { 1 } else { 2 }
}
