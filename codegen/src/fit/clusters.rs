//! k-means: centroids as the model's rows, with radii and threshold computed by the device's own arithmetic.

use nearkin::format::Head;
use nearkin::{Metric as CoreMetric, Neighbor};
use rayon::prelude::*;

use crate::data::Dataset;
use crate::error::Place;
use crate::fit::device_rows::device_rows;
use crate::fit::plan::Plan;
use crate::fit::quantize::Quantized;
use crate::fit::rows::{RowWords, pack_rows};
use crate::fit::{column_order, f32_range, quantize, threshold};
use crate::kmeans::{self, Ended, Iteration, KMeans, KMeansOptions};
use crate::model::{ModelTables, Targets};
use crate::recipe::{Metric, Storage};
use crate::statistics::narrow;
use crate::{Error, Result};

/// A summary of a k-means fit.
#[derive(Debug, Clone, PartialEq)]
pub struct ClusterSummary {
    /// Sum of squared distances to the nearest centroid, by the device's arithmetic.
    pub inertia: f64,
    /// Iterations of the best run.
    pub iterations: usize,
    /// Why that run ended.
    pub ended: Ended,
    /// Rows of each cluster.
    pub sizes: Vec<usize>,
    /// Cluster of each training row.
    pub labels: Vec<u32>,
    /// The centroids before rounding, `[n_clusters][numbers]` in stored order.
    pub centroids: Vec<f64>,
}

