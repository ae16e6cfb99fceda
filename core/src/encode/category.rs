//! A categorical column: the code of a cell, and the outputs of that code.
//!
//! Codes are `0..levels` in vocabulary order, then `levels` for missing and `levels + 1` for unknown.

use crate::encode::hash::HashAlgorithm;
use crate::encode::lookup::{Lookup, LookupResult};
use crate::error::InputError;
use crate::flags::Flags;
use crate::format::layout::column_record::{EXPANDED, INTEGERS, SCALED, SHARED, SLOTS};
use crate::texts::Texts;
use crate::value::Value;
use crate::view;

/// Instead of a code: the cell is refused. Instead of a slot: the code has no slot.
///
/// # Examples
/// ```
/// use nearkin::encode::{CodeOutputs, NO_CODE};
///
/// // Two levels, missing, unknown: the first level was dropped, unknown is all zeros.
/// let outputs = CodeOutputs::OneHot { slots: Some(&[NO_CODE, 0, 1, NO_CODE]), scaled: None, stored: &[] };
/// let mut out = [9.0; 2];
/// nearkin::baked::encode_category(outputs, false, 0, &mut out);
/// assert_eq!(out, [0.0, 0.0]);
/// nearkin::baked::encode_category(outputs, false, 1, &mut out);
/// assert_eq!(out, [1.0, 0.0]);
/// ```
pub const NO_CODE: u16 = u16::MAX;

/// The outputs of a column's codes.
///
/// # Examples
/// ```
/// use nearkin::encode::CodeOutputs;
///
/// // Two levels, missing, unknown, two numbers each.
/// let rows = [1.0, 0.5, -1.0, 0.5, 0.0, 0.0, 0.0, 0.0];
/// let outputs = CodeOutputs::Table { rows: &rows, stored: &[] };
/// let mut out = [9.0; 2];
/// nearkin::baked::encode_category(outputs, false, 1, &mut out);
/// assert_eq!(out, [-1.0, 0.5]);
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CodeOutputs<'a> {
    /// One in the slot of the code, zero in all others.
    OneHot {
        /// The slot of each code; `None` if the slot equals the code.
        slots: Option<&'a [u16]>,
        /// The output of each slot when it is off, and when it is on; `None` for 0 and 1.
        scaled: Option<(&'a [f32], &'a [f32])>,
        /// The same as stored integers, in pairs (off, on); expanded integer storage only.
        stored: &'a [i16],
    },
    /// A fixed row of numbers for each code.
    Table {
        /// `[levels + 2][width]` outputs, scaled.
        rows: &'a [f32],
        /// The same as stored integers; integer storage only.
        stored: &'a [i16],
    },
}

/// The parameters of a categorical column.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::encode::{CodeOutputs, InputKind, Lookup};
/// use nearkin::{Model, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let Some(InputKind::Category(island)) = model.column(0).map(|column| column.kind) else { unreachable!() };
/// assert_eq!((island.levels, island.width), (3, 3));
/// assert_eq!(island.find(Value::Text("Dream")), Some(1)); // Biscoe, Dream, Torgersen
/// assert_eq!(island.find(Value::Text("Hawaii")), None);
/// assert_eq!((island.missing, island.unknown), (None, Some(4)));
/// assert!(matches!(island.lookup, Lookup::Texts(_)));
/// assert!(matches!(island.outputs, CodeOutputs::OneHot { .. }));
/// assert_eq!(island.slot(1), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Category<'a> {
    /// From a value to its code.
    pub lookup: Lookup<'a>,
    /// Number of levels (buckets of a hash).
    pub levels: u16,
    /// Number of outputs.
    pub width: u16,
    /// The code of a missing cell; `None` refuses missing cells.
    pub missing: Option<u16>,
    /// The code of an unknown category; `None` refuses unknown categories.
    pub unknown: Option<u16>,
    /// The outputs of each code.
    pub outputs: CodeOutputs<'a>,
    /// Whether the outputs are added to the slots of an earlier column (hashing with shared buckets).
    pub shared: bool,
}

