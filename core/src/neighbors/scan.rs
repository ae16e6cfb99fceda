//! The exact search: rows in order, each given up as soon as it cannot enter; or bucket by bucket.

use crate::math;
use crate::neighbors::buckets::{Bounds, Buckets, GROUP, MAX_BUCKETS};
use crate::neighbors::numbers::Next;
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
    next: impl Fn(&mut &[u32], u32) -> Next<N>,
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
    next: &impl Fn(&mut &[u32], u32) -> Next<N>,
    finish: &impl Fn(N, &[u8], u32) -> Option<u32>,
) {
    let words = stored.number_words;
    let range = (first as usize).wrapping_mul(words)..(end as usize).wrapping_mul(words);
    let mut rest = stored.numbers.get(range).unwrap_or(&[]);
    let mut index = first;
    while index < end {
        // Rows without numbers differ by their codes alone.
        let found = if words == 0 { Some((0, N::default())) } else { next(&mut rest, nearest.limit()) };
        let Some((given_up, sum)) = found else { return };
        index = index.wrapping_add(given_up);
        let codes = stored.codes.get((index as usize).wrapping_mul(stored.code_bytes)..).unwrap_or(&[]);
        if let Some(rank) = finish(sum, codes, nearest.limit()) {
            nearest.offer(Neighbor { rank, row: stored.ids.map_or(index, |ids| ids.get(index)) });
        }
        index = index.wrapping_add(1);
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
    for (bucket, centre) in centres.iter_mut().enumerate().take(buckets.count) {
        let (start, _) = buckets.range(bucket, stored.rows);
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
    // The nearest bucket first gives a tight limit for all others.
    for nearest_first in [true, false] {
        // Groups of earlier buckets are counted along.
        let mut group = 0usize;
        for (bucket, &centre) in centres.iter().enumerate().take(buckets.count) {
            let (start, stop) = buckets.range(bucket, stored.rows);
            if (bucket == best.1) == nearest_first {
                let passing = Passing::new(stored, reach, centre, buckets.bounds, group);
                one_bucket(start, stop, &passing, nearest, probe, visit);
            }
            group = group.wrapping_add((stop - start).div_ceil(GROUP) as usize);
        }
    }
}

/// Visits the groups of a bucket that can hold a neighbor.
#[inline]
fn one_bucket(
    start: u32,
    stop: u32,
    passing: &Passing<'_>,
    nearest: &mut Nearest<'_>,
    probe: &impl Probe,
    visit: &Visit<'_>,
) {
    let (mut row, mut at) = (start, 0);
    while row < stop {
        probe.group();
        let next = row.saturating_add(GROUP).min(stop);
        match passing.of(at, nearest.limit()) {
            // The centre itself was offered before.
            Verdict::Visit => visit(if row == start { row.saturating_add(1) } else { row }, next, nearest),
            Verdict::PassGroup => {}
            // Later groups lie still farther from the centre.
            Verdict::PassRest => return,
        }
        row = next;
        at += 1;
    }
}

enum Verdict {
    Visit,
    PassGroup,
    PassRest,
}

/// Whether the rows of a group can be near enough: `|d(query, centre) - d(row, centre)| <= d(query, row)`.
struct Passing<'a> {
    bounds: Bounds<'a>,
    first: usize,
    distance: Distance,
}

enum Distance {
    Integer(u32),
    Float { distance: f32, margin: f32 },
}

impl<'a> Passing<'a> {
    #[inline]
    fn new(stored: &Stored<'_>, reach: Reach, centre: u32, bounds: Bounds<'a>, first: usize) -> Self {
        let distance = if reach == Reach::IntegerRoot {
            Distance::Integer(math::integer_sqrt(centre))
        } else {
            // A sum of n squares is off by at most (n + 3) 2^-24 of itself, its root by half of that; twice the sum's
            // bound, and some, covers both distances and the bound's own rounding.
            #[allow(clippy::cast_precision_loss)] // thousands
            let terms = (stored.number_words + 2 * stored.code_bytes + 16) as f32;
            Distance::Float { distance: math::sqrt(f32::from_bits(centre)), margin: terms * f32::EPSILON }
        };
        Self { bounds, first, distance }
    }

    #[inline]
    fn of(&self, at: usize, limit: u32) -> Verdict {
        let at = self.first.saturating_add(at);
        match (self.bounds, &self.distance) {
            (Bounds::Integer(bounds), &Distance::Integer(distance)) => {
                let bound = |at: usize| bounds.get(at).map_or(0, |&bound| u32::from(bound));
                // Roots were rounded down: one more on the side that must not be too small. A difference of roots of
                // 31-bit numbers, or of 16-bit bounds, has a square below 2^32.
                let far = distance.saturating_sub(bound(at) + 1);
                if far.wrapping_mul(far) >= limit {
                    return Verdict::PassGroup;
                }
                let near = if at > self.first { bound(at - 1).saturating_sub(distance + 1) } else { 0 };
                if near.wrapping_mul(near) >= limit { Verdict::PassRest } else { Verdict::Visit }
            }
            (Bounds::Float(bounds), &Distance::Float { distance, margin }) => {
                let bound = |at: usize| bounds.get(at).copied().unwrap_or(0.0);
                let farther = |gap: f32| {
                    // Gaps so small that their squares lose precision are never trusted.
                    let least = gap * gap * (1.0 - margin);
                    gap > 1e-15 && least.to_bits() >= limit
                };
                if farther(distance * (1.0 - margin) - bound(at) * (1.0 + margin)) {
                    return Verdict::PassGroup;
                }
                let inner = if at > self.first { bound(at - 1) * (1.0 - margin) } else { 0.0 };
                if farther(inner - distance * (1.0 + margin)) { Verdict::PassRest } else { Verdict::Visit }
            }
            _ => Verdict::Visit,
        }
    }
}
