//! k nearest neighbors: training rows, or prototypes of them, as the model's rows.

use nearkin::format::{Head, Vote, Weighting};

use crate::data::Dataset;
use crate::error::Place;
use crate::fit::device_rows::device_rows;
use crate::fit::plan::{Plan, SearchIndex};
use crate::fit::prototypes::{self, Chosen};
use crate::fit::quantize::Quantized;
use crate::fit::rows::{RowWords, pack_rows};
use crate::fit::target::Target;
use crate::fit::{column_order, f32_range, layout, quantize, search_order, threshold};
use crate::model::{ModelTables, Targets};
use crate::recipe::{KnnOptions, Storage, Weights};
use crate::statistics::narrow;
use crate::text::lists;
use crate::{Error, Result};

/// Makes the training rows, or their prototypes, the rows of the model, in the planned storage and the cheapest order.
///
/// `tables` has the columns; `training` holds outputs of the training rows that are not a function of the level.
/// Adds to `warnings`.
pub(super) fn knn_head(
    plan: &Plan,
    options: KnnOptions,
    data: &Dataset,
    tables: &mut ModelTables,
    target: Option<Target>,
    training: &[Option<Vec<f32>>],
    warnings: &mut Vec<String>,
) -> Result<()> {
    let mut stored = device_rows(tables, data, training, None)?;
    let moved = column_order::arrange(tables, &stored)?;
    column_order::reorder(&mut stored.words, stored.stride, &moved);
    f32_range::check_differences(tables)?;
    let mut overflow = None;
    if !matches!(plan.storage, Storage::I8 | Storage::I16) {
        overflow = f32_range::check(plan.metric(), tables, &stored)?;
        warnings.extend(overflow.clone());
    }
    head(plan, options, data, tables, target)?;
    tables.rows = u32::try_from(data.len())
        .map_err(|_| Error::data(Place::file(&data.source.name), "more than 4 billion rows"))?;
    let chosen = match options.prototypes {
        None => None,
        Some(which) => {
            pack_all(tables, &stored);
            let chosen = prototypes::choose(which, plan, data, tables, &stored);
            Some(chosen.map_err(|error| error.in_file(&data.source.name))?)
        }
    };
    enough_rows(options, data, tables)?;
    warnings.extend(lost_classes(tables));
    let numbers = usize::from(tables.numbers);
    let mut rows = chosen.as_ref().map(|chosen| chosen.of(&stored, 0, numbers, None));
    if let Some(quantized) = integers(plan, tables, rows.as_ref().unwrap_or(&stored))? {
        stored = device_rows(tables, data, training, Some(&quantized))?;
        let words = tables.storage.query_words(numbers);
        let integer = |slot: usize, value: f64| quantized.integer(slot, value);
        rows = chosen.as_ref().map(|chosen| chosen.of(&stored, words, numbers, Some(&integer)));
    }
    let rows = rows.as_ref().unwrap_or(&stored);
    pack_all(tables, rows);
    if plan.search_index != SearchIndex::BruteForce {
        let queries = chosen.is_some().then_some(stored.words.as_slice());
        search_order::choose(plan.search_index, tables, rows, queries, plan.seed)?;
    }
    match plan.reject {
        Some(quantile) => reject(data, tables, &stored, chosen.as_ref(), quantile, overflow),
        None => Ok(()),
    }
}

/// Sets the threshold at a quantile of the training rows' distances; `overflow` explains an infinite one.
fn reject(
    data: &Dataset,
    tables: &mut ModelTables,
    stored: &RowWords,
    chosen: Option<&Chosen>,
    quantile: f64,
    overflow: Option<String>,
) -> Result<()> {
    let own = |row: usize| chosen.map_or_else(|| u32::try_from(row).ok(), |chosen| chosen.own(row));
    let limit = tables.with_model(|model| {
        threshold::of_neighbors(model, &stored.words, stored.stride, quantile, own)
            .map_err(|error| error.in_file(&data.source.name))
    })?;
    if let Some(overflow) = overflow
        && !f32::from_bits(limit).is_finite()
    {
        return Err(Error::data(Place::file(&data.source.name), format!("--reject {quantile}: {overflow}")));
    }
    tables.threshold = Some(limit);
    Ok(())
}

