//! The recipe: the one description of a fit, from flags, a TOML file or a model's provenance.
//!
//! # Examples
//! ```
//! use nearkin_codegen::recipe::{
//!     Assignment, ByColumn, Choice, Csv, FIRST_LINE, Imputation, Metric, Missing, ModelKind, Names, Prototypes, Recipe, Storage,
//!     Symbol, Task, Unknown, Weights,
//! };
//!
//! let file = Recipe::from_toml("penguins.toml", "target = 'species'\nneighbors = 3\n[missing]\nsex = 'level'\n")?;
//! file.check()?;
//! assert_eq!((file.model_kind(), file.neighbors), (ModelKind::Knn, Some(3)));
//! assert_eq!(Recipe::from_json(&file.to_json())?, file);
//! assert!(file.to_toml_commented(&|_| None).starts_with(FIRST_LINE));
//! assert_eq!(file.encoder_of("island")?.info().name, "one-hot");
//!
//! let told = Csv { decimal_comma: Some(true), ..Csv::default() };
//! let options = told.over(file.csv.clone()).read_options();
//! assert!(options.decimal_comma && options.delimiter.is_none());
//!
//! // A flag beats the file.
//! let flags = Recipe { neighbors: Some(7), ..Recipe::default() };
//! assert_eq!(Recipe::merge(flags, file).with_defaults().neighbors, Some(7));
//!
//! assert_eq!("minkowski:3".parse(), Ok(Metric::Minkowski(3.0)));
//! assert_eq!((Metric::NAMES.len(), Missing::NAMES.len(), Prototypes::NAMES.len()), (7, 8, 4)); // as help lists them
//! assert_eq!((Storage::WHAT, Storage::NAMES[1], Storage::ALIASES.len()), ("storage", ("i16", Storage::I16), 0));
//! assert_eq!((Storage::choose("i8"), Storage::I8.name()), (Ok(Storage::I8), "i8"));
//! assert_eq!((Weights::choose("distance"), Unknown::Missing.name()), (Ok(Weights::Distance), "missing"));
//! assert_eq!("tab".parse(), Ok(Symbol(b'\t')));
//! assert_eq!("a,\"b,c\"".parse(), Ok(Names(vec!["a".into(), "b,c".into()])));
//! let sex: Assignment<Missing> = "sex=level".parse().expect("it has a =");
//! let by_column: &ByColumn<Missing> = &Recipe { missing: [(sex.column, sex.value)].into(), ..Recipe::default() }.missing;
//! assert_eq!(by_column["sex"], Missing::Impute { with: Imputation::Level, indicator: false });
//!
//! let median: Missing = "median".parse().expect("a policy");
//! assert!(median.suits_numbers() && !median.suits_categories() && median.for_category().is_err());
//! assert!(Prototypes::Lvq(4).are_means() && !Prototypes::Condensed.are_means());
//! assert!(Prototypes::Lvq(4).conflict(Task::Regress).is_some());
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod as_text;
mod check;
mod choice;
mod columns;
mod csv;
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
pub use choice::Choice;
pub use columns::{Assignment, Names};
pub use csv::{Csv, Symbol};
pub(crate) use defaults::Parameters;
pub use defaults::{Estimator, KnnOptions, Validation};
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

/// Every option of a fit; what is left out is inferred or has a default.
///
/// Keys in TOML and JSON are the names of the flags. An empty list is the same as none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Recipe {
    /// What is fitted (k nearest neighbours; k-means where `clusters` is given).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<ModelKind>>"))]
    pub model: Option<ModelKind>,
    /// What is predicted (inferred from the target).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<Task>>"))]
    pub task: Option<Task>,
    /// The column that is predicted, or that supervised encoders look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The columns that are used (all but the target and the group).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Columns that are not used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<String>,
    /// Columns that are numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numeric: Vec<String>,
    /// Columns that are categories.
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
    /// Whether encoded columns are scaled too (no).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale_encoded: Option<bool>,
    /// k: how many stored rows vote (5; 1 with prototypes other than edited).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbors: Option<u32>,
    /// The distance (euclidean).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub metric: Option<Metric>,
    /// What a vote counts (uniform).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<Weights>>"))]
    pub weights: Option<Weights>,
    /// The quantile of training distances, 0 to 1, beyond which a row is novel (none is).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reject: Option<f64>,
    /// Which rows stand for all (all of them).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub prototypes: Option<Prototypes>,
    /// How many clusters k-means makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clusters: Option<u32>,
    /// Where k-means starts (k-means++).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub init: Option<Init>,
    /// How many starts k-means tries (1; 10 when random).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_init: Option<u32>,
    /// The most iterations of k-means (300).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_iter: Option<u32>,
    /// The movement of centroids, relative to the variance, that ends k-means (0.0001).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tol: Option<f64>,
    /// What an empty cluster becomes (relocate).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub empty: Option<Empty>,
    /// How stored numbers are kept (f32).
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<Storage>>"))]
    pub storage: Option<Storage>,
    /// The share of rows held out to measure the model, 0 for none (0.25).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holdout: Option<f64>,
    /// How many folds measure the model, instead of rows held out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cv: Option<u32>,
    /// The column whose values stay in one fold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// How many rows are drawn for the fit (all).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// The start of every random choice (0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether the model leaves the recipe out (no).
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
    /// What a missing cell of one column becomes.
    #[serde(with = "by_column", skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "ByColumn<String>"))]
    pub missing: ByColumn<Missing>,
    /// What an unknown category of one column becomes.
    #[serde(with = "by_column", skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "ByColumn<String>"))]
    pub unknown: ByColumn<Unknown>,
    /// How the CSV is written.
    #[serde(skip_serializing_if = "is_default")]
    pub csv: Csv,
}

/// Tells whether nothing is said about the CSV.
fn is_default(csv: &Csv) -> bool {
    *csv == Csv::default()
}

impl Recipe {
    /// Gives what is fitted: as told, else k-means where `clusters` is given, else k nearest neighbours.
    #[must_use]
    pub fn model_kind(&self) -> ModelKind {
        match (self.model, self.clusters) {
            (Some(model), _) => model,
            (None, Some(_)) => ModelKind::KMeans,
            (None, None) => ModelKind::Knn,
        }
    }

    /// Fills in every default that does not depend on the data; the data decides the rest (task, kinds of columns,
    /// policies for missing cells).
    #[must_use]
    pub fn with_defaults(mut self) -> Self {
        Parameters::fill(&mut self);
        self
    }

    /// Gives the recipe as compact JSON, for a model's provenance.
    #[must_use]
    #[allow(clippy::missing_panics_doc)] // there is nothing that cannot be printed
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text keys and finite numbers always print")
    }

    /// Reads [`Recipe::to_json`]'s text.
    ///
    /// # Errors
    /// [`Error::Usage`](crate::Error::Usage) when it is no recipe that this version knows.
    pub fn from_json(text: &str) -> crate::Result<Self> {
        serde_json::from_str(text).map_err(|error| crate::Error::usage(format!("the model's recipe: {error}")))
    }
}
