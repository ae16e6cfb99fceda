//! The metrics: each ranks rows by its cheapest order-preserving form, and returns the distance itself on request.

mod accumulate;
mod product;
mod rank;
mod scalar;

use serde::{Deserialize, Serialize};

use crate::features::{FLOAT, METRICS};
use crate::math;

pub(crate) use accumulate::{Accumulate, Chebyshev, Euclidean, Hamming, Manhattan, Minkowski};
pub(crate) use product::{cosine, cosine_of, dot, norm};
pub(crate) use rank::{ordered, unordered};
pub(crate) use scalar::Scalar;

/// A distance between two rows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Metric {
    /// `sqrt(sum (a - b)^2)`, ranked by the sum.
    Euclidean,
    /// `sum |a - b|`.
    Manhattan,
    /// `max |a - b|`.
    Chebyshev,
    /// `(sum |a - b|^p)^(1/p)` with `p > 0`, ranked by the sum.
    Minkowski(f32),
    /// Share of the input columns that differ, ranked by their count.
    Hamming,
    /// `1 - a.b / (|a| |b|)`; 1 when either is zero.
    Cosine,
    /// `-a.b`: the larger the product, the nearer.
    Dot,
}

impl Metric {
    /// Returns whether rows can be stored as integers.
    ///
    /// Powers and products do not fit integers, and hamming compares for equality: rounding to the shared step would
    /// change which numbers are equal.
    ///
    /// # Examples
    /// ```
    /// use nearkin::Metric;
    ///
    /// assert!(Metric::Manhattan.has_integer_form());
    /// assert!(!Metric::Minkowski(3.0).has_integer_form() && !Metric::Hamming.has_integer_form());
    /// ```
    #[must_use]
    pub const fn has_integer_form(self) -> bool {
        matches!(self, Self::Euclidean | Self::Manhattan | Self::Chebyshev)
    }

    /// Returns whether the triangle inequality bounds its distances, so that a search can skip rows by buckets.
    #[doc(hidden)] // for `nearkin-codegen`; no stability promise
    #[must_use]
    pub const fn supports_buckets(self) -> bool {
        matches!(self, Self::Euclidean)
    }

    /// Returns whether a larger difference of one number never leads to a smaller rank, to the last bit, so that a search can
    /// skip rows by a kd-tree. Rounded powers do not guarantee the order.
    #[doc(hidden)] // for `nearkin-codegen`; no stability promise
    #[must_use]
    pub const fn supports_tree(self) -> bool {
        matches!(self, Self::Euclidean | Self::Manhattan | Self::Chebyshev)
    }

    /// Returns whether rows must be stored expanded, because a product is not a sum of differences.
    #[doc(hidden)] // for `nearkin-codegen`; no stability promise
    #[must_use]
    pub const fn needs_expanded_rows(self) -> bool {
        matches!(self, Self::Cosine | Self::Dot)
    }

    /// Returns the distance of a rank of the search; `columns` is the number of stored columns.
    ///
    /// `root` is `math::sqrt`, or `math::exact_sqrt` where the result decides a prediction.
    #[inline]
    pub(crate) fn distance_by(self, root: impl Fn(f32) -> f32, rank: u32, step: Option<f32>, columns: u32) -> f32 {
        let sum = if step.is_some() { rank as f32 } else { f32::from_bits(rank) };
        let unit = step.unwrap_or(1.0);
        match self {
            Self::Euclidean => root(sum) * unit,
            Self::Manhattan | Self::Chebyshev => sum * unit,
            Self::Minkowski(p) if FLOAT && METRICS => math::pow(sum, 1.0 / p),
            Self::Minkowski(_) => f32::NAN, // loading refuses it
            Self::Hamming => sum / columns.max(1) as f32,
            Self::Cosine => sum,
            Self::Dot => unordered(rank),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_the_real_ones() {
        let distance = |metric: Metric, rank, step, columns| metric.distance_by(math::sqrt, rank, step, columns);
        assert_eq!(distance(Metric::Euclidean, 25.0f32.to_bits(), None, 2), 5.0);
        assert_eq!(distance(Metric::Euclidean, 25, Some(0.5), 2), 2.5);
        assert_eq!(distance(Metric::Manhattan, 7, Some(0.5), 2), 3.5);
        assert_eq!(distance(Metric::Hamming, 1.0f32.to_bits(), None, 4), 0.25);
        assert_eq!(distance(Metric::Dot, ordered(-6.0), None, 2), -6.0);
        let cubes = distance(Metric::Minkowski(3.0), 35.0f32.to_bits(), None, 2);
        assert!((cubes - 3.271_066_3).abs() < 1e-6 || !(FLOAT && METRICS), "{cubes}");
    }
}
