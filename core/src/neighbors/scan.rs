//! The exact search: rows in order, each given up as soon as it cannot enter; or bucket by bucket, or leaf by leaf.
//!
//! Nothing here depends on how rows are stored: a [`Measure`] compares them.

use crate::math;
use crate::neighbors::buckets::{Bounds, Bucket, Buckets, GROUP, MAX_BUCKETS};
use crate::neighbors::probe::Probe;
use crate::neighbors::tree::{DEPTH, LEAF, Part, Tree};
use crate::neighbors::{Lead, Nearest, Neighbor, Pruning, Stored};

/// How a rank becomes a distance for which the triangle inequality holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The root of an integer.
    IntegerRoot,
    /// The root of a float, with a margin for rounding.
    FloatRoot,
    /// It does not.
    None,
}

/// Takes rows whose rank is below the limit.
pub(crate) trait Offer {
    /// Takes the index and the rank of a row; gives the new limit.
    fn offer(&mut self, index: u32, rank: u32) -> u32;
}

impl<F: FnMut(u32, u32) -> u32> Offer for F {
    #[inline]
    fn offer(&mut self, index: u32, rank: u32) -> u32 {
        self(index, rank)
    }
}

/// Compares rows.
pub(crate) trait Measure {
    /// Offers the rows from `first` to before `end` whose rank is below the limit.
    fn measure(&self, first: u32, end: u32, limit: u32, offer: &mut dyn Offer);
}

impl<F: Fn(u32, u32, u32, &mut dyn Offer)> Measure for F {
    #[inline]
    fn measure(&self, first: u32, end: u32, limit: u32, offer: &mut dyn Offer) {
        self(first, end, limit, offer);
    }
}

/// Offers every row that is not given up, or the one at `only`; `query` is numbers.
pub(crate) fn scan<'a, S: Lead<'a>>(
    stored: S,
    only: Option<u32>,
    reach: Reach,
    query: &[u32],
    nearest: &mut Nearest<'_>,
    probe: &impl Probe,
    measure: &dyn Measure,
) {
    match (only, &stored.pruning) {
        (Some(index), _) => in_order(stored, index, index.saturating_add(1), nearest, probe, measure),
        (None, Some(Pruning::Buckets(buckets))) if reach != Reach::None => {
            by_bucket(stored, buckets, reach, nearest, probe, measure);
        }
        (None, Some(Pruning::Tree(tree))) if stored.metric.grows_by_gaps() => {
            by_leaf(stored, tree, query, nearest, probe, measure);
        }
        _ => in_order(stored, 0, stored.rows, nearest, probe, measure),
    }
}

/// Visits the rows from `first` to before `end`.
fn in_order<'a, S: Lead<'a>>(
    stored: S,
    first: u32,
    end: u32,
    nearest: &mut Nearest<'_>,
    probe: &impl Probe,
    measure: &dyn Measure,
) {
    measure.measure(first, end, nearest.limit(), &mut |index, rank| {
        probe.offer();
        nearest.offer(Neighbor { rank, row: stored.number_of(index) });
        nearest.limit()
    });
}

