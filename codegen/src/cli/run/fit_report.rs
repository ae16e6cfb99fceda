//! What `nearkin fit` prints, as text and as JSON.

use std::fmt::{self, Write as _};

use serde::Serialize;

use crate::cli::FitArgs;
use crate::cli::notes;
use crate::cli::run::sizes_text::{features, ram};
use crate::data::{Cells, Dataset};
use crate::evaluate::compare_storage::{Cost, Tried};
use crate::evaluate::estimate::Estimate;
use crate::evaluate::validate::Quality;
use crate::fit::{ClusterSummary, FittedModel, Plan};
use crate::kmeans::Ended;
use crate::model::sizes::{Sizes, sizes};
use crate::recipe::{Estimator, KnnOptions, Validation};
use crate::text::lists;
use crate::text::quantity::{bytes, counted, significant};
use crate::text::table::Table;

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

/// What is known of a fit, without what was compared beside it.
pub(super) fn report(
    args: &FitArgs,
    plan: &Plan,
    data: &Dataset,
    fitted: &FittedModel,
    model: &nearkin::Model<'_>,
    measured: Option<Quality>,
    mut warnings: Vec<String>,
) -> FitReport {
    let column_bytes = crate::model::sizes::column_bytes(&fitted.parts);
    let total: u64 = column_bytes.iter().sum();
    let columns: Vec<ColumnReport> = fitted
        .columns
        .iter()
        .zip(&column_bytes)
        .map(|(column, &bytes)| ColumnReport {
            name: column.name.clone(),
            what: column.what.clone(),
            levels: column.levels,
            missing: column.missing,
            width: column.outputs.len(),
            bytes,
        })
        .collect();
    let target_outputs = plan.target.map(|target| match &data.columns[target].cells {
        // The target encoder has an output for each of more than two classes.
        Cells::Categories(categories) => match categories.counts().iter().filter(|&&count| count > 0).count() {
            classes if classes > 2 => classes,
            _ => 1,
        },
        Cells::Numbers(_) => 1,
    });
    for (at, column) in columns.iter().enumerate() {
        if columns.len() > 1 && column.bytes > 1024 && column.bytes > total - column.bytes && column.levels.is_some() {
            let choices = crate::model::sizes::cheaper(&fitted.parts, at, target_outputs);
            let choices = choices.iter().map(|cheaper| {
                format!("--encode {} takes {}", lists::shell_arg(&column.name, cheaper.encoder), bytes(cheaper.bytes))
            });
            let choices = choices.collect::<Vec<_>>().join(", ");
            let choices = if choices.is_empty() { choices } else { format!("; {choices}") };
            let (name, takes) = (&column.name, bytes(column.bytes));
            warnings.push(format!("column {name:?} takes {takes} of flash, more than all others{choices}"));
        }
    }
    let how = match &plan.validation {
        Validation::Folds { folds, .. } => format!("{folds}-fold cross-validation"),
        Validation::Holdout(share) => format!("{} % of the rows held out", share * 100.0),
        Validation::None => String::new(),
    };
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
        columns,
        classes: fitted.parts.classes.clone(),
        measured: measured.map(|quality| MeasuredReport { how, quality }),
        clusters: fitted.clusters.as_ref().map(|ClusterSummary { inertia, iterations, ended, sizes, .. }| {
            ClustersReport {
                inertia: *inertia,
                iterations: *iterations,
                converged: *ended != Ended::MaxIter,
                ended: *ended,
                sizes: sizes.clone(),
            }
        }),
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

/// What is fitted, in a few words.
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

impl fmt::Display for FitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut head = self.model.clone();
        if let (Some(task), Some(target)) = (&self.task, &self.target) {
            let _ = write!(head, ": {task} {target:?}");
        }
        writeln!(f, "{head}")?;
        write!(f, "{} of {}", counted(self.rows as u64, "row", "rows"), self.data)?;
        if self.rows_without_target > 0 {
            write!(f, ", {} without a target left out", self.rows_without_target)?;
        }
        if self.rows_dropped > 0 {
            write!(f, ", {} with missing cells dropped", self.rows_dropped)?;
        }
        writeln!(f)?;
        if !self.classes.is_empty() {
            writeln!(f, "{}: {}", counted(self.classes.len() as u64, "class", "classes"), lists::names(&self.classes))?;
        }
        write!(f, "\n{}", columns_table(&self.columns))?;
        if let Some(rest) = lists::and_more(self.columns.len(), "columns, which need less flash") {
            writeln!(f, "{rest}")?;
        }
        writeln!(f)?;
        if let Some(measured) = &self.measured {
            writeln!(f, "measured: {}", measured.how)?;
            match &measured.quality {
                Quality::Classification(report) => write!(f, "{report}")?,
                Quality::Regression(report) => write!(f, "{report}")?,
            }
            writeln!(f)?;
        }
        if let Some(clusters) = &self.clusters {
            writeln!(
                f,
                "inertia {} after {} ({}); rows in each cluster: {}\n",
                significant(clusters.inertia),
                counted(clusters.iterations as u64, "iteration", "iterations"),
                clusters.ended,
                lists::sizes(&clusters.sizes)
            )?;
        }
        if let Some(prototypes) = &self.prototypes {
            write!(
                f,
                "prototypes {}: {} for {}",
                prototypes.how,
                prototypes.rows,
                counted(self.rows as u64, "row", "rows")
            )?;
            if let (Some(before), Some(after)) = (prototypes.before, prototypes.after) {
                let [before, after] = [before, after].map(|score| self.score(score));
                write!(f, "; {} {before} with all rows, {after} with the prototypes", self.score_name())?;
            }
            writeln!(f, "\n")?;
        }
        if !self.storage_costs.is_empty() {
            writeln!(f, "{}", self.costs_table())?;
        }
        if !self.storages.is_empty() {
            let name = if self.regresses() { "R2 " } else { "" }; // a share says that it is one
            let each = self.storages.iter().map(|tried| {
                let changed = tried.changed * 100.0;
                let changed =
                    if changed > 0.0 { format!(" ({changed:.1} % of answers changed)") } else { String::new() };
                format!("{} {name}{}{changed}", tried.storage, self.score(tried.score))
            });
            writeln!(f, "storages in cross-validation: {}\n", each.collect::<Vec<_>>().join(", "))?;
        }
        writeln!(f, "flash {} ({})", bytes(self.sizes.flash), self.output)?;
        let mut parts = Table::list();
        for part in &self.sizes.parts {
            parts.row([part.name.to_string(), bytes(part.bytes)]);
        }
        write!(f, "{parts}")?;
        write!(f, "{}{}", ram(&self.sizes), features(&self.sizes))?;
        if let Some(instructions) = &self.instructions {
            writeln!(f, "{instructions}")?;
        }
        f.write_str(&notes::lines("note", &self.notes))?;
        f.write_str(&notes::lines("warning", &self.warnings))
    }
}

