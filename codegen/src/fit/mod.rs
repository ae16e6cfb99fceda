//! Fitting: makes the tables that the device uses.

pub mod encoders;
pub mod impute;
pub mod kmeans;
pub mod scaler;
pub mod statistics;
