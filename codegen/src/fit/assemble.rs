//! A fit, from typed columns to a checked model.

use nearkin::format::RowStorage;
use nearkin::format::layout::BYTE_ORDER;

use crate::data::Dataset;
use crate::error::Place;
use crate::fit::centroids::cluster_head;
use crate::fit::features::fit_columns;
use crate::fit::knn::knn_head;
use crate::fit::layout;
use crate::fit::plan::Plan;
use crate::fit::quantise::Quantised;
use crate::fit::rows::fill_rows;
use crate::fit::target::Target;
use crate::kmeans::Ended;
use crate::kmeans::Iteration;
use crate::model::aligned::Aligned;
use crate::model::{self, Column, ModelParts};
use crate::recipe::Estimator;
use crate::{Error, Result};

/// A fitted model.
#[derive(Debug, Clone)]
pub struct FittedModel {
    /// Its parts, for generated code and reports.
    pub parts: ModelParts,
    /// Its bytes.
    pub blob: Vec<u8>,
    /// Training rows that were used.
    pub rows: usize,
    /// Rows left out because their target is missing.
    pub without_target: usize,
    /// Rows left out by `missing=drop`.
    pub dropped: usize,
    /// What became of each column, in the model's order.
    pub columns: Vec<ColumnSummary>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The clustering (k-means only).
    pub clusters: Option<ClusterSummary>,
}

/// What became of a column.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// Its name.
    pub name: String,
    /// What was done with it.
    pub what: String,
    /// Levels of a category.
    pub levels: Option<usize>,
    /// Missing cells among the training rows.
    pub missing: usize,
    /// Names of its outputs.
    pub outputs: Vec<String>,
}

/// How k-means ended.
#[derive(Debug, Clone, PartialEq)]
pub struct ClusterSummary {
    /// Sum of squared distances to the nearest centroid, by the device's arithmetic.
    pub inertia: f64,
    /// Iterations of the start that won.
    pub iterations: usize,
    /// What ended it.
    pub ended: Ended,
    /// Rows of each cluster.
    pub sizes: Vec<usize>,
    /// Cluster of each training row.
    pub labels: Vec<u32>,
    /// The centroids before they were rounded, `[n_clusters][numbers]` in stored order.
    pub centroids: Vec<f64>,
}

/// The training rows in stored form: numbers, then a word for each code.
pub(super) struct Stored {
    pub(super) words: Vec<u32>,
    pub(super) stride: usize,
}

