//! The record of one input column, two words in flash.
//!
//! Word 0: kind (bits 0-1) and flags (bits 2-15), slot (bits 16-31). Word 1: first word of the
//! parameters (bits 0-23), policies (bits 24-31).
//!
//! # Examples
//! ```
//! # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
//! use nearkin::Model;
//! use nearkin::encode::column::{EXPANDED, IMPUTED, INDICATOR, INTEGERS, KIND, KNOWN_FLAGS, RECORD_WORDS, SCALED, SHARED, SLOTS};
//! use nearkin::format::Section;
//!
//! let model = Model::from_bytes(MODEL)?;
//! let payload = model.payload();
//! let records = payload.section(Section::Columns).expect("every model has columns") as usize;
//! let bits = |column: usize| {
//!     let at = 4 * (records + RECORD_WORDS * column);
//!     u16::from_le_bytes([payload.tables[at], payload.tables[at + 1]])
//! };
//! let (island, bill_length) = (bits(0), bits(1));
//! assert_eq!((island & KIND, bill_length & KIND), (1, 0)); // one-hot, and a number
//! assert_eq!(island & (EXPANDED | SCALED | INTEGERS | SLOTS | SHARED), 0); // stored as its code, a slot for each
//! assert_eq!(bill_length & (SCALED | IMPUTED | INDICATOR), SCALED | IMPUTED);
//! assert_eq!((island | bill_length) & !KNOWN_FLAGS, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::encode::category::Category;
use crate::encode::number::Number;

/// The bits of the kind: 0 number, 1 one-hot, 2 table, 3 hash.
pub const KIND: u16 = 3;
/// The column is stored as numbers (its outputs), not as a code.
pub const EXPANDED: u16 = 1 << 2;
/// A scaler (numeric) or scaled slot values (one-hot) are there.
pub const SCALED: u16 = 1 << 3;
/// A missing number is replaced.
pub const IMPUTED: u16 = 1 << 4;
/// A missing-value indicator follows the number.
pub const INDICATOR: u16 = 1 << 5;
/// The vocabulary is of integers.
pub const INTEGERS: u16 = 1 << 6;
/// The slots of a one-hot column are listed.
pub const SLOTS: u16 = 1 << 7;
/// The outputs are added to an earlier column's (hashing with shared buckets).
pub const SHARED: u16 = 1 << 8;
/// All flags that this version knows.
pub const KNOWN_FLAGS: u16 = (1 << 9) - 1;

/// The bits of word 1 that hold the first word of the parameters.
pub(crate) const PLACE: u32 = 0x00FF_FFFF;

/// Words of a column record.
pub const RECORD_WORDS: usize = 2;

/// What was asked for a missing or an unknown cell; for display, the parameters hold what it comes to.
///
/// # Examples
/// ```
/// use nearkin::encode::Policy;
///
/// assert_eq!(Policy::from_bits(4), Some(Policy::Mean));
/// assert_eq!(Policy::from_bits(10), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Policy {
    /// The cell is refused.
    Error = 0,
    /// The encoder's own value, such as the prior or all zeros.
    Value = 1,
    /// As a missing cell.
    Missing = 2,
    /// An output of its own.
    Indicator = 3,
    /// The mean.
    Mean = 4,
    /// The median.
    Median = 5,
    /// The most frequent value.
    MostFrequent = 6,
    /// A given value.
    Constant = 7,
    /// A level of its own.
    Level = 8,
    /// Such rows were dropped at fit; later ones are refused.
    Drop = 9,
}

impl Policy {
    /// The policy of a 4-bit number.
    #[must_use]
    pub fn from_bits(bits: u32) -> Option<Self> {
        const ALL: [Policy; 10] = [
            Policy::Error,
            Policy::Value,
            Policy::Missing,
            Policy::Indicator,
            Policy::Mean,
            Policy::Median,
            Policy::MostFrequent,
            Policy::Constant,
            Policy::Level,
            Policy::Drop,
        ];
        ALL.get(bits as usize).copied()
    }
}

/// A column's parameters by its kind.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Kind<'a> {
    /// A number.
    Number(Number),
    /// A category: one-hot, table or hash.
    Category(Category<'a>),
}

/// One input column.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::Model;
/// use nearkin::encode::{Column, Kind, Policy};
///
/// let model = Model::from_bytes(MODEL)?;
/// let bill: Column<'_> = model.column(1).ok_or("six columns")?;
/// assert!(matches!(bill.kind, Kind::Number(_)));
/// assert_eq!((bill.width(), bill.missing), (1, Policy::Mean));
/// assert!(model.column(6).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Column<'a> {
    /// Its parameters.
    pub kind: Kind<'a>,
    /// Whether it is stored as numbers.
    pub expanded: bool,
    /// Its first stored number, or its place among the stored codes.
    pub slot: u16,
    /// What was asked for missing cells.
    pub missing: Policy,
    /// What was asked for unknown categories.
    pub unknown: Policy,
}

/// A column's record, taken apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Record<'a> {
    pub(crate) flags: u16,
    pub(crate) slot: u16,
    pub(crate) policies: u32,
    /// The tables from the column's first parameter on.
    pub(crate) parameters: &'a [u32],
}

impl<'a> Record<'a> {
    #[inline]
    pub(crate) fn read(tables: &'a [u32], [head, place]: [u32; RECORD_WORDS]) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation)] // the two halves of a word
        let (flags, slot) = (head as u16, (head >> 16) as u16);
        Some(Self { flags, slot, policies: place >> 24, parameters: tables.get((place & PLACE) as usize..)? })
    }
}

impl<'a> Column<'a> {
    /// Reads the record; `None` when something lies outside the tables or is not known.
    #[inline(never)]
    pub(crate) fn read(tables: &'a [u32], record: [u32; RECORD_WORDS], integer: bool) -> Option<Self> {
        let Record { flags, slot, policies, mut parameters } = Record::read(tables, record)?;
        if flags & !KNOWN_FLAGS != 0 {
            return None;
        }
        let kind = match flags & KIND {
            0 => Kind::Number(Number::read(&mut parameters, flags, integer)?),
            kind => Kind::Category(Category::read(tables, &mut parameters, kind, flags, integer)?),
        };
        Some(Self {
            kind,
            expanded: flags & EXPANDED != 0 || flags & KIND == 0,
            slot,
            missing: Policy::from_bits(policies & 15)?,
            unknown: Policy::from_bits(policies >> 4)?,
        })
    }

    /// Number of encoded outputs.
    #[must_use]
    pub fn width(&self) -> usize {
        match &self.kind {
            Kind::Number(number) => number.width(),
            Kind::Category(category) => usize::from(category.width),
        }
    }
}
