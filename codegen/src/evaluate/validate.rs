//! How good a fit is on rows that it has not seen: held out, or fold by fold.
//!
//! # Examples
//! ```
//! use nearkin_codegen::data::read_path;
//! use nearkin_codegen::fit::{Plan, read_options};
//! use nearkin_codegen::evaluate::validate::{Quality, ValidationScore, validate};
//! use nearkin_codegen::progress::Progress;
//! use nearkin_codegen::recipe::Recipe;
//!
//! let recipe = Recipe { target: Some("species".into()), drop: vec!["year".into()], ..Recipe::default() };
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let data = read_path(data.as_ref(), &read_options(&recipe))?;
//! let plan = Plan::new(recipe, &data)?;
//! let score: ValidationScore = validate(&plan, &data, Progress::NONE)?.expect("there is a target");
//! let Quality::Classification(report) = &score.quality else { unreachable!() };
//! assert_eq!(report.rows, 86); // a quarter of 344
//! assert!(score.quality.headline().is_some_and(|accuracy| accuracy > 0.95));
//! assert_eq!((score.clamped, score.changed(&score)), (0, Some(0)));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

use crate::data::{Cells, Dataset, class_order, group_folds, holdout, stratified_folds};
use crate::evaluate::metrics::{ClassificationReport, RegressionReport};
use crate::evaluate::predict::{Answer, Wants, predict};
use crate::evaluate::verify::VALUE_TOLERANCE;
use crate::fit::{Plan, SearchIndex, fit};
use crate::model::aligned::Aligned;
use crate::progress::Progress;
use crate::recipe::{Task, Validation};
use crate::{Error, Result};

/// The quality of answers, by task.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Of classes.
    Classification(ClassificationReport),
    /// Of values.
    Regression(RegressionReport),
}

impl Quality {
    /// The one figure: accuracy, or R2 where it is defined.
    #[must_use]
    pub fn headline(&self) -> Option<f64> {
        match self {
            Self::Classification(report) => Some(report.accuracy),
            Self::Regression(report) => report.r2,
        }
    }
}

/// The predictions for rows that were not fitted, and their quality.
#[derive(Debug, Clone, PartialEq)]
pub struct ValidationScore {
    /// The quality of the answers.
    pub quality: Quality,
    /// Answered rows with a number past the bound of integer storage, which is held there.
    pub clamped: u64,
    /// The class of each answered row; empty for values.
    predicted: Vec<usize>,
    /// The value of each answered row, empty for classes, and the range of the true ones.
    values: (Vec<f64>, f64),
}

impl ValidationScore {
    /// How many answered rows have another answer in the other measurement of the same rows; `None` for other rows.
    ///
    /// Values differ as `verify` has it: by more than [`VALUE_TOLERANCE`] of their range.
    #[must_use]
    pub fn changed(&self, other: &Self) -> Option<u64> {
        let (values, range) = &self.values;
        if self.predicted.len() != other.predicted.len() || values.len() != other.values.0.len() {
            return None;
        }
        let classes = self.predicted.iter().zip(&other.predicted).filter(|(ours, theirs)| ours != theirs).count();
        let is_other = |(ours, theirs): &(&f64, &f64)| (*ours - *theirs).abs() > VALUE_TOLERANCE * range;
        Some((classes + values.iter().zip(&other.values.0).filter(is_other).count()) as u64)
    }
}

/// Validates a plan as it states: fits a part of the rows and predicts the rest, once or fold by fold.
///
/// The whole pipeline is fitted each time, so encoders and scalers never see the rows that are predicted.
/// `None` where nothing is predicted, the plan turns validation off, or the rows are too few.
///
/// # Errors
/// Whatever makes a fit impossible.
pub fn validate(plan: &Plan, data: &Dataset, progress: Progress<'_>) -> Result<Option<ValidationScore>> {
    let (Some(target), Some(_)) = (plan.target, plan.task) else { return Ok(None) };
    // Rows that fitting drops are not predicted either: the model refuses them.
    let data = &*plan.training_rows(data).of(data);
    let splits = match &plan.validation {
        Validation::None => return Ok(None),
        Validation::Holdout(share) => vec![holdout(classes(data, target), data.len(), *share, plan.seed)?],
        Validation::Folds { folds, group } => fold_splits(plan, data, target, *folds, group.as_deref())?,
    };
    if !splits.iter().all(|split| is_enough(plan, split)) {
        return Ok(None);
    }
    // The search index changes no prediction, and choosing one takes time.
    let plan = &Plan { search_index: SearchIndex::BruteForce, ..plan.clone() };
    let mut answers = Answers::new(data, target, plan.task);
    let total = splits.len() as u64;
    for (done, (train, test)) in (1u64..).zip(&splits) {
        answers.add(plan, &data.take(train), &data.take(test))?;
        progress.report(done, total);
    }
    answers.finish().map(Some)
}

