//! `nearkin evaluate`: the quality of a model on rows whose target is known.

use nearkin::format::Head;
use serde::Serialize;

use crate::cli::notes::{self, NotesIn};
use crate::cli::run::json::json;
use crate::cli::run::rows::{self, TargetColumn};
use crate::cli::{Bar, EvaluateArgs, Format};
use crate::data::{Cells, Dataset, class_order};
use crate::error::{Error, Place, Result};
use crate::evaluate::metrics::{ClassificationReport, ClusteringReport, RegressionReport, log_loss, silhouette_score};
use crate::evaluate::predict::{Answer, Prediction, Wants, predict};
use crate::model::aligned::Aligned;
use crate::model::encode;
use crate::output;
use crate::progress::Progress;
use crate::text::quantity::{counted, escape_control};

/// Everything that `evaluate` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct EvaluateReport {
    /// Always `evaluate`.
    command: &'static str,
    /// The data file.
    data: String,
    /// Rows left out because they have no target.
    rows_without_target: usize,
    /// Rows beyond the reject threshold.
    rows_novel: usize,
    /// Predictions that a tie rule decided; not for clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    ties: Option<TieCounts>,
    /// Notes on the file.
    notes: Vec<String>,
    /// The quality of predicted classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    classification: Option<ClassificationReport>,
    /// The quality of predicted values.
    #[serde(skip_serializing_if = "Option::is_none")]
    regression: Option<RegressionReport>,
    /// The quality of clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    clustering: Option<ClusteringReport>,
}

/// The number of predictions that a tie rule decided.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TieCounts {
    /// The k-th neighbor is as far away as the next row: the smaller row number was taken.
    neighbors: usize,
    /// Two classes have equal votes: the smaller class was taken.
    votes: usize,
}

impl TieCounts {
    fn of(predictions: &[Prediction]) -> Self {
        Self {
            neighbors: predictions.iter().filter(|prediction| prediction.ties.neighbors).count(),
            votes: predictions.iter().filter(|prediction| prediction.ties.votes).count(),
        }
    }
}

/// Runs `evaluate`.
///
/// # Errors
/// Whatever is wrong with model or data.
pub(super) fn run(args: &EvaluateArgs) -> Result<()> {
    let aligned = Aligned::read(&args.model)?;
    let model = aligned.load_named(&args.model.display().to_string())?;
    // Clusters can be evaluated without classes.
    let column = if model.payload().head == Head::Cluster { TargetColumn::Optional } else { TargetColumn::Required };
    let data = rows::read(&model, &args.data, &args.csv, column)?;
    notes::print(&data.notes, NotesIn::report(args.format.format));
    let target = model.target_name().and_then(|name| data.index_of(name).ok());
    let known = |row: &usize| target.is_none_or(|target| !data.columns[target].is_missing(*row));
    let rows: Vec<usize> = (0..data.len()).filter(known).collect();
    let without_target = data.len() - rows.len();
    if rows.is_empty() {
        return Err(Error::data(Place::file(&data.source.name), "no row has a value of the target"));
    }
    let data = data.take(&rows);
    let bar = Bar::start("predicting");
    let wants = Wants { probabilities: true, nearest: 0 };
    let predictions = predict(&model, &data, wants, Progress::new(&bar.listener()))?;
    drop(bar);
    let mut report = EvaluateReport {
        command: "evaluate",
        data: data.source.name.clone(),
        rows_without_target: without_target,
        rows_novel: predictions.iter().filter(|prediction| prediction.flags.is_novel()).count(),
        ties: (model.payload().head != Head::Cluster).then(|| TieCounts::of(&predictions)),
        notes: data.notes.clone(),
        classification: None,
        regression: None,
        clustering: None,
    };
    match model.payload().head {
        Head::Classify(_) => report.classification = Some(classification(&model, &data, target, &predictions)?),
        Head::Regress(_) => report.regression = Some(regression(&data, target, &predictions)?),
        Head::Cluster => report.clustering = Some(clustering(&model, &data, target, &predictions)?),
        Head::Encode => {
            return Err(Error::usage("the model is an encoder and predicts nothing that could be evaluated"));
        }
    }
    output::print(&match args.format.format {
        Format::Text => escape_control(&text(&report)).into_owned(),
        Format::Json => json(&report),
    })
}

