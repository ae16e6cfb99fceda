//! Quality of predictions and clusterings: from labels and values alone, no model.
//!
//! Classes and clusters are indices; names are for the text. Where a quotient has divisor 0 the rules are
//! scikit-learn's (0, left out of an average, or not defined), and the report says so.

mod classification;
mod clustering;
mod confusion;
mod contingency;
mod probability;
mod regression;
mod silhouette;
mod table;

pub use classification::{Averages, ClassScores, ClassificationReport};
pub use clustering::{ClusteringReport, adjusted_rand_index};
pub use confusion::ConfusionMatrix;
pub use contingency::Contingency;
pub use probability::log_loss;
pub use regression::{RegressionReport, mean_absolute_error, r2, root_mean_squared_error};
pub use silhouette::{Silhouette, silhouette};

use crate::error::{Error, Place, Result};

/// Checks that two lists belong to the same rows, and that there are rows.
fn check_pair(truth: usize, predicted: usize) -> Result<()> {
    if truth != predicted {
        return Err(refuse(format!("{truth} true values and {predicted} predictions are not of the same rows")));
    }
    if truth == 0 {
        return Err(refuse("there are no rows to evaluate".to_owned()));
    }
    Ok(())
}

fn refuse(message: String) -> Error {
    Error::data(Place::default(), message)
}

/// A count as a number; counts are far below 2^53.
#[allow(clippy::cast_precision_loss)]
fn real(count: u64) -> f64 {
    count as f64
}

/// Gives `a / b`, or 0 when `b` is 0.
fn quotient(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}
