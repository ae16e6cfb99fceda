//! Checked parameters of a fit: the recipe's values, and the default of every option that was not given.

use crate::encoders::{EncoderSpec, Method};
use crate::kmeans::KMeansOptions;
use crate::recipe::{Metric, ModelKind, Prototypes, Recipe, Storage, Weights};
use crate::scaler::ScalerSpec;

/// The share of the rows that validation holds out.
const HOLDOUT: f64 = 0.25;

/// What is fitted on the encoded rows, with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum Estimator {
    /// k nearest neighbors.
    Knn(KnnOptions),
    /// k-means.
    KMeans(KMeansOptions),
    /// Nothing: the model encodes only.
    Encode,
}

/// The parameters of k nearest neighbors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KnnOptions {
    /// k: the number of stored rows that vote.
    pub neighbors: u32,
    /// The distance.
    pub metric: Metric,
    /// The weight of a vote.
    pub weights: Weights,
    /// How the training rows are reduced; `None` stores all.
    pub prototypes: Option<Prototypes>,
}

/// How a fit is validated.
#[derive(Debug, Clone, PartialEq)]
pub enum Validation {
    /// Not at all.
    None,
    /// On this share of the rows, which a second fit does not see.
    Holdout(f64),
    /// By cross-validation.
    Folds {
        /// The number of folds.
        folds: u32,
        /// The column whose values stay in one fold.
        group: Option<String>,
    },
}

#[cfg(feature = "cli")] // for reports
impl Validation {
    /// Returns the share of the rows to hold out where a report needs such rows whatever the validation is.
    pub(crate) fn share(&self) -> f64 {
        match self {
            Self::Holdout(share) => *share,
            Self::None | Self::Folds { .. } => HOLDOUT,
        }
    }
}

/// Every parameter of a fit that does not depend on the data.
#[derive(Debug)]
pub(crate) struct Parameters {
    pub(crate) estimator: Estimator,
    pub(crate) storage: Storage,
    pub(crate) reject: Option<f64>,
    pub(crate) validation: Validation,
    pub(crate) scaler: ScalerSpec,
    pub(crate) scale_encoded: bool,
    pub(crate) seed: u64,
    pub(crate) lean: bool,
}

impl Parameters {
    /// Writes the defaults into a recipe, and returns its values.
    pub(crate) fn fill(recipe: &mut Recipe) -> Self {
        let kind = *recipe.model.insert(recipe.model_kind());
        recipe.encoder.get_or_insert_with(|| EncoderSpec::from(Method::OneHot(Default::default())));
        let scaler = *recipe.scaler.get_or_insert(ScalerSpec::STANDARD);
        let scale_encoded = *recipe.scale_encoded.get_or_insert(false);
        let seed = *recipe.seed.get_or_insert(0);
        let lean = *recipe.lean.get_or_insert(false);
        let estimator = match kind {
            ModelKind::Knn => Estimator::Knn(knn(recipe)),
            ModelKind::KMeans => Estimator::KMeans(kmeans(recipe, seed)),
            ModelKind::Encode => Estimator::Encode,
        };
        let storage = match kind {
            ModelKind::Encode => Storage::F32,
            ModelKind::Knn | ModelKind::KMeans => *recipe.storage.get_or_insert(Storage::F32),
        };
        let validation = match kind {
            ModelKind::Knn => validation(recipe),
            ModelKind::KMeans | ModelKind::Encode => Validation::None,
        };
        Self { estimator, storage, reject: recipe.reject, validation, scaler, scale_encoded, seed, lean }
    }
}

fn knn(recipe: &mut Recipe) -> KnnOptions {
    let prototypes = recipe.prototypes;
    let neighbors = match prototypes {
        None | Some(Prototypes::Edited) => 5,
        // These are chosen so that the nearest one decides.
        Some(Prototypes::Condensed | Prototypes::KMeans(_) | Prototypes::Lvq(_)) => 1,
    };
    KnnOptions {
        neighbors: *recipe.neighbors.get_or_insert(neighbors),
        metric: *recipe.metric.get_or_insert(Metric::Euclidean),
        weights: *recipe.weights.get_or_insert(Weights::Uniform),
        prototypes,
    }
}

fn kmeans(recipe: &mut Recipe, seed: u64) -> KMeansOptions {
    // A checked recipe of k-means has a number of clusters, and 32 bits fit.
    let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let defaults = KMeansOptions::new(recipe.clusters.map_or(0, count));
    let init = recipe.init.get_or_insert(defaults.init).clone();
    let small = |default: usize| u32::try_from(default).unwrap_or(u32::MAX);
    KMeansOptions {
        n_init: count(*recipe.n_init.get_or_insert(small(init.default_n_init()))),
        max_iter: count(*recipe.max_iter.get_or_insert(small(defaults.max_iter))),
        tol: *recipe.tol.get_or_insert(defaults.tol),
        empty: *recipe.empty.get_or_insert(defaults.empty),
        init,
        seed,
        ..KMeansOptions::new(defaults.clusters)
    }
}

fn validation(recipe: &mut Recipe) -> Validation {
    if let Some(folds) = recipe.cv {
        return Validation::Folds { folds, group: recipe.group.clone() };
    }
    match *recipe.holdout.get_or_insert(HOLDOUT) {
        share if share > 0.0 => Validation::Holdout(share),
        _ => Validation::None,
    }
}