impl<'a> Category<'a> {
    /// Parameters: levels, width · missing, unknown codes · vocabulary or algorithm · outputs.
    pub(crate) fn read(tables: &'a [u32], rest: &mut &'a [u32], kind: u16, flags: u16, integer: bool) -> Option<Self> {
        let &[sizes, codes, lookup] = view::take(rest, 3)?.first_chunk::<3>()?;
        let [levels, width] = *view::halves(&[sizes]).first_chunk::<2>()?;
        let [missing, unknown] = *view::halves(&[codes]).first_chunk::<2>()?;
        let lookup = if kind == 3 {
            Lookup::Hash(HashAlgorithm::from_word(lookup)?)
        } else if flags & INTEGERS != 0 {
            let count = *tables.get(lookup as usize)?;
            Lookup::Integers(view::ints(view::span(tables, lookup.checked_add(1)?, count as usize)?))
        } else {
            Lookup::Texts(Texts::read(tables, lookup)?)
        };
        let every = usize::from(levels).checked_add(2)?;
        let wide = usize::from(width);
        let outputs = if kind == 2 {
            let cells = every.checked_mul(wide)?;
            let rows = view::floats(view::take(rest, cells)?);
            let stored = if integer { view::shorts(view::take(rest, cells.div_ceil(2))?).get(..cells)? } else { &[] };
            CodeOutputs::Table { rows, stored }
        } else {
            let slots = if flags & SLOTS != 0 {
                Some(view::halves(view::take(rest, every.div_ceil(2))?).get(..every)?)
            } else {
                None
            };
            let scaled = if flags & SCALED != 0 {
                Some((view::floats(view::take(rest, wide)?), view::floats(view::take(rest, wide)?)))
            } else {
                None
            };
            let stored = if integer && flags & EXPANDED != 0 { view::shorts(view::take(rest, wide)?) } else { &[] };
            CodeOutputs::OneHot { slots, scaled, stored }
        };
        let some = |code: u16| (code != NO_CODE).then_some(code);
        Some(Self {
            lookup,
            levels,
            width,
            missing: some(missing),
            unknown: some(unknown),
            outputs,
            shared: flags & SHARED != 0,
        })
    }

    /// Returns the code of a known level; `None` for unknown and missing cells and for values of another kind.
    #[must_use]
    pub fn find(&self, value: Value<'_>) -> Option<u16> {
        match self.lookup.find(value, self.levels) {
            LookupResult::Code(code) => Some(code),
            _ => None,
        }
    }

    /// Returns the code of a cell; missing and unknown cells have the code that fitting chose for them.
    #[inline]
    pub(crate) fn code(&self, value: Value<'_>, column: u16, flags: &mut Flags) -> Result<u16, InputError> {
        match self.lookup.find(value, self.levels) {
            LookupResult::Code(code) => Ok(code),
            LookupResult::Missing => {
                flags.set(Flags::MISSING);
                self.missing.ok_or(InputError::Missing { column })
            }
            LookupResult::Unknown => {
                flags.set(Flags::UNKNOWN);
                self.unknown.ok_or(InputError::UnknownCategory { column })
            }
            LookupResult::WrongKind => Err(InputError::Kind { column }),
        }
    }

    /// Returns the slot of a code in a one-hot column.
    #[must_use]
    pub fn slot(&self, code: u16) -> Option<u16> {
        let slot = match self.outputs {
            CodeOutputs::OneHot { slots: Some(slots), .. } => slots.get(usize::from(code)).copied().unwrap_or(NO_CODE),
            CodeOutputs::OneHot { slots: None, .. } => code,
            CodeOutputs::Table { .. } => NO_CODE,
        };
        (slot < self.width).then_some(slot)
    }

    /// Writes the outputs of `code`, `[width]`.
    pub(crate) fn encode(&self, code: u16, out: &mut [f32]) {
        match self.outputs {
            CodeOutputs::Table { rows, .. } => copy_row(rows, code, out),
            CodeOutputs::OneHot { scaled, .. } => {
                let on = self.slot(code);
                for (slot, output) in out.iter_mut().enumerate() {
                    let is_on = on.is_some_and(|on| usize::from(on) == slot);
                    *output = match scaled {
                        None if self.shared => *output + if is_on { 1.0 } else { 0.0 },
                        None => f32::from(u8::from(is_on)),
                        Some((off, on)) => {
                            let one = if is_on { on.get(slot) } else { off.get(slot) };
                            let one = one.copied().unwrap_or(0.0);
                            if self.shared { *output + one } else { one }
                        }
                    };
                }
            }
        }
    }

    /// Writes the outputs of `code` as stored integers, `[width]`.
    pub(crate) fn encode_stored(&self, code: u16, out: &mut [i16]) {
        match self.outputs {
            CodeOutputs::Table { stored, .. } => copy_row(stored, code, out),
            CodeOutputs::OneHot { stored, .. } => {
                let on = self.slot(code);
                for (slot, (output, ends)) in out.iter_mut().zip(stored.chunks_exact(2)).enumerate() {
                    let is_on = on.is_some_and(|on| usize::from(on) == slot);
                    let one = ends.get(usize::from(is_on)).copied().unwrap_or(0);
                    *output = if self.shared { output.saturating_add(one) } else { one };
                }
            }
        }
    }
}

/// Returns the row of `code` in a table `[codes][width]`.
#[inline]
pub(crate) fn row<T>(table: &[T], code: u16, width: usize) -> &[T] {
    let start = usize::from(code).saturating_mul(width);
    table.get(start..start.saturating_add(width)).unwrap_or(&[])
}

fn copy_row<T: Copy>(table: &[T], code: u16, out: &mut [T]) {
    let width = out.len();
    for (output, &value) in out.iter_mut().zip(row(table, code, width)) {
        *output = value;
    }
}
