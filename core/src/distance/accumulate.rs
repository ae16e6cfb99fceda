//! How the difference of one column is added to the sum of a row, by metric.
//!
//! Sums run in stored order, left to right, so that every target computes equal bits.

use crate::distance::Metric;
use crate::distance::scalar::Scalar;
use crate::features::METRICS;
use crate::math;

/// Adds the difference of one column to a sum. Sums never decrease, so a search may stop early.
pub(crate) trait Accumulate<N: Scalar> {
    /// Returns whether a table column is compared by its codes, not by their outputs.
    #[inline]
    fn compares_codes(&self) -> bool {
        false
    }
    /// Adds the difference of two numbers.
    fn number(&self, sum: N, query: N, stored: N) -> N;
    /// Adds the difference of two different one-hot levels, given their weights.
    fn mismatch(&self, sum: N, query: N, stored: N) -> N;
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Euclidean;
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manhattan;
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chebyshev;
#[derive(Debug, Clone, Copy)]
pub(crate) struct Minkowski {
    pub(crate) p: f32,
}
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hamming;

impl Accumulate<f32> for Euclidean {
    #[inline]
    fn number(&self, sum: f32, query: f32, stored: f32) -> f32 {
        let difference = query - stored;
        sum + difference * difference
    }

    #[inline]
    fn mismatch(&self, sum: f32, query: f32, stored: f32) -> f32 {
        sum + (query + stored)
    }
}

// Loading proves that sums stay below 2^31 (`model::validate`); wrapping arithmetic only avoids the overflow check.
impl Accumulate<i32> for Euclidean {
    #[inline]
    fn number(&self, sum: i32, query: i32, stored: i32) -> i32 {
        let difference = query.wrapping_sub(stored);
        sum.wrapping_add(difference.wrapping_mul(difference))
    }

    #[inline]
    fn mismatch(&self, sum: i32, query: i32, stored: i32) -> i32 {
        sum.wrapping_add(query).wrapping_add(stored)
    }
}

impl Accumulate<f32> for Manhattan {
    #[inline]
    fn number(&self, sum: f32, query: f32, stored: f32) -> f32 {
        sum + (query - stored).abs()
    }

    #[inline]
    fn mismatch(&self, sum: f32, query: f32, stored: f32) -> f32 {
        sum + (query + stored)
    }
}

impl Accumulate<i32> for Manhattan {
    #[inline]
    fn number(&self, sum: i32, query: i32, stored: i32) -> i32 {
        sum.wrapping_add(query.wrapping_sub(stored).wrapping_abs())
    }

    #[inline]
    fn mismatch(&self, sum: i32, query: i32, stored: i32) -> i32 {
        sum.wrapping_add(query).wrapping_add(stored)
    }
}

impl Accumulate<f32> for Chebyshev {
    #[inline]
    fn number(&self, sum: f32, query: f32, stored: f32) -> f32 {
        let difference = (query - stored).abs();
        if difference > sum { difference } else { sum }
    }

    #[inline]
    fn mismatch(&self, sum: f32, query: f32, stored: f32) -> f32 {
        let larger = if query > stored { query } else { stored };
        if larger > sum { larger } else { sum }
    }
}

impl Accumulate<i32> for Chebyshev {
    #[inline]
    fn number(&self, sum: i32, query: i32, stored: i32) -> i32 {
        sum.max(query.wrapping_sub(stored).wrapping_abs())
    }

    #[inline]
    fn mismatch(&self, sum: i32, query: i32, stored: i32) -> i32 {
        sum.max(query).max(stored)
    }
}

impl Accumulate<f32> for Minkowski {
    #[inline]
    fn number(&self, sum: f32, query: f32, stored: f32) -> f32 {
        sum + math::pow((query - stored).abs(), self.p)
    }

    #[inline]
    fn mismatch(&self, sum: f32, query: f32, stored: f32) -> f32 {
        sum + (query + stored)
    }
}

impl Accumulate<f32> for Hamming {
    fn compares_codes(&self) -> bool {
        true
    }

