//! From a raw row to its stored form, which a search compares with the stored rows.

use crate::encode::{Affine, InputColumn, InputKind};
use crate::error::InputError;
use crate::features::FLOAT;
use crate::flags::Flags;
use crate::format::layout::column_record::{self, INDICATOR, KIND, PARAMETERS, SCALED};
use crate::model::Model;
use crate::value::Value;
use crate::view;

impl<'a> Model<'a> {
    /// Writes the stored form of a row: its numbers, then one word for each code.
    ///
    /// Fitting calls it for every training row, and prediction for the query, so both use the same arithmetic.
    ///
    /// # Errors
    /// As [`classify`](Self::classify).
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{Model, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let mut query = [0; 4];
    /// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
    /// assert!(model.to_query(&row, &mut query)?.has_missing());
    /// assert_eq!(query[2..], [2, 1]); // the codes of Torgersen and of male, behind two words of numbers
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(never)] // frees its stack before the search
    pub fn to_query(&self, row: &[Value<'_>], query: &mut [u32]) -> Result<Flags, InputError> {
        let need = self.query_words();
        let have = u32::try_from(query.len()).unwrap_or(u32::MAX);
        let Some(query) = query.get_mut(..need) else {
            return Err(InputError::Capacity { need: u32::try_from(need).unwrap_or(u32::MAX), have });
        };
        query.fill(0);
        let storage = self.payload().storage;
        let words = storage.query_words(usize::from(self.payload().numbers));
        let Some((numbers, codes)) = query.split_at_mut_checked(words) else { return Ok(Flags::default()) };
        let bound = storage.integer().map(|(_, bound)| bound);
        let mut flags = Flags::default();
        for ((index, record), &cell) in self.records(row)?.zip(row) {
            if write_plain_number(self.tables(), *record, bound, cell, numbers).is_none() {
                self.write_cell(*record, index, cell, numbers, codes, &mut flags)?;
            }
        }
        Ok(flags)
    }

    /// Writes the stored form of any cell: numbers, or a category's code, or its outputs where the column is expanded.
    #[inline(never)]
    fn write_cell(
        &self,
        record: [u32; column_record::WORDS],
        index: u16,
        cell: Value<'_>,
        numbers: &mut [u32],
        codes: &mut [u32],
        flags: &mut Flags,
    ) -> Result<(), InputError> {
        // Borrowed, not moved out of the option: the copy is expensive on small chips.
        let column = InputColumn::read(self.decoded(), record);
        let Some(column) = &column else { return Ok(()) };
        let integer = self.payload().storage.integer();
        let slot = usize::from(column.slot);
        let end = slot.saturating_add(column.width());
        match &column.kind {
            InputKind::Number(number) => {
                let (value, missing) = number.cell(cell, index, flags)?;
                if let (Some((_, bound)), Some(quantizer)) = (integer, number.quantizer) {
                    let (stored, clamped) = quantizer.quantize(value, bound);
                    if clamped {
                        flags.set(Flags::OUTSIDE);
                    }
                    let out = view::shorts_mut(numbers).get_mut(slot..end).unwrap_or(&mut []);
                    write_number(out, stored, number.indicator.map(|i| i.stored), missing);
                } else if FLOAT {
                    let scaled = number.scaled(value, flags);
                    let out = view::floats_mut(numbers).get_mut(slot..end).unwrap_or(&mut []);
                    write_number(out, scaled, number.indicator.map(|i| i.outputs), missing);
                }
            }
            InputKind::Category(category) => {
                let code = category.code(cell, index, flags)?;
                if !column.expanded {
                    if let Some(stored) = codes.get_mut(slot) {
                        *stored = u32::from(code);
                    }
                } else if FLOAT && integer.is_none() {
                    category.encode(code, view::floats_mut(numbers).get_mut(slot..end).unwrap_or(&mut []));
                } else {
                    category.encode_stored(code, view::shorts_mut(numbers).get_mut(slot..end).unwrap_or(&mut []));
                }
            }
        }
        Ok(())
    }

    /// Returns the records of the columns; refuses a row of another length.
    pub(super) fn records(
        &self,
        row: &[Value<'_>],
    ) -> Result<impl Iterator<Item = (u16, &'a [u32; column_record::WORDS])> + use<'a>, InputError> {
        let expected = self.payload().columns;
        if row.len() != usize::from(expected) {
            return Err(InputError::Length { expected, found: u16::try_from(row.len()).unwrap_or(u16::MAX) });
        }
        Ok((0u16..).zip(self.decoded().column_records().unwrap_or(&[])))
    }
}

/// Writes the most common kind of cell, a finite number within the bounds. Returns `None` for any other cell.
///
/// Reads only the two parameters that it needs: models of many numbers spend their time here.
#[inline]
fn write_plain_number(
    tables: &[u32],
    [head, word]: [u32; column_record::WORDS],
    bound: Option<i16>,
    cell: Value<'_>,
    numbers: &mut [u32],
) -> Option<()> {
    let Value::Number(value) = cell else { return None };
    if head & u32::from(KIND | INDICATOR) != 0 {
        return None;
    }
    let scaled = head & u32::from(SCALED) != 0;
    let slot = (head >> 16) as usize;
    let mut parameters = tables.get((word & PARAMETERS) as usize..)?;
    if let Some(bound) = bound {
        if scaled {
            parameters = parameters.get(2..)?;
        }
        *view::shorts_mut(numbers).get_mut(slot)? = Affine::read(parameters)?.quantize_unflagged(value, bound)?;
    } else if FLOAT {
        let number = if scaled { Affine::read(parameters)?.apply(value) } else { value };
        *view::floats_mut(numbers).get_mut(slot)? = if number.is_finite() { number } else { return None };
    } else {
        return None;
    }
    Some(())
}

/// Writes a number and its indicator, if any.
pub(super) fn write_number<T: Copy>(out: &mut [T], value: T, indicator: Option<[T; 2]>, missing: bool) {
    let mut out = out.iter_mut();
    if let Some(first) = out.next() {
        *first = value;
    }
    if let (Some([off, on]), Some(second)) = (indicator, out.next()) {
        *second = if missing { on } else { off };
    }
}
