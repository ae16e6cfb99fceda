//! The columns of a fit: each by its own rule, side by side.

use rayon::prelude::*;

use crate::data::{Cells, Dataset};
use crate::emit::{Column, ColumnKind};
use crate::error::Place;
use crate::fit::assemble::ColumnSummary;
use crate::fit::encoders::{ColumnInput, TargetColumn};
use crate::fit::plan::{FeatureKind, Plan};
use crate::fit::target::Target;
use crate::fit::{category, number};
use crate::recipe::Missing;
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
    let target = target.map(|target| match target {
        Target::Classes { codes, names } => TargetColumn::Classes { codes, names },
        Target::Values(values) => TargetColumn::Numbers(values),
    });
    let seed = plan.recipe.seed.unwrap_or(0);
    let scale_encoded = plan.recipe.scale_encoded == Some(true);
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
                            format!("the cell is missing (--missing {}=mean, median or drop)", feature.name),
                        ));
                    }
                    let (column, constant) = number::fit(&feature.name, values, missing, scaler, scale_encoded)?;
                    let warning = constant.then(|| {
                        format!(
                            "column {:?} is constant: it tells no rows apart (--drop {:?})",
                            feature.name, feature.name
                        )
                    });
                    let mut outputs = vec![feature.name.clone()];
                    if column.width() == 2 {
                        outputs.push(format!("{}_missing", feature.name));
                    }
                    let what = format!("number, {}{scaler}", imputation(missing));
                    let summary =
                        ColumnSummary { name: feature.name.clone(), what, levels: None, missing: n_missing, outputs };
                    Ok((column, None, summary, warning))
                }
                (FeatureKind::Category { encoder, scaler }, Cells::Categories(categories)) => {
                    let input = ColumnInput {
                        target,
                        seed,
                        stream: at as u64,
                        ..ColumnInput::new(&categories.levels, &categories.codes)
                    };
                    let fitted = category::fit(&feature.name, &input, encoder, scaler)?;
                    let levels = match &fitted.column.kind {
                        ColumnKind::Category(category) => usize::from(category.levels),
                        ColumnKind::Number(_) => 0,
                    };
                    let outputs = fitted.outputs.iter().map(|output| match output.as_str() {
                        "" => feature.name.clone(),
                        suffix => format!("{}_{suffix}", feature.name),
                    });
                    let mut what = format!("category, {encoder}");
                    if *scaler != crate::fit::scaler::ScalerSpec::None {
                        what = format!("{what}, {scaler}");
                    }
                    let summary = ColumnSummary {
                        name: feature.name.clone(),
                        what,
                        levels: Some(levels),
                        missing: n_missing,
                        outputs: outputs.collect(),
                    };
                    let warning = (levels == 1 && n_missing == 0).then(|| {
                        format!(
                            "column {:?} has one level: it tells no rows apart (--drop {:?})",
                            feature.name, feature.name
                        )
                    });
                    Ok((fitted.column, fitted.training, summary, warning))
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
        let (column, training, summary, warning) = fit?;
        all.columns.push(column);
        all.training.push(training);
        all.summaries.push(summary);
        warnings.extend(warning);
    }
    Ok(all)
}

fn imputation(missing: &Missing) -> String {
    match missing {
        Missing::Error => String::new(),
        other => format!("missing {other}, "),
    }
}
