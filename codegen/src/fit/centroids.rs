//! k-means: centroids as the model's rows, with their radii and threshold by the device's own arithmetic.

use nearkin::format::Head;
use nearkin::{Metric as CoreMetric, Neighbor};
use rayon::prelude::*;

use crate::data::Dataset;
use crate::error::Place;
use crate::fit::assemble::{ClusterSummary, Stored, pack_rows, stored_rows};
use crate::fit::plan::Plan;
use crate::fit::quantise::Quantised;
use crate::fit::{power, quantise, threshold, variance};
use crate::kmeans::{self, Iteration, KMeansOptions};
use crate::model::aligned::Aligned;
use crate::model::{self, ModelParts, Targets};
use crate::recipe::{Metric, Storage};
use crate::statistics::narrow;
use crate::{Error, Result};

/// Fits k-means on the stored rows and makes its centroids the model's rows.
pub(super) fn cluster_head(
    plan: &Plan,
    options: &KMeansOptions,
    data: &Dataset,
    parts: &mut ModelParts,
    stored: Stored,
    trace: Option<&mut dyn FnMut(Iteration<'_>)>,
    warnings: &mut Vec<String>,
) -> Result<ClusterSummary> {
    let k = options.clusters;
    let reach = power::check(Metric::Euclidean, parts, &stored)?;
    let Stored { words, stride } = stored;
    let mut points: Vec<f64> = words.iter().map(|&word| f64::from(f32::from_bits(word))).collect();
    // A table of millions of rows is there once at a time: every point goes back to the `f32` that it was.
    drop(words);
    let mut found = kmeans::fit(&points, usize::from(parts.numbers), options, trace)
        .map_err(|error| error.in_file(&data.source.name))?;
    parts.head = Head::Cluster;
    parts.metric = CoreMetric::Euclidean;
    parts.rows = u32::try_from(k).map_err(|_| Error::usage("--clusters is too large"))?;
    let numbers = usize::from(parts.numbers);
    let as_stored = |points: &[f64]| Stored { words: points.iter().map(|&x| narrow(x).to_bits()).collect(), stride };
    // What tells the clusters apart comes first. Lloyd's sums ran in the order of the columns: that one is the user's.
    let moved = variance::arrange(parts, &as_stored(&found.centroids))?;
    variance::reorder(&mut points, numbers, &moved);
    variance::reorder(&mut found.centroids, numbers, &moved);
    let stored = as_stored(&points);
    drop(points);
    let mut centroids = as_stored(&found.centroids);
    let mut queries = None;
    if matches!(plan.storage, Storage::I8 | Storage::I16) {
        let mut ranges = quantise::Ranges::of(&stored.words, stored.stride, numbers);
        ranges.widen(&parts.columns);
        let narrowest = plan.storage == Storage::I8;
        let quantised = quantise::apply(&mut parts.columns, &ranges, None, Metric::Euclidean, narrowest)?;
        parts.storage = quantised.storage;
        centroids = quantised_centroids(parts, &quantised, &found.centroids);
        queries = Some(stored_rows(parts, data, &vec![None; parts.columns.len()], Some(&quantised))?);
    }
    let order: Vec<usize> = (0..k).collect();
    pack_rows(parts, &centroids, &order);
    parts.targets = Targets::Radii(vec![0.0; k], Vec::new());
    // Labels, inertia and radii are the device's own, so that host and device never disagree.
    let queries = queries.as_ref().unwrap_or(&stored);
    let blob = model::write(parts)?;
    let aligned = Aligned::new(&blob);
    let model = aligned.load()?;
    let nearest: Vec<Neighbor> = queries
        .words
        .par_chunks_exact(queries.stride.max(1))
        .map(|query| {
            let mut room = [Neighbor::default()];
            model.search(query, &mut room).first().copied().unwrap_or_default()
        })
        .collect();
    let mut radii = vec![0.0f32; k];
    let mut sizes = vec![0; k];
    let mut inertia = 0.0f64;
    for neighbor in &nearest {
        let distance = model.distance(neighbor);
        let cluster = neighbor.row as usize;
        radii[cluster] = radii[cluster].max(distance);
        sizes[cluster] += 1;
        inertia += f64::from(distance) * f64::from(distance);
    }
    if radii.iter().any(|radius| !radius.is_finite())
        && let Some(reach) = reach
    {
        return Err(Error::data(Place::file(&data.source.name), reach));
    }
    if !matches!(plan.storage, Storage::I8 | Storage::I16) {
        warnings.extend(reach);
    }
    parts.targets = Targets::Radii(radii.clone(), Vec::new());
    if let Some(quantile) = plan.reject {
        let blob = model::write(parts)?;
        let aligned = Aligned::new(&blob);
        let model = aligned.load()?;
        let mut scores: Vec<f32> =
            queries.words.par_chunks_exact(queries.stride.max(1)).map(|query| model.score(query)).collect();
        scores.sort_unstable_by(f32::total_cmp);
        if let Some(limit) = threshold::at_quantile(&scores, quantile) {
            parts.threshold = Some(limit.to_bits());
            let edges = radii.iter().map(|&radius| threshold::edge(&model, radius, limit)).collect();
            parts.targets = Targets::Radii(radii, edges);
        }
    }
    let labels = nearest.iter().map(|neighbor| neighbor.row).collect();
    let (iterations, ended, centroids) = (found.iterations, found.ended, found.centroids);
    Ok(ClusterSummary { inertia, iterations, ended, sizes, labels, centroids })
}

/// Centroids in units of the step, rounded once from `f64`.
fn quantised_centroids(parts: &ModelParts, quantised: &Quantised, centroids: &[f64]) -> Stored {
    let numbers = usize::from(parts.numbers);
    let stride = parts.storage.query_words(numbers);
    let mut words = Vec::new();
    for centroid in centroids.chunks_exact(numbers.max(1)) {
        let mut row = vec![0i16; stride * 2];
        for (slot, (short, &value)) in row.iter_mut().zip(centroid).enumerate() {
            *short = quantised.integer(slot, value);
        }
        words.extend_from_slice(bytemuck::cast_slice::<i16, u32>(&row));
    }
    Stored { words, stride }
}
