//! The exact search: rows in order, each given up as soon as it cannot enter; or bucket by bucket.

use crate::math;
use crate::neighbors::buckets::{Bounds, Buckets, GROUP, MAX_BUCKETS};
use crate::neighbors::probe::Probe;
use crate::neighbors::{Nearest, Neighbor, Stored};

/// How a rank becomes a distance for which the triangle inequality holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The root of an integer.
    IntegerRoot,
    /// The root of a float, with a margin for rounding.
    FloatRoot,
    /// It does not: every row is visited.
    None,
}

/// Offers every row that is not given up.
///
/// `next(rest, limit)` finds the next row by its numbers; `finish(sum, codes, limit)` adds the codes and gives the rank.
#[inline]
pub(crate) fn scan<N: Copy + Default>(
    stored: &Stored<'_>,
    reach: Reach,
    nearest: &mut Nearest<'_>,
    probe: &impl Probe,
    next: impl Fn(&mut &[u32], u32) -> Option<N>,
    finish: impl Fn(N, &[u8], u32) -> Option<u32>,
) {
    match stored.buckets {
        Some(buckets) if reach != Reach::None => {
            // One copy of the kernel: the buckets' bookkeeping calls it through a pointer, a group of rows at a time.
            by_bucket(stored, &buckets, reach, nearest, probe, &|first, end, nearest| {
                in_order(stored, first, end, nearest, &next, &finish);
            });
        }
        _ => in_order(stored, 0, stored.rows, nearest, &next, &finish),
    }
}

/// Visits the rows from `first` to before `end`.
#[inline(never)]
fn in_order<N: Copy + Default>(
    stored: &Stored<'_>,
    first: u32,
    end: u32,
    nearest: &mut Nearest<'_>,
    next: &impl Fn(&mut &[u32], u32) -> Option<N>,
    finish: &impl Fn(N, &[u8], u32) -> Option<u32>,
) {
    let words = stored.number_words;
    let range = (first as usize).wrapping_mul(words)..(end as usize).wrapping_mul(words);
    let mut rest = stored.numbers.get(range).unwrap_or(&[]);
    let mut index = first;
    while index < end {
        // Rows without numbers differ by their codes alone.
        let before = rest.len();
        let found = if words == 0 { Some(N::default()) } else { next(&mut rest, nearest.limit()) };
        let Some(sum) = found else { return };
        // The row that was found is the last of those that were passed.
        #[allow(clippy::cast_possible_truncation)] // fewer rows than `end`
        let passed = (before - rest.len()).checked_div(words).unwrap_or(1) as u32;
        index = index.wrapping_add(passed);
        let row = index.wrapping_sub(1);
        let codes = stored.codes.get((row as usize).wrapping_mul(stored.code_bytes)..).unwrap_or(&[]);
        if let Some(rank) = finish(sum, codes, nearest.limit()) {
            nearest.offer(Neighbor { rank, row: stored.ids.map_or(row, |ids| ids.get(row)) });
        }
    }
}

/// Offers the rows of a range to a buffer of neighbors.
type Visit<'v> = dyn Fn(u32, u32, &mut Nearest<'_>) + 'v;

/// Measures every centre, then visits the nearest bucket, then the others, passing over groups that are too far.
#[inline(never)]
fn by_bucket(
    stored: &Stored<'_>,
    buckets: &Buckets<'_>,
    reach: Reach,
    nearest: &mut Nearest<'_>,
    probe: &impl Probe,
    visit: &Visit<'_>,
) {
    let mut centres = [0u32; MAX_BUCKETS];
    let mut best = (u32::MAX, 0);
    for (bucket, (centre, &start)) in centres.iter_mut().zip(buckets.starts).enumerate() {
        let mut room = [Neighbor::default()];
        let mut single = Nearest::new(&mut room, false);
        visit(start, start.saturating_add(1), &mut single);
        let Some(&found) = single.finish().first() else { continue };
        nearest.offer(found);
        *centre = found.rank;
        if found.rank < best.0 {
            best = (found.rank, bucket);
        }
    }
    let mut edges = Edges::new(stored, reach);
    // The nearest bucket first gives a tight limit for all others.
    for nearest_first in [true, false] {
        // Groups of earlier buckets are counted along.
        let mut group = 0usize;
        for (bucket, (&centre, (start, stop))) in centres.iter().zip(buckets.ranges(stored.rows)).enumerate() {
            let groups = stop.saturating_sub(start).div_ceil(GROUP) as usize;
            if (bucket == best.1) == nearest_first {
                let (from, to) = edges.of(centre, nearest.limit(), buckets.bounds, group, groups, probe);
                // The centre itself was offered before.
                let first = if from == 0 { start.saturating_add(1) } else { start.saturating_add(from * GROUP) };
                let end = start.saturating_add(to * GROUP).min(stop);
                if first < end {
                    visit(first, end, nearest);
                }
            }
            group = group.wrapping_add(groups);
        }
    }
}