/// Fits k-means to rows in stored form, and makes its centroids the model's rows.
pub(super) fn cluster_head(
    plan: &Plan,
    options: &KMeansOptions,
    data: &Dataset,
    tables: &mut ModelTables,
    stored: RowWords,
    trace: Option<&mut dyn FnMut(Iteration<'_>)>,
    warnings: &mut Vec<String>,
) -> Result<ClusterSummary> {
    let k = options.clusters;
    let overflow = f32_range::check(Metric::Euclidean, tables, &stored)?;
    let (stored, found) = run(options, data, tables, stored, trace)?;
    tables.head = Head::Cluster;
    tables.metric = CoreMetric::Euclidean;
    tables.rows = u32::try_from(k).map_err(|_| Error::usage("--clusters is too large"))?;
    let integers = matches!(plan.storage, Storage::I8 | Storage::I16);
    let (centroids, queries) = if integers {
        let quantized = quantize_rows(plan, tables, &stored)?;
        let queries = device_rows(tables, data, &vec![None; tables.columns.len()], Some(&quantized))?;
        (quantized_centroids(tables, &quantized, &found.centroids), queries)
    } else {
        (in_f32(&found.centroids, stored.stride), stored)
    };
    let order: Vec<usize> = (0..k).collect();
    pack_rows(tables, &centroids, &order);
    let assigned = assign(tables, k, &queries)?;
    if assigned.radii.iter().any(|radius| !radius.is_finite())
        && let Some(overflow) = overflow
    {
        return Err(Error::data(Place::file(&data.source.name), overflow));
    }
    if !integers {
        warnings.extend(overflow);
    }
    tables.targets = Targets::Radii(assigned.radii, Vec::new());
    if let Some(quantile) = plan.reject {
        reject(tables, &queries, quantile)?;
    }
    let Assigned { labels, sizes, inertia, .. } = assigned;
    let (iterations, ended, centroids) = (found.iterations, found.ended, found.centroids);
    Ok(ClusterSummary { inertia, iterations, ended, sizes, labels, centroids })
}

/// Runs k-means, and moves the columns that separate the clusters best to the front; returns the rows in that order too.
fn run(
    options: &KMeansOptions,
    data: &Dataset,
    tables: &mut ModelTables,
    stored: RowWords,
    trace: Option<&mut dyn FnMut(Iteration<'_>)>,
) -> Result<(RowWords, KMeans)> {
    let RowWords { words, stride } = stored;
    let mut points: Vec<f64> = words.iter().map(|&word| f64::from(f32::from_bits(word))).collect();
    // Millions of rows are in memory only once at a time: every point becomes the same `f32` again.
    drop(words);
    let numbers = usize::from(tables.numbers);
    let mut found = kmeans::fit(&points, numbers, options, trace).map_err(|error| error.in_file(&data.source.name))?;
    // Lloyd's sums ran in the file's order of columns, so the result does not depend on this one.
    let moved = column_order::arrange(tables, &in_f32(&found.centroids, stride))?;
    column_order::reorder(&mut points, numbers, &moved);
    column_order::reorder(&mut found.centroids, numbers, &moved);
    Ok((in_f32(&points, stride), found))
}

fn in_f32(points: &[f64], stride: usize) -> RowWords {
    RowWords { words: points.iter().map(|&x| narrow(x).to_bits()).collect(), stride }
}

/// Sets integer storage for the range of the training rows.
fn quantize_rows(plan: &Plan, tables: &mut ModelTables, stored: &RowWords) -> Result<Quantized> {
    let mut ranges = quantize::Ranges::of(&stored.words, stored.stride, usize::from(tables.numbers));
    ranges.widen(&tables.columns);
    let narrowest = plan.storage == Storage::I8;
    let quantized = quantize::apply(&mut tables.columns, &ranges, None, Metric::Euclidean, narrowest)?;
    tables.storage = quantized.storage;
    Ok(quantized)
}

/// Training rows assigned to their clusters.
struct Assigned {
    labels: Vec<u32>,
    sizes: Vec<usize>,
    radii: Vec<f32>,
    inertia: f64,
}

/// Assigns rows by the device's search, so that host and device always agree.
fn assign(tables: &mut ModelTables, k: usize, queries: &RowWords) -> Result<Assigned> {
    tables.targets = Targets::Radii(vec![0.0; k], Vec::new());
    tables.with_model(|model| {
        let search = |query| {
            let mut room = [Neighbor::default()];
            model.search(query, &mut room).first().copied().unwrap_or_default()
        };
        let nearest: Vec<Neighbor> = queries.words.par_chunks_exact(queries.stride.max(1)).map(search).collect();
        let mut assigned = Assigned { labels: Vec::new(), sizes: vec![0; k], radii: vec![0.0; k], inertia: 0.0 };
        for neighbor in &nearest {
            let distance = model.distance(neighbor);
            let cluster = neighbor.row as usize;
            assigned.labels.push(neighbor.row);
            assigned.sizes[cluster] += 1;
            assigned.radii[cluster] = assigned.radii[cluster].max(distance);
            assigned.inertia += f64::from(distance) * f64::from(distance);
        }
        Ok(assigned)
    })
}

/// Sets the threshold at a quantile of the training rows' scores.
fn reject(tables: &mut ModelTables, queries: &RowWords, quantile: f64) -> Result<()> {
    let Targets::Radii(radii, _) = &tables.targets else { return Ok(()) };
    let found = tables.with_model(|model| {
        let mut scores: Vec<f32> =
            queries.words.par_chunks_exact(queries.stride.max(1)).map(|query| model.score(query)).collect();
        scores.sort_unstable_by(f32::total_cmp);
        let Some(limit) = threshold::at_quantile(&scores, quantile) else { return Ok(None) };
        let edges = radii.iter().map(|&radius| threshold::edge(model, radius, limit)).collect();
        Ok(Some((limit, edges)))
    })?;
    if let Some((limit, edges)) = found {
        tables.threshold = Some(limit.to_bits());
        tables.targets = Targets::Radii(radii.clone(), edges);
    }
    Ok(())
}

/// Returns the centroids in units of the step, rounded once from `f64`.
fn quantized_centroids(tables: &ModelTables, quantized: &Quantized, centroids: &[f64]) -> RowWords {
    let numbers = usize::from(tables.numbers);
    let stride = tables.storage.query_words(numbers);
    let mut words = Vec::new();
    for centroid in centroids.chunks_exact(numbers.max(1)) {
        let mut row = vec![0i16; stride * 2];
        for (slot, (short, &value)) in row.iter_mut().zip(centroid).enumerate() {
            *short = quantized.integer(slot, value);
        }
        words.extend_from_slice(bytemuck::cast_slice::<i16, u32>(&row));
    }
    RowWords { words, stride }
}
