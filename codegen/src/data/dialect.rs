//! The special characters of a CSV file.

use crate::data::Quote;

/// The special characters of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    pub(super) quote: Option<u8>,
    pub(super) comment: Option<u8>,
    pub(super) decimal_comma: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { delimiter: b',', quote: Quote::default().byte(), comment: None, decimal_comma: false }
    }
}

impl Dialect {
    /// Returns whether a byte is white space around a cell: a space or a tab that is not the delimiter.
    pub(super) fn is_blank(self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t') && byte != self.delimiter
    }
}
