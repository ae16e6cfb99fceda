//! A fit from the data file to the checked model: the one sequence of steps that the command line and
//! [`Fit`](crate::Fit) share.

use std::path::Path;

use crate::Result;
use crate::data::{Dataset, check_ids, read_path_with_progress};
#[cfg(feature = "cli")]
use crate::evaluate::compare_storage::Cost;
use crate::evaluate::compare_storage::{self, Tried};
use crate::evaluate::predict::{Wants, predict};
use crate::evaluate::validate::{ValidationScore, validate};
use crate::fit::{FittedModel, Plan, fit, plan_and_sample, read_options};
use crate::kmeans::{Init, Iteration};
use crate::model;
use crate::model::aligned::Aligned;
use crate::model::provenance::Provenance;
use crate::progress::Progress;
use crate::recipe::{Estimator, Recipe};

/// Training rows predicted to check a model: fitting has put every row through the device's encoding already, and
/// predicting all of them takes time quadratic in the rows.
const CHECKED_ROWS: usize = 2000;

/// A step that can take a long time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Reads the file.
    Read,
    /// Chooses the storage, or compares the chosen one with the others.
    CompareStorage,
    /// Validates on held-out rows or by cross-validation.
    Validate,
    /// Validates a fit that keeps all rows, to compare prototypes with it.
    #[cfg(feature = "cli")]
    ValidateAllRows,
    /// Fits the model.
    Fit {
        /// Runs of k-means.
        runs: u64,
        /// The most iterations of each; a run ends sooner when it converges.
        max_iter: u64,
    },
    /// Predicts training rows with the fitted model.
    Check,
}

/// Receives the progress of a session; every method has a default that does nothing.
pub(crate) trait Observer {
    /// Called when a stage begins; the previous one is over.
    fn stage(&mut self, _stage: Stage) {}

    /// Called when the last stage is over.
    fn end(&mut self) {}

    /// Returns the receiver of the current stage's progress.
    fn progress(&self) -> Progress<'_> {
        Progress::NONE
    }

    /// Called for every iteration of k-means.
    fn iteration(&mut self, _iteration: &Iteration<'_>) {}
}

/// An observer that ignores everything.
#[derive(Debug)]
pub(crate) struct Silent;

impl Observer for Silent {}

/// Data that was read, and the plan to fit it.
#[derive(Debug)]
pub(crate) struct Session {
    /// The plan.
    pub(crate) plan: Plan,
    /// The rows to fit: all, or the sample that the recipe specifies.
    pub(crate) data: Dataset,
    /// Warnings so far.
    pub(crate) warnings: Vec<String>,
}

/// A finished fit.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The plan, with the storage that was chosen.
    pub(crate) plan: Plan,
    /// The rows that were fitted.
    pub(crate) data: Dataset,
    /// The model, with its provenance; its bytes load, and it predicts its training rows.
    pub(crate) fitted: FittedModel,
    /// The validation score; `None` without a task, if the recipe turns validation off, or for very few rows.
    pub(crate) validation: Option<ValidationScore>,
    /// The storages that `--storage auto` compared.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the command line prints them"))]
    pub(crate) storages: Vec<Tried>,
    /// All warnings, in the order of the stages.
    pub(crate) warnings: Vec<String>,
}

impl Session {
    /// Reads a file and plans its fit; `-` is standard input.
    ///
    /// # Errors
    /// As reading the file, [`check_ids`] and [`Plan::new`].
    pub(crate) fn read(recipe: Recipe, path: &Path, observer: &mut dyn Observer) -> Result<Self> {
        let options = read_options(&recipe);
        observer.stage(Stage::Read);
        let data = read_path_with_progress(path, &options, observer.progress())?;
        observer.end();
        let mut warnings = check_ids(&data, &options)?;
        let (plan, data) = plan_and_sample(recipe, data, &mut warnings)?;
        Ok(Self { plan, data, warnings })
    }

    /// Chooses the storage, validates, fits, adds the provenance, and checks the model with its training rows.
    ///
    /// # Errors
    /// If the fit is impossible: the place and a remedy.
    pub(crate) fn fit(self, observer: &mut dyn Observer) -> Result<Outcome> {
        let Self { plan, data, mut warnings } = self;
        observer.stage(Stage::CompareStorage);
        let (plan, storages) = compare_storage::resolve(plan, &data, observer.progress())?;
        warnings.extend(compare_storage::warning(&plan, &storages));
        observer.stage(Stage::Validate);
        let validation = validate(&plan, &data, observer.progress())?;
        let (runs, max_iter) = most_iterations(&plan.estimator);
        observer.stage(Stage::Fit { runs, max_iter });
        let mut fitted = fit(&plan, &data, Some(&mut |iteration| observer.iteration(&iteration)))?;
        warnings.append(&mut fitted.warnings);
        if !plan.lean {
            let headline = validation.as_ref().and_then(|found| found.quality.headline());
            let provenance = Provenance::new(&data.source, fitted.rows, headline, plan.resolved(&data));
            fitted.tables.provenance = provenance.to_json();
            fitted.blob = model::write(&fitted.tables)?;
        }
        observer.stage(Stage::Check);
        check(&plan, &fitted.blob, &data, observer.progress())?;
        observer.end();
        Ok(Outcome { plan, data, fitted, validation, storages, warnings })
    }
}

#[cfg(feature = "cli")] // only the command line compares
impl Outcome {
    /// Validates a fit that keeps all rows; `None` without prototypes or without a validation score.
    ///
    /// # Errors
    /// As [`validate`].
    pub(crate) fn validate_all_rows(&self, observer: &mut dyn Observer) -> Result<Option<ValidationScore>> {
        if self.plan.prototypes().is_none() || self.validation.is_none() {
            return Ok(None);
        }
        observer.stage(Stage::ValidateAllRows);
        let found = validate(&self.plan.with_all_rows(), &self.data, observer.progress());
        observer.end();
        found
    }

    /// Compares the model's storage with the others; nothing without a validation score.
    ///
    /// # Errors
    /// As [`compare_storage::compare`].
    pub(crate) fn compare_storages(&self, observer: &mut dyn Observer) -> Result<Vec<Cost>> {
        let Some(own) = &self.validation else { return Ok(Vec::new()) };
        observer.stage(Stage::CompareStorage);
        let flash = self.fitted.blob.len() as u64;
        let costs = compare_storage::compare(&self.plan, &self.data, own, flash, observer.progress());
        observer.end();
        costs
    }
}

/// Returns the runs of k-means, and the most iterations of each.
fn most_iterations(estimator: &Estimator) -> (u64, u64) {
    let Estimator::KMeans(options) = estimator else { return (1, 1) };
    let runs = if matches!(options.init, Init::Rows(_)) { 1 } else { options.n_init };
    (runs as u64, options.max_iter as u64)
}

/// Loads a model and predicts training rows with it, as the device will.
fn check(plan: &Plan, blob: &[u8], data: &Dataset, progress: Progress<'_>) -> Result<()> {
    let aligned = Aligned::new(blob);
    let model = aligned.load()?;
    if plan.estimator == Estimator::Encode {
        return Ok(());
    }
    let mut rows = plan.training_rows(data).used;
    if rows.len() > CHECKED_ROWS {
        rows = (0..CHECKED_ROWS).map(|at| rows[at * rows.len() / CHECKED_ROWS]).collect();
    }
    predict(&model, &data.take(&rows), Wants::default(), progress).map(|_| ())
}
