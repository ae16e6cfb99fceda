//! k-means clustering: Lloyd's algorithm in f64.
//!
//! A fit chooses starting centroids ([`Init`]) and then repeats two steps, assigning each row to its nearest centroid and
//! moving each centroid to the mean of its rows, until the stopping rule ([`Stop`]) holds. The result is the same as
//! scikit-learn's except for the random generator, and has the same bits on any machine with any number of threads.
//!
//! # Examples
//! ```
//! use nearkin_codegen::kmeans::{Init, KMeansOptions, fit};
//!
//! // Four rows of one number in two groups, started from the first and the last row.
//! let options = KMeansOptions { init: Init::Rows(vec![0, 3]), ..KMeansOptions::new(2) };
//! let fitted = fit(&[0.0, 1.0, 10.0, 12.0], 1, &options, None)?;
//! assert_eq!((fitted.centroids, fitted.labels), (vec![0.5, 11.0], vec![0, 0, 1, 1]));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod assign;
mod fitting;
mod init;
mod lloyd;
mod options;
mod points;
mod update;

pub use fitting::{KMeans, fit};
pub use lloyd::Iteration;
pub use options::{Empty, Ended, Init, KMeansOptions, Stop};
