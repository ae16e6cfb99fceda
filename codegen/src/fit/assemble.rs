//! A fit, from typed columns to a checked model.

use nearkin::format::{Head, Storage, Vote, Weighting};
use nearkin::{Metric as CoreMetric, Neighbor};
use rayon::prelude::*;

use crate::aligned::Aligned;
use crate::data::{Cells, Dataset};
use crate::emit::{self, Column, ColumnKind, ModelParts, Targets};
use crate::error::Place;
use crate::fit::encoders::{ColumnInput, TargetColumn};
use crate::fit::kmeans::{self, Iteration, KMeansOptions};
use crate::fit::number::narrow;
use crate::fit::plan::{FeatureKind, Plan};
use crate::fit::quantise::Quantised;
use crate::fit::rows::fill_rows;
use crate::fit::target::Target;
use crate::fit::{buckets, category, layout, number, quantise, threshold};
use crate::recipe::{self, Missing, ModelKind, Weights};
use crate::{Error, Result};

/// A fitted model.
#[derive(Debug, Clone)]
pub struct Fitted {
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
    /// Whether they ended by the stopping rule.
    pub converged: bool,
    /// Rows of each cluster.
    pub sizes: Vec<usize>,
    /// Cluster of each training row.
    pub labels: Vec<u32>,
}

/// The training rows in stored form: numbers, then a word for each code.
struct Stored {
    words: Vec<u32>,
    stride: usize,
}

