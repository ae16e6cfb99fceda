//! A fit before its numbers are rounded to the device's precision: the basis of the `f64` reference.

use rayon::prelude::*;

use crate::data::{Cells, Dataset};
use crate::error::Place;
use crate::fit::category::{self, CategoryFit};
use crate::fit::features;
use crate::fit::number::{self, NumberFit};
use crate::fit::plan::{FeatureKind, Plan};
use crate::fit::target::Target;
use crate::{Error, Result};

/// The parameters of one column.
pub(crate) enum ColumnFit {
    /// Of a number.
    Number(NumberFit),
    /// Of a category.
    Category(Box<CategoryFit>),
}

/// The parameters of every column, and what they were fitted to.
pub(crate) struct ReferenceParameters {
    /// In the model's order.
    pub(crate) columns: Vec<ColumnFit>,
    /// The rows that are fitted.
    pub(crate) rows: Dataset,
    /// The target of each row (regression only).
    pub(crate) values: Vec<f64>,
}

impl ColumnFit {
    /// Outputs of the column.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Number(number) => 1 + usize::from(number.indicator.is_some()),
            Self::Category(category) => category.width(),
        }
    }
}

/// Fits the columns as [`fit`](super::fit) does, and rounds nothing.
///
/// # Errors
/// As [`fit`](super::fit).
pub(crate) fn reference_parameters(plan: &Plan, data: &Dataset) -> Result<ReferenceParameters> {
    let rows = plan.training_rows(data).of(data).into_owned();
    let target = plan.target.map(|index| Target::new(&rows, index, plan.task)).transpose()?;
    let columns: Vec<Result<ColumnFit>> = plan
        .features
        .par_iter()
        .enumerate()
        .map(|(at, feature)| match (&feature.kind, &rows.columns[feature.index].cells) {
            (FeatureKind::Number { missing, scaler }, Cells::Numbers(values)) => {
                number::parameters(&feature.name, values, missing, scaler, plan.scale_encoded).map(ColumnFit::Number)
            }
            (FeatureKind::Category { encoder, scaler }, Cells::Categories(categories)) => {
                let input = features::encoder_input(plan, at, categories, target.as_ref());
                category::parameters(&feature.name, &input, encoder, scaler)
                    .map(|fit| ColumnFit::Category(Box::new(fit)))
            }
            _ => Err(Error::data(Place::default().column(&feature.name), "its kind differs from that of the fit")),
        })
        .collect();
    let columns = columns.into_iter().collect::<Result<_>>().map_err(|error| error.in_file(&data.source.name))?;
    let values = match target {
        Some(Target::Values(values)) => values,
        _ => Vec::new(),
    };
    Ok(ReferenceParameters { columns, rows, values })
}
