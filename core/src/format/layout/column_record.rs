//! The record of an input column: two words.
//!
//! Word 0: kind (bits 0-1), flags (bits 2-15), slot (bits 16-31).
//! Word 1: first word of the parameters (bits 0-23), policies (bits 24-31).

/// Words of a record.
pub const WORDS: usize = 2;

/// The bits of the kind: 0 number, 1 one-hot, 2 table, 3 hash.
pub const KIND: u16 = 3;
/// The column is stored as numbers (its outputs), not as a code.
pub const EXPANDED: u16 = 1 << 2;
/// The parameters include a scaler (numeric) or scaled slot values (one-hot).
pub const SCALED: u16 = 1 << 3;
/// A missing number is replaced.
pub const IMPUTED: u16 = 1 << 4;
/// A missing-value indicator follows the number.
pub const INDICATOR: u16 = 1 << 5;
/// The vocabulary consists of integers.
pub const INTEGERS: u16 = 1 << 6;
/// The slots of a one-hot column are listed.
pub const SLOTS: u16 = 1 << 7;
/// The outputs are added to those of an earlier column (hashing with shared buckets).
pub const SHARED: u16 = 1 << 8;
/// All flags that this version knows.
pub const KNOWN_FLAGS: u16 = (1 << 9) - 1;

/// The bits of word 1 that hold the first word of the parameters.
pub const PARAMETERS: u32 = 0x00FF_FFFF;
/// First bit of the policies in word 1: four bits for missing cells, then four for unknown categories.
pub const POLICIES_SHIFT: u32 = 24;
