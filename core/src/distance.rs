//! Distances: how the difference of one column is folded into a sum that preserves the order of distances.
//!
//! Each metric ranks by its cheapest order-preserving form (no root, no division) and gives the real
//! distance on request. Sums run in stored order, left to right, so that every target gets equal bits.

use serde::{Deserialize, Serialize};

use crate::features::{FLOAT, METRICS};
use crate::math;
use crate::view;

/// A distance between two rows.
///
/// # Examples
/// ```
/// use nearkin::Metric;
///
/// assert!(Metric::Manhattan.has_integer_form() && !Metric::Minkowski(3.0).has_integer_form());
/// assert!(Metric::Cosine.needs_expanded_rows() && !Metric::Hamming.needs_expanded_rows());
/// ```
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
    /// Whether integer storage can serve it.
    #[must_use]
    pub fn has_integer_form(self) -> bool {
        matches!(self, Self::Euclidean | Self::Manhattan | Self::Chebyshev | Self::Hamming)
    }

    /// Whether a larger difference of one number never gives a smaller rank, to the last bit: a power need not keep the order.
    pub(crate) fn grows_by_gaps(self) -> bool {
        matches!(self, Self::Euclidean | Self::Manhattan | Self::Chebyshev)
    }

    /// Whether rows must be stored expanded: a product is no sum of differences.
    #[must_use]
    pub fn needs_expanded_rows(self) -> bool {
        matches!(self, Self::Cosine | Self::Dot)
    }

    /// Gives the distance behind a rank of the search; `columns` is the number of stored columns.
    ///
    /// `root` is `math::sqrt`, or `math::exact_sqrt` where a verdict hangs on it.
    #[inline]
    pub(crate) fn distance_by(self, root: impl Fn(f32) -> f32, rank: u32, step: Option<f32>, columns: u32) -> f32 {
        #[allow(clippy::cast_precision_loss)] // rounded once, the same way everywhere
        let sum = if step.is_some() { rank as f32 } else { f32::from_bits(rank) };
        let unit = step.unwrap_or(1.0);
        #[allow(clippy::cast_precision_loss)] // at most a few thousand columns
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

/// Rank of a distance that is not a number: behind every other, before "no limit".
const LAST: u32 = u32::MAX - 1;

/// Maps a float of either sign to a rank of the same order.
pub(crate) fn ordered(x: f32) -> u32 {
    let bits = x.to_bits();
    let rank = if bits >> 31 == 0 { bits | (1 << 31) } else { !bits };
    if x.is_nan() { LAST } else { rank.min(LAST) }
}

/// The float behind a rank of `ordered`.
pub(crate) fn unordered(rank: u32) -> f32 {
    f32::from_bits(if rank >> 31 == 1 { rank & !(1 << 31) } else { !rank })
}

/// The number that a search sums: `f32`, or `i32` for integer storage.
pub(crate) trait Scalar: Copy {
    /// What tables hold.
    type Output: Copy + Into<Self>;
    /// Sees words of a table as outputs.
    fn outputs(words: &[u32]) -> &[Self::Output];
    /// From a word of a table.
    fn from_word(word: u32) -> Self;
    /// Order-preserving rank of a sum that is not negative.
    fn rank(self) -> u32;
}

impl Scalar for f32 {
    type Output = f32;

    fn outputs(words: &[u32]) -> &[f32] {
        view::floats(words)
    }

    fn from_word(word: u32) -> Self {
        Self::from_bits(word)
    }

    #[inline]
    fn rank(self) -> u32 {
        // The bits of floats that are not negative are ordered like the floats; one integer compare
        // replaces a soft-float one.
        self.to_bits().min(LAST)
    }
}

impl Scalar for i32 {
    type Output = i16;

    fn outputs(words: &[u32]) -> &[i16] {
        view::shorts(words)
    }

    fn from_word(word: u32) -> Self {
        word.cast_signed()
    }

    #[inline]
    fn rank(self) -> u32 {
        self.cast_unsigned()
    }
}

/// How the difference of one column changes the sum. Sums never fall, so a search may stop early.
pub(crate) trait Accumulate<N: Scalar> {
    /// Whether two codes of a table column are compared as codes, not by their outputs.
    #[inline]
    fn compares_codes(&self) -> bool {
        false
    }
    /// Folds in the difference of two numbers.
    fn number(&self, sum: N, query: N, stored: N) -> N;
    /// Folds in the difference of two different one-hot levels, given their weights.
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

// Integer sums wrap only in a model whose bound was forged; fitting and loading prove that a sound one
// stays below 2^31 (see `format::validate`).
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

impl<N: Scalar + From<i8> + PartialEq + core::ops::Add<Output = N>> Accumulate<N> for Hamming {
    fn compares_codes(&self) -> bool {
        true
    }

    #[inline]
    fn number(&self, sum: N, query: N, stored: N) -> N {
        if query == stored { sum } else { sum + N::from(1) }
    }

    #[inline]
    fn mismatch(&self, sum: N, _query: N, _stored: N) -> N {
        sum + N::from(1)
    }
}

/// A metric that is only known when the model is loaded folds as the one that it names; one of products is never folded.
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

/// The same for integer storage.
impl Accumulate<i32> for Metric {
    #[inline]
    fn compares_codes(&self) -> bool {
        METRICS && *self == Self::Hamming
    }

    #[inline]
    fn number(&self, sum: i32, query: i32, stored: i32) -> i32 {
        match *self {
            Self::Manhattan if METRICS => Manhattan.number(sum, query, stored),
            Self::Chebyshev if METRICS => Chebyshev.number(sum, query, stored),
            Self::Hamming if METRICS => Hamming.number(sum, query, stored),
            _ => Euclidean.number(sum, query, stored),
        }
    }

    #[inline]
    fn mismatch(&self, sum: i32, query: i32, stored: i32) -> i32 {
        match *self {
            Self::Manhattan if METRICS => Manhattan.mismatch(sum, query, stored),
            Self::Chebyshev if METRICS => Chebyshev.mismatch(sum, query, stored),
            Self::Hamming if METRICS => Hamming.mismatch(sum, query, stored),
            _ => Euclidean.mismatch(sum, query, stored),
        }
    }
}

/// Gives the rank of the cosine distance of two rows.
pub(crate) fn cosine(query: &[f32], stored: &[f32]) -> u32 {
    let (mut dot, mut query_square, mut stored_square) = (0.0f32, 0.0f32, 0.0f32);
    for (&q, &s) in query.iter().zip(stored) {
        dot += q * s;
        query_square += q * q;
        stored_square += s * s;
    }
    cosine_of(dot, math::exact_sqrt(query_square), math::exact_sqrt(stored_square))
}

/// The norm of a row, as [`cosine`] computes it.
#[inline(always)] // compiled for the batch's instructions
pub(crate) fn norm(row: &[f32]) -> f32 {
    let mut square = 0.0f32;
    for &x in row {
        square += x * x;
    }
    math::exact_sqrt(square)
}

/// Gives the rank of the cosine distance from a dot product and two norms.
#[inline(always)] // compiled for the batch's instructions
pub(crate) fn cosine_of(dot: f32, query: f32, stored: f32) -> u32 {
    let distance = if query == 0.0 || stored == 0.0 { 1.0 } else { 1.0 - dot / (query * stored) };
    // Rounding may leave the range 0 to 2 by a few units in the last place; NaN (a query of huge numbers) ranks last.
    if distance.is_nan() { LAST } else { distance.clamp(0.0, 2.0).abs().rank() }
}

/// Gives the rank of the dot product of two rows: the larger the product, the smaller the rank.
pub(crate) fn dot(query: &[f32], stored: &[f32]) -> u32 {
    let mut sum = 0.0f32;
    for (&q, &s) in query.iter().zip(stored) {
        sum += q * s;
    }
    ordered(-sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_keep_the_order_of_floats() {
        let sorted = [f32::NEG_INFINITY, -2.0, -0.5, 0.0, 0.5, 2.0, f32::INFINITY];
        assert!(sorted.windows(2).all(|pair| ordered(pair[0]) < ordered(pair[1])));
        assert!(sorted.iter().all(|&x| unordered(ordered(x)).to_bits() == x.to_bits()));
        assert_eq!(ordered(f32::NAN), LAST);
    }

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

    #[test]
    fn cosine_with_a_zero_row_is_one() {
        assert_eq!(cosine(&[0.0, 0.0], &[1.0, 2.0]), 1.0f32.to_bits());
        assert_eq!(cosine(&[1.0, 2.0], &[2.0, 4.0]), 0.0f32.to_bits());
        assert_eq!(cosine(&[1.0, 0.0], &[-1.0, 0.0]), 2.0f32.to_bits());
    }
}
