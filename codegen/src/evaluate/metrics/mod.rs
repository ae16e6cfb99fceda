//! Quality of predictions and clusterings, computed from labels and values.
//!
//! Names and edge cases follow scikit-learn: a quotient with divisor 0 is reported as 0, excluded from an average or
//! undefined, and the report contains a note about it.
//!
//! ```
//! use nearkin_codegen::evaluate::metrics::ClassificationReport;
//!
//! // Two of three cats and the only dog are predicted correctly.
//! let names = ["cat".to_owned(), "dog".to_owned()];
//! let report = ClassificationReport::new(&[0, 0, 0, 1], &[0, 0, 1, 1], &names, None)?;
//! assert_eq!((report.accuracy, report.classes[0].recall, report.classes[1].precision), (0.75, 2.0 / 3.0, 0.5));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod classification;
mod clustering;
mod confusion;
mod contingency;
mod probability;
mod regression;
mod silhouette;

pub use classification::{Averages, ClassScores, ClassificationReport};
pub use clustering::{ClusteringReport, adjusted_rand_score};
pub use confusion::ConfusionMatrix;
pub use contingency::Contingency;
pub use probability::log_loss;
pub use regression::{RegressionReport, mean_absolute_error, r2_score, root_mean_squared_error};
pub use silhouette::{Silhouette, silhouette_score};

use crate::error::{Error, Place, Result};

/// Checks that two lists have the same length and are not empty.
fn check_pair(truth: usize, predicted: usize) -> Result<()> {
    if truth != predicted {
        return Err(invalid(format!("{truth} true values but {predicted} predictions")));
    }
    if truth == 0 {
        return Err(invalid("there are no rows to evaluate".to_owned()));
    }
    Ok(())
}

fn invalid(message: String) -> Error {
    Error::data(Place::default(), message)
}

/// Converts a count, which is far below 2^53.
fn real(count: u64) -> f64 {
    count as f64
}

/// Returns `a / b`, or 0 if `b` is 0.
fn divide_or_zero(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}
