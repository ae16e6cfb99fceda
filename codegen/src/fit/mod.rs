//! Fitting: makes the tables that the device uses.

mod assemble;
mod buckets;
mod category;
mod centroids;
pub mod encoders;
mod features;
pub mod impute;
pub mod kmeans;
mod knn;
mod layout;
mod names;
mod number;
mod plan;
mod power;
mod prototypes;
mod quantise;
mod remarks;
mod rows;
mod sample;
pub mod scaler;
pub(crate) mod statistics;
mod target;
mod threshold;
mod unrounded;
mod variance;

pub use assemble::{ClusterSummary, ColumnSummary, Fitted, fit, training_encoding};
pub(crate) use category::CategoryFit;
pub use names::output_names;
pub use plan::{Feature, FeatureKind, Plan, read_options};
pub use rows::refused;
pub use sample::sampled;
pub(crate) use target::class_order;
pub(crate) use unrounded::{ColumnFit, Unrounded, unrounded};
