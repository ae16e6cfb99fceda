//! Fitting: makes the tables that the device uses.

pub mod encoders;
pub mod kmeans;
pub mod scaler;