/// Fits a model to all rows of `data` that have a target and all cells they need.
///
/// `trace` is told of every iteration of k-means.
///
/// # Errors
/// Whatever makes a fit impossible: its place and what to do.
pub fn fit(plan: &Plan, data: &Dataset, trace: Option<&mut dyn FnMut(Iteration<'_>)>) -> Result<Fitted> {
    let (used, without_target, dropped) = usable_rows(plan, data);
    let place = || Place::file(&data.source.name);
    if used.is_empty() {
        return Err(Error::data(place(), "no row is left to fit: each lacks its target or a cell that it needs"));
    }
    let taken;
    let data = if used.len() == data.len() {
        data
    } else {
        taken = data.take(&used);
        &taken
    };
    let target = plan.target.map(|index| Target::new(data, index, plan.task)).transpose()?;
    let mut warnings = Vec::new();
    let mut fitted = fit_columns(plan, data, target.as_ref(), &mut warnings).map_err(|error| at_file(error, data))?;
    let metric = plan.metric();
    let numbers = layout::place(&mut fitted.columns, plan.kind, metric).map_err(|error| at_file(error, data))?;
    let mut parts = ModelParts {
        columns: fitted.columns,
        target: plan.target_name().map(str::to_owned),
        numbers,
        ..ModelParts::encoder(core_metric(metric))
    };
    parts.coded = layout::coded(&parts.columns, metric, None);
    let mut clusters = None;
    if plan.kind != ModelKind::Encode {
        let mut stored = stored_rows(&parts, data, &fitted.training, None)?;
        if plan.kind == ModelKind::Knn {
            arrange_by_variance(&mut parts, &stored)?;
            stored = stored_rows(&parts, data, &fitted.training, None)?;
            knn_head(plan, data, &mut parts, target)?;
            parts.rows = u32::try_from(data.len()).map_err(|_| Error::data(place(), "more than 4 billion rows"))?;
            integers(plan, data, &mut parts, &mut stored, &fitted.training)?;
            let seed = plan.recipe.seed.unwrap_or(0);
            let order: Vec<usize> = (0..data.len()).collect();
            pack_rows(&mut parts, &stored, &order);
            if plan.reorder {
                buckets::choose(&mut parts, &stored.words, stored.stride, metric, seed, |parts, order| {
                    pack_rows(parts, &stored, order);
                })?;
            }
            if let Some(quantile) = plan.recipe.reject {
                let blob = emit::write(&parts)?;
                let aligned = Aligned::new(&blob);
                let model = aligned.load()?;
                let own = |row: usize| u32::try_from(row).ok();
                let limit = threshold::of_neighbors(&model, &stored.words, stored.stride, quantile, own);
                parts.threshold = Some(limit.map_err(|error| at_file(error, data))?);
            }
        } else {
            clusters = Some(cluster_head(plan, data, &mut parts, &stored, trace)?);
        }
    }
    let blob = emit::write(&parts)?;
    Aligned::new(&blob).load()?;
    Ok(Fitted { parts, blob, rows: data.len(), without_target, dropped, columns: fitted.summaries, warnings, clusters })
}

/// Gives the encoding of the training rows as fitting stores it: outputs' names, and `[rows][width]`.
///
/// It differs from the device's encoding for leave-one-out, CatBoost, cross-fitted target and noise.
/// Rows without a target or with dropped cells are left out.
///
/// # Errors
/// As [`fit`].
pub fn training_encoding(plan: &Plan, data: &Dataset) -> Result<(Vec<String>, Vec<Vec<f32>>)> {
    let (used, _, _) = usable_rows(plan, data);
    let data = data.take(&used);
    let target = plan.target.map(|index| Target::new(&data, index, plan.task)).transpose()?;
    let mut fitted =
        fit_columns(plan, &data, target.as_ref(), &mut Vec::new()).map_err(|error| at_file(error, &data))?;
    let numbers = layout::place(&mut fitted.columns, plan.kind, plan.metric())?;
    let parts = ModelParts { columns: fitted.columns, numbers, ..ModelParts::encoder(core_metric(plan.metric())) };
    let parts = ModelParts { coded: layout::coded(&parts.columns, plan.metric(), None), ..parts };
    let blob = emit::write(&parts)?;
    let aligned = Aligned::new(&blob);
    let model = aligned.load()?;
    let mut rows: Vec<Vec<f32>> = crate::predict::encode(&model, &data)?.into_iter().map(|(row, _)| row).collect();
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

/// Rows with a target and without cells that drop them; how many lack the one and the other.
fn usable_rows(plan: &Plan, data: &Dataset) -> (Vec<usize>, usize, usize) {
    let drops: Vec<usize> =
        plan.features.iter().filter(|feature| feature.drops_rows()).map(|feature| feature.index).collect();
    let (mut without_target, mut dropped) = (0, 0);
    let used = (0..data.len())
        .filter(|&row| {
            if plan.target.is_some_and(|target| data.columns[target].is_missing(row)) {
                without_target += 1;
                return false;
            }
            let keep = !drops.iter().any(|&index| data.columns[index].is_missing(row));
            dropped += usize::from(!keep);
            keep
        })
        .collect();
    (used, without_target, dropped)
}

struct Columns {
    columns: Vec<Column>,
    summaries: Vec<ColumnSummary>,
    /// Stored values of the training rows, where they are no function of the level.
    training: Vec<Option<Vec<f32>>>,
}

fn fit_columns(plan: &Plan, data: &Dataset, target: Option<&Target>, warnings: &mut Vec<String>) -> Result<Columns> {
    let target = target.map(|target| match target {
        Target::Classes { codes, names } => TargetColumn::Classes { codes, names },
        Target::Values(values) => TargetColumn::Numbers(values),
    });
    let seed = plan.recipe.seed.unwrap_or(0);
    let scale_encoded = plan.recipe.scale_encoded == Some(true);
    let fits: Vec<Result<_>> = plan
        .features
        .par_iter()
        .enumerate()
        .map(|(at, feature)| {
            let source = &data.columns[feature.index];
            let n_missing = source.n_missing();
            match (&feature.kind, &source.cells) {
                (FeatureKind::Number { missing, scaler }, Cells::Numbers(values)) => {
                    let refuses = matches!(missing, Missing::Error);
                    if refuses && let Some(row) = (0..data.len()).find(|&row| source.is_missing(row)) {
                        return Err(Error::data(
                            data.place(row, &feature.name),
                            format!("the cell is missing (--missing {}=mean, median or drop)", feature.name),
                        ));
                    }
                    let (column, constant) = number::fit(&feature.name, values, missing, scaler, scale_encoded)?;
                    let warning = constant.then(|| {
                        format!(
                            "column {:?} is constant: it tells no rows apart (--drop {:?})",
                            feature.name, feature.name
                        )
                    });
                    let mut outputs = vec![feature.name.clone()];
                    if column.width() == 2 {
                        outputs.push(format!("{}_missing", feature.name));
                    }
                    let what = format!("number, {}{scaler}", imputation(missing));
                    let summary =
                        ColumnSummary { name: feature.name.clone(), what, levels: None, missing: n_missing, outputs };
                    Ok((column, None, summary, warning))
                }
                (FeatureKind::Category { encoder, scaler }, Cells::Categories(categories)) => {
                    let input = ColumnInput {
                        target,
                        seed,
                        stream: at as u64,
                        ..ColumnInput::new(&categories.levels, &categories.codes)
                    };
                    let fitted = category::fit(&feature.name, &input, encoder, scaler)?;
                    let levels = match &fitted.column.kind {
                        ColumnKind::Category(category) => usize::from(category.levels),
                        ColumnKind::Number(_) => 0,
                    };
                    let outputs = fitted.outputs.iter().map(|output| match output.as_str() {
                        "" => feature.name.clone(),
                        suffix => format!("{}_{suffix}", feature.name),
                    });
                    let mut what = format!("category, {encoder}");
                    if *scaler != crate::fit::scaler::ScalerSpec::None {
                        what = format!("{what}, {scaler}");
                    }
                    let summary = ColumnSummary {
                        name: feature.name.clone(),
                        what,
                        levels: Some(levels),
                        missing: n_missing,
                        outputs: outputs.collect(),
                    };
                    let warning = (levels == 1 && n_missing == 0).then(|| {
                        format!(
                            "column {:?} has one level: it tells no rows apart (--drop {:?})",
                            feature.name, feature.name
                        )
                    });
                    Ok((fitted.column, fitted.training, summary, warning))
                }
                _ => Err(Error::data(
                    Place::file(&data.source.name).column(&feature.name),
                    "it changed its kind between planning and fitting",
                )),
            }
        })
        .collect();
    let mut all = Columns { columns: Vec::new(), summaries: Vec::new(), training: Vec::new() };
    for fit in fits {
        let (column, training, summary, warning) = fit?;
        all.columns.push(column);
        all.training.push(training);
        all.summaries.push(summary);
        warnings.extend(warning);
    }
    Ok(all)
}

fn imputation(missing: &Missing) -> String {
    match missing {
        Missing::Error => String::new(),
        other => format!("missing {other}, "),
    }
}

/// The stored form of every training row, in `f32` or in integers as the parts say.
fn stored_rows(
    parts: &ModelParts,
    data: &Dataset,
    training: &[Option<Vec<f32>>],
    quantised: Option<&Quantised>,
) -> Result<Stored> {
    let blob = emit::write(&parts.without_rows())?;
    let aligned = Aligned::new(&blob);
    let model = aligned.load()?;
    let stride = model.query_words();
    let rows = fill_rows(&model, data, |_, query, _| query.to_vec())?;
    let mut words = rows.concat();
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

/// Puts the expanded columns that vary most in front.
fn arrange_by_variance(parts: &mut ModelParts, stored: &Stored) -> Result<()> {
    let numbers = usize::from(parts.numbers);
    let variances = variances(stored, numbers);
    let mut order: Vec<usize> = (0..parts.columns.len()).collect();
    let spread = |index: usize| {
        let column = &parts.columns[index];
        let slot = usize::from(column.slot);
        let outputs = if column.is_expanded() { slot..slot + column.width() } else { 0..0 };
        variances[outputs].iter().fold(0.0, |sum, variance| sum + variance)
    };
    order.sort_by(|&a, &b| spread(b).total_cmp(&spread(a)).then(a.cmp(&b)));
    layout::arrange(&mut parts.columns, &order)?;
    Ok(())
}

/// Variance of each stored number.
fn variances(stored: &Stored, numbers: usize) -> Vec<f64> {
    #[allow(clippy::cast_precision_loss)] // row counts are far below 2^53
    let n = (stored.words.len() / stored.stride.max(1)).max(1) as f64;
    let rows = || stored.words.chunks_exact(stored.stride.max(1));
    let mut means = vec![0.0; numbers];
    for row in rows() {
        for (mean, &word) in means.iter_mut().zip(row) {
            *mean += f64::from(f32::from_bits(word)) / n;
        }
    }
    let mut variances = vec![0.0; numbers];
    for row in rows() {
        for ((variance, mean), &word) in variances.iter_mut().zip(&means).zip(row) {
            let gap = f64::from(f32::from_bits(word)) - mean;
            *variance += gap * gap / n;
        }
    }
    variances
}

/// Head and targets of k nearest neighbors.
fn knn_head(plan: &Plan, data: &Dataset, parts: &mut ModelParts, target: Option<Target>) -> Result<()> {
    let k = plan.recipe.neighbors.unwrap_or(5);
    if k as usize > data.len() {
        return Err(Error::data(
            Place::file(&data.source.name),
            format!("--neighbors {k} is more than the {} rows that can be used", data.len()),
        ));
    }
    let weighting = match plan.recipe.weights {
        Some(Weights::Distance) => Weighting::Distance,
        _ => Weighting::Uniform,
    };
    let vote = Vote { neighbors: k, weighting };
    match target {
        Some(Target::Classes { codes, names }) => {
            if names.len() > usize::from(u16::MAX) - 1 {
                return Err(Error::data(
                    Place::default(),
                    format!("{} classes are more than a model can hold", names.len()),
                ));
            }
            parts.head = Head::Classify(vote);
            let classes = codes.iter().map(|&code| u16::try_from(code).expect("as many classes as checked")).collect();
            parts.targets = Targets::Classes(classes);
            parts.classes = names;
        }
        Some(Target::Values(values)) => {
            parts.head = Head::Regress(vote);
            let values: Vec<f32> = values.iter().map(|&value| narrow(value)).collect();
            if values.iter().any(|value| !value.is_finite()) {
                return Err(Error::data(
                    Place::default(),
                    "a target is too large for single precision; scale it first",
                ));
            }
            parts.targets = Targets::Values(values);
        }
        None => return Err(Error::usage("--target is missing: name the column to predict")),
    }
    Ok(())
}

/// Turns rows into integers where the recipe asks for it.
fn integers(
    plan: &Plan,
    data: &Dataset,
    parts: &mut ModelParts,
    stored: &mut Stored,
    training: &[Option<Vec<f32>>],
) -> Result<()> {
    let narrowest = match plan.recipe.storage {
        None | Some(recipe::Storage::F32 | recipe::Storage::Auto) => return Ok(()),
        Some(recipe::Storage::I8) => true,
        Some(recipe::Storage::I16) => false,
    };
    let metric = if plan.kind == ModelKind::KMeans { recipe::Metric::Euclidean } else { plan.metric() };
    if !core_metric(metric).has_integer_form() {
        return Err(Error::usage(format!("--storage i8 and i16 cannot serve --metric {metric}; use --storage f32")));
    }
    let numbers = usize::from(parts.numbers);
    let ranges = quantise::Ranges::of(&stored.words, stored.stride, numbers);
    let grid = quantise::common_grid(&stored.words, stored.stride, numbers);
    let quantised = quantise::apply(&mut parts.columns, &ranges, grid, metric, narrowest);
    parts.storage = quantised.storage;
    let step = parts.storage.integer().map(|(step, _)| f64::from(step));
    parts.coded = layout::coded(&parts.columns, metric, step);
    *stored = stored_rows(parts, data, training, Some(&quantised))?;
    Ok(())
}

/// Packs the stored rows as the blob holds them, in the given order.
fn pack_rows(parts: &mut ModelParts, stored: &Stored, order: &[usize]) {
    let numbers = usize::from(parts.numbers);
    let query_words = parts.storage.query_words(numbers);
    parts.row_numbers.clear();
    parts.row_codes.clear();
    for &row in order {
        let (words, codes) = stored.words[row * stored.stride..][..stored.stride].split_at(query_words);
        if matches!(parts.storage, Storage::I8 { .. }) {
            let shorts: &[i16] = bytemuck::cast_slice(words);
            for four in shorts.chunks_exact(4) {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped
                // Two of them side by side are what the DSP instructions spread to 16 bits at once.
                let bytes = [0, 2, 1, 3].map(|at| four[at].clamp(0, 255) as u8);
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

/// Fits k-means on the stored rows and makes its centroids the model's rows.
fn cluster_head(
    plan: &Plan,
    data: &Dataset,
    parts: &mut ModelParts,
    stored: &Stored,
    trace: Option<&mut dyn FnMut(Iteration<'_>)>,
) -> Result<ClusterSummary> {
    let recipe = &plan.recipe;
    let k = recipe.clusters.unwrap_or(0) as usize;
    let points: Vec<f64> = stored.words.iter().map(|&word| f64::from(f32::from_bits(word))).collect();
    let mut options = KMeansOptions::new(k);
    if let Some(init) = &recipe.init {
        options.init = init.clone();
    }
    options.n_init = recipe.n_init.map_or(options.n_init, |n| n as usize);
    options.max_iter = recipe.max_iter.map_or(options.max_iter, |n| n as usize);
    options.tol = recipe.tol.unwrap_or(options.tol);
    options.empty = recipe.empty.unwrap_or(options.empty);
    options.seed = recipe.seed.unwrap_or(0);
    let found =
        kmeans::fit(&points, usize::from(parts.numbers), &options, trace).map_err(|error| at_file(error, data))?;
    drop(points);
    parts.head = Head::Cluster;
    parts.metric = CoreMetric::Euclidean;
    parts.rows = u32::try_from(k).map_err(|_| Error::usage("--clusters is too large"))?;
    let mut centroids =
        Stored { words: found.centroids.iter().map(|&x| narrow(x).to_bits()).collect(), stride: stored.stride };
    let mut queries = None;
    if !matches!(recipe.storage, None | Some(recipe::Storage::F32 | recipe::Storage::Auto)) {
        let numbers = usize::from(parts.numbers);
        let ranges = quantise::Ranges::of(&stored.words, stored.stride, numbers);
        let narrowest = recipe.storage == Some(recipe::Storage::I8);
        let quantised = quantise::apply(&mut parts.columns, &ranges, None, recipe::Metric::Euclidean, narrowest);
        parts.storage = quantised.storage;
        centroids = quantised_centroids(parts, &quantised, &found.centroids);
        queries = Some(stored_rows(parts, data, &vec![None; parts.columns.len()], Some(&quantised))?);
    }
    let order: Vec<usize> = (0..k).collect();
    pack_rows(parts, &centroids, &order);
    parts.targets = Targets::Radii(vec![0.0; k]);
    // Labels, inertia and radii are the device's own, so that host and device never disagree.
    let queries = queries.as_ref().unwrap_or(stored);
    let blob = emit::write(parts)?;
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
    parts.targets = Targets::Radii(radii);
    if let Some(quantile) = recipe.reject {
        let blob = emit::write(parts)?;
        let aligned = Aligned::new(&blob);
        let model = aligned.load()?;
        let mut scores: Vec<f32> =
            queries.words.par_chunks_exact(queries.stride.max(1)).map(|query| model.score(query)).collect();
        scores.sort_unstable_by(f32::total_cmp);
        parts.threshold = threshold::at_quantile(&scores, quantile).map(f32::to_bits);
    }
    let labels = nearest.iter().map(|neighbor| neighbor.row).collect();
    Ok(ClusterSummary { inertia, iterations: found.iterations, converged: found.converged, sizes, labels })
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

fn core_metric(metric: recipe::Metric) -> CoreMetric {
    match metric {
        recipe::Metric::Euclidean => CoreMetric::Euclidean,
        recipe::Metric::Manhattan => CoreMetric::Manhattan,
        recipe::Metric::Chebyshev => CoreMetric::Chebyshev,
        recipe::Metric::Minkowski(p) => CoreMetric::Minkowski(narrow(p)),
        recipe::Metric::Hamming => CoreMetric::Hamming,
        recipe::Metric::Cosine => CoreMetric::Cosine,
        recipe::Metric::Dot => CoreMetric::Dot,
    }
}

/// Adds the file's name to an error that has none.
fn at_file(error: Error, data: &Dataset) -> Error {
    match error {
        Error::Data { mut place, message } if place.file.is_empty() => {
            place.file.clone_from(&data.source.name);
            Error::Data { place, message }
        }
        other => other,
    }
}
