//! The plan of a fit: parameters that were checked against each other and the data.

use std::borrow::Cow;

use crate::data::{Cells, Column, Dataset, Kind, ReadOptions};
use crate::encoders::{EncoderSpec, MissingPolicy};
use crate::error::Place;
use crate::fit::target;
use crate::recipe::{
    Estimator, Imputation, KnnOptions, Metric, Missing, ModelKind, Parameters, Prototypes, Recipe, Storage, Task,
    Validation,
};
use crate::scaler::ScalerSpec;
use crate::{Error, Result};

/// The checked parameters of a fit.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The kind of model.
    pub estimator: Estimator,
    /// The kind of prediction (k nearest neighbors only).
    pub task: Option<Task>,
    /// The target's position among the data's columns.
    pub target: Option<usize>,
    /// The columns of a row, in order.
    pub features: Vec<Feature>,
    /// How numbers of stored rows are kept.
    pub storage: Storage,
    /// The quantile of training distances beyond which a row is novel.
    pub reject: Option<f64>,
    /// How the fit is validated.
    pub validation: Validation,
    /// How stored rows are ordered and searched; predictions do not depend on it.
    pub search_index: SearchIndex,
    /// Whether encoded columns and indicators are scaled.
    pub scale_encoded: bool,
    /// Whether the file's categories are read without regard to case.
    pub fold_case: bool,
    /// The start of every random choice.
    pub seed: u64,
    /// Whether the model leaves its provenance out.
    pub lean: bool,
    /// The recipe behind the values.
    pub origin: Origin,
}

/// The recipe behind a plan, with its defaults filled in. Only [`Plan::resolved`] reads it: a fit reads the plan's values.
#[derive(Debug, Clone)]
pub struct Origin(Recipe);

/// How the stored rows of k nearest neighbors are ordered and searched.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SearchIndex {
    /// In the file's order; a search visits all rows.
    BruteForce,
    /// In buckets around centers.
    Buckets,
    /// In a kd-tree.
    KdTree,
    /// The cheapest of these, by searches of the training rows.
    #[default]
    Auto,
}

/// The rows that a fit uses, and how many it leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// Rows with a target, where there is one, and without cells that drop them.
    pub used: Vec<usize>,
    /// Rows whose target is missing.
    pub without_target: usize,
    /// Rows dropped for a missing cell (`missing=drop`).
    pub dropped: usize,
}

impl Rows {
    /// Returns the used rows of `data`, without a copy if all are used.
    pub(crate) fn of<'d>(&self, data: &'d Dataset) -> Cow<'d, Dataset> {
        if self.used.len() == data.len() { Cow::Borrowed(data) } else { Cow::Owned(data.take(&self.used)) }
    }
}

/// A column of a row.
#[derive(Debug, Clone)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Its position among the data's columns.
    pub index: usize,
    /// How it is processed.
    pub kind: FeatureKind,
}

/// How a column is processed.
#[derive(Debug, Clone)]
pub enum FeatureKind {
    /// A number: impute, scale.
    Number {
        /// The treatment of a missing cell.
        missing: Missing,
        /// The scaler.
        scaler: ScalerSpec,
    },
    /// A category: encoded, with scaled outputs on request.
    Category {
        /// The encoder, with its policies.
        encoder: EncoderSpec,
        /// The scaler of each output.
        scaler: ScalerSpec,
    },
}

impl Feature {
    /// Whether a row with a missing cell here is left out of fitting.
    #[must_use]
    pub fn drops_rows(&self) -> bool {
        match &self.kind {
            FeatureKind::Number { missing, .. } => *missing == Missing::Drop,
            FeatureKind::Category { encoder, .. } => encoder.missing == MissingPolicy::Drop,
        }
    }
}

/// How the data is to be read for a recipe.
#[must_use]
pub fn read_options(recipe: &Recipe) -> ReadOptions {
    let mut options = recipe.csv.read_options();
    options.target.clone_from(&recipe.target);
    options.group.clone_from(&recipe.group);
    options.features = (!recipe.features.is_empty()).then(|| recipe.features.clone());
    options.drop.clone_from(&recipe.drop);
    let told = |names: &[String], kind: Kind| names.iter().map(move |name| (name.clone(), kind)).collect::<Vec<_>>();
    options.kinds.extend(told(&recipe.numeric, Kind::Numeric));
    options.kinds.extend(told(&recipe.categorical, Kind::Categorical));
    // A separate encoder makes a column categorical, even if all its cells are numbers.
    let encoded = recipe.encode.keys().map(|name| (name.clone(), Kind::Categorical));
    options.kinds.extend(encoded);
    options.column_options = by_flag(recipe).map(|(flag, name)| (name.clone(), flag)).collect();
    if let (Some(target), Some(task)) = (&recipe.target, recipe.task) {
        let kind = if task == Task::Classify { Kind::Categorical } else { Kind::Numeric };
        options.kinds.insert(target.clone(), kind);
    }
    options
}

