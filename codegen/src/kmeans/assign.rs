//! The assignment step: the exact nearest centroid of each row.
//!
//! The nearest centroid has the smallest squared Euclidean distance in f64, added in feature order; the smaller index wins a
//! tie. Computing all of these distances is slow, so a filter in f32 runs first: for 32 rows at once (one per lane, which
//! the compiler vectorizes) it computes `|c|^2 / 2 - x.c`, which has the same order as the distance. If the best centroid
//! leads by more than the largest possible rounding error, the result is certain; only the other rows are computed in f64.
//! So the result never depends on the filter.

use rayon::prelude::*;

use crate::kmeans::points::{Points, squared_euclidean};

/// Rows in one block of the filter.
const LANES: usize = 32;

/// Values whose squares may underflow in f64 (2^400 times smaller than 1) are not scaled up to 1: their scores stay within
/// the margin, so the f64 distances with their rounding decide.
const LARGEST_SCALE: f64 = f64::from_bits((1023 + 400) << 52);

/// The rows in the filter's layout: centered, scaled by a power of two, in f32, 32 rows side by side.
#[derive(Debug)]
pub(super) struct Filter {
    /// The features of each block, each with one value per row; rows past the end are zero.
    blocks: Vec<[f32; LANES]>,
    /// An upper bound of each row's Euclidean norm, in the same blocks.
    norms: Vec<[f32; LANES]>,
    /// The subtracted value of each feature.
    center: Vec<f64>,
    /// The factor.
    scale: f64,
}

/// The largest number of clusters, whose indices must be exact in f32.
pub(super) const MOST_CLUSTERS: usize = 1 << 24;

/// The number of centroids that the filter scores together: enough independent sums for two vector units.
const GROUP: usize = 2;

/// The centroids in the filter's layout, in groups; the last group is padded with centroids at infinity.
struct FilterCentroids {
    /// The features of each group, each with one value per centroid.
    centroids: Vec<[f32; GROUP]>,
    /// Half the squared norm of each centroid.
    halves: Vec<[f32; GROUP]>,
    /// The margin of a row with norm `x` is `at_origin + x * per_norm`.
    at_origin: f32,
    per_norm: f32,
}

impl Filter {
    pub(super) fn new(points: Points<'_>, center: Vec<f64>) -> Self {
        let features = points.features();
        let largest = (0..points.rows())
            .into_par_iter()
            .map(|row| points.row(row).iter().zip(&center).fold(0.0_f64, |m, (x, c)| m.max((x - c).abs())))
            .reduce(|| 0.0, f64::max);
        let scale = power_of_two_below(1.0 / largest).min(LARGEST_SCALE);
        let n_blocks = points.rows().div_ceil(LANES);
        let mut blocks = vec![[0.0; LANES]; n_blocks * features];
        let mut norms = vec![[0.0; LANES]; n_blocks];
        blocks.par_chunks_mut(features).zip(norms.par_iter_mut()).enumerate().for_each(|(i, (block, norms))| {
            for (lane, row) in points.part(i * LANES, LANES).enumerate() {
                let mut squares = 0.0;
                for ((slot, x), c) in block.iter_mut().zip(row).zip(&center) {
                    let reduced = (x - c) * scale;
                    squares += reduced * reduced;
                    slot[lane] = to_f32(reduced);
                }
                norms[lane] = to_f32(squares.sqrt());
            }
        });
        Self { blocks, norms, center, scale }
    }

