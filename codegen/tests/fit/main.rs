//! Fitting: results against scikit-learn, other libraries and naive implementations; memory and dependencies.

mod bug_reports;
#[path = "../support/child.rs"]
mod child;
mod dependencies;
mod encoders;
mod golden;
mod golden_clusters;
mod golden_neighbors;
mod golden_scalers;
mod memory;
mod neighbors_bad_input;
mod neighbors_oracle;
mod penguins;
mod prototypes;
mod recipe;
mod sklearn;
mod text_model;
