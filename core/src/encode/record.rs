//! The record of an input column, split into its fields.

use crate::format::layout::column_record::{PARAMETERS, POLICIES_SHIFT, WORDS};

/// The fields of a column's record.
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
    pub(crate) fn read(tables: &'a [u32], [head, word]: [u32; WORDS]) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of a word")]
        let (flags, slot) = (head as u16, (head >> 16) as u16);
        Some(Self {
            flags,
            slot,
            policies: word >> POLICIES_SHIFT,
            parameters: tables.get((word & PARAMETERS) as usize..)?,
        })
    }
}

/// How a missing or an unknown cell is treated. Only for display: the parameters contain the resulting codes and values.
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
    /// Treated as a missing cell.
    Missing = 2,
    /// A separate output.
    Indicator = 3,
    /// The mean.
    Mean = 4,
    /// The median.
    Median = 5,
    /// The most frequent value.
    MostFrequent = 6,
    /// A given value.
    Constant = 7,
    /// A separate level.
    Level = 8,
    /// Such rows were dropped from the training data and are refused later.
    Drop = 9,
}

impl Policy {
    /// Returns the policy of a 4-bit number.
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
