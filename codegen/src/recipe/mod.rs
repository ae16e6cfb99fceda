//! The recipe: all options of a fit, from flags, a TOML file or the provenance of a model.
//!
//! [`Fit::with`](crate::Fit::with) changes any of them:
//!
//! ```
//! use nearkin_codegen::recipe::{
//!     ByColumn, Csv, Imputation, Metric, Missing, ModelKind, Prototypes, Recipe, Symbol, Unknown, Weights,
//! };
//!
//! let missing: ByColumn<Missing> = [("sex".into(), Missing::Impute { with: Imputation::Level, indicator: false })].into();
//! let options = Recipe {
//!     model: Some(ModelKind::Knn),
//!     metric: Some(Metric::Manhattan),
//!     weights: Some(Weights::Distance),
//!     prototypes: Some(Prototypes::Edited),
//!     missing,
//!     unknown: [("sex".into(), Unknown::Missing)].into(),
//!     csv: Csv { delimiter: Some(Symbol(b';')), ..Csv::default() },
//!     ..Recipe::default()
//! };
//! let file = Recipe::from_toml("penguins.toml", "target = 'species'\nmetric = 'euclidean'")?;
//! let recipe = Recipe::merge(options, file); // the first overrides the second
//! recipe.check()?;
//! assert_eq!((recipe.target.as_deref(), recipe.metric), (Some("species"), Some(Metric::Manhattan)));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod as_text;
mod check;
#[doc(hidden)]
mod choice;
#[doc(hidden)]
mod columns;
mod csv;
#[doc(hidden)]
mod defaults;
mod encoder;
mod file;
mod keys;
mod kind;
mod merge;
mod metric;
mod policy;
mod prototypes;
#[cfg(test)]
mod schema;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use crate::data::{Encoding, Task};
pub use crate::encoders::EncoderSpec;
pub use crate::kmeans::{Empty, Init};
pub use crate::scaler::ScalerSpec;
#[doc(hidden)]
pub use choice::Choice;
#[doc(hidden)]
pub use columns::{Assignment, Names};
pub use csv::{Csv, Symbol};
pub(crate) use defaults::Parameters;
#[doc(hidden)]
pub use defaults::{Estimator, KnnOptions, Validation};
#[doc(hidden)]
pub use file::FIRST_LINE;
pub use kind::{ModelKind, Storage, Weights};
pub use metric::Metric;
pub use policy::{Imputation, Missing, Unknown};
pub use prototypes::Prototypes;

#[cfg(all(test, feature = "cli"))]
pub(crate) use keys::tests::full;

use as_text::by_column;
#[cfg(test)]
use schema::OneOf;

/// Values by column name, in the byte order of the names.
pub type ByColumn<T> = BTreeMap<String, T>;

/// The options of a fit; an option that is not set is inferred or has a default, given in parentheses.
///
/// Keys in TOML and JSON are the names of the flags. An empty list means that the option is not set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Recipe {
    /// The type of model (k nearest neighbors; k-means if `clusters` is set).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<ModelKind>>"))]
    pub model: Option<ModelKind>,
    /// Classification or regression (inferred from the target).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<Task>>"))]
    pub task: Option<Task>,
    /// The column to predict, or the target of supervised encoders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The columns to use (all except target and group).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Columns to leave out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<String>,
    /// Columns to read as numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numeric: Vec<String>,
    /// Columns to read as categories.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categorical: Vec<String>,
    /// The encoder of categorical columns (one-hot).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub encoder: Option<EncoderSpec>,
    /// The scaler of numeric columns (standard).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub scaler: Option<ScalerSpec>,
    /// Whether to scale encoded columns too (no).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale_encoded: Option<bool>,
    /// The number of neighbors, k (5; 1 with prototypes other than edited).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbors: Option<u32>,
    /// The metric (euclidean).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub metric: Option<Metric>,
    /// The weight of a vote (uniform).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<Weights>>"))]
    pub weights: Option<Weights>,
    /// The quantile of training distances, 0 to 1, beyond which a row is novel (no row is novel).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reject: Option<f64>,
    /// The prototypes stored instead of all rows (all rows).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub prototypes: Option<Prototypes>,
    /// The number of clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clusters: Option<u32>,
    /// The initial centroids (k-means++).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub init: Option<Init>,
    /// The number of k-means runs, of which the best is kept (1; 10 if random).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_init: Option<u32>,
    /// The maximum number of k-means iterations (300).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_iter: Option<u32>,
    /// The movement of centroids, relative to the variance, at which k-means stops (0.0001).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tol: Option<f64>,
    /// The treatment of an empty cluster (relocate).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub empty: Option<Empty>,
    /// The storage type of the rows (f32).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<Storage>>"))]
    pub storage: Option<Storage>,
    /// The share of rows held out for validation, 0 for none (0.25).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holdout: Option<f64>,
    /// The number of cross-validation folds, instead of held-out rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cv: Option<u32>,
    /// The column whose equal values stay in one fold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The number of rows drawn for the fit (all).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// The seed of all random choices (0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether to leave the recipe out of the model (no).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lean: Option<bool>,
    /// The encoder of one column.
    #[serde(with = "by_column", skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "ByColumn<String>"))]
    pub encode: ByColumn<EncoderSpec>,
    /// The scaler of one column.
    #[serde(with = "by_column", skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "ByColumn<String>"))]
    pub scale: ByColumn<ScalerSpec>,
    /// The missing-value policy of one column.
    #[serde(with = "by_column", skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "ByColumn<String>"))]
    pub missing: ByColumn<Missing>,
    /// The unknown-category policy of one column.
    #[serde(with = "by_column", skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "ByColumn<String>"))]
    pub unknown: ByColumn<Unknown>,
    /// The format of the CSV file.
    #[serde(skip_serializing_if = "is_default")]
    pub csv: Csv,
}

/// Returns whether no CSV option is set.
fn is_default(csv: &Csv) -> bool {
    *csv == Csv::default()
}

impl Recipe {
    /// Returns the type of model: as set, otherwise k-means if `clusters` is set, otherwise k nearest neighbors.
    #[doc(hidden)]
    #[must_use]
    pub fn model_kind(&self) -> ModelKind {
        match (self.model, self.clusters) {
            (Some(model), _) => model,
            (None, Some(_)) => ModelKind::KMeans,
            (None, None) => ModelKind::Knn,
        }
    }

    /// Fills in every default that does not depend on the data. Task, kinds of columns and policies for missing cells depend
    /// on the data.
    #[doc(hidden)]
    #[must_use]
    pub fn with_defaults(mut self) -> Self {
        Parameters::fill(&mut self);
        self
    }

    /// Returns the recipe as compact JSON, for the provenance of a model.
    #[must_use]
    #[doc(hidden)]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text keys and finite numbers can be serialized")
    }

    /// Reads the text of [`Recipe::to_json`].
    ///
    /// # Errors
    /// [`Error::Usage`](crate::Error::Usage) if it is not a recipe of this version.
    #[doc(hidden)]
    pub fn from_json(text: &str) -> crate::Result<Self> {
        serde_json::from_str(text).map_err(|error| crate::Error::usage(format!("the recipe in the model: {error}")))
    }
}
