//! Quality of predictions and clusterings: from labels and values alone, no model.
//!
//! Classes and clusters are indices; names are for the text. Where a quotient has divisor 0 the rules are
//! scikit-learn's (0, left out of an average, or not defined), and the report says so.
//!
//! # Examples
//! ```
//! use nearkin_codegen::evaluate::metrics::*;
//!
//! // Of three cats two are found, of one dog one.
//! let (truth, predicted) = ([0, 0, 0, 1], [0, 0, 1, 1]);
//! let names = ["cat".to_owned(), "dog".to_owned()];
//! let report = ClassificationReport::new(&truth, &predicted, &names, None)?;
//! assert_eq!((report.accuracy, report.classes[0].recall, report.classes[1].precision), (0.75, 2.0 / 3.0, 0.5));
//!
//! // The cats' recall is 2/3, the dog's 1.
//! let (Averages { recall, .. }, dog): (_, &ClassScores) = (report.macro_average, &report.classes[1]);
//! assert!((recall - 5.0 / 6.0).abs() < 1e-15 && dog.support == 1);
//!
//! let matrix = ConfusionMatrix::new(&truth, &predicted, 2)?;
//! assert_eq!((matrix.classes(), matrix.rows(), matrix.correct(), matrix.count(0, 1)), (2, 4, 3, 1));
//! assert_eq!((matrix.support(0), matrix.predicted(0), matrix.mistakes()), (3, 2, vec![(0, 1, 1)]));
//! assert_eq!(log_loss(&[0], &[0.5, 0.5], 2)?, std::f64::consts::LN_2);
//!
//! let (truth, predicted) = ([1.0, 2.0, 3.0], [1.0, 2.0, 6.0]);
//! assert_eq!(mean_absolute_error(&truth, &predicted)?, 1.0);
//! assert_eq!(root_mean_squared_error(&truth, &predicted)?, 3f64.sqrt());
//! assert_eq!(r2(&truth, &predicted)?, Some(1.0 - 9.0 / 2.0));
//! assert_eq!(RegressionReport::new(&truth, &predicted)?.max_error, 3.0);
//!
//! assert_eq!(adjusted_rand_index(&[0, 0, 1, 1], &[1, 1, 0, 0])?, 1.0);
//! let silhouette: Silhouette = silhouette(&[0.0, 0.0, 9.0, 9.0], 1, &[0, 0, 1, 1], 100, 0)?.expect("two clusters");
//! assert_eq!((silhouette.mean, silhouette.rows), (1.0, 4));
//! let counts = Contingency::new(&[0, 0, 1], 2, &[0, 1, 1], &names)?.counts;
//! assert_eq!(counts, [[1, 1], [0, 1]]);
//! let clusters = ClusteringReport::new(&[0, 0, 1], 2, 0.5, None, None)?;
//! assert_eq!(clusters.sizes, [2, 1]);
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