    #[inline]
    #[allow(clippy::float_cmp, reason = "hamming compares for equality")]
    fn number(&self, sum: f32, query: f32, stored: f32) -> f32 {
        if query == stored { sum } else { sum + 1.0 }
    }

    #[inline]
    fn mismatch(&self, sum: f32, _query: f32, _stored: f32) -> f32 {
        sum + 1.0
    }
}

/// A metric that is known only when the model is loaded. The metrics of products never accumulate differences.
impl Accumulate<f32> for Metric {
    #[inline]
    fn compares_codes(&self) -> bool {
        METRICS && *self == Self::Hamming
    }

    #[inline]
    fn number(&self, sum: f32, query: f32, stored: f32) -> f32 {
        match *self {
            Self::Manhattan if METRICS => Manhattan.number(sum, query, stored),
            Self::Chebyshev if METRICS => Chebyshev.number(sum, query, stored),
            Self::Minkowski(p) if METRICS => Minkowski { p }.number(sum, query, stored),
            Self::Hamming if METRICS => Hamming.number(sum, query, stored),
            _ => Euclidean.number(sum, query, stored),
        }
    }

    #[inline]
    fn mismatch(&self, sum: f32, query: f32, stored: f32) -> f32 {
        match *self {
            Self::Manhattan if METRICS => Manhattan.mismatch(sum, query, stored),
            Self::Chebyshev if METRICS => Chebyshev.mismatch(sum, query, stored),
            Self::Minkowski(p) if METRICS => Minkowski { p }.mismatch(sum, query, stored),
            Self::Hamming if METRICS => Hamming.mismatch(sum, query, stored),
            _ => Euclidean.mismatch(sum, query, stored),
        }
    }
}

/// The same for integer storage, which some metrics do not have ([`Metric::has_integer_form`]).
impl Accumulate<i32> for Metric {
    #[inline]
    fn number(&self, sum: i32, query: i32, stored: i32) -> i32 {
        match *self {
            Self::Manhattan if METRICS => Manhattan.number(sum, query, stored),
            Self::Chebyshev if METRICS => Chebyshev.number(sum, query, stored),
            _ => Euclidean.number(sum, query, stored),
        }
    }

    #[inline]
    fn mismatch(&self, sum: i32, query: i32, stored: i32) -> i32 {
        match *self {
            Self::Manhattan if METRICS => Manhattan.mismatch(sum, query, stored),
            Self::Chebyshev if METRICS => Chebyshev.mismatch(sum, query, stored),
            _ => Euclidean.mismatch(sum, query, stored),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_accumulates_as_the_type_of_its_name() {
        let number = |metric: Metric| Accumulate::<f32>::number(&metric, 4.0, 1.0, -2.0);
        assert_eq!(number(Metric::Euclidean), 4.0 + 9.0);
        if METRICS {
            assert_eq!(number(Metric::Manhattan), 4.0 + 3.0);
            assert_eq!((number(Metric::Chebyshev), Chebyshev.number(4.0f32, 9.0, 1.0)), (4.0, 8.0));
            assert!((number(Metric::Minkowski(3.0)) - (4.0 + 27.0)).abs() < 1e-5);
            assert_eq!((number(Metric::Hamming), Hamming.number(4.0, 1.0, 1.0)), (5.0, 4.0));
        }
    }

    #[test]
    fn different_levels_add_both_of_their_weights() {
        assert_eq!(Euclidean.mismatch(1.0f32, 0.5, 0.25), 1.75);
        assert_eq!(Euclidean.mismatch(1i32, 2, 3), 6);
        assert_eq!(Chebyshev.mismatch(1.0f32, 0.5, 2.0), 2.0);
        assert_eq!(Chebyshev.mismatch(7i32, 2, 3), 7);
        assert_eq!(Hamming.mismatch(1.0, 0.5, 0.25), 2.0);
    }
}