    fn reduce(&self, centroids: &[f64]) -> FilterCentroids {
        let features = self.center.len();
        let groups = (centroids.len() / features).div_ceil(GROUP);
        let mut reduced = vec![[0.0; GROUP]; groups * features];
        let mut halves = vec![[f32::INFINITY; GROUP]; groups];
        let mut longest = 0.0_f64;
        for (cluster, centroid) in centroids.chunks_exact(features).enumerate() {
            let (group, lane) = (cluster / GROUP, cluster % GROUP);
            let mut squares = 0.0;
            for (feature, (x, c)) in centroid.iter().zip(&self.center).enumerate() {
                let r = (x - c) * self.scale;
                squares += r * r;
                reduced[group * features + feature][lane] = to_f32(r);
            }
            halves[group][lane] = to_f32(squares / 2.0);
            longest = longest.max(squares);
        }
        let longest = longest.sqrt();
        // With u = 2^-24, each product has an error of 3u and each of the d additions one of u, relative to at most
        // |x||c| + |c|^2/2; for the difference of two scores it doubles. The f64 comparison and the rounding of the norms
        // and of the margin add less than u. So (2 d + 8) u is sufficient; this is four times as much. The last term
        // covers subnormal results.
        let unit = (features as f64 + 16.0) * f64::from(f32::EPSILON) * 4.0;
        FilterCentroids {
            centroids: reduced,
            halves,
            at_origin: to_f32(unit * (longest * longest + f64::from(f32::MIN_POSITIVE))),
            per_norm: to_f32(unit * (longest + f64::from(f32::MIN_POSITIVE))),
        }
    }
}

/// Assigns all rows and returns `then(rows of the part, their new labels)` for each part, in the order of the parts.
///
/// `labels` has one entry per row, which becomes the index of the nearest of `centroids` (`[n_clusters][n_features]`).
pub(super) fn assign<T: Send>(
    points: Points<'_>,
    filter: &Filter,
    centroids: &[f64],
    labels: &mut [u32],
    then: impl Fn(std::slice::ChunksExact<'_, f64>, &[u32]) -> T + Sync,
) -> Vec<T> {
    let reduced = filter.reduce(centroids);
    let part_len = points.part_len();
    let arch = pulp::Arch::new();
    let assign_part = |(part, labels): (usize, &mut [u32])| {
        let start = part * part_len;
        arch.dispatch(AssignPart { points, filter, centroids, reduced: &reduced, start, labels: &mut *labels });
        then(points.part(start, part_len), labels)
    };
    labels.par_chunks_mut(part_len).enumerate().map(assign_part).collect()
}

/// The loop over the blocks of one part, compiled for each set of vector instructions.
struct AssignPart<'a> {
    points: Points<'a>,
    filter: &'a Filter,
    centroids: &'a [f64],
    reduced: &'a FilterCentroids,
    start: usize,
    labels: &'a mut [u32],
}

impl pulp::NullaryFnOnce for AssignPart<'_> {
    type Output = ();

    #[inline(always)] // otherwise it is compiled without these instructions
    fn call(self) {
        for (i, labels) in self.labels.chunks_mut(LANES).enumerate() {
            let block = self.start / LANES + i;
            let (best, decided) = self.filter.nearest(self.reduced, block);
            for (lane, label) in labels.iter_mut().enumerate() {
                *label = if decided[lane] {
                    best[lane]
                } else {
                    nearest(self.points.row(block * LANES + lane), self.centroids)
                };
            }
        }
    }
}

/// Returns the index of the nearest of `centroids`; the smaller index on a tie.
pub(super) fn nearest(row: &[f64], centroids: &[f64]) -> u32 {
    let mut best = (0, f64::INFINITY);
    for (cluster, centroid) in (0..).zip(centroids.chunks_exact(row.len())) {
        let distance = squared_euclidean(row, centroid);
        if distance < best.1 {
            best = (cluster, distance);
        }
    }
    best.0
}

