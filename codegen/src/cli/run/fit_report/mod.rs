//! The report of `nearkin fit`, which is printed as text or as JSON.

mod text;

use serde::Serialize;

use crate::cli::FitArgs;
use crate::data::{Cells, Dataset};
use crate::evaluate::compare_storage::{Cost, Tried};
use crate::evaluate::estimate::Estimate;
use crate::evaluate::validate::Quality;
use crate::fit::{ClusterSummary, ColumnSummary, FittedModel, Plan};
use crate::kmeans::Ended;
use crate::model::sizes::{Sizes, cheaper, column_bytes, sizes};
use crate::recipe::{Estimator, KnnOptions, Validation};
use crate::text::lists;
use crate::text::quantity::bytes;

/// Everything that `fit` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FitReport {
    /// Always `fit`.
    command: &'static str,
    /// The data file.
    data: String,
    /// The SHA-256 of the data file.
    sha256: String,
    /// The model in words.
    model: String,
    /// `classify` or `regress`.
    task: Option<String>,
    /// The name of the target column.
    target: Option<String>,
    /// Rows that were fitted.
    rows: usize,
    /// Rows left out because they have no target.
    rows_without_target: usize,
    /// Rows left out because of a missing cell.
    rows_dropped: usize,
    /// The input columns.
    columns: Vec<ColumnReport>,
    /// The names of the classes, in class order.
    classes: Vec<String>,
    /// The quality of predictions on rows that were not fitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    measured: Option<MeasuredReport>,
    /// The result of k-means.
    #[serde(skip_serializing_if = "Option::is_none")]
    clusters: Option<ClustersReport>,
    /// The prototypes, with `--prototypes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) prototypes: Option<PrototypesReport>,
    /// The storages that `--storage auto` compared, the smallest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) storages: Vec<Tried>,
    /// The cost of each storage, f32 first; absent where the model has no integer form.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) storage_costs: Vec<Cost>,
    /// Flash and RAM.
    sizes: Sizes,
    /// Estimated instructions of one call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) instructions: Option<Estimate>,
    /// Notes on the file.
    notes: Vec<String>,
    /// Warnings about the fit.
    warnings: Vec<String>,
    /// The file of the model.
    output: String,
}

/// An input column.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ColumnReport {
    /// The column's name.
    name: String,
    /// Its treatment in words.
    what: String,
    /// Levels of a category.
    levels: Option<usize>,
    /// Missing cells.
    missing: usize,
    /// Encoded outputs.
    width: usize,
    /// Bytes of flash of its parameters.
    bytes: u64,
}

/// The quality of predictions, and how it was measured.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MeasuredReport {
    /// How rows were held out.
    how: String,
    /// The quality, by task.
    quality: Quality,
}

/// The prototypes that replace the training rows.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PrototypesReport {
    /// `condensed`, `edited`, `k-means:N` or `lvq:N`.
    pub(super) how: String,
    /// Stored rows.
    pub(super) rows: u32,
    /// Accuracy or R2 with every training row stored, on the rows of `measured`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<f64>,
    /// The same with the prototypes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<f64>,
}

/// The result of k-means.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ClustersReport {
    /// The sum of squared distances to the centroids, in scaled units.
    inertia: f64,
    /// Iterations of the best start.
    iterations: usize,
    /// Whether the stopping rule ended it.
    converged: bool,
    /// The reason why it ended.
    ended: Ended,
    /// Rows of each cluster.
    sizes: Vec<usize>,
}

/// Reports a fit, without the comparisons.
pub(super) fn report(
    args: &FitArgs,
    plan: &Plan,
    data: &Dataset,
    fitted: &FittedModel,
    model: &nearkin::Model<'_>,
    measured: Option<Quality>,
    mut warnings: Vec<String>,
) -> FitReport {
    warnings.extend(large_column(plan, data, fitted));
    FitReport {
        command: "fit",
        data: data.source.name.clone(),
        sha256: data.source.sha256.clone(),
        model: model_line(plan),
        task: plan.task.map(|task| task.to_string()),
        target: plan.target_name().map(str::to_owned),
        rows: fitted.rows,
        rows_without_target: fitted.without_target,
        rows_dropped: fitted.dropped,
        columns: columns(fitted),
        classes: fitted.tables.classes.clone(),
        measured: measured.map(|quality| MeasuredReport { how: validation(plan), quality }),
        clusters: fitted.clusters.as_ref().map(ClustersReport::new),
        prototypes: None,
        storages: Vec::new(),
        storage_costs: Vec::new(),
        sizes: sizes(model, fitted.blob.len()),
        instructions: None,
        notes: data.notes.clone(),
        warnings,
        output: args.output.display().to_string(),
    }
}

fn columns(fitted: &FittedModel) -> Vec<ColumnReport> {
    let bytes = column_bytes(&fitted.tables);
    let report = |(column, bytes): (&ColumnSummary, u64)| ColumnReport {
        name: column.name.clone(),
        what: column.what.clone(),
        levels: column.levels,
        missing: column.missing,
        width: column.outputs.len(),
        bytes,
    };
    fitted.columns.iter().zip(bytes).map(report).collect()
}

/// Returns a warning about a categorical column that needs more flash than all others together, with smaller encoders.
fn large_column(plan: &Plan, data: &Dataset, fitted: &FittedModel) -> Option<String> {
    let all = column_bytes(&fitted.tables);
    let total: u64 = all.iter().sum();
    let is_large = |&at: &usize| all[at] > 1024 && all[at] > total - all[at] && fitted.columns[at].levels.is_some();
    let at = (0..all.len()).find(is_large).filter(|_| all.len() > 1)?;
    let target_outputs = plan.target.map(|target| match &data.columns[target].cells {
        // The target encoder has an output for each of more than two classes.
        Cells::Categories(categories) => match categories.counts().iter().filter(|&&count| count > 0).count() {
            classes if classes > 2 => classes,
            _ => 1,
        },
        Cells::Numbers(_) => 1,
    });
    let name = &fitted.columns[at].name;
    let choices = cheaper(&fitted.tables, at, target_outputs);
    let choices = choices
        .iter()
        .map(|cheaper| format!("--encode {} needs {}", lists::shell_arg(name, cheaper.encoder), bytes(cheaper.bytes)));
    let choices = choices.collect::<Vec<_>>().join(", ");
    let choices = if choices.is_empty() { choices } else { format!("; {choices}") };
    Some(format!("column {name:?} needs {} of flash, more than all other columns together{choices}", bytes(all[at])))
}

fn validation(plan: &Plan) -> String {
    match &plan.validation {
        Validation::Folds { folds, .. } => format!("{folds}-fold cross-validation"),
        Validation::Holdout(share) => format!("{} % of the rows held out", share * 100.0),
        Validation::None => String::new(),
    }
}

impl ClustersReport {
    fn new(summary: &ClusterSummary) -> Self {
        let ClusterSummary { inertia, iterations, ended, sizes, .. } = summary;
        Self {
            inertia: *inertia,
            iterations: *iterations,
            converged: *ended != Ended::MaxIter,
            ended: *ended,
            sizes: sizes.clone(),
        }
    }
}

/// Describes the model in a few words.
fn model_line(plan: &Plan) -> String {
    let storage = plan.storage;
    match &plan.estimator {
        Estimator::Knn(KnnOptions { neighbors, metric, weights, .. }) => {
            format!("kNN, k = {neighbors}, {metric}, {weights} weights, {storage}")
        }
        Estimator::KMeans(options) => format!("k-means, {} clusters, {storage}", options.clusters),
        Estimator::Encode => "encoder".to_owned(),
    }
}
