//! Evaluation: predicts with the device's code, measures how good the predictions are and what they cost.

pub mod compare_storage;
pub mod estimate;
pub mod metrics;
pub mod predict;
pub mod training_file;
pub mod validate;
pub mod verify;
