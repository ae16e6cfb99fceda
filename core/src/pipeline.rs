//! From a raw row to its encoded outputs, and to the stored form that a search compares.

use crate::answer::Marks;
use crate::encode::{Column, Kind};
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
        let words = self.payload().storage.query_words(usize::from(self.payload().numbers));
        let Some((numbers, codes)) = query.split_at_mut_checked(words) else { return Ok(Marks::default()) };
        let mut marks = Marks::default();
        for (index, column, cell) in self.cells(row)? {
            let slot = usize::from(column.slot);
            match &column.kind {
                Kind::Number(number) => {
                    let (value, missing) = number.cell(cell, index, &mut marks)?;
                    match (self.payload().storage, number.quantiser) {
                        (Storage::I16 { bound, .. } | Storage::I8 { bound, .. }, Some(quantiser)) => {
                            let out = view::shorts_mut(numbers).get_mut(slot..).unwrap_or(&mut []);
                            let (stored, clamped) = quantiser.quantise(value, bound);
                            if clamped {
                                marks.set(Marks::OUTSIDE);
                            }
                            write_number(out, stored, number.indicator.map(|i| i.stored), missing);
                        }
                        _ => {
                            let out = view::floats_mut(numbers).get_mut(slot..).unwrap_or(&mut []);
                            let scaled = number.scaled(value, &mut marks);
                            write_number(out, scaled, number.indicator.map(|i| i.outputs), missing);
                        }
                    }
                }
                Kind::Category(category) => {
                    let code = category.code(cell, index, &mut marks)?;
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
                }
            }
        }
        Ok(marks)
    }

    /// The columns with the cells of a row of the right length.
    fn cells<'r>(
        &self,
        row: &'r [Value<'r>],
    ) -> Result<impl Iterator<Item = (u16, Column<'a>, Value<'r>)> + use<'a, 'r>, InputError> {
        let expected = self.payload().columns;
        if row.len() != usize::from(expected) {
            return Err(InputError::Length { expected, found: u16::try_from(row.len()).unwrap_or(u16::MAX) });
        }
        let model = *self;
        let records = self.section(Section::Columns, usize::from(expected) * 2).unwrap_or(&[]);
        let records = records.as_chunks::<2>().0.iter();
        Ok((0u16..)
            .zip(records)
            .zip(row)
            .filter_map(move |((index, record), &cell)| model.read_column(*record).map(|column| (index, column, cell))))
    }
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
