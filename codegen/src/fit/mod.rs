//! Fitting: makes the tables that the device uses.

mod assemble;
mod category;
pub mod encoders;
pub mod impute;
pub mod kmeans;
mod layout;
mod number;
mod plan;
mod quantise;
mod rows;
pub mod scaler;
mod statistics;
mod target;
mod threshold;

pub use assemble::{ClusterSummary, ColumnSummary, Fitted, fit};
pub use plan::{Feature, FeatureKind, Plan, read_options};
pub use rows::refused;
