//! `--trace`: every iteration of k-means as JSON, so that a run can be drawn.

use serde::Serialize;

use crate::kmeans::Iteration;

/// Iterations, gathered.
#[derive(Debug, Default, Serialize)]
pub(super) struct Trace {
    /// In order, all starts.
    pub(super) iterations: Vec<Step>,
}

/// One iteration.
#[derive(Debug, Serialize)]
pub(super) struct Step {
    run: usize,
    iteration: usize,
    inertia: f64,
    max_shift: f64,
    sizes: Vec<usize>,
    centroids: Vec<Vec<f64>>,
    labels: Vec<u32>,
}

impl Trace {
    /// Keeps an iteration.
    pub(super) fn add(&mut self, iteration: &Iteration<'_>) {
        let width = (iteration.centroids.len() / iteration.sizes.len().max(1)).max(1);
        self.iterations.push(Step {
            run: iteration.run,
            iteration: iteration.number,
            inertia: iteration.inertia(),
            max_shift: iteration.max_shift,
            sizes: iteration.sizes.to_vec(),
            centroids: iteration.centroids.chunks(width).map(<[f64]>::to_vec).collect(),
            labels: iteration.labels.to_vec(),
        });
    }
}
