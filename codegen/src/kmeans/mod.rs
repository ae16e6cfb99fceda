//! k-means: Lloyd's iterations in f64.
//!
//! A fit chooses starting centroids ([`Init`]), then repeats two steps, assigning each row to its nearest centroid and
//! moving each centroid to the mean of its rows, until nothing changes ([`Stop`]). The answer is scikit-learn's, but
//! for its generator of random numbers, and it has the same bits on any machine and number of threads.
//!
//! # Examples
//! ```
//! use nearkin_codegen::kmeans::{Empty, Ended, Init, Iteration, KMeans, KMeansOptions, Stop, fit};
//!
//! // Four rows of one number in two groups, started from the first and the last row.
//! let options = KMeansOptions { init: Init::Rows(vec![0, 3]), ..KMeansOptions::new(2) };
//! assert_eq!((options.init.default_n_init(), Init::Random.default_n_init()), (1, 10));
//! assert_eq!((options.stop, options.empty), (Stop::Shift, Empty::Relocate)); // as scikit-learn
//! let mut shifts = Vec::new();
//! let mut trace = |iteration: Iteration<'_>| shifts.push(iteration.max_shift);
//! let fitted: KMeans = fit(&[0.0, 1.0, 10.0, 12.0], 1, &options, Some(&mut trace))?;
//! assert_eq!((fitted.ended, shifts), (Ended::Unchanged, vec![1.0, 0.0])); // from 12 to 11, then nowhere
//! assert!(fitted.converged());
//! assert_eq!(fitted.centroids, [0.5, 11.0]);
//! assert_eq!((fitted.labels, fitted.sizes), (vec![0, 0, 1, 1], vec![2, 2]));
//! assert_eq!(fitted.inertia, 2.0 * 0.25 + 2.0 * 1.0);
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