impl Filter {
    /// Returns the likely nearest centroid of each row of a block, and whether it is certain.
    #[inline(always)] // compiled for the instructions of the caller
    fn nearest(&self, centroids: &FilterCentroids, block: usize) -> ([u32; LANES], [bool; LANES]) {
        let features = self.center.len();
        let rows = &self.blocks[block * features..][..features];
        let (mut first, mut second) = ([f32::INFINITY; LANES], [f32::INFINITY; LANES]);
        let (mut best, mut number) = ([0.0_f32; LANES], 0.0);
        for (group, halves) in centroids.centroids.chunks_exact(features).zip(&centroids.halves) {
            // Two variables, because the compiler keeps an array of arrays in memory, which is five times slower.
            let [mut a, mut b] = halves.map(|half| [half; LANES]);
            for (x, centroid) in rows.iter().zip(group) {
                subtract(&mut a, x, centroid[0]);
                subtract(&mut b, x, centroid[1]);
            }
            for score in [a, b] {
                for lane in 0..LANES {
                    // Numbers ascend, so the largest number that ever led is the one that leads. A plain choice
                    // between old and new becomes a masked store, which is slow on some processors.
                    let ahead = if score[lane] < first[lane] { number } else { 0.0 };
                    best[lane] = if ahead > best[lane] { ahead } else { best[lane] };
                    let loser = if score[lane] > first[lane] { score[lane] } else { first[lane] };
                    second[lane] = if loser < second[lane] { loser } else { second[lane] };
                    first[lane] = if score[lane] < first[lane] { score[lane] } else { first[lane] };
                }
                number += 1.0;
            }
        }
        let norms = &self.norms[block];
        let decided = std::array::from_fn(|lane| {
            // This is also false after an overflow to infinity or NaN.
            second[lane] - first[lane] > centroids.at_origin + norms[lane] * centroids.per_norm
        });
        (best.map(index), decided)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a whole number below MOST_CLUSTERS")]
fn index(cluster: f32) -> u32 {
    cluster as u32
}

#[inline(always)] // compiled for the instructions of the caller
fn subtract(scores: &mut [f32; LANES], x: &[f32; LANES], c: f32) {
    for lane in 0..LANES {
        scores[lane] -= x[lane] * c;
    }
}

/// Returns the largest power of two up to `x`, or 1 if that is not a normal number.
fn power_of_two_below(x: f64) -> f64 {
    let power = f64::from_bits(x.to_bits() & 0x7ff0_0000_0000_0000);
    if power.is_normal() { power } else { 1.0 }
}

#[expect(clippy::cast_possible_truncation, reason = "rounds to nearest; an overflow to infinity is never certain")]
fn to_f32(x: f64) -> f32 {
    x as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn check(values: &[f64], features: usize, centroids: &[f64]) {
        let points = Points::new(values, features).unwrap();
        let filter = Filter::new(points, points.moments().iter().map(|m| m.0).collect());
        let mut labels = vec![9; points.rows()];
        assign(points, &filter, centroids, &mut labels, |_, _| ());
        for (row, &label) in labels.iter().enumerate() {
            assert_eq!(label, nearest(points.row(row), centroids), "row {row}");
        }
    }

    #[test]
    fn the_filter_never_changes_an_answer() {
        let mut random = Random::new(3, 0);
        for (features, clusters) in [(1, 1), (1, 7), (2, 2), (3, 40), (16, 32), (70, 5)] {
            for (offset, size) in
                [(0.0, 1.0), (1e9, 1e-3), (-7.0, 1e-30), (0.0, 1e60), (5.0, 0.0), (0.0, 1e-130), (0.0, 1e-160)]
            {
                let mut values: Vec<f64> = (0..211 * features).map(|_| offset + size * random.normal()).collect();
                // Some values on a coarse grid, so that ties and near ties happen.
                values
                    .iter_mut()
                    .step_by(3)
                    .for_each(|v| *v = offset + size * ((*v - offset) / size.max(1e-300)).round());
                let centroids: Vec<f64> =
                    (0..clusters).flat_map(|c| values[c * features..][..features].to_vec()).collect();
                check(&values, features, &centroids);
                let near: Vec<f64> = centroids.iter().map(|c| c * (1.0 + f64::EPSILON)).collect();
                check(&values, features, &[&near[..], &centroids].concat());
                // One centroid at the origin, as `zero` leaves it.
                check(&values, features, &[&near[..], &vec![0.0; features]].concat());
            }
        }
    }

    #[test]
    fn a_tie_goes_to_the_smaller_cluster() {
        assert_eq!(nearest(&[1.0], &[2.0, 0.0]), 0);
        check(&[1.0, 1.0, 1.0], 1, &[2.0, 0.0]);
    }
}
