//! The stored form of training rows, computed by the device's own arithmetic.

use nearkin::{InputError, Model, Value};
use rayon::prelude::*;

use crate::data::Dataset;
use crate::error::Place;
use crate::model::bind::Binding;
use crate::text::lists::shell_arg;
use crate::{Error, Result};

/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 1024;

/// Gives the stored form of every row, `[rows][query_words]`.
///
/// # Errors
/// The first row of which a cell is refused: file, line and column.
pub(super) fn fill_rows(model: &Model<'_>, data: &Dataset) -> Result<Vec<u32>> {
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

/// Gives the error of a refused row as the user reads it.
#[allow(clippy::missing_panics_doc)] // names were checked when the model was loaded
pub fn refused(model: &Model<'_>, data: &Dataset, row: usize, error: InputError) -> Error {
    let names = model.column_names().expect("checked when the model was loaded");
    let name = |column: u16| names.get(usize::from(column)).unwrap_or("");
    match error {
        InputError::Missing { column } => {
            let name = name(column);
            Error::data(
                data.place(row, name),
                format!(
                    "{}, and the model refuses that here (fit with --missing {}, level, …)",
                    data.why_missing(row, name),
                    shell_arg(name, "mean")
                ),
            )
        }
        InputError::UnknownCategory { column } => {
            let name = name(column);
            let text = data.column(name).ok().and_then(|column| match &column.cells {
                crate::data::Cells::Categories(categories) => categories.text(row),
                crate::data::Cells::Numbers(_) => None,
            });
            Error::data(
                data.place(row, name),
                format!("{:?} was not seen when fitting, and the model refuses that here", text.unwrap_or("")),
            )
        }
        other => {
            let place = Place { column: None, ..data.place(row, "") };
            Error::data(place, other.to_string())
        }
    }
}
