//! The encoded outputs of rows, computed by the device's own arithmetic.

use nearkin::{Flags, Model};
use rayon::prelude::*;

use crate::Result;
use crate::data::Dataset;
use crate::model::bind::{Binding, refused};

/// Encodes every row: `[rows][width]`.
///
/// # Errors
/// [`Error::Data`](crate::Error::Data) for a column that is absent or a cell that the model refuses.
pub fn encode(model: &Model<'_>, data: &Dataset) -> Result<Vec<(Vec<f32>, Flags)>> {
    let binding = Binding::new(model, data)?;
    let width = model.payload().width as usize;
    (0..data.len())
        .into_par_iter()
        .map(|row| {
            let mut cells = Vec::new();
            binding.row(row, &mut cells);
            let mut out = vec![0.0; width];
            let flags = model.encode(&cells, &mut out).map_err(|error| refused(model, data, row, error))?;
            Ok((out, flags))
        })
        .collect()
}