/// Which groups of a bucket can hold a neighbor, by `|d(query, centre) - d(row, centre)| <= d(query, row)`.
struct Edges {
    reach: Reach,
    /// For sums of `n` floats: what distances may be off by, relative to themselves.
    margin: f32,
    /// The limit that `radius` was computed for.
    limit: u32,
    /// A row at this distance, or farther, cannot enter: an integer, or the bits of a float.
    radius: u32,
}

impl Edges {
    fn new(stored: &Stored<'_>, reach: Reach) -> Self {
        // A sum of n squares is off by at most (n + 3) 2^-24 of itself, its root by half of that. Twice the sum's bound,
        // and some, covers both distances and the bound's own rounding.
        #[allow(clippy::cast_precision_loss)] // thousands
        let terms = (stored.number_words + 2 * stored.code_bytes + 16) as f32;
        Self { reach, margin: terms * f32::EPSILON, limit: 0, radius: 0 }
    }

    /// The first group to visit and one past the last.
    #[inline]
    fn of(
        &mut self,
        centre: u32,
        limit: u32,
        bounds: Bounds<'_>,
        first: usize,
        groups: usize,
        probe: &impl Probe,
    ) -> (u32, u32) {
        #[allow(clippy::cast_possible_truncation)] // fewer groups than rows
        let all = (0, groups as u32);
        if limit == u32::MAX {
            return all;
        }
        let last = first.saturating_add(groups);
        match (self.reach, bounds) {
            (Reach::IntegerRoot, Bounds::Integer(bounds)) => {
                if self.limit != limit {
                    // The smallest integer whose square reaches the limit.
                    self.radius = math::integer_sqrt(limit.wrapping_sub(1)).wrapping_add(1);
                    self.limit = limit;
                }
                let distance = math::integer_sqrt(centre);
                // Distances and bounds were rounded down: one more on the side that must not be too small.
                // All are below 2^17.
                let inner = distance.saturating_sub(self.radius).saturating_sub(1);
                let outer = distance + self.radius + 1;
                within(
                    bounds.get(first..last).unwrap_or(&[]),
                    |b| u32::from(b) < inner,
                    |b| u32::from(b) >= outer,
                    probe,
                )
            }
            (Reach::FloatRoot, Bounds::Float(bounds)) => {
                let (less, more) = (1.0 - self.margin, 1.0 + self.margin);
                if self.limit != limit {
                    // Sums that small have lost precision: never trust a gap below it.
                    self.radius = ((math::exact_sqrt(f32::from_bits(limit)) + 1e-15) * more).to_bits();
                    self.limit = limit;
                }
                let (distance, radius) = (math::exact_sqrt(f32::from_bits(centre)), f32::from_bits(self.radius));
                let inner = (distance * less - radius) * less;
                let outer = (distance * more + radius) * more * more;
                within(bounds.get(first..last).unwrap_or(&[]), |b| b < inner, |b| b > outer, probe)
            }
            _ => all,
        }
    }
}

/// The groups from the first that does not end inside to the first behind one that ends outside.
#[inline]
fn within<T: Copy>(
    bounds: &[T],
    inside: impl Fn(T) -> bool,
    outside: impl Fn(T) -> bool,
    probe: &impl Probe,
) -> (u32, u32) {
    let mut from = 0;
    let mut to = 0;
    for &bound in bounds {
        probe.group();
        to += 1;
        if inside(bound) {
            from = to;
        } else if outside(bound) {
            break;
        }
    }
    (from, to)
}
