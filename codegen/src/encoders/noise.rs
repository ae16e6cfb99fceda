//! Multiplicative noise of training rows, so that a model does not trust a target statistic too much.

use crate::random::Random;

/// The factors `1 + sigma * z`, `z` standard normal, in order of rows and outputs.
pub(super) fn factors(sigma: f64, seed: u64, stream: u64, len: usize) -> Vec<f64> {
    let mut random = Random::new(seed, stream);
    (0..len).map(|_| 1.0 + sigma * random.normal()).collect()
}

/// Multiplies each training value by its factor; both are `n * width`, row by row.
///
/// Values past the shorter of the two stay as they are.
pub fn multiply(training: &mut [f64], factors: &[f64]) {
    for (value, factor) in training.iter_mut().zip(factors) {
        *value *= factor;
    }
}
