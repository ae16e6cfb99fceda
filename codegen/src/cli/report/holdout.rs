//! Predictions on rows that were not fitted: a file, or a part held out of the training file.

use nearkin::Model;
use nearkin::format::{Head, Vote};

use crate::Result;
use crate::data::{Cells, Dataset, class_order};
use crate::evaluate::metrics::{ClassificationReport, RegressionReport};
use crate::evaluate::predict::{Answer, Prediction, Wants, predict};
use crate::evaluate::training_file::Training;
use crate::evaluate::validate::hold_out;
use crate::fit::{Plan, fit};
use crate::model;
use crate::model::aligned::Aligned;
use crate::progress::Progress;
use crate::recipe::Storage;

/// More rows than this are not fitted again for a plot.
pub(super) const MAX_ROWS: usize = 20_000;

/// Predictions compared with the target.
#[derive(Debug)]
pub(super) enum Evaluation {
    Classes(ClassificationReport),
    Values { report: RegressionReport, truth: Vec<f64>, predicted: Vec<f64> },
}

impl Evaluation {
    /// Returns the accuracy, or R2 if it is defined.
    pub(super) fn score(&self) -> Option<f64> {
        match self {
            Self::Classes(report) => Some(report.accuracy),
            Self::Values { report, .. } => report.r2,
        }
    }
}

/// Compares predictions with the target; returns how many rows have one too, the others are left out.
pub(super) fn evaluate(
    model: &Model<'_>,
    data: &Dataset,
    predictions: &[Prediction],
) -> Result<Option<(Evaluation, usize)>> {
    let Some(target) = model.target_name().and_then(|name| data.column(name).ok()) else { return Ok(None) };
    let rows: Vec<usize> = (0..data.len()).filter(|&row| !target.is_missing(row)).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    match (&target.cells, model.payload().head) {
        (Cells::Categories(categories), Head::Classify(_)) => {
            let known = (0..model.payload().classes).filter_map(|class| model.class_name(class));
            let mut names: Vec<&str> = known.collect();
            let in_model = names.len();
            for (level, count) in categories.levels.iter().zip(categories.counts()) {
                if count > 0 && !names[..in_model].contains(&level.as_str()) {
                    names.push(level);
                }
            }
            let order = class_order(&names);
            let names: Vec<String> = order.iter().map(|&at| names[at].to_owned()).collect();
            let index = |text: &str| names.iter().position(|name| name == text);
            let (mut truth, mut predicted) = (Vec::new(), Vec::new());
            for &row in &rows {
                let Answer::Class(class) = predictions[row].answer else { continue };
                let pair = (categories.text(row).and_then(index), model.class_name(class).and_then(index));
                if let (Some(t), Some(p)) = pair {
                    truth.push(t);
                    predicted.push(p);
                }
            }
            let report = ClassificationReport::new(&truth, &predicted, &names, None)?;
            Ok(Some((Evaluation::Classes(report), rows.len())))
        }
        (Cells::Numbers(values), Head::Regress(_)) => {
            let truth: Vec<f64> = rows.iter().map(|&row| values[row]).collect();
            let predicted: Vec<f64> = rows
                .iter()
                .map(|&row| match predictions[row].answer {
                    Answer::Value(value) => f64::from(value),
                    _ => f64::NAN,
                })
                .collect();
            let report = RegressionReport::new(&truth, &predicted)?;
            Ok(Some((Evaluation::Values { report, truth, predicted }, rows.len())))
        }
        _ => Ok(None),
    }
}

/// The scores of one storage by k.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) storage: Storage,
    pub(super) flash: u64,
    pub(super) scores: Vec<(u32, f64)>,
}

/// Fits a part of the training rows, as `fit` does for validation, and predicts the rest.
///
/// # Errors
/// Whatever makes a fit impossible.
pub(super) fn held_out(training: &Training) -> Result<Option<(Evaluation, usize)>> {
    let Some((train, test)) = hold_out(&training.plan, &training.data)? else { return Ok(None) };
    let fitted = fit(&training.plan, &train, None)?;
    let aligned = Aligned::new(&fitted.blob);
    let model = aligned.load()?;
    let predictions = predict(&model, &test, Wants::default(), Progress::NONE)?;
    evaluate(&model, &test, &predictions)
}

/// Returns the score for each storage and k, on the held-out rows.
///
/// # Errors
/// Whatever makes a fit impossible.
pub(super) fn sweep(training: &Training) -> Result<Vec<Line>> {
    const NEIGHBORS: [u32; 8] = [1, 3, 5, 7, 9, 13, 19, 27];
    let Some((train, test)) = hold_out(&training.plan, &training.data)? else { return Ok(Vec::new()) };
    let mut lines = Vec::new();
    for storage in [Storage::F32, Storage::I16, Storage::I8] {
        let plan = Plan { storage, reject: None, ..training.plan.clone() };
        if storage != Storage::F32 && !nearkin::Metric::from(plan.metric()).has_integer_form() {
            // The metric has no integer form.
            continue;
        }
        let fitted = fit(&plan, &train, None)?;
        let flash = fit(&plan, &training.data, None)?.blob.len() as u64;
        let mut model_parts = fitted.tables;
        let mut scores = Vec::new();
        for k in NEIGHBORS.into_iter().filter(|&k| k as usize <= fitted.rows.min(model_parts.rows as usize)) {
            let with = |vote: Vote| Vote { neighbors: k, ..vote };
            model_parts.head = match model_parts.head {
                Head::Classify(vote) => Head::Classify(with(vote)),
                Head::Regress(vote) => Head::Regress(with(vote)),
                other => other,
            };
            let blob = model::write(&model_parts)?;
            let aligned = Aligned::new(&blob);
            let model = aligned.load()?;
            let predictions = predict(&model, &test, Wants::default(), Progress::NONE)?;
            if let Some(score) = evaluate(&model, &test, &predictions)?.and_then(|(evaluation, _)| evaluation.score()) {
                scores.push((k, score));
            }
        }
        lines.push(Line { storage, flash, scores });
    }
    Ok(lines)
}