impl Plan {
    /// Plans the fit of `recipe` to `data`.
    ///
    /// # Errors
    /// [`Error::Data`] if a column that the recipe names does not exist, no column is left, or a policy does not suit
    /// its column; [`Error::Usage`] for options that contradict each other.
    pub fn new(recipe: Recipe, data: &Dataset) -> Result<Self> {
        recipe.check()?;
        let mut recipe = recipe;
        let Parameters { estimator, storage, reject, validation, scaler, scale_encoded, seed, lean } =
            Parameters::fill(&mut recipe);
        let target = recipe.target.as_ref().map(|name| data.index_of(name)).transpose()?;
        let group = recipe.group.as_ref().map(|name| data.index_of(name)).transpose()?;
        named_columns_exist(&recipe, data)?;
        let task = match estimator {
            Estimator::Knn(_) => target.map(|index| task_of(&data.columns[index])),
            Estimator::KMeans(_) | Estimator::Encode => None,
        };
        if let (Some(prototypes), Some(task)) = (recipe.prototypes, task)
            && let Some(conflict) = prototypes.conflict(task)
        {
            return Err(Error::usage(conflict));
        }
        if let (Some(Task::Regress), Some(index)) = (task, target) {
            target::check_values(data, index)?;
        }
        let mut features = Vec::new();
        for (index, column) in data.columns.iter().enumerate() {
            if Some(index) != target && Some(index) != group {
                let kind = feature(&recipe, scaler, data, column)?;
                features.push(Feature { name: column.name.clone(), index, kind });
            }
        }
        if features.is_empty() {
            return Err(Error::data(Place::file(&data.source.name), "no column is left to predict from"));
        }
        let fold_case = recipe.csv.fold_case == Some(true);
        let search_index = SearchIndex::Auto;
        Ok(Self {
            estimator,
            task,
            target,
            features,
            storage,
            reject,
            validation,
            search_index,
            scale_encoded,
            fold_case,
            seed,
            lean,
            origin: Origin(recipe),
        })
    }

    /// The recipe with everything that was inferred from `data`: it fits the same model again, and is there to be edited.
    #[must_use]
    pub fn resolved(&self, data: &Dataset) -> Recipe {
        let mut recipe = self.origin.0.clone();
        if self.task.is_some() {
            recipe.task = self.task;
        }
        // It may have been `auto`.
        recipe.storage = recipe.storage.and(Some(self.storage));
        (recipe.numeric, recipe.categorical) = (Vec::new(), Vec::new());
        for feature in &self.features {
            let name = feature.name.clone();
            match &feature.kind {
                FeatureKind::Number { missing, .. } => {
                    if data.columns[feature.index].n_missing() > 0 {
                        recipe.missing.insert(name.clone(), missing.clone());
                    }
                    recipe.numeric.push(name);
                }
                FeatureKind::Category { encoder, .. } => {
                    recipe.encode.insert(name.clone(), encoder.clone());
                    // The encoder's own policies say it now.
                    recipe.missing.remove(&name);
                    recipe.unknown.remove(&name);
                    recipe.categorical.push(name);
                }
            }
        }
        recipe
    }

    /// Returns the kind of the model.
    #[must_use]
    pub fn kind(&self) -> ModelKind {
        match self.estimator {
            Estimator::Knn(_) => ModelKind::Knn,
            Estimator::KMeans(_) => ModelKind::KMeans,
            Estimator::Encode => ModelKind::Encode,
        }
    }

    /// Returns the parameters of k nearest neighbors; `None` for other models.
    #[must_use]
    pub fn knn(&self) -> Option<KnnOptions> {
        match self.estimator {
            Estimator::Knn(options) => Some(options),
            Estimator::KMeans(_) | Estimator::Encode => None,
        }
    }

    /// Returns how the training rows are reduced.
    #[must_use]
    pub fn prototypes(&self) -> Option<Prototypes> {
        self.knn()?.prototypes
    }

    /// Returns the metric of the search.
    #[must_use]
    pub fn metric(&self) -> Metric {
        match &self.estimator {
            Estimator::Knn(options) => options.metric,
            Estimator::KMeans(_) | Estimator::Encode => Metric::Euclidean,
        }
    }

    /// Returns the same plan with every training row stored.
    #[cfg(feature = "cli")] // for the comparison with prototypes that `fit` prints
    pub(crate) fn with_all_rows(&self) -> Self {
        let mut plan = self.clone();
        if let Estimator::Knn(options) = &mut plan.estimator {
            options.prototypes = None;
        }
        plan
    }

