//! What a fit will do, decided once from the recipe and the whole data: columns, roles, policies, task.

use crate::data::{Cells, Column, Dataset, Kind, ReadOptions};
use crate::encoders::{EncoderSpec, MissingPolicy};
use crate::error::Place;
use crate::fit::target;
use crate::recipe::{Imputation, Metric, Missing, ModelKind, Prototypes, Recipe, Task};
use crate::scaler::ScalerSpec;
use crate::{Error, Result};

/// A fit, decided.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The recipe with every default filled in.
    pub recipe: Recipe,
    /// What is fitted.
    pub kind: ModelKind,
    /// What is predicted (k nearest neighbors only).
    pub task: Option<Task>,
    /// The target's position among the data's columns.
    pub target: Option<usize>,
    /// The columns of a row, in order.
    pub features: Vec<Feature>,
    /// How stored rows lie; answers are the same either way.
    pub arrangement: Arrangement,
}

/// How the stored rows of k nearest neighbors lie.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// As they come.
    InOrder,
    /// In buckets around centres.
    Buckets,
    /// In a kd-tree.
    Tree,
    /// In that of these by which a search of the training rows is cheapest.
    #[default]
    Cheapest,
}

/// A column of a row.
#[derive(Debug, Clone)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Its position among the data's columns.
    pub index: usize,
    /// What is done with it.
    pub kind: FeatureKind,
}

/// What is done with a column.
#[derive(Debug, Clone)]
pub enum FeatureKind {
    /// A number: impute, scale.
    Number {
        /// What a missing cell becomes.
        missing: Missing,
        /// The scaler.
        scaler: ScalerSpec,
    },
    /// A category: encode, and scale the outputs where asked.
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
    // An encoder of its own makes a column categorical, whatever its cells look like.
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
    /// Decides what a fit of `recipe` on `data` does.
    ///
    /// # Errors
    /// [`Error::Data`] where a column that the recipe names is not there, no column is left, or a policy does not
    /// suit its column; [`Error::Usage`] for options that contradict each other.
    pub fn new(recipe: Recipe, data: &Dataset) -> Result<Self> {
        recipe.check()?;
        let recipe = recipe.with_defaults();
        let kind = recipe.model_kind();
        let target = recipe.target.as_ref().map(|name| data.index_of(name)).transpose()?;
        let group = recipe.group.as_ref().map(|name| data.index_of(name)).transpose()?;
        named_columns_exist(&recipe, data)?;
        let task = (kind == ModelKind::Knn).then(|| target.map(|index| task_of(&data.columns[index]))).flatten();
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
                features.push(Feature { name: column.name.clone(), index, kind: feature(&recipe, data, column)? });
            }
        }
        if features.is_empty() {
            return Err(Error::data(Place::file(&data.source.name), "no column is left to predict from"));
        }
        Ok(Self { recipe, kind, task, target, features, arrangement: Arrangement::Cheapest })
    }

    /// The recipe with everything that was inferred from `data`: it fits the same model again, and is there to be edited.
    #[must_use]
    pub fn resolved(&self, data: &Dataset) -> Recipe {
        let mut recipe = self.recipe.clone();
        if self.target.is_some() && recipe.model_kind() == ModelKind::Knn {
            recipe.task = self.task;
        }
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

    /// The metric of the search.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.recipe.metric.unwrap_or(Metric::Euclidean)
    }

    /// Whether every stored row is numbers alone: what has no categories, or a product of all outputs, needs that.
    #[must_use]
    pub fn expands(&self) -> bool {
        self.kind == ModelKind::KMeans
            || matches!(self.metric(), Metric::Cosine | Metric::Dot)
            || self.recipe.prototypes.is_some_and(Prototypes::are_means)
    }

    /// The name of the target.
    #[must_use]
    pub fn target_name(&self) -> Option<&str> {
        self.recipe.target.as_deref()
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

fn feature(recipe: &Recipe, data: &Dataset, column: &Column) -> Result<FeatureKind> {
    let name = &column.name;
    let told = recipe.missing.get(name);
    let fail = |message: String| Err(Error::data(Place::file(&data.source.name).column(name), message));
    let scaler = recipe.scale.get(name);
    match &column.cells {
        Cells::Numbers(_) => {
            if recipe.unknown.contains_key(name) {
                return fail("it is numeric, and --unknown is for categories (--categorical to make it one)".into());
            }
            let missing = told.cloned().unwrap_or(if column.n_missing() > 0 {
                Missing::Impute { with: Imputation::Mean, indicator: false }
            } else {
                Missing::Error
            });
            if !missing.suits_numbers() {
                return fail(match missing {
                    Missing::Impute { with: Imputation::Constant(text), .. } => format!(
                        "it is numeric, and the constant {text:?} of --missing is no number (as in constant:4.2)"
                    ),
                    _ => format!("it is numeric, and --missing {missing} is for categories"),
                });
            }
            if recipe.metric == Some(Metric::Hamming)
                && matches!(missing, Missing::Indicator | Missing::Impute { indicator: true, .. })
            {
                return fail(format!(
                    "--missing {missing} cannot go with --metric hamming, which counts input columns that differ: an \
                     indicator would count twice what was missing once; take an imputation without one, or --categorical"
                ));
            }
            let default = recipe.scaler.expect("filled in by the defaults");
            Ok(FeatureKind::Number { missing, scaler: scaler.copied().unwrap_or(default) })
        }
        Cells::Categories(_) => {
            if let Some(missing) = told.filter(|missing| !missing.suits_categories()) {
                return fail(format!("it is categorical, and --missing {missing} is for numbers"));
            }
            let mut encoder = recipe.encoder_of(name)?;
            if encoder.missing == MissingPolicy::Auto {
                // Decided on all rows, so that a fold without missing cells still answers them.
                encoder.missing = if column.n_missing() > 0 { MissingPolicy::Level } else { MissingPolicy::Error };
            }
            let all = if recipe.scale_encoded == Some(true) { recipe.scaler } else { None };
            Ok(FeatureKind::Category { encoder, scaler: scaler.copied().or(all).unwrap_or(ScalerSpec::None) })
        }
    }
}
