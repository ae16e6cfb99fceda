//! The parameters of an input column, read from its record.

use crate::encode::category::Category;
use crate::encode::number::Number;
use crate::encode::record::{Policy, Record};
use crate::format::Decoded;
use crate::format::layout::column_record::{EXPANDED, KIND, KNOWN_FLAGS, WORDS};

/// A column's parameters by its kind.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum InputKind<'a> {
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
/// use nearkin::encode::{InputColumn, InputKind, Policy};
///
/// let model = Model::from_bytes(MODEL)?;
/// let bill: InputColumn<'_> = model.column(1).ok_or("six columns")?;
/// assert!(matches!(bill.kind, InputKind::Number(_)));
/// assert_eq!((bill.width(), bill.missing), (1, Policy::Mean));
/// assert!(model.column(6).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct InputColumn<'a> {
    /// Its parameters.
    pub kind: InputKind<'a>,
    /// Whether it is stored as numbers.
    pub expanded: bool,
    /// Index of its first stored number, or of its code among the stored codes.
    pub slot: u16,
    /// The policy for missing cells.
    pub missing: Policy,
    /// The policy for unknown categories.
    pub unknown: Policy,
}

impl<'a> InputColumn<'a> {
    /// Reads the record; `None` if anything is outside the tables or unknown.
    #[inline(never)]
    pub(crate) fn read(decoded: &Decoded<'a>, record: [u32; WORDS]) -> Option<Self> {
        let (tables, integer) = (decoded.tables(), decoded.payload().storage.integer().is_some());
        let Record { flags, slot, policies, mut parameters } = Record::read(tables, record)?;
        if flags & !KNOWN_FLAGS != 0 {
            return None;
        }
        let kind = match flags & KIND {
            0 => InputKind::Number(Number::read(&mut parameters, flags, integer)?),
            kind => InputKind::Category(Category::read(tables, &mut parameters, kind, flags, integer)?),
        };
        Some(Self {
            kind,
            expanded: flags & EXPANDED != 0 || flags & KIND == 0,
            slot,
            missing: Policy::from_bits(policies & 15)?,
            unknown: Policy::from_bits(policies >> 4)?,
        })
    }

    /// Returns the number of encoded outputs.
    #[must_use]
    pub fn width(&self) -> usize {
        match &self.kind {
            InputKind::Number(number) => number.width(),
            InputKind::Category(category) => usize::from(category.width),
        }
    }
}
