//! Starting centroids: k-means++, random rows, or given rows.

use rayon::prelude::*;

use crate::kmeans::options::Init;
use crate::kmeans::points::{Points, RowLanes};
use crate::random::Random;

/// Returns the rows at which the centroids start. `clusters` is between 1 and the number of rows; given rows are in range.
pub(super) fn starting_rows(points: Points<'_>, clusters: usize, init: &Init, random: &mut Random) -> Vec<usize> {
    match init {
        Init::Rows(rows) => rows.clone(),
        Init::Random => distinct_rows(points.rows(), clusters, random),
        Init::KMeansPlusPlus => plus_plus(points, clusters, random),
    }
}

/// Draws distinct rows, with equal probability for all sets and orders (a partial Fisher-Yates shuffle).
fn distinct_rows(rows: usize, count: usize, random: &mut Random) -> Vec<usize> {
    let mut all: Vec<usize> = (0..rows).collect();
    for i in 0..count {
        all.swap(i, i + random.below(rows - i));
    }
    all.truncate(count);
    all
}

/// The squared distance of each row to the nearest chosen row, with sums.
struct Closest {
    distances: Vec<f64>,
    /// The sum of the distances of each part.
    parts: Vec<f64>,
    total: f64,
}

/// Chooses rows by greedy k-means++.
fn plus_plus(points: Points<'_>, clusters: usize, random: &mut Random) -> Vec<usize> {
    #[expect(clippy::cast_possible_truncation, reason = "clusters >= 1, so the logarithm is between 0 and 45")]
    let trials = 2 + libm::log(clusters as f64) as usize;
    let mut chosen = vec![random.below(points.rows())];
    let mut closest = Closest { distances: vec![f64::INFINITY; points.rows()], parts: Vec::new(), total: 0.0 };
    closest.add(points, chosen[0]);
    while chosen.len() < clusters {
        if closest.total <= 0.0 {
            // With fewer distinct rows than clusters, the first remaining rows are used.
            let left: Vec<usize> = (0..points.rows()).filter(|row| !chosen.contains(row)).collect();
            chosen.extend(left.into_iter().take(clusters - chosen.len()));
            break;
        }
        let candidates: Vec<usize> = (0..trials).map(|_| draw(&closest, points.part_len(), random)).collect();
        let potentials = closest.potentials(points, &candidates);
        let mut best = 0;
        for i in 1..trials {
            if potentials[i] < potentials[best] {
                best = i;
            }
        }
        chosen.push(candidates[best]);
        closest.add(points, candidates[best]);
    }
    chosen
}

impl Closest {
    /// Adds `row` to the chosen ones.
    fn add(&mut self, points: Points<'_>, row: usize) {
        let (target, part_len, arch) = (points.row(row), points.part_len(), pulp::Arch::new());
        let part = |(part, distances): (usize, &mut [f64])| {
            arch.dispatch(AddPart { points, start: part * part_len, target, distances })
        };
        self.parts = self.distances.par_chunks_mut(part_len).enumerate().map(part).collect();
        self.total = self.parts.iter().sum();
    }

    /// Returns the total that each candidate would lead to.
    fn potentials(&self, points: Points<'_>, candidates: &[usize]) -> Vec<f64> {
        let targets: Vec<&[f64]> = candidates.iter().map(|&row| points.row(row)).collect();
        let (targets, part_len, arch) = (&targets[..], points.part_len(), pulp::Arch::new());
        let part = |(part, distances): (usize, &[f64])| {
            arch.dispatch(PotentialsOfPart { points, start: part * part_len, targets, distances })
        };
        let parts: Vec<Vec<f64>> = self.distances.par_chunks(part_len).enumerate().map(part).collect();
        (0..candidates.len()).map(|i| parts.iter().map(|part| part[i]).sum()).collect()
    }
}

/// [`Closest::add`] for one part, compiled for each set of vector instructions; returns the sum of the distances.
struct AddPart<'a> {
    points: Points<'a>,
    start: usize,
    target: &'a [f64],
    distances: &'a mut [f64],
}

impl pulp::NullaryFnOnce for AddPart<'_> {
    type Output = f64;

    #[inline(always)] // otherwise it is compiled without these instructions
    fn call(self) -> f64 {
        let mut lanes = RowLanes::new(self.points.features());
        let mut sum = 0.0;
        for (i, distances) in self.distances.chunks_mut(RowLanes::ROWS).enumerate() {
            lanes.fill(self.points.part(self.start + i * RowLanes::ROWS, RowLanes::ROWS));
            for (distance, new) in distances.iter_mut().zip(lanes.squared_euclidean(self.target)) {
                *distance = if new < *distance { new } else { *distance };
                sum += *distance;
            }
        }
        sum
    }
}

