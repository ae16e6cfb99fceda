//! Fitting: from data and a recipe to the tables that the device uses.
//!
//! [`Plan::new`] checks a recipe against the data; [`fit`](fit()) fits the columns, then the estimator, and writes the model.

mod assemble;
mod category;
mod clusters;
mod column_order;
mod device_rows;
mod f32_range;
mod features;
mod knn;
mod layout;
mod number;
mod plan;
mod prototypes;
mod quantize;
mod reference_parameters;
mod rows;
mod sample;
mod search_order;
mod target;
mod threshold;
mod training_encoding;
mod warnings;

pub use assemble::{FittedModel, fit};
pub(crate) use category::CategoryFit;
pub use clusters::ClusterSummary;
pub use features::ColumnSummary;
pub use plan::{Feature, FeatureKind, Plan, Rows, SearchIndex, read_options};
pub(crate) use reference_parameters::{ColumnFit, ReferenceParameters, reference_parameters};
pub(crate) use sample::plan_and_sample;
pub use training_encoding::training_encoding;
