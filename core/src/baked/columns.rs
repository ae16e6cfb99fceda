//! The columns of a baked model: from typed cells to the stored form of a query, or to encoded outputs.

use crate::encode::{Affine, Category, CodeOutputs, HashAlgorithm, Lookup, Number};
use crate::error::InputError;
use crate::{Flags, Value, view};

/// A numeric column whose scaled number is written.
///
/// # Examples
/// ```
/// use nearkin::baked::{NumberColumn, encode_numbers, fill_numbers};
/// use nearkin::encode::Affine;
/// use nearkin::{Flags, InputError};
///
/// let scaler = Some(Affine { offset: 10.0, scale: 0.5 });
/// let columns = [NumberColumn { scaler, imputed: None, column: 3, slot: 1 }];
/// let (mut out, mut query, mut flags) = ([0.0; 2], [0; 2], Flags::default());
/// encode_numbers(&columns, [14.0], &mut out, &mut flags)?;
/// assert_eq!(out, [0.0, 2.0]);
/// fill_numbers(&columns, [14.0], &mut query, &mut flags)?;
/// assert_eq!(f32::from_bits(query[1]), 2.0);
/// let refused = encode_numbers(&columns, [f32::NAN], &mut out, &mut flags);
/// assert_eq!(refused, Err(InputError::Missing { column: 3 }));
/// # Ok::<(), InputError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NumberColumn {
    /// Its scaler.
    pub scaler: Option<Affine>,
    /// The replacement of a missing value; `None` refuses missing values.
    pub imputed: Option<f32>,
    /// Its index in a row.
    pub column: u16,
    /// The slot for its number.
    pub slot: u16,
}

/// A numeric column whose stored integer is written.
///
/// # Examples
/// ```
/// use nearkin::baked::{IntegerColumn, fill_integers};
/// use nearkin::encode::Affine;
/// use nearkin::{Flags, InputError};
///
/// let quantizer = Affine { offset: 10.0, scale: 2.0 };
/// let columns = [IntegerColumn { quantizer, imputed: Some(10.0), column: 0, slot: 0 }];
/// let (mut query, mut flags) = ([0; 2], Flags::default());
/// fill_integers(&columns, [13.0], 100, &mut query, &mut flags)?;
/// assert_eq!(query[0] & 0xFFFF, 6);
/// fill_integers(&columns, [1000.0], 100, &mut query, &mut flags)?;
/// assert!(query[0] & 0xFFFF == 100 && flags.is_outside());
/// # Ok::<(), InputError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IntegerColumn {
    /// From the raw number to the stored integer.
    pub quantizer: Affine,
    /// The replacement of a missing value; `None` refuses missing values.
    pub imputed: Option<f32>,
    /// Its index in a row.
    pub column: u16,
    /// The slot for its number.
    pub slot: u16,
}

/// The indicator of a numeric column: a separate number that indicates whether the cell is missing.
///
/// # Examples
/// ```
/// use nearkin::baked::{IndicatorColumn, encode_indicators, fill_integer_indicators, fill_number_indicators};
///
/// let (mut out, mut query) = ([9.0; 2], [0; 2]);
/// encode_indicators(&[IndicatorColumn { cell: 2, slot: 1, outputs: [-0.5, 3.0] }], [1.0, 2.0, f32::NAN], &mut out);
/// assert_eq!(out, [9.0, 3.0]);
/// fill_number_indicators(&[IndicatorColumn { cell: 0, slot: 1, outputs: [-0.5, 3.0] }], [1.0], &mut query);
/// assert_eq!(query.map(f32::from_bits), [0.0, -0.5]);
/// fill_integer_indicators(&[IndicatorColumn { cell: 0, slot: 1, outputs: [0, 7] }], [f32::INFINITY], &mut query);
/// assert_eq!(query[0], 7 << 16);
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndicatorColumn<T> {
    /// The index of the column's cell among the numeric cells.
    pub cell: u16,
    /// The slot for the indicator.
    pub slot: u16,
    /// The output for a cell that is present, and for a missing one.
    pub outputs: [T; 2],
}

