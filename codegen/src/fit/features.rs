//! The columns of a fit: each is fitted by its own rule, independently of the others.

use rayon::prelude::*;

use crate::data::{Categories, Cells, Dataset};
use crate::encoders::{ColumnInput, EncoderSpec, TargetColumn};
use crate::error::Place;
use crate::fit::plan::{Feature, FeatureKind, Plan};
use crate::fit::target::Target;
use crate::fit::{category, f32_range, layout, number, warnings};
use crate::model::{CategoryTable, ColumnKind, LookupTable, ModelColumn, ModelTables};
use crate::recipe::Missing;
use crate::scaler::ScalerSpec;
use crate::text::lists::shell_arg;
use crate::{Error, Result};

/// A summary of one column's fit.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// Its name.
    pub name: String,
    /// Its treatment: kind, imputation, encoder, scaler.
    pub what: String,
    /// Levels of a category.
    pub levels: Option<usize>,
    /// Missing cells among the training rows.
    pub missing: usize,
    /// Names of its outputs.
    pub outputs: Vec<String>,
}

/// Fitted columns, in the model's order.
pub(super) struct FittedFeatures {
    /// A model of the columns, without head and rows.
    pub(super) tables: ModelTables,
    pub(super) summaries: Vec<ColumnSummary>,
    /// Outputs of the training rows, for columns where they are not a function of the level.
    pub(super) training: Vec<Option<Vec<f32>>>,
}

/// One fitted column.
struct FittedFeature {
    column: ModelColumn,
    training: Option<Vec<f32>>,
    summary: ColumnSummary,
    warnings: Vec<String>,
}

/// Fits every column and places it in a stored row; adds to `warnings`.
///
/// # Errors
/// Where a column cannot be fitted as planned.
pub(super) fn fit_features(
    plan: &Plan,
    data: &Dataset,
    target: Option<&Target>,
    warnings: &mut Vec<String>,
) -> Result<FittedFeatures> {
    let fits: Vec<Result<FittedFeature>> = plan
        .features
        .par_iter()
        .enumerate()
        .map(|(at, feature)| fit_feature(plan, at, feature, data, target))
        .collect();
    let mut tables = ModelTables::encoder(plan.metric().into());
    let (mut summaries, mut training) = (Vec::new(), Vec::new());
    for fit in fits {
        let fit = fit?;
        f32_range::check_outputs(&fit.column, fit.training.as_deref())?;
        tables.columns.push(fit.column);
        training.push(fit.training);
        summaries.push(fit.summary);
        warnings.extend(fit.warnings);
    }
    tables.numbers = layout::place(&mut tables.columns, plan.expands(), plan.metric())?;
    tables.coded = layout::coded(&tables.columns, plan.metric(), None);
    Ok(FittedFeatures { tables, summaries, training })
}

fn fit_feature(
    plan: &Plan,
    at: usize,
    feature: &Feature,
    data: &Dataset,
    target: Option<&Target>,
) -> Result<FittedFeature> {
    match (&feature.kind, &data.columns[feature.index].cells) {
        (FeatureKind::Number { missing, scaler }, Cells::Numbers(values)) => {
            fit_number(plan, feature, data, values, missing, scaler)
        }
        (FeatureKind::Category { encoder, scaler }, Cells::Categories(categories)) => {
            let input = encoder_input(plan, at, categories, target);
            fit_category(plan, feature, data, categories, &input, encoder, scaler)
        }
        _ => Err(Error::data(
            Place::file(&data.source.name).column(&feature.name),
            "its kind changed between planning and fitting",
        )),
    }
}

fn fit_number(
    plan: &Plan,
    feature: &Feature,
    data: &Dataset,
    values: &[f64],
    missing: &Missing,
    scaler: &ScalerSpec,
) -> Result<FittedFeature> {
    let name = &feature.name;
    let source = &data.columns[feature.index];
    if *missing == Missing::Error
        && let Some(row) = (0..data.len()).find(|&row| source.is_missing(row))
    {
        let why = data.why_missing(row, name);
        let message = format!("{why} (--missing {}, median or drop)", shell_arg(name, "mean"));
        return Err(Error::data(data.place(row, name), message));
    }
    if let Some(row) = values.iter().position(|value| value.abs() > f64::from(f32::MAX)) {
        return Err(Error::data(
            data.place(row, name),
            format!(
                "{:?} is too large for single precision (largest {:?}); scale the column, or --drop {name:?}",
                values[row],
                f32::MAX,
            ),
        ));
    }
    let (column, warning) = number::fit(name, values, missing, scaler, plan.scale_encoded)?;
    let mut outputs = vec![name.clone()];
    if column.width() == 2 {
        outputs.push(format!("{name}_missing"));
    }
    let what = format!("number, {}{scaler}", imputation(missing));
    let summary = ColumnSummary { name: name.clone(), what, levels: None, missing: source.n_missing(), outputs };
    Ok(FittedFeature { column, training: None, summary, warnings: warning.into_iter().collect() })
}

fn fit_category(
    plan: &Plan,
    feature: &Feature,
    data: &Dataset,
    categories: &Categories,
    input: &ColumnInput<'_>,
    encoder: &EncoderSpec,
    scaler: &ScalerSpec,
) -> Result<FittedFeature> {
    let name = &feature.name;
    let fitted = category::fit(name, input, encoder, scaler).map_err(|error| at_line(error, data, name))?;
    let levels = match &fitted.column.kind {
        // The levels that were hashed; the buckets are the width.
        ColumnKind::Category(CategoryTable { lookup: LookupTable::Hash(_), .. }) => {
            categories.counts().iter().filter(|&&count| count > 0).count()
        }
        ColumnKind::Category(category) => usize::from(category.levels),
        ColumnKind::Number(_) => 0,
    };
    let outputs = fitted.outputs.iter().map(|output| match output.as_str() {
        "" => name.clone(),
        suffix => format!("{name}_{suffix}"),
    });
    let what = match scaler {
        ScalerSpec::None => format!("category, {encoder}"),
        scaler => format!("category, {encoder}, {scaler}"),
    };
    let summary = ColumnSummary {
        name: name.clone(),
        what,
        levels: Some(levels),
        missing: data.columns[feature.index].n_missing(),
        outputs: outputs.collect(),
    };
    let warnings = [
        warnings::on_category(name, categories, encoder, &fitted.column),
        warnings::on_unknown(name, encoder),
        plan.fold_case.then(|| warnings::on_folding(name, encoder)).flatten(),
        warnings::on_mapping(name, categories, encoder),
    ];
    let warnings = warnings.into_iter().flatten().collect();
    Ok(FittedFeature { column: fitted.column, training: fitted.training, summary, warnings })
}

/// Returns the input of the encoder of feature number `at`.
pub(super) fn encoder_input<'d>(
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

/// Adds the line of its row to an error.
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
