//! Multiplicative noise on training rows, which keeps a model from relying too much on a target statistic.

use crate::random::Random;

/// Draws the factors `1 + sigma * z`, `z` standard normal, in the order of rows and outputs.
pub(super) fn factors(sigma: f64, seed: u64, stream: u64, len: usize) -> Vec<f64> {
    let mut random = Random::new(seed, stream);
    (0..len).map(|_| 1.0 + sigma * random.normal()).collect()
}

/// Multiplies each training value by its factor; both are `n * width`, row by row.
///
/// Values beyond the end of the shorter slice are unchanged.
pub fn multiply(training: &mut [f64], factors: &[f64]) {
    for (value, factor) in training.iter_mut().zip(factors) {
        *value *= factor;
    }
}
