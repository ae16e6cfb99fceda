//! The exact search: rows in order, each given up as soon as it cannot enter; or bucket by bucket, or leaf by leaf.
//!
//! Nothing here depends on how rows are stored: a [`Measure`] compares them.

use crate::format::layout::search_index::{GROUP, LEAF, MAX_BUCKETS, leaves, rounding_margin};
use crate::math;
use crate::neighbors::buckets::{Bounds, Bucket, Buckets};
use crate::neighbors::search::Measure;
use crate::neighbors::search_stats::Probe;
use crate::neighbors::tree::{DEPTH, Part, Tree};
use crate::neighbors::{Lead, Nearest, Neighbor, Pruning, Stored};

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

/// Takes rows whose rank is below the limit.
pub(crate) struct Offers<'o, 'n, 'a, S: Lead<'a>, P> {
    nearest: &'o mut Nearest<'n, S::Places>,
    /// While the centres of buckets are measured, takes all their ranks.
    centres: Option<&'o mut Centres>,
    pub(crate) probe: &'o P,
}

/// The ranks of the buckets' centres. A vector, as an array would be cleared first.
type Centres = heapless::Vec<u32, MAX_BUCKETS>;

impl<'a, S: Lead<'a>, P: Probe> Offers<'_, '_, 'a, S, P> {
    /// Takes a row; gives the new limit.
    #[inline]
    pub(crate) fn offer(&mut self, neighbor: Neighbor) -> u32 {
        let rank = neighbor.rank;
        self.probe.offer();
        self.nearest.offer(neighbor);
        match &mut self.centres {
            None => self.nearest.limit(),
            Some(centres) => {
                let _ = centres.push(rank); // there are no more
                u32::MAX // as the whole distance of every centre is needed
            }
        }
    }
}

/// Offers every row that is not given up, or the one at `only`; `query` is numbers.
pub(crate) fn scan<'a, S: Lead<'a>, P: Probe>(
    stored: S,
    only: Option<u32>,
    reach: Reach,
    query: &[u32],
    nearest: &mut Nearest<'_, S::Places>,
    probe: &P,
    measure: &Measure<'_, S>,
) {
    let mut offers = Offers { nearest, centres: None, probe };
    match (only, &stored.pruning) {
        (Some(index), _) => in_order(index, index.saturating_add(1), &mut offers, measure),
        (None, Some(Pruning::Buckets(buckets))) if reach != Reach::None => {
            by_bucket(stored, buckets, reach, &mut offers, measure);
        }
        (None, Some(Pruning::Tree(tree))) if stored.metric.grows_by_gaps() => {
            by_leaf(stored, tree, query, &mut offers, measure);
        }
        _ => in_order(0, stored.rows, &mut offers, measure),
    }
}

/// Visits the rows from `first` to before `end`.
fn in_order<'a, S: Lead<'a>, P: Probe>(
    first: u32,
    end: u32,
    offers: &mut Offers<'_, '_, 'a, S, P>,
    measure: &Measure<'_, S>,
) {
    measure.measure(first, end, offers.nearest.limit(), offers);
}

/// Measures every centre, then visits the nearest bucket, then the others, passing over groups that are too far.
fn by_bucket<'a, S: Lead<'a>, P: Probe>(
    stored: S,
    buckets: &Buckets<'_>,
    reach: Reach,
    offers: &mut Offers<'_, '_, 'a, S, P>,
    measure: &Measure<'_, S>,
) {
    let mut centres = Centres::new();
    #[allow(clippy::cast_possible_truncation)] // at most 32
    let count = buckets.starts.len() as u32;
    let mut measured = Offers { nearest: &mut *offers.nearest, centres: Some(&mut centres), probe: offers.probe };
    measure.measure(0, count, u32::MAX, &mut measured);
    let Some((nearest, _)) = (0..).zip(&centres).min_by_key(|&(_, centre)| centre) else { return };
    let mut edges = Edges::new(&stored, reach);
    // The nearest bucket first gives a tight limit for all others.
    let mut next = buckets.each(stored.rows).nth(nearest);
    let mut others = buckets.each(stored.rows).filter(|other| other.centre as usize != nearest);
    while let Some(bucket) = next {
        let centre = centres.get(bucket.centre as usize).copied().unwrap_or(0);
        let (from, to) = edges.of(centre, offers.nearest.limit(), buckets.bounds, bucket, offers.probe);
        let first = bucket.start.saturating_add(from * GROUP);
        let end = bucket.start.saturating_add(to * GROUP).min(bucket.end);
        if first < end {
            in_order(first, end, offers, measure);
        }
        next = others.next();
    }
}

/// Visits the leaf where the query belongs, then others whose planes are near enough, the last one passed first.
fn by_leaf<'a, S: Lead<'a>, P: Probe>(
    stored: S,
    tree: &Tree<'_>,
    query: &[u32],
    offers: &mut Offers<'_, '_, 'a, S, P>,
    measure: &Measure<'_, S>,
) {
    let mut passed: heapless::Vec<Part, DEPTH> = heapless::Vec::new();
    #[allow(clippy::cast_possible_truncation)] // loading has checked that leaves are counted in 16 bits
    let mut part = Part { low: 0, high: leaves(stored.rows) as u16, bound: 0 };
    loop {
        if part.bound < offers.nearest.limit() {
            while part.high.wrapping_sub(part.low) > 1 {
                let middle = part.low.midpoint(part.high);
                let (below, bound) = tree.side(stored.metric, query, middle.into());
                let (lower, upper) = (Part { high: middle, ..part }, Part { low: middle, ..part });
                let other;
                (part, other) = if below { (lower, upper) } else { (upper, lower) };
                let _ = passed.push(Part { bound, ..other }); // as deep as the tree
                offers.probe.node();
            }
            offers.probe.node();
            let first = u32::from(part.low) * LEAF;
            in_order(first, (first + LEAF).min(stored.rows), offers, measure);
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
        let margin = match reach {
            Reach::FloatRoot => rounding_margin(stored.number_words, stored.code_bytes),
            _ => 0.0,
        };
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
                let square = |x: u32| x.min(0xFFFF) * x.min(0xFFFF); // beyond every sum, which is below 2^31
                within(
                    bounds.get(first..last).unwrap_or(&[]),
                    |b| square(u32::from(b) + 1 + radius) <= centre,
                    |b| u32::from(b).checked_sub(radius).is_some_and(|gap| square(gap) >= centre),
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
                if distance == f32::INFINITY {
                    return all; // it says nothing of how far away the others are
                }
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
    // Bounds rise.
    let mut bounds = bounds.iter();
    let mut from = 0;
    while bounds.as_slice().first().is_some_and(|&bound| inside(bound)) {
        probe.group();
        bounds.next();
        from += 1;
    }
    let mut to = from;
    for &bound in bounds {
        probe.group();
        to += 1;
        if outside(bound) {
            break;
        }
    }
    (from, to)
}
