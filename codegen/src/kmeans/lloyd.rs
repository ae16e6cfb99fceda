//! One run of Lloyd's algorithm from given starting centroids.

use rayon::prelude::*;

use crate::kmeans::assign::{Filter, assign};
use crate::kmeans::options::{Ended, KMeansOptions, Stop};
use crate::kmeans::points::{Points, squared_euclidean};
use crate::kmeans::update::{Sums, new_centroids};

/// The state after one iteration, for a trace.
#[derive(Debug, Clone, Copy)]
pub struct Iteration<'a> {
    /// The start, from 0.
    pub run: usize,
    /// The iteration of this start, from 1.
    pub number: usize,
    /// The number of rows in each cluster after the assignment.
    pub sizes: &'a [usize],
    /// The largest shift of any coordinate.
    pub max_shift: f64,
    /// The centroids after the update, `[n_clusters][n_features]`.
    pub centroids: &'a [f64],
    /// Each row's cluster.
    pub labels: &'a [u32],
    points: Points<'a>,
    before: &'a [f64],
}

impl Iteration<'_> {
    /// Returns the sum of squared distances between the rows and their centroids before the update: a pass over all rows.
    #[must_use]
    pub fn inertia(&self) -> f64 {
        inertia(self.points, self.before, self.labels)
    }
}

/// The callback for each iteration, if any.
pub(super) type Trace<'a> = Option<&'a mut dyn FnMut(Iteration<'_>)>;

/// The result of a run; the labels belong to the final centroids.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) centroids: Vec<f64>,
    pub(super) labels: Vec<u32>,
    pub(super) inertia: f64,
    pub(super) iterations: usize,
    pub(super) ended: Ended,
}

/// Runs from `centroids`. `tolerance` is an absolute limit for the sum of squared shifts.
pub(super) fn run(
    points: Points<'_>,
    filter: &Filter,
    mut centroids: Vec<f64>,
    options: &KMeansOptions,
    tolerance: f64,
    number_of_run: usize,
    trace: &mut Trace<'_>,
) -> Run {
    let (clusters, features) = (options.clusters, points.features());
    let mut labels = vec![u32::MAX; points.rows()];
    let mut before = labels.clone();
    let mut iterations = 0;
    // Whether `labels` belong to `centroids`.
    let (mut ended, mut current) = (Ended::MaxIter, false);
    while iterations < options.max_iter && ended == Ended::MaxIter {
        iterations += 1;
        let parts =
            assign(points, filter, &centroids, &mut labels, |rows, labels| Sums::of(rows, labels, clusters, features));
        let empty = Sums::of(std::iter::empty(), &[], clusters, features);
        let sums = parts.iter().fold(empty, Sums::merge);
        let moved = new_centroids(points, &centroids, &sums, &labels, options.empty);
        if let Some(trace) = trace {
            trace(Iteration {
                run: number_of_run,
                number: iterations,
                sizes: &sums.sizes,
                max_shift: centroids.iter().zip(&moved).fold(0.0, |m, (a, b)| (a - b).abs().max(m)),
                centroids: &moved,
                labels: &labels,
                points,
                before: &centroids,
            });
        }
        match options.stop {
            Stop::AllClose => {
                current = centroids.iter().zip(&moved).all(|(old, new)| (old - new).abs() <= 1e-8 + 1e-5 * new.abs());
                if current {
                    ended = Ended::Tolerance;
                } else {
                    centroids = moved;
                }
            }
            Stop::Shift => {
                current = labels == before;
                if current {
                    ended = Ended::Unchanged;
                } else if squared_euclidean(&centroids, &moved) <= tolerance {
                    ended = Ended::Tolerance;
                }
                centroids = moved;
            }
        }
        before.copy_from_slice(&labels);
    }
    if !current {
        assign(points, filter, &centroids, &mut labels, |_, _| ());
    }
    let inertia = inertia(points, &centroids, &labels);
    Run { centroids, labels, inertia, iterations, ended }
}

/// Returns the sum of squared distances between the rows and their centroids; parts are added in order.
fn inertia(points: Points<'_>, centroids: &[f64], labels: &[u32]) -> f64 {
    let (features, part_len) = (points.features(), points.part_len());
    let part = |(part, labels): (usize, &[u32])| {
        let rows = points.part(part * part_len, part_len);
        rows.zip(labels).fold(0.0, |sum, (row, &label)| {
            sum + squared_euclidean(row, &centroids[label as usize * features..][..features])
        })
    };
    labels.par_chunks(part_len).enumerate().map(part).collect::<Vec<f64>>().iter().sum()
}