fn text(report: &EvaluateReport) -> String {
    let EvaluateReport { classification, regression, clustering, .. } = report;
    let mut text = String::new();
    text.extend(classification.iter().map(ToString::to_string));
    text.extend(regression.iter().map(ToString::to_string));
    text.extend(clustering.iter().map(ToString::to_string));
    if report.rows_without_target > 0 {
        let rows = counted(report.rows_without_target as u64, "row", "rows");
        text.push_str(&format!("{rows} without a target left out\n"));
    }
    if report.rows_novel > 0 {
        text.push_str(&format!("{} novel\n", counted(report.rows_novel as u64, "row is", "rows are")));
    }
    if let Some(ties) = report.ties.as_ref().filter(|ties| ties.neighbors + ties.votes > 0) {
        text.push_str(&format!(
            "predictions decided by a tie: {} at the k-th neighbor (the smaller row number wins), {} in the vote (the \
             smaller class wins)\n",
            ties.neighbors, ties.votes
        ));
    }
    text.push_str(&notes::lines("note", &report.notes));
    text
}

/// Returns the texts and codes of the target column.
fn classes_of(data: &Dataset, target: Option<usize>) -> Result<&crate::data::Categories> {
    match target.map(|target| &data.columns[target].cells) {
        Some(Cells::Categories(categories)) => Ok(categories),
        _ => Err(Error::data(Place::file(&data.source.name), "the target column has no classes")),
    }
}

fn classification(
    model: &nearkin::Model<'_>,
    data: &Dataset,
    target: Option<usize>,
    predictions: &[Prediction],
) -> Result<ClassificationReport> {
    let categories = classes_of(data, target)?;
    let known: Vec<String> =
        (0..model.payload().classes).map(|class| model.class_name(class).unwrap_or("").to_owned()).collect();
    // Classes that the model does not know are counted as mistakes, after those that it knows.
    let mut names = known.clone();
    for (level, count) in categories.levels.iter().zip(categories.counts()) {
        if count > 0 && !names.contains(level) {
            names.push(level.clone());
        }
    }
    let index = |text: &str| names.iter().position(|name| name == text).expect("every class was listed");
    let of_level: Vec<Option<usize>> =
        categories.levels.iter().zip(categories.counts()).map(|(level, n)| (n > 0).then(|| index(level))).collect();
    let truth: Vec<usize> =
        categories.codes.iter().map(|&code| of_level[code as usize].expect("a level that a row has")).collect();
    let predicted: Vec<usize> = predictions
        .iter()
        .map(|prediction| match prediction.answer {
            Answer::Class(class) => usize::from(class),
            _ => 0,
        })
        .collect();
    let mut shares = Vec::with_capacity(predictions.len() * names.len());
    for prediction in predictions {
        shares.extend(prediction.probabilities.iter().map(|&share| f64::from(share)));
        shares.resize(shares.len() + names.len() - known.len(), 0.0);
    }
    let loss = log_loss(&truth, &shares, names.len()).ok();
    ClassificationReport::new(&truth, &predicted, &names, loss)
}

fn regression(data: &Dataset, target: Option<usize>, predictions: &[Prediction]) -> Result<RegressionReport> {
    let Some(Cells::Numbers(truth)) = target.map(|target| &data.columns[target].cells) else {
        return Err(Error::data(Place::file(&data.source.name), "the target column is not numeric"));
    };
    let predicted: Vec<f64> = predictions
        .iter()
        .map(|prediction| match prediction.answer {
            Answer::Value(value) => f64::from(value),
            _ => f64::NAN,
        })
        .collect();
    RegressionReport::new(truth, &predicted)
}

fn clustering(
    model: &nearkin::Model<'_>,
    data: &Dataset,
    target: Option<usize>,
    predictions: &[Prediction],
) -> Result<ClusteringReport> {
    let labels: Vec<usize> = predictions
        .iter()
        .map(|prediction| match prediction.answer {
            Answer::Cluster { cluster, .. } => cluster as usize,
            _ => 0,
        })
        .collect();
    let inertia = predictions.iter().map(|p| f64::from(p.distance) * f64::from(p.distance)).sum();
    let clusters = model.payload().rows as usize;
    let points: Vec<f64> = encode(model, data)?.into_iter().flat_map(|(row, _)| row).map(f64::from).collect();
    let width = model.payload().width as usize;
    let quality = silhouette_score(&points, width, &labels, 5_000, 0).ok().flatten();
    let Some(target) = target else {
        return ClusteringReport::new(&labels, clusters, inertia, quality, None);
    };
    let categories = classes_of(data, Some(target))?;
    let seen: Vec<&str> = categories
        .levels
        .iter()
        .zip(categories.counts())
        .filter(|(_, count)| *count > 0)
        .map(|(level, _)| level.as_str())
        .collect();
    let names: Vec<String> = class_order(&seen).into_iter().map(|at| seen[at].to_owned()).collect();
    let truth: Vec<usize> = (0..data.len())
        .map(|row| {
            let text = categories.text(row).unwrap_or("");
            names.iter().position(|name| name == text).expect("every class was listed")
        })
        .collect();
    ClusteringReport::new(&labels, clusters, inertia, quality, Some((&truth, &names)))
}
