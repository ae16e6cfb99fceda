//! The encoded outputs of a row.

use crate::encode::{InputColumn, InputKind};
use crate::error::InputError;
use crate::flags::Flags;
use crate::model::Model;
use crate::model::query::write_number;
use crate::value::Value;

impl<'a> Model<'a> {
    /// Writes the encoded outputs of a row to the start of `out`, `[width]`, and returns the flags of its cells.
    ///
    /// The outputs of hashed columns that share their buckets come first, then those of the other columns in order.
    ///
    /// # Errors
    /// [`InputError::Capacity`] if `out` is shorter than the encoded width; otherwise as [`classify`](Self::classify).
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{Model, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let mut out = [0.0; 10];
    /// let row = ["Dream".into(), 50.0.into(), 18.5.into(), 197.0.into(), Value::Missing, "female".into()];
    /// model.encode(&row, &mut out)?;
    /// // Biscoe, Dream, Torgersen; a missing mass is replaced by the mean, which scales to 0.
    /// assert_eq!(out[..3], [0.0, 1.0, 0.0]);
    /// assert_eq!(out[6], 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encode(&self, row: &[Value<'_>], out: &mut [f32]) -> Result<Flags, InputError> {
        let need = self.payload().width;
        let have = u32::try_from(out.len()).unwrap_or(u32::MAX);
        let Some(out) = out.get_mut(..need as usize) else {
            return Err(InputError::Capacity { need, have });
        };
        out.fill(0.0);
        let (shared, mut rest) = out.split_at_mut_checked(self.shared_width()).unwrap_or((&mut [], &mut []));
        let mut flags = Flags::default();
        for (index, column, cell) in self.cells(row)? {
            match &column.kind {
                InputKind::Category(category) if category.shared => {
                    category.encode(category.code(cell, index, &mut flags)?, shared);
                }
                kind => {
                    let (outputs, later) = rest.split_at_mut_checked(column.width()).unwrap_or((&mut [], &mut []));
                    rest = later;
                    match kind {
                        InputKind::Number(number) => {
                            let (value, missing) = number.cell(cell, index, &mut flags)?;
                            let scaled = number.scaled(value, &mut flags);
                            write_number(outputs, scaled, number.indicator.map(|i| i.outputs), missing);
                        }
                        InputKind::Category(category) => {
                            category.encode(category.code(cell, index, &mut flags)?, outputs);
                        }
                    }
                }
            }
        }
        Ok(flags)
    }

    /// Returns the width of the outputs that hashed columns share; 0 if there are none.
    pub(crate) fn shared_width(&self) -> usize {
        (0..self.payload().columns)
            .filter_map(|index| match self.column(index)?.kind {
                InputKind::Category(category) if category.shared => Some(usize::from(category.width)),
                _ => None,
            })
            .next()
            .unwrap_or(0)
    }

    /// Returns the columns and the cells of a row; refuses a row of another length.
    fn cells<'r>(
        &'r self,
        row: &'r [Value<'r>],
    ) -> Result<impl Iterator<Item = (u16, InputColumn<'a>, Value<'r>)> + use<'a, 'r>, InputError> {
        let cells = self.records(row)?.zip(row);
        Ok(cells.filter_map(|((index, record), &cell)| {
            InputColumn::read(self.decoded(), *record).map(|column| (index, column, cell))
        }))
    }
}
