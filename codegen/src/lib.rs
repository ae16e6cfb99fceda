//! Fits encoders, scalers, nearest neighbours and k-means from a CSV, for microcontrollers.

pub mod bind;
#[cfg(feature = "cli")]
pub mod cli;
pub mod data;
pub mod emit;
pub mod error;
pub mod fit;
pub mod metrics;
pub mod output;
pub mod progress;
pub mod random;
pub mod recipe;

pub use error::{Error, Result};
