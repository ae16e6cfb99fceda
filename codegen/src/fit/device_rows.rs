//! Training rows in stored form, computed by the device's own arithmetic.

use nearkin::{Model, Value};
use rayon::prelude::*;

use crate::Result;
use crate::data::Dataset;
use crate::fit::quantize::Quantized;
use crate::fit::rows::RowWords;
use crate::model::ModelTables;
use crate::model::bind::{Binding, refused};

/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 1024;

/// Returns the stored form of every training row, in `f32` or in the integers of `tables`.
///
/// `training` holds the outputs of a column where they are not a function of the level.
///
/// # Errors
/// The first row with a cell that the model refuses: file, line and column.
pub(super) fn device_rows(
    tables: &ModelTables,
    data: &Dataset,
    training: &[Option<Vec<f32>>],
    quantized: Option<&Quantized>,
) -> Result<RowWords> {
    let (stride, mut words) =
        tables.without_rows().with_model(|model| Ok((model.query_words(), query_words(model, data)?)))?;
    if let Some(quantized) = quantized {
        // Rounding on the device may exceed the range for which sums cannot overflow.
        let numbers = usize::from(tables.numbers);
        for row in words.chunks_exact_mut(stride.max(1)) {
            let shorts: &mut [i16] = bytemuck::cast_slice_mut(row);
            shorts.iter_mut().take(numbers).for_each(|short| *short = quantized.held(*short));
        }
    }
    for (column, training) in tables.columns.iter().zip(training) {
        let Some(training) = training else { continue };
        let (slot, width) = (usize::from(column.slot), column.width());
        for (row, outputs) in words.chunks_exact_mut(stride.max(1)).zip(training.chunks_exact(width.max(1))) {
            match quantized {
                None => row[slot..slot + width].copy_from_slice(bytemuck::cast_slice(outputs)),
                Some(quantized) => {
                    let shorts: &mut [i16] = bytemuck::cast_slice_mut(row);
                    for (at, &output) in outputs.iter().enumerate() {
                        shorts[slot + at] = quantized.integer(slot + at, f64::from(output));
                    }
                }
            }
        }
    }
    Ok(RowWords { words, stride })
}

/// Returns the query form of every row, `[rows][query_words]`.
fn query_words(model: &Model<'_>, data: &Dataset) -> Result<Vec<u32>> {
    let binding = Binding::new(model, data)?;
    let words = model.query_words();
    let mut filled = vec![0; words * data.len()];
    let chunks: Vec<Result<()>> = filled
        .par_chunks_mut((words * CHUNK).max(1))
        .enumerate()
        .map(|(chunk, queries)| {
            let mut cells: Vec<Value<'_>> = Vec::new();
            for (row, query) in (chunk * CHUNK..).zip(queries.chunks_exact_mut(words)) {
                binding.row(row, &mut cells);
                model.to_query(&cells, query).map_err(|error| refused(model, data, row, error))?;
            }
            Ok(())
        })
        .collect();
    chunks.into_iter().collect::<Result<()>>()?;
    Ok(filled)
}
