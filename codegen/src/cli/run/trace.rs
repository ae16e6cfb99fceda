//! `--trace`: every iteration of k-means as JSON, for plots.

use serde::Serialize;

use crate::kmeans::Iteration;

/// The iterations of a fit.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Trace {
    /// The iterations of all starts, in order.
    iterations: Vec<Step>,
}

/// One iteration.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Step {
    /// The start, from 0.
    run: usize,
    /// The number of the iteration within its start.
    iteration: usize,
    /// The sum of squared distances to the nearest centroid.
    inertia: f64,
    /// The largest distance that a centroid moved.
    max_shift: f64,
    /// Rows of each cluster.
    sizes: Vec<usize>,
    /// `[cluster][encoded number]`, in scaled units and in the order of the model's columns.
    centroids: Vec<Vec<f64>>,
    /// The cluster of each training row.
    labels: Vec<u32>,
}

impl Trace {
    /// Adds an iteration.
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
