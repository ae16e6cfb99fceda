//! k-means: Lloyd's iterations in f64.
//!
//! A fit chooses starting centroids ([`Init`]), then repeats two steps, assigning each row to its nearest centroid and
//! moving each centroid to the mean of its rows, until nothing changes ([`Stop`]). The answer is scikit-learn's, but
//! for its generator of random numbers, and it has the same bits on any machine and number of threads.

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