/// Packs all rows in their own order.
fn pack_all(tables: &mut ModelTables, rows: &RowWords) {
    let order: Vec<usize> = (0..tables.rows as usize).collect();
    pack_rows(tables, rows, &order);
}

/// The classes that editing has left without a row: they are never answered.
fn lost_classes(tables: &ModelTables) -> Option<String> {
    let Targets::Classes(classes) = &tables.targets else { return None };
    let lost: Vec<&str> = (0u16..)
        .zip(&tables.classes)
        .filter(|(class, _)| !classes.contains(class))
        .map(|(_, name)| name.as_str())
        .collect();
    (!lost.is_empty()).then(|| {
        format!(
            "no row of {} is kept: all their neighbors belong to other classes (--prototypes lvq:N)",
            lists::names(lost)
        )
    })
}

/// Refuses more neighbors than rows.
fn enough_rows(options: KnnOptions, data: &Dataset, tables: &ModelTables) -> Result<()> {
    let k = options.neighbors;
    if k <= tables.rows {
        return Ok(());
    }
    let rows = tables.rows;
    let what = match options.prototypes {
        None => format!("the {rows} rows available"),
        Some(prototypes) => format!("the {rows} rows that --prototypes {prototypes} keeps of {}", data.len()),
    };
    Err(Error::data(Place::file(&data.source.name), format!("--neighbors {k} exceeds {what}")))
}

/// Head and targets, those of all training rows.
fn head(
    plan: &Plan,
    options: KnnOptions,
    data: &Dataset,
    tables: &mut ModelTables,
    target: Option<Target>,
) -> Result<()> {
    let k = options.neighbors;
    let weighting = match options.weights {
        Weights::Distance => Weighting::Distance,
        Weights::Uniform => Weighting::Uniform,
    };
    let vote = Vote { neighbors: k, weighting };
    match target {
        Some(Target::Classes { codes, names }) => {
            if names.len() > usize::from(u16::MAX) - 1 {
                let place = Place::file(&data.source.name).column(plan.target_name().unwrap_or_default());
                let message = format!("its {} classes are more than a model can hold (65,534)", names.len());
                return Err(Error::data(place, message));
            }
            tables.head = Head::Classify(vote);
            let classes = codes.iter().map(|&code| u16::try_from(code).expect("as many classes as checked")).collect();
            tables.targets = Targets::Classes(classes);
            tables.classes = names;
        }
        Some(Target::Values(values)) => {
            tables.head = Head::Regress(vote);
            let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
            if largest * f64::from(k) > f64::from(f32::MAX) {
                let place = Place::file(&data.source.name).column(plan.target_name().unwrap_or_default());
                let message = format!(
                    "its values reach {largest:e}, and the sum of {k} of them is too large for single precision; divide the column"
                );
                return Err(Error::data(place, message));
            }
            // Planning has refused what single precision does not hold.
            tables.targets = Targets::Values(values.iter().map(|&value| narrow(value)).collect());
        }
        None => return Err(Error::usage("--target is missing: name the column to predict")),
    }
    Ok(())
}

/// Chooses integer storage if the recipe specifies it; `rows` are those that will be stored, in `f32`.
fn integers(plan: &Plan, tables: &mut ModelTables, rows: &RowWords) -> Result<Option<Quantized>> {
    let narrowest = match plan.storage {
        Storage::F32 | Storage::Auto => return Ok(None),
        Storage::I8 => true,
        Storage::I16 => false,
    };
    let metric = plan.metric();
    let numbers = usize::from(tables.numbers);
    let mut ranges = quantize::Ranges::of(&rows.words, rows.stride, numbers);
    ranges.widen(&tables.columns);
    let grid = quantize::common_grid(&rows.words, rows.stride, numbers);
    let quantized = quantize::apply(&mut tables.columns, &ranges, grid, metric, narrowest)?;
    tables.storage = quantized.storage;
    let step = tables.storage.integer().map(|(step, _)| f64::from(step));
    tables.coded = layout::coded(&tables.columns, metric, step);
    Ok(Some(quantized))
}
