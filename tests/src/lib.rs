//! Fixtures that several test programs share.

pub mod blob_editor;
pub mod generated_modules;
pub mod rng;
pub mod sample_models;