    /// Returns the rows that a fit of `data` uses.
    #[must_use]
    pub fn training_rows(&self, data: &Dataset) -> Rows {
        let drops = self.features.iter().filter(|feature| feature.drops_rows()).map(|feature| feature.index);
        let drops: Vec<usize> = drops.collect();
        let mut rows = Rows { used: Vec::new(), without_target: 0, dropped: 0 };
        for row in 0..data.len() {
            let is_missing = |index: usize| data.columns[index].is_missing(row);
            if self.target.is_some_and(is_missing) {
                rows.without_target += 1;
            } else if drops.iter().any(|&index| is_missing(index)) {
                rows.dropped += 1;
            } else {
                rows.used.push(row);
            }
        }
        rows
    }

    /// Returns whether every stored row consists of numbers alone, without codes of categories: k-means, products and
    /// means need numbers.
    #[must_use]
    pub fn expands(&self) -> bool {
        match self.estimator {
            Estimator::KMeans(_) => true,
            Estimator::Knn(KnnOptions { metric, prototypes, .. }) => {
                matches!(metric, Metric::Cosine | Metric::Dot) || prototypes.is_some_and(Prototypes::are_means)
            }
            Estimator::Encode => false,
        }
    }

    /// The name of the target.
    #[must_use]
    pub fn target_name(&self) -> Option<&str> {
        self.origin.0.target.as_deref()
    }
}

fn task_of(target: &Column) -> Task {
    match target.cells {
        Cells::Categories(_) => Task::Classify,
        Cells::Numbers(_) => Task::Regress,
    }
}

/// Refuses options for columns that are not there or are not read.
fn named_columns_exist(recipe: &Recipe, data: &Dataset) -> Result<()> {
    let is_of_columns = |&(flag, _): &(&str, &String)| !matches!(flag, "--numeric" | "--categorical");
    by_flag(recipe).filter(is_of_columns).try_for_each(|(flag, name)| {
        let named = |error| match error {
            Error::Data { place, message } => Error::data(place, format!("{flag} {name}: {message}")),
            other => other,
        };
        data.index_of(name).map(|_| ()).map_err(named)
    })
}

/// The columns that options for single columns name, each with its option.
fn by_flag(recipe: &Recipe) -> impl Iterator<Item = (&'static str, &String)> {
    let unknown = recipe.unknown.keys().map(|name| ("--unknown", name));
    let missing = recipe.missing.keys().map(|name| ("--missing", name));
    let scale = recipe.scale.keys().map(|name| ("--scale", name));
    let encode = recipe.encode.keys().map(|name| ("--encode", name));
    let numeric = recipe.numeric.iter().map(|name| ("--numeric", name));
    let categorical = recipe.categorical.iter().map(|name| ("--categorical", name));
    unknown.chain(missing).chain(scale).chain(encode).chain(numeric).chain(categorical)
}

fn feature(recipe: &Recipe, default: ScalerSpec, data: &Dataset, column: &Column) -> Result<FeatureKind> {
    let name = &column.name;
    let told = recipe.missing.get(name);
    let fail = |message: String| Err(Error::data(Place::file(&data.source.name).column(name), message));
    let scaler = recipe.scale.get(name);
    match &column.cells {
        Cells::Numbers(_) => {
            if recipe.unknown.contains_key(name) {
                return fail(
                    "it is numeric, but --unknown applies only to categories (--categorical to make it one)".into(),
                );
            }
            let missing = told.cloned().unwrap_or(if column.n_missing() > 0 {
                Missing::Impute { with: Imputation::Mean, indicator: false }
            } else {
                Missing::Error
            });
            if !missing.suits_numbers() {
                return fail(match missing {
                    Missing::Impute { with: Imputation::Constant(text), .. } => format!(
                        "it is numeric, but the constant {text:?} of --missing is not a number (as in constant:4.2)"
                    ),
                    _ => format!("it is numeric, but --missing {missing} applies only to categories"),
                });
            }
            if recipe.metric == Some(Metric::Hamming)
                && matches!(missing, Missing::Indicator | Missing::Impute { indicator: true, .. })
            {
                return fail(format!(
                    "--missing {missing} cannot be combined with --metric hamming, which counts input columns that differ: an \
                     indicator would count a missing value twice; use an imputation without indicator, or --categorical"
                ));
            }
            Ok(FeatureKind::Number { missing, scaler: scaler.copied().unwrap_or(default) })
        }
        Cells::Categories(_) => {
            if let Some(missing) = told.filter(|missing| !missing.suits_categories()) {
                return fail(format!("it is categorical, but --missing {missing} applies only to numbers"));
            }
            let mut encoder = recipe.encoder_of(name)?;
            if encoder.missing == MissingPolicy::Auto {
                // Decided on all rows, so that a fold without missing cells still answers them.
                encoder.missing = if column.n_missing() > 0 { MissingPolicy::Level } else { MissingPolicy::Error };
            }
            let default = if recipe.scale_encoded == Some(true) { default } else { ScalerSpec::None };
            Ok(FeatureKind::Category { encoder, scaler: scaler.copied().unwrap_or(default) })
        }
    }
}
