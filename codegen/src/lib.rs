//! Fits encoders, scalers, nearest neighbours and k-means from a CSV, for microcontrollers.

pub mod aligned;
pub mod bind;
mod builder;
#[cfg(feature = "cli")]
pub mod cli;
pub mod data;
pub mod emit;
pub mod error;
pub mod estimate;
pub mod fit;
pub mod generate;
pub mod measure;
pub mod metrics;
pub mod output;
pub mod predict;
pub mod progress;
pub mod provenance;
pub mod random;
pub mod recipe;
#[cfg(feature = "cli")]
pub mod report;
mod search;
pub mod sizes;
pub mod storage;
pub mod verify;

pub use builder::Fit;
pub use error::{Error, Result};
