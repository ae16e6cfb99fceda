//! Starting centroids: k-means++, random rows, or given rows.

use rayon::prelude::*;

use crate::kmeans::options::Init;
use crate::kmeans::points::{Points, RowLanes};
use crate::random::Random;

/// Gives the rows where the centroids start. `clusters` is from 1 to the number of rows; given rows are in range.
pub(super) fn starting_rows(points: Points<'_>, clusters: usize, init: &Init, random: &mut Random) -> Vec<usize> {
    match init {
        Init::Rows(rows) => rows.clone(),
        Init::Random => different_rows(points.rows(), clusters, random),
        Init::KMeansPlusPlus => plus_plus(points, clusters, random),
    }
}

/// Draws different rows, each set in each order equally likely (the head of Fisher and Yates' shuffle).
fn different_rows(rows: usize, count: usize, random: &mut Random) -> Vec<usize> {
    let mut all: Vec<usize> = (0..rows).collect();
    for i in 0..count {
        all.swap(i, i + random.below(rows - i));
    }
    all.truncate(count);
    all
}

/// Squared distances to the nearest chosen row, with their sums.
struct Closest {
    distances: Vec<f64>,
    /// The sum of each part's distances.
    parts: Vec<f64>,
    total: f64,
}

fn plus_plus(points: Points<'_>, clusters: usize, random: &mut Random) -> Vec<usize> {
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // clusters >= 1, so the logarithm is from 0 to 45
    let trials = 2 + libm::log(clusters as f64) as usize;
    let mut chosen = vec![random.below(points.rows())];
    let mut closest = Closest { distances: vec![f64::INFINITY; points.rows()], parts: Vec::new(), total: 0.0 };
    closest.add(points, chosen[0]);
    while chosen.len() < clusters {
        if closest.total <= 0.0 {
            // Fewer different rows than clusters: the first rows that are left.
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

    /// Gives for each candidate what the total would be with it.
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

/// [`Closest::add`] in one part, compiled for each set of vector instructions; gives the sum of the distances.
struct AddPart<'a> {
    points: Points<'a>,
    start: usize,
    target: &'a [f64],
    distances: &'a mut [f64],
}

impl pulp::NullaryFnOnce for AddPart<'_> {
    type Output = f64;

    #[inline(always)] // or it would be compiled without these instructions
    fn call(self) -> f64 {
        let mut columns = RowLanes::new(self.points.features());
        let mut sum = 0.0;
        for (i, distances) in self.distances.chunks_mut(RowLanes::ROWS).enumerate() {
            columns.fill(self.points.part(self.start + i * RowLanes::ROWS, RowLanes::ROWS));
            for (distance, new) in distances.iter_mut().zip(columns.squared_euclidean(self.target)) {
                *distance = if new < *distance { new } else { *distance };
                sum += *distance;
            }
        }
        sum
    }
}

/// [`Closest::potentials`] in one part, compiled for each set of vector instructions.
struct PotentialsOfPart<'a> {
    points: Points<'a>,
    start: usize,
    targets: &'a [&'a [f64]],
    distances: &'a [f64],
}

impl pulp::NullaryFnOnce for PotentialsOfPart<'_> {
    type Output = Vec<f64>;

    #[inline(always)] // or it would be compiled without these instructions
    fn call(self) -> Vec<f64> {
        let mut columns = RowLanes::new(self.points.features());
        let mut sums = vec![[0.0; RowLanes::ROWS]; self.targets.len()];
        for (i, distances) in self.distances.chunks(RowLanes::ROWS).enumerate() {
            columns.fill(self.points.part(self.start + i * RowLanes::ROWS, RowLanes::ROWS));
            // Rows past the end count nothing.
            let mut so_far = [0.0; RowLanes::ROWS];
            so_far[..distances.len()].copy_from_slice(distances);
            for (sums, target) in sums.iter_mut().zip(self.targets) {
                let new = columns.squared_euclidean(target);
                for row in 0..RowLanes::ROWS {
                    sums[row] += if new[row] < so_far[row] { new[row] } else { so_far[row] };
                }
            }
        }
        sums.iter().map(|sums| sums.iter().sum()).collect()
    }
}

/// Draws a row with a probability in proportion to its squared distance.
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
    // Rounding may leave nothing: then the last row that can be drawn at all.
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
    fn a_chosen_place_is_not_chosen_again() {
        // Three places: equal rows have no distance left.
        let values = [0.0, 0.0, 5.0, 5.0, 5.0, 9.0];
        for seed in 0..50 {
            let mut places: Vec<f64> =
                start(&values, 3, seed, &Init::KMeansPlusPlus).iter().map(|&r| values[r]).collect();
            places.sort_unstable_by(f64::total_cmp);
            assert_eq!(places, [0.0, 5.0, 9.0]);
        }
    }

    #[test]
    fn with_fewer_places_than_clusters_the_first_rows_left_are_taken() {
        for seed in 0..20 {
            let rows = start(&[7.0; 4], 3, seed, &Init::KMeansPlusPlus);
            let rest: Vec<usize> = (0..4).filter(|r| *r != rows[0]).take(2).collect();
            assert_eq!(rows[1..], rest);
        }
    }

    #[test]
    fn far_rows_are_found_in_any_part() {
        // One row in 10,000 is elsewhere, in a late part; the first draw may hit it too.
        let mut values = vec![0.0; 10_000];
        values[8_765] = 1.0;
        assert!((0..5).all(|seed| start(&values, 2, seed, &Init::KMeansPlusPlus).contains(&8_765)));
    }
}
