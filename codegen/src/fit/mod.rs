//! Fitting: makes the tables that the device uses.
//!
//! # Examples
//! ```
//! use nearkin_codegen::model::aligned::Aligned;
//! use nearkin_codegen::data::read_path;
//! use nearkin_codegen::fit::{
//!     ClusterSummary, ColumnSummary, Feature, FeatureKind, FittedModel, Plan, SearchIndex, fit, read_options, refused,
//!     training_encoding,
//! };
//! use nearkin_codegen::model::output_names;
//! use nearkin_codegen::recipe::Recipe;
//!
//! let recipe = Recipe { target: Some("species".into()), drop: vec!["year".into()], ..Recipe::default() };
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let data = read_path(path.as_ref(), &read_options(&recipe))?;
//! let plan = Plan::new(recipe, &data)?;
//! assert_eq!((plan.target_name(), plan.features.len(), plan.expands()), (Some("species"), 6, false));
//! assert_eq!(plan.resolved(&data).neighbors, Some(5));
//! let island: &Feature = &plan.features[0];
//! assert!(matches!(island.kind, FeatureKind::Category { .. }) && !island.drops_rows());
//! assert_eq!(plan.metric(), nearkin_codegen::recipe::Metric::Euclidean);
//! let (names, training) = training_encoding(&plan, &data)?;
//! assert_eq!((names.len(), training.len()), (10, 344)); // one-hot is the same for training rows
//!
//! let fitted: FittedModel = fit(&plan, &data, None)?;
//! assert_eq!((fitted.rows, fitted.parts.classes.len()), (344, 3));
//! let island: &ColumnSummary = &fitted.columns[0];
//! assert_eq!((island.name.as_str(), island.levels, island.outputs.len()), ("island", Some(3), 3));
//! let aligned = Aligned::new(&fitted.blob);
//! let model = aligned.load()?;
//! let in_order = fit(&Plan { search_index: SearchIndex::BruteForce, ..plan.clone() }, &data, None)?;
//! assert!(in_order.parts.pruning.is_none() && fitted.parts.pruning.is_some()); // the tree is cheaper
//! assert_eq!(output_names(&model)[..2], ["island_Biscoe", "island_Dream"]);
//! let error = refused(&model, &data, 2, nearkin::InputError::Missing { column: 0 });
//! assert!(error.to_string().contains("penguins.csv:4: column \"island\""));
//!
//! let recipe = Recipe { features: vec!["body_mass_g".into()], clusters: Some(2), ..Recipe::default() };
//! let data = read_path(path.as_ref(), &read_options(&recipe))?;
//! let clusters: ClusterSummary = fit(&Plan::new(recipe, &data)?, &data, None)?.clusters.expect("it is k-means");
//! assert_eq!((clusters.sizes.iter().sum::<usize>(), clusters.centroids.len()), (344, 2));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod assemble;
mod category;
mod centroids;
mod features;
mod finite;
mod knn;
mod layout;
mod number;
mod plan;
mod power;
mod prototypes;
mod quantise;
mod remarks;
mod rows;
mod sample;
mod search_order;
mod target;
mod threshold;
mod unrounded;
mod variance;

pub use assemble::{ClusterSummary, ColumnSummary, FittedModel, fit, training_encoding};
pub(crate) use category::CategoryFit;
pub use plan::{Feature, FeatureKind, Plan, Rows, SearchIndex, read_options};
pub use rows::refused;
pub(crate) use sample::sample;
pub(crate) use unrounded::{ColumnFit, Unrounded, unrounded};