/// The codes of a categorical column.
///
/// # Examples
/// ```
/// use nearkin::baked::{CategoryColumn, code, encode_category, fill_category};
/// use nearkin::encode::CodeOutputs;
/// use nearkin::{Flags, InputError};
///
/// let codes = CategoryColumn { levels: 3, missing: None, unknown: Some(4), column: 0 };
/// let mut flags = Flags::default();
/// assert_eq!(code(codes, Some(2), &mut flags)?, 2);
/// assert_eq!(code(codes, Some(3), &mut flags)?, 4);
/// assert!(flags.has_unknown());
/// assert_eq!(code(codes, None, &mut flags), Err(InputError::Missing { column: 0 }));
///
/// let outputs = CodeOutputs::OneHot { slots: None, scaled: None, stored: &[] };
/// let (mut out, mut query) = ([9.0; 3], [9; 3]);
/// encode_category(outputs, false, 2, &mut out);
/// assert_eq!(out, [0.0, 0.0, 1.0]);
/// fill_category(outputs, false, 2, &mut query, 0, 3);
/// assert_eq!(query.map(f32::from_bits), [0.0, 0.0, 1.0]);
/// # Ok::<(), InputError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CategoryColumn {
    /// Number of levels (buckets of a hash).
    pub levels: u16,
    /// The code of a missing cell; `None` refuses missing cells.
    pub missing: Option<u16>,
    /// The code of an unknown category; `None` refuses unknown categories.
    pub unknown: Option<u16>,
    /// The column's index in a row.
    pub column: u16,
}

/// Writes scaled numbers into a query of `f32` storage; a cell that is not finite is missing.
///
/// # Errors
/// [`InputError::Missing`] for a missing cell that its column refuses.
#[inline]
pub fn fill_numbers<const N: usize>(
    columns: &[NumberColumn; N],
    cells: [f32; N],
    query: &mut [u32],
    flags: &mut Flags,
) -> Result<(), InputError> {
    encode_numbers(columns, cells, view::floats_mut(query), flags)
}

/// Writes scaled numbers among encoded outputs; a cell that is not finite is missing.
///
/// # Errors
/// [`InputError::Missing`] for a missing cell that its column refuses.
#[inline]
pub fn encode_numbers<const N: usize>(
    columns: &[NumberColumn; N],
    cells: [f32; N],
    out: &mut [f32],
    flags: &mut Flags,
) -> Result<(), InputError> {
    for (column, cell) in columns.iter().zip(cells) {
        let number = Number { scaler: column.scaler, quantizer: None, imputed: column.imputed, indicator: None };
        let (value, _) = number.cell(Value::Number(cell), column.column, flags)?;
        let scaled = number.scaled(value, flags);
        write(out, column.slot, scaled);
    }
    Ok(())
}

/// Writes stored integers into a query of integer storage; a cell that is not finite is missing.
///
/// # Errors
/// [`InputError::Missing`] for a missing cell that its column refuses.
#[inline]
pub fn fill_integers<const N: usize>(
    columns: &[IntegerColumn; N],
    cells: [f32; N],
    bound: i16,
    query: &mut [u32],
    flags: &mut Flags,
) -> Result<(), InputError> {
    for (column, cell) in columns.iter().zip(cells) {
        let number = Number { scaler: None, quantizer: None, imputed: column.imputed, indicator: None };
        let (value, _) = number.cell(Value::Number(cell), column.column, flags)?;
        let (stored, clamped) = column.quantizer.quantize(value, bound);
        if clamped {
            flags.set(Flags::OUTSIDE);
        }
        write(view::shorts_mut(query), column.slot, stored);
    }
    Ok(())
}

/// Writes the indicators of numeric columns into a query of `f32` storage.
#[inline]
pub fn fill_number_indicators<const N: usize, const C: usize>(
    columns: &[IndicatorColumn<f32>; N],
    cells: [f32; C],
    query: &mut [u32],
) {
    encode_indicators(columns, cells, view::floats_mut(query));
}