/// Fits a model to all rows of `data` that have a target and all cells they need.
///
/// `trace` is told of every iteration of k-means.
///
/// # Errors
/// Whatever makes a fit impossible: its place and what to do.
pub fn fit(plan: &Plan, data: &Dataset, trace: Option<&mut dyn FnMut(Iteration<'_>)>) -> Result<FittedModel> {
    let rows = plan.training_rows(data);
    if rows.used.is_empty() {
        let message = "no row is left to fit: each lacks its target or a cell that it needs";
        return Err(Error::data(Place::file(&data.source.name), message));
    }
    let data = &*rows.of(data);
    let in_file = |error: Error| error.in_file(&data.source.name);
    let target = plan.target.map(|index| Target::new(data, index, plan.task)).transpose()?;
    let mut warnings = Vec::new();
    let mut fitted = fit_columns(plan, data, target.as_ref(), &mut warnings).map_err(in_file)?;
    let metric = plan.metric();
    let numbers = layout::place(&mut fitted.columns, plan.expands(), plan.metric()).map_err(in_file)?;
    let mut parts = ModelParts {
        columns: fitted.columns,
        target: plan.target_name().map(str::to_owned),
        numbers,
        ..ModelParts::encoder(metric.into())
    };
    parts.coded = layout::coded(&parts.columns, metric, None);
    let mut clusters = None;
    match &plan.estimator {
        Estimator::Knn(options) => {
            knn_head(plan, *options, data, &mut parts, target, &fitted.training, &mut warnings).map_err(in_file)?;
        }
        Estimator::KMeans(options) => {
            let stored = stored_rows(&parts, data, &fitted.training, None)?;
            let found = cluster_head(plan, options, data, &mut parts, stored, trace, &mut warnings);
            clusters = Some(found.map_err(in_file)?);
        }
        Estimator::Encode => {}
    }
    let blob = model::write(&parts)?;
    Aligned::new(&blob).load().map_err(in_file)?;
    Ok(FittedModel {
        parts,
        blob,
        rows: data.len(),
        without_target: rows.without_target,
        dropped: rows.dropped,
        columns: fitted.summaries,
        warnings,
        clusters,
    })
}

/// Gives the encoding of the training rows as fitting stores it: outputs' names, and `[rows][width]`.
///
/// It differs from the device's encoding for leave-one-out, CatBoost, cross-fitted target and noise.
/// Rows without a target or with dropped cells are left out.
///
/// # Errors
/// As [`fit`].
pub fn training_encoding(plan: &Plan, data: &Dataset) -> Result<(Vec<String>, Vec<Vec<f32>>)> {
    let data = &*plan.training_rows(data).of(data);
    let in_file = |error: Error| error.in_file(&data.source.name);
    let target = plan.target.map(|index| Target::new(data, index, plan.task)).transpose()?;
    let mut fitted = fit_columns(plan, data, target.as_ref(), &mut Vec::new()).map_err(in_file)?;
    let numbers = layout::place(&mut fitted.columns, plan.expands(), plan.metric())?;
    let parts = ModelParts { columns: fitted.columns, numbers, ..ModelParts::encoder(plan.metric().into()) };
    let parts = ModelParts { coded: layout::coded(&parts.columns, plan.metric(), None), ..parts };
    let blob = model::write(&parts)?;
    let aligned = Aligned::new(&blob);
    let model = aligned.load()?;
    let mut rows: Vec<Vec<f32>> =
        crate::evaluate::predict::encode(&model, data)?.into_iter().map(|(row, _)| row).collect();
    let mut at = parts.columns.iter().find(|column| column.is_shared()).map_or(0, Column::width);
    for (column, training) in parts.columns.iter().zip(&fitted.training) {
        if column.is_shared() {
            continue;
        }
        let width = column.width();
        if let Some(training) = training {
            for (row, outputs) in rows.iter_mut().zip(training.chunks_exact(width.max(1))) {
                row[at..at + width].copy_from_slice(outputs);
            }
        }
        at += width;
    }
    Ok((fitted.summaries.into_iter().flat_map(|summary| summary.outputs).collect(), rows))
}

/// The stored form of every training row, in `f32` or in integers as the parts say.
pub(super) fn stored_rows(
    parts: &ModelParts,
    data: &Dataset,
    training: &[Option<Vec<f32>>],
    quantised: Option<&Quantised>,
) -> Result<Stored> {
    let blob = model::write(&parts.without_rows())?;
    let aligned = Aligned::new(&blob);
    let model = aligned.load()?;
    let stride = model.query_words();
    let mut words = fill_rows(&model, data)?;
    if let Some(quantised) = quantised {
        // A device's own arithmetic may round a row's end out of the range that sums were proven for.
        let numbers = usize::from(parts.numbers);
        for row in words.chunks_exact_mut(stride.max(1)) {
            let shorts: &mut [i16] = bytemuck::cast_slice_mut(row);
            shorts.iter_mut().take(numbers).for_each(|short| *short = quantised.held(*short));
        }
    }
    for (column, training) in parts.columns.iter().zip(training) {
        let Some(training) = training else { continue };
        let (slot, width) = (usize::from(column.slot), column.width());
        for (row, outputs) in words.chunks_exact_mut(stride.max(1)).zip(training.chunks_exact(width.max(1))) {
            match quantised {
                None => row[slot..slot + width].copy_from_slice(bytemuck::cast_slice(outputs)),
                Some(quantised) => {
                    let shorts: &mut [i16] = bytemuck::cast_slice_mut(row);
                    for (at, &output) in outputs.iter().enumerate() {
                        shorts[slot + at] = quantised.integer(slot + at, f64::from(output));
                    }
                }
            }
        }
    }
    Ok(Stored { words, stride })
}

/// Packs the stored rows as the blob holds them, in the given order.
pub(super) fn pack_rows(parts: &mut ModelParts, stored: &Stored, order: &[usize]) {
    let numbers = usize::from(parts.numbers);
    let query_words = parts.storage.query_words(numbers);
    parts.row_numbers.clear();
    parts.row_codes.clear();
    for &row in order {
        let (words, codes) = stored.words[row * stored.stride..][..stored.stride].split_at(query_words);
        if matches!(parts.storage, RowStorage::I8 { .. }) {
            let shorts: &[i16] = bytemuck::cast_slice(words);
            for four in shorts.chunks_exact(4) {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // held so; prototypes too
                // Two of them side by side are what the DSP instructions spread to 16 bits at once.
                let bytes = BYTE_ORDER.map(|at| four[at].clamp(0, 255) as u8);
                parts.row_numbers.push(u32::from_le_bytes(bytes));
            }
        } else {
            parts.row_numbers.extend_from_slice(words);
        }
        for (coded, &code) in parts.coded.iter().zip(codes) {
            let [low, high, ..] = code.to_le_bytes();
            parts.row_codes.push(low);
            if coded.is_wide() {
                parts.row_codes.push(high);
            }
        }
    }
}
