//! Randomness: one seed, one portable generator, the same stream on any machine.
//!
//! # Examples
//! ```
//! use nearkin_codegen::random::Random;
//!
//! let draw = |seed| {
//!     let mut random = Random::new(seed, 0);
//!     let mut items = [0, 1, 2, 3];
//!     random.shuffle(&mut items);
//!     (random.below(10), random.unit(), random.normal(), items)
//! };
//! assert_eq!(draw(7), draw(7));
//! assert_ne!(draw(7), draw(8));
//! let (below, unit, ..) = draw(7);
//! assert!(below < 10 && (0.0..1.0).contains(&unit));
//! ```

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A seeded generator of numbers.
#[derive(Debug, Clone)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Starts the stream number `stream` of `seed`; each use (split, start of k-means, …) has a separate stream.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// Returns a number in `0..1`, a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        let bits = (self.0.next_u64() >> 11) as f64;
        bits / 9_007_199_254_740_992.0
    }

    /// Returns an index in `0..n`, without bias.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "an empty range has no index");
        let n = n as u64;
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(n);
            #[expect(clippy::cast_possible_truncation, reason = "the low half is what is tested")]
            let low = wide as u64;
            // Numbers under `2^64 mod n` would favor the small indices; it is below `n`, so mostly need not be divided.
            if low >= n || low >= n.wrapping_neg() % n {
                return usize::try_from(wide >> 64).expect("below n, which was a usize");
            }
        }
    }

    /// Returns a standard normal number (Box and Muller, with the portable logarithm and cosine of `libm`).
    pub fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        radius * libm::cos(core::f64::consts::TAU * self.unit())
    }

    /// Shuffles in place (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_repeat() {
        let draw = |seed, stream| Random::new(seed, stream).below(1 << 60);
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
    }

    #[test]
    fn unit_and_below_stay_in_range() {
        let mut random = Random::new(0, 0);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
        assert!((0..1000).all(|_| random.below(3) < 3));
    }
}