/// Measures every centre, then visits the nearest bucket, then the others, passing over groups that are too far.
fn by_bucket<'a, S: Lead<'a>>(
    stored: S,
    buckets: &Buckets<'_>,
    reach: Reach,
    nearest: &mut Nearest<'_>,
    probe: &impl Probe,
    measure: &dyn Measure,
) {
    // Offered in order, each once: there is no other limit. A vector, as an array would be cleared first.
    let mut centres: heapless::Vec<u32, MAX_BUCKETS> = heapless::Vec::new();
    #[allow(clippy::cast_possible_truncation)] // at most 32
    let count = buckets.starts.len() as u32;
    measure.measure(0, count, u32::MAX, &mut |index: u32, rank| {
        let _ = centres.push(rank); // there are no more
        probe.offer();
        nearest.offer(Neighbor { rank, row: stored.number_of(index) });
        // Without a limit, as the whole distance is needed.
        u32::MAX
    });
    let all = || centres.iter().copied().zip(buckets.each(stored.rows));
    let Some((centre, nearest_bucket)) = all().min_by_key(|&(centre, _)| centre) else { return };
    let mut edges = Edges::new(&stored, reach);
    // The nearest bucket first gives a tight limit for all others.
    let mut next = Some((centre, nearest_bucket));
    let mut others = all().filter(|(_, other)| other.centre != nearest_bucket.centre);
    while let Some((centre, bucket)) = next {
        let (from, to) = edges.of(centre, nearest.limit(), buckets.bounds, bucket, probe);
        let first = bucket.start.saturating_add(from * GROUP);
        let end = bucket.start.saturating_add(to * GROUP).min(bucket.end);
        if first < end {
            in_order(stored, first, end, nearest, probe, measure);
        }
        next = others.next();
    }
}

/// Visits the leaf where the query belongs, then others whose planes are near enough, the last one passed first.
fn by_leaf<'a, S: Lead<'a>>(
    stored: S,
    tree: &Tree<'_>,
    query: &[u32],
    nearest: &mut Nearest<'_>,
    probe: &impl Probe,
    measure: &dyn Measure,
) {
    let mut passed: heapless::Vec<Part, DEPTH> = heapless::Vec::new();
    #[allow(clippy::cast_possible_truncation)] // loading has checked that leaves are counted in 16 bits
    let mut part = Part { low: 0, high: Tree::leaves(stored.rows) as u16, bound: 0 };
    loop {
        if part.bound < nearest.limit() {
            while part.high.wrapping_sub(part.low) > 1 {
                let middle = part.low.midpoint(part.high);
                let (below, bound) = tree.side(stored.metric, query, middle.into());
                let (lower, upper) = (Part { high: middle, ..part }, Part { low: middle, ..part });
                let other;
                (part, other) = if below { (lower, upper) } else { (upper, lower) };
                let _ = passed.push(Part { bound, ..other }); // as deep as the tree
                probe.node();
            }
            probe.node();
            let first = u32::from(part.low) * LEAF;
            in_order(stored, first, (first + LEAF).min(stored.rows), nearest, probe, measure);
        }
        let Some(next) = passed.pop() else { return };
        part = next;
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
        let terms = || (stored.number_words + 2 * stored.code_bytes + 16) as f32;
        let margin = if reach == Reach::FloatRoot { terms() * f32::EPSILON } else { 0.0 };
        Self { reach, margin, limit: 0, radius: 0 }
    }

    /// The first group to visit and one past the last.
    #[inline]
    fn of(&mut self, centre: u32, limit: u32, bounds: Bounds<'_>, bucket: Bucket, probe: &impl Probe) -> (u32, u32) {
        let (first, groups) = (bucket.group as usize, bucket.groups());
        let all = (0, groups);
        if limit == u32::MAX {
            return all;
        }
        let last = first.saturating_add(groups as usize);
        match (self.reach, bounds) {
            (Reach::IntegerRoot, Bounds::Integer(bounds)) => {
                if self.limit != limit {
                    // The smallest integer whose square reaches the limit.
                    self.radius = math::integer_sqrt(limit.wrapping_sub(1)).wrapping_add(1);
                    self.limit = limit;
                }
                // Squares are compared with the centre's, which saves its root. Bounds were rounded down, and all
                // are below 2^16: one more on the side that must not be too small.
                let radius = self.radius;
                let square = |x: u32| if x > 0xFFFF { u32::MAX } else { x * x };
                within(
                    bounds.get(first..last).unwrap_or(&[]),
                    |b| square(u32::from(b) + 1 + radius) <= centre,
                    |b| square(u32::from(b).saturating_sub(radius)) >= centre,
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
    // Most buckets are too far as a whole.
    probe.group();
    if bounds.last().is_none_or(|&bound| inside(bound)) {
        return (0, 0);
    }
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