/// Splits the training rows into those to fit and those held out, whatever the plan's validation is; `None` where there is
/// no target or the rows are too few.
///
/// # Errors
/// As [`holdout`].
#[cfg(feature = "cli")] // for reports
pub(crate) fn hold_out(plan: &Plan, data: &Dataset) -> Result<Option<(Dataset, Dataset)>> {
    let Some(target) = plan.target else { return Ok(None) };
    let data = &*plan.training_rows(data).of(data);
    let split = holdout(classes(data, target), data.len(), plan.validation.share(), plan.seed)?;
    Ok(is_enough(plan, &split).then(|| (data.take(&split.0), data.take(&split.1))))
}

/// Positions of the rows to fit and to predict.
type Split = (Vec<usize>, Vec<usize>);

/// Returns whether the rows of a split suffice to fit and to validate.
fn is_enough(plan: &Plan, (train, test): &Split) -> bool {
    let k = plan.knn().map_or(1, |options| options.neighbors as usize);
    train.len() >= k.max(2) && !test.is_empty()
}

/// Returns the class of each row; `None` for a target of numbers.
fn classes(data: &Dataset, target: usize) -> Option<&[u32]> {
    match &data.columns[target].cells {
        Cells::Categories(categories) => Some(&categories.codes),
        Cells::Numbers(_) => None,
    }
}

fn fold_splits(plan: &Plan, data: &Dataset, target: usize, folds: u32, group: Option<&str>) -> Result<Vec<Split>> {
    let n = folds as usize;
    let folds = match group.map(|group| data.column(group)).transpose()?.map(|group| &group.cells) {
        None => stratified_folds(classes(data, target), data.len(), n, plan.seed)?,
        Some(Cells::Categories(groups)) => group_folds(&groups.codes, n, plan.seed)?,
        Some(Cells::Numbers(_)) => {
            return Err(Error::usage("--group names a column of numbers; list it in --categorical too"));
        }
    };
    Ok((0..n).map(|fold| folds.split(fold)).collect())
}

/// Truths and answers, gathered.
struct Answers {
    task: Option<Task>,
    target: usize,
    names: Vec<String>,
    truth: Vec<usize>,
    predicted: Vec<usize>,
    probabilities: Vec<f64>,
    values: (Vec<f64>, Vec<f64>),
    clamped: u64,
}

impl Answers {
    fn new(data: &Dataset, target: usize, task: Option<Task>) -> Self {
        let names = match &data.columns[target].cells {
            Cells::Categories(categories) => {
                let counts = categories.counts();
                let seen: Vec<&str> =
                    categories.levels.iter().zip(&counts).filter(|(_, n)| **n > 0).map(|(l, _)| l.as_str()).collect();
                class_order(&seen).into_iter().map(|at| seen[at].to_owned()).collect()
            }
            Cells::Numbers(_) => Vec::new(),
        };
        Self {
            task,
            target,
            names,
            truth: Vec::new(),
            predicted: Vec::new(),
            probabilities: Vec::new(),
            values: (Vec::new(), Vec::new()),
            clamped: 0,
        }
    }

    fn add(&mut self, plan: &Plan, train: &Dataset, test: &Dataset) -> Result<()> {
        let fitted = fit(plan, train, None)?;
        let aligned = Aligned::new(&fitted.blob);
        let model = aligned.load()?;
        let wants = Wants { probabilities: true, nearest: 0 };
        let predictions = predict(&model, test, wants, Progress::NONE)?;
        let index = |name: &str| self.names.iter().position(|known| known == name);
        // A fold can lack a class, so its indices are translated by name.
        let classes: Vec<usize> =
            (0..model.payload().classes).filter_map(|class| index(model.class_name(class)?)).collect();
        for (row, prediction) in predictions.iter().enumerate() {
            self.clamped += u64::from(prediction.flags.is_outside());
            match (&test.columns[self.target].cells, prediction.answer) {
                (Cells::Categories(categories), Answer::Class(class)) => {
                    let truth = categories.text(row).and_then(index).expect("rows without a target were left out");
                    self.truth.push(truth);
                    self.predicted.push(classes[usize::from(class)]);
                    let mut shares = vec![0.0; self.names.len()];
                    for (&class, &share) in classes.iter().zip(&prediction.probabilities) {
                        shares[class] = f64::from(share);
                    }
                    self.probabilities.extend(shares);
                }
                (Cells::Numbers(numbers), Answer::Value(value)) => {
                    self.values.0.push(numbers[row]);
                    self.values.1.push(f64::from(value));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<ValidationScore> {
        let (low, high) =
            self.values.0.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)));
        let range = (high - low).max(0.0); // no value, no range
        let quality = if self.task == Some(Task::Regress) {
            Quality::Regression(RegressionReport::new(&self.values.0, &self.values.1)?)
        } else {
            let loss = crate::evaluate::metrics::log_loss(&self.truth, &self.probabilities, self.names.len()).ok();
            Quality::Classification(ClassificationReport::new(&self.truth, &self.predicted, &self.names, loss)?)
        };
        Ok(ValidationScore {
            quality,
            clamped: self.clamped,
            predicted: self.predicted,
            values: (self.values.1, range),
        })
    }
}
