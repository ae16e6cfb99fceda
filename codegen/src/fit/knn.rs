//! k nearest neighbors: training rows, or prototypes of them, as the model's rows.

use nearkin::format::{Head, Vote, Weighting};

use crate::data::Dataset;
use crate::error::Place;
use crate::fit::assemble::{Stored, pack_rows, stored_rows};
use crate::fit::plan::{Plan, SearchIndex};
use crate::fit::prototypes;
use crate::fit::quantise::Quantised;
use crate::fit::target::Target;
use crate::fit::{finite, layout, power, quantise, search_order, threshold, variance};
use crate::model::aligned::Aligned;
use crate::model::{self, ModelParts, Targets};
use crate::recipe::{KnnOptions, Storage, Weights};
use crate::statistics::narrow;
use crate::text::lists;
use crate::{Error, Result};

/// Makes the training rows, or what stands for them, the rows of the model: in the order and the storage that suit its
/// search.
///
/// `parts` has the columns; `training` holds stored values of the training rows that are no function of the level.
/// What the user should know goes to `warnings`.
pub(super) fn knn_head(
    plan: &Plan,
    options: KnnOptions,
    data: &Dataset,
    parts: &mut ModelParts,
    target: Option<Target>,
    training: &[Option<Vec<f32>>],
    warnings: &mut Vec<String>,
) -> Result<()> {
    let mut stored = stored_rows(parts, data, training, None)?;
    let moved = variance::arrange(parts, &stored)?;
    variance::reorder(&mut stored.words, stored.stride, &moved);
    finite::check_gaps(parts)?;
    let mut reach = None;
    if !matches!(plan.storage, Storage::I8 | Storage::I16) {
        reach = power::check(plan.metric(), parts, &stored)?;
        warnings.extend(reach.clone());
    }
    head(plan, options, data, parts, target)?;
    parts.rows = u32::try_from(data.len())
        .map_err(|_| Error::data(Place::file(&data.source.name), "more than 4 billion rows"))?;
    let chosen = match options.prototypes {
        None => None,
        Some(which) => {
            pack_all(parts, &stored);
            Some(
                prototypes::choose(which, plan, data, parts, &stored)
                    .map_err(|error| error.in_file(&data.source.name))?,
            )
        }
    };
    enough_rows(options, data, parts)?;
    warnings.extend(lost_classes(parts));
    let numbers = usize::from(parts.numbers);
    let mut rows = chosen.as_ref().map(|chosen| chosen.of(&stored, 0, numbers, None));
    if let Some(quantised) = integers(plan, parts, rows.as_ref().unwrap_or(&stored))? {
        stored = stored_rows(parts, data, training, Some(&quantised))?;
        let words = parts.storage.query_words(numbers);
        let integer = |slot: usize, value: f64| quantised.integer(slot, value);
        rows = chosen.as_ref().map(|chosen| chosen.of(&stored, words, numbers, Some(&integer)));
    }
    let rows = rows.as_ref().unwrap_or(&stored);
    pack_all(parts, rows);
    if plan.search_index != SearchIndex::BruteForce {
        let asked = chosen.is_some().then_some(stored.words.as_slice());
        search_order::choose(
            plan.search_index,
            parts,
            (&rows.words, asked),
            rows.stride,
            plan.seed,
            |parts, order| {
                pack_rows(parts, rows, order);
            },
        )?;
    }
    if let Some(quantile) = plan.reject {
        let blob = model::write(parts)?;
        let aligned = Aligned::new(&blob);
        let model = aligned.load()?;
        let own = |row: usize| chosen.as_ref().map_or_else(|| u32::try_from(row).ok(), |chosen| chosen.own(row));
        let limit = threshold::of_neighbors(&model, &stored.words, stored.stride, quantile, own);
        let limit = limit.map_err(|error| error.in_file(&data.source.name))?;
        if let Some(reach) = reach
            && !f32::from_bits(limit).is_finite()
        {
            return Err(Error::data(Place::file(&data.source.name), format!("--reject {quantile}: {reach}")));
        }
        parts.threshold = Some(limit);
    }
    Ok(())
}

/// Packs all rows in their own order.
fn pack_all(parts: &mut ModelParts, rows: &Stored) {
    let order: Vec<usize> = (0..parts.rows as usize).collect();
    pack_rows(parts, rows, &order);
}

/// The classes that editing has left without a row: they are never answered.
fn lost_classes(parts: &ModelParts) -> Option<String> {
    let Targets::Classes(classes) = &parts.targets else { return None };
    let lost: Vec<&str> = (0u16..)
        .zip(&parts.classes)
        .filter(|(class, _)| !classes.contains(class))
        .map(|(_, name)| name.as_str())
        .collect();
    (!lost.is_empty()).then(|| {
        format!(
            "no row is kept of {}: their neighbors are all of other classes (--prototypes lvq:N)",
            lists::names(lost)
        )
    })
}

/// Refuses to ask for more neighbors than there are rows.
fn enough_rows(options: KnnOptions, data: &Dataset, parts: &ModelParts) -> Result<()> {
    let k = options.neighbors;
    if k <= parts.rows {
        return Ok(());
    }
    let rows = parts.rows;
    let what = match options.prototypes {
        None => format!("the {rows} rows that can be used"),
        Some(prototypes) => format!("the {rows} rows that --prototypes {prototypes} makes of {}", data.len()),
    };
    Err(Error::data(Place::file(&data.source.name), format!("--neighbors {k} is more than {what}")))
}

/// Head and targets, those of all training rows.
fn head(
    plan: &Plan,
    options: KnnOptions,
    data: &Dataset,
    parts: &mut ModelParts,
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
            parts.head = Head::Classify(vote);
            let classes = codes.iter().map(|&code| u16::try_from(code).expect("as many classes as checked")).collect();
            parts.targets = Targets::Classes(classes);
            parts.classes = names;
        }
        Some(Target::Values(values)) => {
            parts.head = Head::Regress(vote);
            let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
            if largest * f64::from(k) > f64::from(f32::MAX) {
                let place = Place::file(&data.source.name).column(plan.target_name().unwrap_or_default());
                let message = format!(
                    "its values reach {largest:e}, and the sum of {k} of them is beyond single precision; divide the column"
                );
                return Err(Error::data(place, message));
            }
            // Planning has refused what single precision does not hold.
            parts.targets = Targets::Values(values.iter().map(|&value| narrow(value)).collect());
        }
        None => return Err(Error::usage("--target is missing: name the column to predict")),
    }
    Ok(())
}

/// Chooses integer storage where the recipe asks for it; `rows` are those that will be stored, in `f32`.
fn integers(plan: &Plan, parts: &mut ModelParts, rows: &Stored) -> Result<Option<Quantised>> {
    let narrowest = match plan.storage {
        Storage::F32 | Storage::Auto => return Ok(None),
        Storage::I8 => true,
        Storage::I16 => false,
    };
    let metric = plan.metric();
    let numbers = usize::from(parts.numbers);
    let mut ranges = quantise::Ranges::of(&rows.words, rows.stride, numbers);
    ranges.widen(&parts.columns);
    let grid = quantise::common_grid(&rows.words, rows.stride, numbers);
    let quantised = quantise::apply(&mut parts.columns, &ranges, grid, metric, narrowest)?;
    parts.storage = quantised.storage;
    let step = parts.storage.integer().map(|(step, _)| f64::from(step));
    parts.coded = layout::coded(&parts.columns, metric, step);
    Ok(Some(quantised))
}
