//! Fitting: makes the tables that the device uses.
//!
//! # Examples
//! ```
//! use nearkin_codegen::aligned::Aligned;
//! use nearkin_codegen::data::read_path;
//! use nearkin_codegen::fit::{Plan, fit, output_names, read_options, refused, training_encoding};
//! use nearkin_codegen::recipe::Recipe;
//!
//! let recipe = Recipe { target: Some("species".into()), drop: vec!["year".into()], ..Recipe::default() };
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let data = read_path(data.as_ref(), &read_options(&recipe))?;
//! let plan = Plan::new(recipe, &data)?;
//! assert_eq!((plan.target_name(), plan.features.len(), plan.expands()), (Some("species"), 6, false));
//! assert_eq!(plan.resolved(&data).neighbors, Some(5));
//! assert!(!plan.features[0].drops_rows());
//! assert_eq!(plan.metric(), nearkin_codegen::recipe::Metric::Euclidean);
//! let (names, training) = training_encoding(&plan, &data)?;
//! assert_eq!((names.len(), training.len()), (10, 344)); // one-hot is the same for training rows
//!
//! let fitted = fit(&plan, &data, None)?;
//! assert_eq!((fitted.rows, fitted.parts.classes.len()), (344, 3));
//! let aligned = Aligned::new(&fitted.blob);
//! let model = aligned.load()?;
//! assert_eq!(output_names(&model)[..2], ["island_Biscoe", "island_Dream"]);
//! let error = refused(&model, &data, 2, nearkin::InputError::Missing { column: 0 });
//! assert!(error.to_string().contains("penguins.csv:4: column \"island\""));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod assemble;
mod buckets;
mod category;
mod centroids;
pub mod encoders;
mod features;
mod finite;
pub mod impute;
pub mod kmeans;
mod knn;
mod layout;
mod names;
mod number;
mod plan;
mod power;
mod prototypes;
mod pruning;
mod quantise;
mod remarks;
mod rows;
mod sample;
pub mod scaler;
pub(crate) mod statistics;
mod target;
mod threshold;
mod tree;
mod unrounded;
mod variance;

pub use assemble::{ClusterSummary, ColumnSummary, Fitted, fit, training_encoding};
pub(crate) use category::CategoryFit;
pub use names::output_names;
pub use plan::{Arrangement, Feature, FeatureKind, Plan, read_options};
pub use rows::refused;
pub(crate) use sample::sampled;
pub(crate) use target::class_order;
pub(crate) use unrounded::{ColumnFit, Unrounded, unrounded};