/// [`Closest::potentials`] for one part, compiled for each set of vector instructions.
struct PotentialsOfPart<'a> {
    points: Points<'a>,
    start: usize,
    targets: &'a [&'a [f64]],
    distances: &'a [f64],
}

impl pulp::NullaryFnOnce for PotentialsOfPart<'_> {
    type Output = Vec<f64>;

    #[inline(always)] // otherwise it is compiled without these instructions
    fn call(self) -> Vec<f64> {
        let mut lanes = RowLanes::new(self.points.features());
        let mut sums = vec![[0.0; RowLanes::ROWS]; self.targets.len()];
        for (i, distances) in self.distances.chunks(RowLanes::ROWS).enumerate() {
            lanes.fill(self.points.part(self.start + i * RowLanes::ROWS, RowLanes::ROWS));
            // Rows past the end add 0.
            let mut so_far = [0.0; RowLanes::ROWS];
            so_far[..distances.len()].copy_from_slice(distances);
            for (sums, target) in sums.iter_mut().zip(self.targets) {
                let new = lanes.squared_euclidean(target);
                for row in 0..RowLanes::ROWS {
                    sums[row] += if new[row] < so_far[row] { new[row] } else { so_far[row] };
                }
            }
        }
        sums.iter().map(|sums| sums.iter().sum()).collect()
    }
}

/// Draws a row with a probability proportional to its squared distance.
fn draw(closest: &Closest, part_len: usize, random: &mut Random) -> usize {
    let mut left = random.unit() * closest.total;
    let last_part = closest.parts.iter().rposition(|&p| p > 0.0).unwrap_or(0);
    let mut part = 0;
    while part < last_part && left >= closest.parts[part] {
        left -= closest.parts[part];
        part += 1;
    }
    let start = part * part_len;
    let distances = &closest.distances[start..closest.distances.len().min(start + part_len)];
    let mut sum = 0.0;
    let row = distances.iter().position(|d| {
        sum += d;
        sum > left
    });
    // If rounding leaves no row, the last row with a positive probability is used.
    start + row.or_else(|| distances.iter().rposition(|&d| d > 0.0)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(values: &[f64], clusters: usize, seed: u64, init: &Init) -> Vec<usize> {
        starting_rows(Points::new(values, 1).unwrap(), clusters, init, &mut Random::new(seed, 0))
    }

    fn sorted(mut rows: Vec<usize>) -> Vec<usize> {
        rows.sort_unstable();
        rows
    }

    #[test]
    fn random_rows_differ() {
        for seed in 0..50 {
            let rows = sorted(start(&[0.0; 9], 5, seed, &Init::Random));
            assert!(rows.windows(2).all(|w| w[0] < w[1]) && rows[4] < 9);
        }
        assert_eq!(sorted(start(&[0.0; 9], 9, 0, &Init::Random)), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn a_chosen_point_is_not_chosen_again() {
        // Three distinct points; rows equal to a chosen one have the distance 0.
        let values = [0.0, 0.0, 5.0, 5.0, 5.0, 9.0];
        for seed in 0..50 {
            let mut points: Vec<f64> =
                start(&values, 3, seed, &Init::KMeansPlusPlus).iter().map(|&r| values[r]).collect();
            points.sort_unstable_by(f64::total_cmp);
            assert_eq!(points, [0.0, 5.0, 9.0]);
        }
    }

    #[test]
    fn with_fewer_points_than_clusters_the_first_remaining_rows_are_used() {
        for seed in 0..20 {
            let rows = start(&[7.0; 4], 3, seed, &Init::KMeansPlusPlus);
            let rest: Vec<usize> = (0..4).filter(|r| *r != rows[0]).take(2).collect();
            assert_eq!(rows[1..], rest);
        }
    }

    #[test]
    fn far_rows_are_found_in_any_part() {
        // One row in 10,000 differs, in a late part; it can also be the first draw.
        let mut values = vec![0.0; 10_000];
        values[8_765] = 1.0;
        assert!((0..5).all(|seed| start(&values, 2, seed, &Init::KMeansPlusPlus).contains(&8_765)));
    }
}
