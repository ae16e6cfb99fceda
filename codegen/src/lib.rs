//! Fits encoders, scalers, nearest neighbours and k-means from a CSV, for microcontrollers.

pub mod bind;
pub mod data;
pub mod emit;
pub mod error;
pub mod fit;
pub mod metrics;
pub mod random;
pub mod recipe;

pub use error::{Error, Result};
