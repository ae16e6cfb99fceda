//! The blob: header, one postcard message, tables. `FORMAT.md` is normative.
//!
//! Checks run in a fixed order: alignment, length, magic, version, checksum, decoding, trailing bytes,
//! shapes and ranges, finiteness. Each has its own error.

mod crc;
mod header;
mod message;
mod payload;

pub use crc::crc32;
pub use header::{HEADER_BYTES, Header, MAGIC};
pub use payload::{Head, Payload, SECTIONS, Section, Storage, Vote, Weighting};

use crate::error::LoadError;
use crate::model::Model;
use crate::view;

/// The version of the format that this crate reads and that its host tool writes.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::Model;
/// use nearkin::format::{FORMAT_VERSION, SECTIONS};
///
/// assert_eq!(u16::from_le_bytes([MODEL[4], MODEL[5]]), FORMAT_VERSION);
/// assert_eq!(Model::from_bytes(MODEL)?.payload().sections.len(), SECTIONS);
/// # Ok::<(), nearkin::LoadError>(())
/// ```
pub const FORMAT_VERSION: u16 = 1;

/// Reads a blob up to its tables; shapes and ranges are checked by `model::validate`.
pub(crate) fn read(bytes: &[u8]) -> Result<Model<'_>, LoadError> {
    // An address is only known to be aligned when a view of words succeeds.
    let aligned = bytes.get(..bytes.len() & !3).unwrap_or(&[]);
    if view::words(aligned).is_none() {
        return Err(LoadError::Misaligned);
    }
    let payload = Header::read(bytes)?;
    let (message, rest) = message::take(payload).ok_or(LoadError::Malformed)?;
    if !rest.is_empty() {
        return Err(LoadError::TrailingBytes { count: u32::try_from(rest.len()).unwrap_or(u32::MAX) });
    }
    let words =
        view::words(message.tables).ok_or(LoadError::Invalid { rule: crate::error::Rule::TablesAligned, at: 0 })?;
    Ok(Model::unchecked(message, words))
}
