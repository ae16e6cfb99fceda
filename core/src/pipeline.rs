//! From a raw row to its encoded outputs, and to the stored form that a search compares.

use crate::answer::Marks;
use crate::encode::column::{IMPUTED, INDICATOR, KIND, RECORD_WORDS, Record, SCALED};
use crate::encode::{Affine, Column, Kind, Number};
use crate::error::InputError;
use crate::format::{Section, Storage};
use crate::model::Model;
use crate::value::Value;
use crate::view;

impl<'a> Model<'a> {
    /// Gives the encoded outputs of a row, `[width]`, and what happened to its cells.
    ///
    /// Hashed columns that share their buckets come first, as one; then the other columns in order.
    ///
    /// # Errors
    /// [`InputError::Capacity`] when `out` is shorter than the encoded width; else as [`classify`](Self::classify).
    pub fn encode(&self, row: &[Value<'_>], out: &mut [f32]) -> Result<Marks, InputError> {
        let need = self.payload().width;
        let have = u32::try_from(out.len()).unwrap_or(u32::MAX);
        let Some(out) = out.get_mut(..need as usize) else {
            return Err(InputError::Capacity { need, have });
        };
        out.fill(0.0);
        let (shared, mut rest) = out.split_at_mut_checked(self.shared_width()).unwrap_or((&mut [], &mut []));
        let mut marks = Marks::default();
        for (index, column, cell) in self.cells(row)? {
            match &column.kind {
                Kind::Category(category) if category.shared => {
                    category.encode(category.code(cell, index, &mut marks)?, shared);
                }
                kind => {
                    let (outputs, later) = rest.split_at_mut_checked(column.width()).unwrap_or((&mut [], &mut []));
                    rest = later;
                    match kind {
                        Kind::Number(number) => {
                            let (value, missing) = number.cell(cell, index, &mut marks)?;
                            let scaled = number.scaled(value, &mut marks);
                            write_number(outputs, scaled, number.indicator.map(|i| i.outputs), missing);
                        }
                        Kind::Category(category) => {
                            category.encode(category.code(cell, index, &mut marks)?, outputs);
                        }
                    }
                }
            }
        }
        Ok(marks)
    }

    /// Width of the outputs that hashed columns share; 0 where none do.
    pub(crate) fn shared_width(&self) -> usize {
        (0..self.payload().columns)
            .filter_map(|index| match self.column(index)?.kind {
                Kind::Category(category) if category.shared => Some(usize::from(category.width)),
                _ => None,
            })
            .next()
            .unwrap_or(0)
    }

    /// Writes the stored form of a row: its numbers, then one word for each code.
    ///
    /// Fitting calls it for every training row, prediction for the query: one arithmetic for both.
    ///
    /// # Errors
    /// As [`classify`](Self::classify).
    pub fn fill(&self, row: &[Value<'_>], query: &mut [u32]) -> Result<Marks, InputError> {
        let need = self.query_words();
        let have = u32::try_from(query.len()).unwrap_or(u32::MAX);
        let Some(query) = query.get_mut(..need) else {
            return Err(InputError::Capacity { need: u32::try_from(need).unwrap_or(u32::MAX), have });
        };
        query.fill(0);
        let storage = self.payload().storage;
        let words = storage.query_words(usize::from(self.payload().numbers));
        let Some((numbers, codes)) = query.split_at_mut_checked(words) else { return Ok(Marks::default()) };
        let mut marks = Marks::default();
        for ((index, record), &cell) in self.records(row)?.zip(row) {
            let Some(Record { flags, slot, mut parameters, .. }) = Record::read(self.tables(), *record) else {
                continue;
            };
            let slot = usize::from(slot);
            if flags & KIND != 0 {
                self.fill_category(*record, index, cell, numbers, codes, &mut marks)?;
                continue;
            }
            // Only the parameters that are used are read: a model of many numbers spends its time here.
            let integer = storage.integer();
            let (value, missing) = match finite(cell) {
                Some(value) => (value, false),
                None => {
                    let Some(number) = Number::read(&mut { parameters }, flags, integer.is_some()) else { continue };
                    number.cell(cell, index, &mut marks)?
                }
            };
            let scaler = if flags & SCALED != 0 { view::take(&mut parameters, 2) } else { None };
            if let Some((_, bound)) = integer {
                let Some(quantiser) = view::take(&mut parameters, 2).and_then(Affine::read) else { continue };
                let (stored, clamped) = quantiser.quantise(value, bound);
                if clamped {
                    marks.set(Marks::OUTSIDE);
                }
                if let Some(first) = view::shorts_mut(numbers).get_mut(slot) {
                    *first = stored;
                }
            } else {
                let scaled = scaler.and_then(Affine::read).map_or(value, |scaler| scaler.bounded(value, &mut marks));
                if let Some(first) = view::floats_mut(numbers).get_mut(slot) {
                    *first = scaled;
                }
            }
            if flags & INDICATOR != 0 {
                fill_indicator(&mut parameters, flags, integer.is_some(), missing, numbers, slot + 1);
            }
        }
        Ok(marks)
    }

    /// Writes the stored form of a category: its code, or its outputs where the column is expanded.
    #[inline(never)]
    fn fill_category(
        &self,
        record: [u32; RECORD_WORDS],
        index: u16,
        cell: Value<'_>,
        numbers: &mut [u32],
        codes: &mut [u32],
        marks: &mut Marks,
    ) -> Result<(), InputError> {
        let Some(column) = self.read_column(record) else { return Ok(()) };
        let Kind::Category(category) = &column.kind else { return Ok(()) };
        let code = category.code(cell, index, marks)?;
        let slot = usize::from(column.slot);
        let end = slot.saturating_add(usize::from(category.width));
        if !column.expanded {
            if let Some(stored) = codes.get_mut(slot) {
                *stored = u32::from(code);
            }
        } else if self.payload().storage == Storage::F32 {
            category.encode(code, view::floats_mut(numbers).get_mut(slot..end).unwrap_or(&mut []));
        } else {
            category.encode_stored(code, view::shorts_mut(numbers).get_mut(slot..end).unwrap_or(&mut []));
        }
        Ok(())
    }

    /// The records of the columns, for a row of the right length.
    fn records(
        &self,
        row: &[Value<'_>],
    ) -> Result<impl Iterator<Item = (u16, &'a [u32; RECORD_WORDS])> + use<'a>, InputError> {
        let expected = self.payload().columns;
        if row.len() != usize::from(expected) {
            return Err(InputError::Length { expected, found: u16::try_from(row.len()).unwrap_or(u16::MAX) });
        }
        let records = self.section(Section::Columns, usize::from(expected) * RECORD_WORDS).unwrap_or(&[]);
        Ok((0u16..).zip(records.as_chunks::<RECORD_WORDS>().0))
    }

    /// The columns with the cells of a row of the right length.
    fn cells<'r>(
        &'r self,
        row: &'r [Value<'r>],
    ) -> Result<impl Iterator<Item = (u16, Column<'a>, Value<'r>)> + use<'a, 'r>, InputError> {
        let cells = self.records(row)?.zip(row);
        Ok(cells.filter_map(|((index, record), &cell)| self.read_column(*record).map(|column| (index, column, cell))))
    }
}

/// The number of a cell that surely is one.
#[inline]
fn finite(cell: Value<'_>) -> Option<f32> {
    match cell {
        Value::Number(number) if number.is_finite() => Some(number),
        #[allow(clippy::cast_precision_loss)] // an integer is rounded like any other number
        Value::Int(integer) => Some(integer as f32),
        _ => None,
    }
}

/// Writes a stored indicator; `parameters` are past the scaler's.
fn fill_indicator(
    parameters: &mut &[u32],
    flags: u16,
    integer: bool,
    missing: bool,
    numbers: &mut [u32],
    slot: usize,
) -> Option<()> {
    let skipped = if flags & IMPUTED != 0 { 1 } else { 0 };
    view::take(parameters, skipped)?;
    let outputs = view::take(parameters, 2)?;
    if integer {
        let stored = view::shorts(view::take(parameters, 1)?);
        *view::shorts_mut(numbers).get_mut(slot)? = *stored.get(usize::from(missing))?;
    } else {
        *view::floats_mut(numbers).get_mut(slot)? = *view::floats(outputs).get(usize::from(missing))?;
    }
    Some(())
}

/// Writes a number and, where there is one, its indicator.
fn write_number<T: Copy>(out: &mut [T], value: T, indicator: Option<[T; 2]>, missing: bool) {
    let mut out = out.iter_mut();
    if let Some(first) = out.next() {
        *first = value;
    }
    if let (Some([off, on]), Some(second)) = (indicator, out.next()) {
        *second = if missing { on } else { off };
    }
}
