//! Which groups of a bucket a search can skip.

use crate::format::layout::search_index::rounding_margin;
use crate::math;
use crate::neighbors::buckets::{Bounds, Bucket};
use crate::neighbors::search_stats::SearchCounter;
use crate::neighbors::stored::StoredRows;

/// How a rank becomes a distance that satisfies the triangle inequality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The root of an integer.
    IntegerRoot,
    /// The root of a float, with a margin for rounding.
    FloatRoot,
    /// Not at all: every row is compared.
    None,
}

/// Which groups of a bucket can hold a neighbor, by `|d(query, center) - d(row, center)| <= d(query, row)`.
pub(crate) struct BucketBounds {
    bound: Bound,
    /// Largest relative error of a distance (`f32` storage).
    margin: f32,
    /// The limit from which `radius` was computed.
    limit: u32,
    /// A row at this distance or farther cannot enter: an integer, or the bits of a float.
    radius: u32,
}

impl BucketBounds {
    pub(crate) fn new(stored: &StoredRows<'_>, bound: Bound) -> Self {
        let margin = match bound {
            Bound::FloatRoot => rounding_margin(stored.number_words, stored.code_bytes),
            _ => 0.0,
        };
        Self { bound, margin, limit: 0, radius: 0 }
    }

    /// Returns the range of the bucket's groups that can hold a neighbor.
    #[inline]
    pub(crate) fn groups(
        &mut self,
        center: u32,
        limit: u32,
        bounds: Bounds<'_>,
        bucket: Bucket,
        counter: &impl SearchCounter,
    ) -> (u32, u32) {
        let (first, count) = (bucket.group as usize, bucket.groups());
        let all = (0, count);
        if limit == u32::MAX {
            return all;
        }
        let last = first.saturating_add(count as usize);
        match (self.bound, bounds) {
            (Bound::IntegerRoot, Bounds::Integer(bounds)) => {
                if self.limit != limit {
                    // The smallest integer whose square reaches the limit.
                    self.radius = math::integer_sqrt(limit.wrapping_sub(1)).wrapping_add(1);
                    self.limit = limit;
                }
                // Comparing squares saves the root of the center's distance. Bounds are below 2^16 and were rounded
                // down, so the side that must not be too small adds one.
                let radius = self.radius;
                let square = |x: u32| x.min(0xFFFF) * x.min(0xFFFF); // above every sum, which is below 2^31
                within(
                    bounds.get(first..last).unwrap_or(&[]),
                    |b| square(u32::from(b) + 1 + radius) <= center,
                    |b| u32::from(b).checked_sub(radius).is_some_and(|difference| square(difference) >= center),
                    counter,
                )
            }
            (Bound::FloatRoot, Bounds::Float(bounds)) => {
                let (less, more) = (1.0 - self.margin, 1.0 + self.margin);
                if self.limit != limit {
                    // Sums of tiny squares underflow: the radius is never smaller than this.
                    self.radius = ((math::exact_sqrt(f32::from_bits(limit)) + 1e-15) * more).to_bits();
                    self.limit = limit;
                }
                let (distance, radius) = (math::exact_sqrt(f32::from_bits(center)), f32::from_bits(self.radius));
                if distance == f32::INFINITY {
                    return all; // an overflowed distance bounds nothing
                }
                let inner = (distance * less - radius) * less;
                let outer = (distance * more + radius) * more * more;
                within(bounds.get(first..last).unwrap_or(&[]), |b| b < inner, |b| b > outer, counter)
            }
            _ => all,
        }
    }
}

/// Returns the range from the first group that is not `inside` to the first that is `outside`, both included.
///
/// Bounds rise from group to group.
#[inline]
fn within<T: Copy>(
    bounds: &[T],
    inside: impl Fn(T) -> bool,
    outside: impl Fn(T) -> bool,
    counter: &impl SearchCounter,
) -> (u32, u32) {
    // Most buckets are skipped as a whole.
    counter.group();
    if bounds.last().is_none_or(|&bound| inside(bound)) {
        return (0, 0);
    }
    let mut bounds = bounds.iter();
    let mut from = 0;
    while bounds.as_slice().first().is_some_and(|&bound| inside(bound)) {
        counter.group();
        bounds.next();
        from += 1;
    }
    let mut to = from;
    for &bound in bounds {
        counter.group();
        to += 1;
        if outside(bound) {
            break;
        }
    }
    (from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::Metric;
    use crate::format::RowStorage;
    use crate::neighbors::buckets::Buckets;

    #[test]
    fn groups_are_visited_where_the_triangle_inequality_allows() {
        let storage = RowStorage::I16 { step: 1.0, bound: 1000 };
        let stored = StoredRows::of_numbers(storage, Metric::Euclidean, 1, &[0]);
        // One bucket of 24 rows in three groups, within 5, 10 and 20 of their center.
        let buckets = Buckets { starts: &[1], bounds: Bounds::Integer(&[5, 10, 20]) };
        let bucket = buckets.each(25).next().expect("a bucket");
        let groups = |center: u32, limit| {
            BucketBounds::new(&stored, Bound::IntegerRoot).groups(center * center, limit, buckets.bounds, bucket, &())
        };
        assert_eq!(groups(15, u32::MAX), (0, 3), "without a limit");
        // Rows nearer than 2 to a query at 15 are between 13 and 17 of the center: only the last group can have them.
        assert_eq!(groups(15, 4), (2, 3));
        assert_eq!(
            (groups(8, 4), groups(7, 4)),
            ((1, 2), (0, 2)),
            "bounds are rounded down: the first group ends before 6"
        );
        assert_eq!(groups(40, 4), (0, 0), "the bucket is too far away");
        assert_eq!(groups(0, 9), (0, 1), "rows nearer than 3 are in the first group");
    }
}
