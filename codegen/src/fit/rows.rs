//! The stored form of training rows, computed by the device's own arithmetic.

use nearkin::{InputError, Marks, Model, Value};
use rayon::prelude::*;

use crate::bind::Binding;
use crate::data::Dataset;
use crate::error::Place;
use crate::{Error, Result};

/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 1024;

/// Calls `visit` with the stored form of each row (`[query_words]`) and collects what it gives, in row order.
///
/// # Errors
/// Where a cell is refused: file, line and column.
pub(super) fn fill_rows<T: Send>(
    model: &Model<'_>,
    data: &Dataset,
    visit: impl Fn(usize, &[u32], Marks) -> T + Sync,
) -> Result<Vec<T>> {
    let binding = Binding::new(model, data)?;
    let words = model.query_words();
    let starts: Vec<usize> = (0..data.len()).step_by(CHUNK).collect();
    let chunks: Result<Vec<Vec<T>>> = starts
        .into_par_iter()
        .map(|start| {
            let mut query = vec![0; words];
            let mut cells: Vec<Value<'_>> = Vec::new();
            (start..data.len().min(start + CHUNK))
                .map(|row| {
                    binding.row(row, &mut cells);
                    let marks = model.fill(&cells, &mut query).map_err(|error| refused(model, data, row, error))?;
                    Ok(visit(row, &query, marks))
                })
                .collect()
        })
        .collect();
    Ok(chunks?.into_iter().flatten().collect())
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
                    "the cell is missing and the model refuses that here (fit with --missing {name}=mean, level, …)"
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