/// Writes the indicators of numeric columns into a query of integer storage.
#[inline]
pub fn fill_integer_indicators<const N: usize, const C: usize>(
    columns: &[IndicatorColumn<i16>; N],
    cells: [f32; C],
    query: &mut [u32],
) {
    indicate(columns, cells, view::shorts_mut(query));
}

/// Writes the indicators of numeric columns among encoded outputs.
#[inline]
pub fn encode_indicators<const N: usize, const C: usize>(
    columns: &[IndicatorColumn<f32>; N],
    cells: [f32; C],
    out: &mut [f32],
) {
    indicate(columns, cells, out);
}

fn indicate<T: Copy, const C: usize>(columns: &[IndicatorColumn<T>], cells: [f32; C], out: &mut [T]) {
    for column in columns {
        let [there, missing] = column.outputs;
        let is_there = cells.get(usize::from(column.cell)).is_some_and(|cell| cell.is_finite());
        write(out, column.slot, if is_there { there } else { missing });
    }
}

/// Returns the code of a cell. `cell` is the index of a level, past the levels for an unknown category, `None` if missing.
///
/// # Errors
/// [`InputError::Missing`] and [`InputError::UnknownCategory`] if the column refuses them.
#[inline]
pub fn code(codes: CategoryColumn, cell: Option<u16>, flags: &mut Flags) -> Result<u16, InputError> {
    let column = codes.column;
    match cell {
        Some(code) if code < codes.levels => Ok(code),
        Some(_) => {
            flags.set(Flags::UNKNOWN);
            codes.unknown.ok_or(InputError::UnknownCategory { column })
        }
        None => {
            flags.set(Flags::MISSING);
            codes.missing.ok_or(InputError::Missing { column })
        }
    }
}

/// Writes the outputs of a code among encoded outputs.
#[inline]
pub fn encode_category(outputs: CodeOutputs<'_>, shared: bool, code: u16, out: &mut [f32]) {
    of_outputs(outputs, shared, out.len()).encode(code, out);
}

/// Writes the outputs of a code into a query, `width` of them from `slot`.
#[inline]
pub fn fill_category(outputs: CodeOutputs<'_>, shared: bool, code: u16, query: &mut [u32], slot: u16, width: u16) {
    let (slot, width) = (usize::from(slot), usize::from(width));
    let category = of_outputs(outputs, shared, width);
    let stored = match outputs {
        CodeOutputs::OneHot { stored, .. } | CodeOutputs::Table { stored, .. } => stored,
    };
    if stored.is_empty() {
        category.encode(code, view::floats_mut(query).get_mut(slot..slot.saturating_add(width)).unwrap_or(&mut []));
    } else {
        let out = view::shorts_mut(query).get_mut(slot..slot.saturating_add(width)).unwrap_or(&mut []);
        category.encode_stored(code, out);
    }
}

#[inline]
fn write<T>(out: &mut [T], slot: u16, number: T) {
    if let Some(place) = out.get_mut(usize::from(slot)) {
        *place = number;
    }
}

fn of_outputs(outputs: CodeOutputs<'_>, shared: bool, width: usize) -> Category<'_> {
    Category {
        lookup: Lookup::Integers(&[]),
        levels: 0,
        width: u16::try_from(width).unwrap_or(u16::MAX),
        missing: None,
        unknown: None,
        outputs,
        shared,
    }
}

/// Returns whether this build has the digest of a hashed column, which generated code checks at compile time.
///
/// # Examples
/// ```
/// use nearkin::baked::has_hash;
/// use nearkin::encode::HashAlgorithm;
///
/// const HAS_MD5: bool = has_hash(HashAlgorithm::Md5);
/// assert_eq!(HAS_MD5, HashAlgorithm::Md5.bucket("a", 8) == Some(1));
/// ```
#[must_use]
pub const fn has_hash(algorithm: HashAlgorithm) -> bool {
    match algorithm {
        HashAlgorithm::Md5 => cfg!(feature = "md5"),
        HashAlgorithm::Sha256 => cfg!(feature = "sha256"),
    }
}
