//! The columns of a fit: each by its own rule, side by side.

use rayon::prelude::*;

use crate::data::{Categories, Cells, Dataset};
use crate::encoders::{ColumnInput, TargetColumn};
use crate::error::Place;
use crate::fit::assemble::ColumnSummary;
use crate::fit::plan::{FeatureKind, Plan};
use crate::fit::target::Target;
use crate::fit::{category, finite, number, remarks};
use crate::model::{CategoryPart, Column, ColumnKind, LookupPart};
use crate::recipe::Missing;
use crate::text::lists::shell_arg;
use crate::{Error, Result};

/// Fitted columns, in the model's order.
pub(super) struct Columns {
    pub(super) columns: Vec<Column>,
    /// What became of each.
    pub(super) summaries: Vec<ColumnSummary>,
    /// Stored values of the training rows, where they are no function of the level.
    pub(super) training: Vec<Option<Vec<f32>>>,
}

/// Fits every column; what the user should know goes to `warnings`.
///
/// # Errors
/// Where a column cannot be fitted as the plan says.
pub(super) fn fit_columns(
    plan: &Plan,
    data: &Dataset,
    target: Option<&Target>,
    warnings: &mut Vec<String>,
) -> Result<Columns> {
    let fits: Vec<Result<_>> = plan
        .features
        .par_iter()
        .enumerate()
        .map(|(at, feature)| {
            let source = &data.columns[feature.index];
            let n_missing = source.n_missing();
            match (&feature.kind, &source.cells) {
                (FeatureKind::Number { missing, scaler }, Cells::Numbers(values)) => {
                    let refuses = matches!(missing, Missing::Error);
                    if refuses && let Some(row) = (0..data.len()).find(|&row| source.is_missing(row)) {
                        return Err(Error::data(
                            data.place(row, &feature.name),
                            format!(
                                "{} (--missing {}, median or drop)",
                                data.why_missing(row, &feature.name),
                                shell_arg(&feature.name, "mean")
                            ),
                        ));
                    }
                    if let Some(row) = values.iter().position(|value| value.abs() > f64::from(f32::MAX)) {
                        return Err(Error::data(
                            data.place(row, &feature.name),
                            format!(
                                "{:?} is too large for single precision (largest {:?}); scale the column, or --drop {:?}",
                                values[row],
                                f32::MAX,
                                feature.name
                            ),
                        ));
                    }
                    let (column, remark) = number::fit(&feature.name, values, missing, scaler, plan.scale_encoded)?;
                    let mut outputs = vec![feature.name.clone()];
                    if column.width() == 2 {
                        outputs.push(format!("{}_missing", feature.name));
                    }
                    let what = format!("number, {}{scaler}", imputation(missing));
                    let summary =
                        ColumnSummary { name: feature.name.clone(), what, levels: None, missing: n_missing, outputs };
                    Ok((column, None, summary, vec![remark]))
                }
                (FeatureKind::Category { encoder, scaler }, Cells::Categories(categories)) => {
                    let input = input(plan, at, categories, target);
                    let fitted = category::fit(&feature.name, &input, encoder, scaler)
                        .map_err(|error| at_line(error, data, &feature.name))?;
                    let levels = match &fitted.column.kind {
                        // What a hash was given; its buckets are the width.
                        ColumnKind::Category(CategoryPart { lookup: LookupPart::Hash(_), .. }) => {
                            categories.counts().iter().filter(|&&count| count > 0).count()
                        }
                        ColumnKind::Category(category) => usize::from(category.levels),
                        ColumnKind::Number(_) => 0,
                    };
                    let outputs = fitted.outputs.iter().map(|output| match output.as_str() {
                        "" => feature.name.clone(),
                        suffix => format!("{}_{suffix}", feature.name),
                    });
                    let mut what = format!("category, {encoder}");
                    if *scaler != crate::scaler::ScalerSpec::None {
                        what = format!("{what}, {scaler}");
                    }
                    let summary = ColumnSummary {
                        name: feature.name.clone(),
                        what,
                        levels: Some(levels),
                        missing: n_missing,
                        outputs: outputs.collect(),
                    };
                    let level = remarks::on_category(&feature.name, categories, encoder, &fitted.column);
                    let unknown = remarks::on_unknown(&feature.name, encoder);
                    let folding = plan.fold_case.then(|| remarks::on_folding(&feature.name, encoder)).flatten();
                    let mapping = remarks::on_mapping(&feature.name, categories, encoder);
                    Ok((fitted.column, fitted.training, summary, vec![level, unknown, folding, mapping]))
                }
                _ => Err(Error::data(
                    Place::file(&data.source.name).column(&feature.name),
                    "it changed its kind between planning and fitting",
                )),
            }
        })
        .collect();
    let mut all = Columns { columns: Vec::new(), summaries: Vec::new(), training: Vec::new() };
    for fit in fits {
        let (column, training, summary, remarks) = fit?;
        finite::check(&column, training.as_deref())?;
        all.columns.push(column);
        all.training.push(training);
        all.summaries.push(summary);
        warnings.extend(remarks.into_iter().flatten());
    }
    Ok(all)
}

/// What the encoder of the feature at `at` is fitted to.
pub(super) fn input<'d>(
    plan: &Plan,
    at: usize,
    categories: &'d Categories,
    target: Option<&'d Target>,
) -> ColumnInput<'d> {
    let target = target.map(|target| match target {
        Target::Classes { codes, names } => TargetColumn::Classes { codes, names },
        Target::Values(values) => TargetColumn::Numbers(values),
    });
    ColumnInput {
        target,
        seed: plan.seed,
        stream: at as u64,
        ..ColumnInput::new(&categories.levels, &categories.codes)
    }
}

/// The error with the line of its row.
fn at_line(error: Error, data: &Dataset, column: &str) -> Error {
    match error {
        Error::Data { place: Place { row: Some(row), .. }, message } => Error::data(data.place(row, column), message),
        other => other,
    }
}

fn imputation(missing: &Missing) -> String {
    match missing {
        Missing::Error => String::new(),
        other => format!("missing {other}, "),
    }
}
