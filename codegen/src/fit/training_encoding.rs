//! The encoding of the training rows, as a fit stores it.

use crate::Result;
use crate::data::Dataset;
use crate::fit::features::fit_features;
use crate::fit::plan::Plan;
use crate::fit::target::Target;
use crate::model::{ModelColumn, encode};

/// Returns the encoding of the training rows as a fit stores it: names of the outputs, and `[rows][width]`.
///
/// It differs from the device's encoding for leave-one-out, CatBoost, cross-fitted target encoding and noise.
/// Rows without a target or with cells that drop them are left out.
///
/// # Errors
/// As [`fit`](crate::fit::fit).
pub fn training_encoding(plan: &Plan, data: &Dataset) -> Result<(Vec<String>, Vec<Vec<f32>>)> {
    let data = &*plan.training_rows(data).of(data);
    let target = plan.target.map(|index| Target::new(data, index, plan.task)).transpose()?;
    let fitted =
        fit_features(plan, data, target.as_ref(), &mut Vec::new()).map_err(|error| error.in_file(&data.source.name))?;
    let encoded = fitted.tables.with_model(|model| encode(model, data))?;
    let mut rows: Vec<Vec<f32>> = encoded.into_iter().map(|(row, _)| row).collect();
    let columns = &fitted.tables.columns;
    let mut at = columns.iter().find(|column| column.is_shared()).map_or(0, ModelColumn::width);
    for (column, training) in columns.iter().zip(&fitted.training) {
        if column.is_shared() {
            continue;
        }
        let width = column.width();
        if let Some(training) = training {
            for (row, outputs) in rows.iter_mut().zip(training.chunks_exact(width.max(1))) {
                row[at..at + width].copy_from_slice(outputs);
            }
        }
        at += width;
    }
    Ok((fitted.summaries.into_iter().flat_map(|summary| summary.outputs).collect(), rows))
}
