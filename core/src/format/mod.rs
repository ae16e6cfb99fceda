//! The blob: header, one postcard message, tables. `FORMAT.md` is normative.
//!
//! Reading results in a decoded blob; [`Model`](crate::Model) checks the rules across its fields and tables.

mod crc;
mod decoded;
mod header;
pub mod layout;
mod message;
mod payload;

pub use crc::crc32;
pub(crate) use decoded::Decoded;
pub use header::{HEADER_BYTES, Header, MAGIC};
pub use payload::{Head, Payload, RowStorage, SECTIONS, Section, Vote, Weighting};

/// The version of the format that this crate reads and the host tool writes.
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