impl FitReport {
    fn regresses(&self) -> bool {
        self.task.as_deref() == Some("regress")
    }

    /// What [`Self::score`] prints.
    fn score_name(&self) -> &'static str {
        if self.regresses() { "R2" } else { "accuracy" }
    }

    fn score(&self, score: f64) -> String {
        if self.regresses() { format!("{score:.4}") } else { format!("{:.1} %", score * 100.0) }
    }

    /// Returns the bytes and predictions of each storage, the fitted one marked.
    fn costs_table(&self) -> Table {
        let headings = ["storage", "flash", self.score_name(), "changed predictions", "rows clamped", ""];
        let mut table = Table::new(&headings).left(&[5]);
        for cost in &self.storage_costs {
            table.row([
                cost.storage.clone(),
                bytes(cost.flash),
                cost.score.map_or(String::new(), |score| self.score(score)),
                cost.changed.map_or(String::new(), |changed| changed.to_string()),
                cost.clamped.to_string(),
                if cost.chosen { "this model".to_owned() } else { String::new() },
            ]);
        }
        table
    }
}

fn columns_table(columns: &[ColumnReport]) -> Table {
    let mut table = Table::new(&["column", "treatment", "levels", "missing", "width", "flash"]).left(&[1]);
    for at in lists::top_n(lists::MAX_LINES, columns.iter().map(|column| column.bytes)) {
        let column = &columns[at];
        table.row([
            lists::one_line(&column.name).into_owned(),
            column.what.clone(),
            column.levels.map_or(String::new(), |levels| levels.to_string()),
            column.missing.to_string(),
            column.width.to_string(),
            bytes(column.bytes),
        ]);
    }
    table
}
