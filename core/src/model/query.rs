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
    /// assert_eq!(query[2..], [2, 1]); // after two words of numbers, the codes of Torgersen and of male
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Section;
    use crate::format::layout::column_record::IMPUTED;
    use crate::format::{Head, RowStorage};
    use crate::model::draft::{Draft, clusters, pair, points};

    fn query(draft: &Draft, row: &[Value<'_>]) -> Result<([u32; 2], Flags), InputError> {
        let mut query = [0xFFFF_FFFF; 2];
        let flags = draft.model().to_query(row, &mut query)?;
        Ok((query, flags))
    }

    #[test]
    fn numbers_come_first_then_a_word_for_each_code() {
        let row = [Value::Number(2.4), Value::Int(-7), "b".into()];
        assert_eq!(query(&points(3), &row), Ok(([pair(2, -7), 1], Flags::default())));
    }

    #[test]
    fn numbers_out_of_range_are_clamped_and_flagged() {
        let (words, flags) = query(&points(3), &[1e9.into(), Value::Number(-1000.4), "a".into()]).unwrap();
        assert_eq!(words, [pair(1000, -1000), 0]);
        assert!(flags.is_outside() && !flags.has_missing());
        let inside = query(&points(3), &[1000.0.into(), Value::Number(-1000.0), "a".into()]).unwrap();
        assert!(!inside.1.is_outside());
    }

    #[test]
    fn an_unknown_category_has_its_code_and_a_missing_one_is_refused() {
        let (words, flags) = query(&points(3), &[1.0.into(), 1.0.into(), "c".into()]).unwrap();
        assert_eq!(words[1], 3, "after the two levels and the code of missing cells");
        assert!(flags.has_unknown());
        let row = [1.0.into(), 1.0.into(), Value::Missing];
        assert_eq!(query(&points(3), &row), Err(InputError::Missing { column: 2 }));
        assert_eq!(query(&points(3), &[1.0.into(), 1.0.into(), 5.0.into()]), Err(InputError::Kind { column: 2 }));
    }

    #[test]
    fn a_missing_number_is_refused_unless_it_is_imputed() {
        for missing in [Value::Missing, f32::NAN.into(), f32::INFINITY.into()] {
            let refused = query(&points(3), &[1.0.into(), missing, "a".into()]);
            assert_eq!(refused, Err(InputError::Missing { column: 1 }));
        }
        let imputed = [0.0f32, 1.0, 8.0].map(f32::to_bits);
        let mut draft = Draft::new(Head::Cluster, clusters().payload.metric, clusters().payload.storage)
            .number(IMPUTED, &imputed)
            .rows(1, &[3], &[])
            .put(Section::Radii, &[0]);
        draft = draft.seal();
        let mut words = [0];
        let flags = draft.model().to_query(&[Value::Missing], &mut words).unwrap();
        assert_eq!((words, flags.has_missing()), ([8], true));
    }

    #[test]
    fn rows_and_buffers_of_another_size_are_refused() {
        let row = [Value::Number(1.0); 2];
        assert_eq!(query(&points(3), &row), Err(InputError::Length { expected: 3, found: 2 }));
        let short = points(3).model().to_query(&[Value::Number(1.0); 3], &mut [0]);
        assert_eq!(short, Err(InputError::Capacity { need: 2, have: 1 }));
    }

    #[test]
    #[cfg(feature = "float")]
    fn a_scaled_number_that_overflows_is_flagged() {
        use crate::format::layout::column_record::SCALED;

        let mut draft = Draft::new(Head::Cluster, clusters().payload.metric, RowStorage::F32)
            .number(SCALED, &[10.0f32.to_bits(), 1e30f32.to_bits()])
            .rows(1, &[0], &[])
            .put(Section::Radii, &[0]);
        draft = draft.seal();
        let (model, mut words) = (draft.model(), [0]);
        assert_eq!(model.to_query(&[12.0.into()], &mut words), Ok(Flags::default()));
        assert_eq!(f32::from_bits(words[0]), 2e30);
        assert!(model.to_query(&[1e20.into()], &mut words).unwrap().is_outside());
        assert_eq!(f32::from_bits(words[0]), f32::MAX);
    }
}
