//! Device arithmetic against an `f64` reference, row by row.
//!
//! The device's side is core's own: [`Model::fill`] and the search that firmware calls. The reference is written anew
//! here: raw cells as `f64` through the parameters, every row compared, votes in `f64`. Where the model keeps its recipe
//! and the training file is at hand, the reference is fitted to it once more and nothing of it is rounded: parameters,
//! rows, targets and centroids stay `f64`, so that all that single precision and integers cost is counted. Else it is
//! made of the model's own parameters and rows, and what rounding those has cost does not show.
//!
//! # Examples
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::model::aligned::Aligned;
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let blob = Fit::from_csv(data).target("species").drop(["year"]).neighbors(3).fit()?.blob;
//! let aligned = Aligned::new(&blob);
//! let model = aligned.load()?;
//!
//! use nearkin_codegen::data::{ReadOptions, read_path};
//! use nearkin_codegen::progress::Progress;
//! use nearkin_codegen::evaluate::verify::{
//!     Basis, Cell, Change, LargestError, MAX_CHANGED, Standing, VALUE_TOLERANCE, Vector, Verification, to_csv, to_rust, unknown_ending,
//!     vectors, verify,
//! };
//!
//! let data = read_path(data.as_ref(), &ReadOptions::default())?;
//! let verification: Verification = verify(&model, &data, None, Progress::NONE)?;
//! assert_eq!((verification.rows, verification.changed, verification.changed_share()), (344, 0, 0.0));
//! assert!(verification.changed_share() <= MAX_CHANGED); // what the command line allows: a hundredth
//! assert!(verification.largest_error.is_some_and(|largest: LargestError| largest.error < 1e-5));
//! // The data are the training file, so the reference was fitted to it; there are no values to differ.
//! assert_eq!((verification.basis, verification.largest_value_error), (Basis::TrainingRows, None));
//! assert!(VALUE_TOLERANCE <= 1e-4); // of a regression, as a share of the targets' range
//! // A row that changed would say which classes were near.
//! let votes = |change: &Change| change.nearest.iter().map(|near: &Standing| near.votes).sum::<f64>();
//! assert_eq!(verification.changes.iter().map(votes).sum::<f64>(), 0.0);
//!
//! let vectors: Vec<Vector> = vectors(&model, &data, &[0, 1])?;
//! assert_eq!((vectors[0].line, &vectors[0].cells[1]), (2, &Some(Cell::Number(39.1))));
//! assert_eq!((vectors.len(), vectors[0].neighbors.len()), (2, 3));
//! assert_eq!(to_csv(&model, &vectors).lines().count(), 1 + 2);
//! assert_eq!(unknown_ending("vectors.json".as_ref()).exit_code(), 2); // it is .csv or .rs
//! assert!(to_rust(&model, "penguins.nkn", &vectors).contains("pub fn check("));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod reference;
mod refit;
mod stored;
mod vectors;

use std::path::Path;

use nearkin::format::{Head, RowStorage};
use nearkin::{Metric, Model, Neighbor, Value};
use rayon::prelude::*;
use serde::Serialize;

pub use vectors::{Cell, Vector, to_csv, to_rust, vectors};

use crate::data::Dataset;
use crate::error::Place;
use crate::evaluate::predict::{Answer, Wants, predict};
use crate::evaluate::training_file::{Absent, Training};
use crate::fit::refused;
use crate::model::bind::Binding;
use crate::progress::Progress;
use crate::{Error, Result};
use reference::{Query, Reference};
use refit::{Refit, Rows};

/// The share of the range of stored targets by which a value may differ without being called changed.
pub const VALUE_TOLERANCE: f64 = 1e-4;

/// The share of rows whose answers may differ where nothing else is told (`--max-changed`).
pub const MAX_CHANGED: f64 = 0.01;

/// Relative margins below it are the reference's own rounding: the neighbors there are as far as each other.
const TIE: f64 = 1e-12;

/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 64;

/// What the reference was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// A fit in `f64` to the training file: nothing was rounded (but prototypes, which are chosen in single precision).
    TrainingRows,
    /// The parameters and rows that the model stores, as they were rounded.
    StoredRows,
}

/// The largest difference of an encoded number between device and reference, in scaled units.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LargestError {
    /// The difference.
    pub error: f64,
    /// The row's line in the file.
    pub line: u64,
    /// The input column.
    pub column: String,
}

/// A class near a row, by the reference.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Standing {
    /// The class.
    pub class: String,
    /// Its weight among the `k` nearest rows.
    pub votes: f64,
    /// The distance to its nearest row.
    pub distance: Option<f64>,
}

/// A row whose answer differs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Change {
    /// The row's line in the file.
    pub line: u64,
    /// The device's answer.
    pub device: String,
    /// The reference's answer.
    pub reference: String,
    /// The two classes (classification only), the device's first.
    pub nearest: Vec<Standing>,
    /// How much farther the first row (or centroid) that has no say is than the last that has one, relative.
    pub margin: Option<f64>,
}

/// The comparison of all rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Verification {
    /// Rows compared.
    pub rows: u64,
    /// How the model's numbers are stored.
    pub storage: &'static str,
    /// What the reference was made of.
    pub basis: Basis,
    /// Why it is not a fit to the training file.
    pub basis_reason: Option<Absent>,
    /// The largest difference of an encoded number; `None` where the model has no numbers.
    pub largest_error: Option<LargestError>,
    /// Rows with a number past the storage's bound; their error is not counted.
    pub outside: u64,
    /// The largest difference of a predicted value (regression only).
    pub largest_value_error: Option<f64>,
    /// Rows whose answer differs where the rows that decide are as far as each other: either answer is right.
    pub ties: u64,
    /// Rows whose answer differs, without those.
    pub changed: u64,
    /// Each of them.
    pub changes: Vec<Change>,
}

impl Verification {
    /// The share of rows whose answer differs.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // counts are far below 2^53
    pub fn changed_share(&self) -> f64 {
        self.changed as f64 / self.rows.max(1) as f64
    }
}

/// One compared row.
struct Compared {
    error: Option<(f64, usize)>,
    outside: bool,
    value_error: Option<f64>,
    change: Option<Change>,
}

/// Compares every row of `data`; `training` is the file that the model was fitted to, where that is another.
///
/// # Errors
/// [`Error::Data`] for a column that is not there or a cell that the model refuses, and for a `training` that is not the
/// model's; as reading and fitting that.
#[allow(clippy::missing_panics_doc)] // a loaded model has names
pub fn verify(
    model: &Model<'_>,
    data: &Dataset,
    training: Option<&Path>,
    progress: Progress<'_>,
) -> Result<Verification> {
    let prototypes;
    let (basis, basis_reason, reference) = match Training::find(model, data, training)? {
        Err(reason) => (Basis::StoredRows, Some(reason), Reference::new(*model)),
        Ok(training) => {
            let refit = Refit::of(training)?;
            let layout = if let Rows::Prototypes(blob) = &refit.rows {
                prototypes = blob.clone();
                prototypes.load()?
            } else {
                *model
            };
            (Basis::TrainingRows, None, Reference::refitted(model, layout, refit)?)
        }
    };
    let binding = Binding::new(model, data)?;
    let k = model.n_neighbors() as usize;
    let predictions = match model.payload().head {
        Head::Encode => Vec::new(),
        _ => predict(model, data, Wants { nearest: k, ..Wants::default() }, Progress::NONE)?,
    };
    let tolerance = VALUE_TOLERANCE * reference.range_of_values();
    let done = std::sync::atomic::AtomicU64::new(0);
    let starts: Vec<usize> = (0..data.len()).step_by(CHUNK).collect();
    let chunks: Result<Vec<Vec<Compared>>> = starts
        .into_par_iter()
        .map(|start| {
            let mut cells: Vec<Value<'_>> = Vec::new();
            let rows = start..data.len().min(start + CHUNK);
            let compared: Result<Vec<Compared>> = rows
                .clone()
                .map(|row| {
                    binding.row(row, &mut cells);
                    let (words, device, outside) =
                        stored_query(model, &cells).map_err(|error| refused(model, data, row, error))?;
                    let expected = reference.query(data, row)?;
                    let error = (!outside).then(|| largest(model, &device, &reference, &expected)).flatten();
                    let mut compared = Compared { error, outside, value_error: None, change: None };
                    if let Some(prediction) = predictions.get(row) {
                        same_search(model, data, row, &words, &prediction.nearest)?;
                        // Hamming asks whether rows are equal: with stored rows, in stored form.
                        let stored = model.payload().metric == Metric::Hamming && !reference.has_unrounded_rows();
                        let judged = reference.judge(if stored { &device } else { &expected });
                        answer(
                            model,
                            &reference,
                            data.lines.get(row).unwrap_or(0),
                            prediction.answer,
                            &judged,
                            tolerance,
                            &mut compared,
                        );
                    }
                    Ok(compared)
                })
                .collect();
            let sum = done.fetch_add(rows.len() as u64, std::sync::atomic::Ordering::Relaxed) + rows.len() as u64;
            progress.report(sum, data.len() as u64);
            compared
        })
        .collect();
    let rows: Vec<Compared> = chunks?.into_iter().flatten().collect();
    let names = model.column_names().expect("checked when the model was loaded");
    let mut largest_error: Option<LargestError> = None;
    for (row, (error, column)) in rows.iter().enumerate().filter_map(|(row, compared)| Some((row, compared.error?))) {
        if largest_error.as_ref().is_none_or(|largest| error > largest.error) {
            let column = names.get(column).unwrap_or("").to_owned();
            largest_error = Some(LargestError { error, line: data.lines.get(row).unwrap_or(0), column });
        }
    }
    let largest_value_error = rows.iter().filter_map(|row| row.value_error).reduce(f64::max);
    let outside = rows.iter().filter(|row| row.outside).count() as u64;
    let (ties, changes): (Vec<Change>, Vec<Change>) = rows
        .into_iter()
        .filter_map(|row| row.change)
        .partition(|change| change.margin.is_some_and(|margin| margin.abs() < TIE));
    Ok(Verification {
        rows: data.len() as u64,
        storage: match model.payload().storage {
            RowStorage::F32 => "f32",
            RowStorage::I16 { .. } => "i16",
            RowStorage::I8 { .. } => "i8",
        },
        basis,
        basis_reason,
        largest_error,
        outside,
        largest_value_error,
        ties: ties.len() as u64,
        changed: changes.len() as u64,
        changes,
    })
}

/// The device's stored form of a row, in scaled units; whether a number was past the bound.
fn stored_query(
    model: &Model<'_>,
    cells: &[Value<'_>],
) -> std::result::Result<(Vec<u32>, Query, bool), nearkin::InputError> {
    let payload = model.payload();
    let numbers = usize::from(payload.numbers);
    let mut words = vec![0u32; model.query_words()];
    let marks = model.to_query(cells, &mut words)?;
    let (stored, codes) = words.split_at(payload.storage.query_words(numbers));
    let numbers = match payload.storage {
        RowStorage::F32 => stored.iter().map(|&word| f64::from(f32::from_bits(word))).collect(),
        _ => stored::scaled(model, &bytemuck::cast_slice::<u32, i16>(stored)[..numbers]),
    };
    let codes = codes.iter().map(|&code| u16::try_from(code).expect("codes have 16 bits")).collect();
    let query = Query { numbers, codes };
    Ok((words, query, marks.is_outside()))
}

/// Asks as a device does, by the model's buckets or its tree, where the host has compared every row.
fn same_search(model: &Model<'_>, data: &Dataset, row: usize, query: &[u32], expected: &[(u32, f32)]) -> Result<()> {
    let mut room = vec![Neighbor::default(); expected.len()];
    let found = model.search(query, &mut room);
    let same = |(one, &(row, distance)): (&Neighbor, &(u32, f32))| {
        model.training_row(one) == row && model.distance(one).to_bits() == distance.to_bits()
    };
    if found.len() == expected.len() && found.iter().zip(expected).all(same) {
        return Ok(());
    }
    Err(Error::data(
        Place::file(&data.source.name).line(data.lines.get(row).unwrap_or(0)),
        "a device finds other neighbors for this row than a search of all rows: what the model says of how its rows lie is \
         not true; fit it again",
    ))
}

/// The largest difference of a number and its input column.
fn largest(model: &Model<'_>, device: &Query, reference: &Reference<'_>, expected: &Query) -> Option<(f64, usize)> {
    let mut largest = None;
    for index in 0..model.payload().columns {
        let (Some(ours), Some(theirs)) = (model.column(index), reference.column(index)) else { continue };
        if !ours.expanded {
            continue;
        }
        for output in 0..ours.width() {
            let (a, b) = (usize::from(ours.slot) + output, usize::from(theirs.slot) + output);
            let error = (device.numbers[a] - expected.numbers[b]).abs();
            if largest.is_none_or(|(most, _)| error > most) {
                largest = Some((error, usize::from(index)));
            }
        }
    }
    largest
}

/// Compares the two answers.
fn answer(
    model: &Model<'_>,
    reference: &Reference<'_>,
    line: u64,
    device: Answer,
    judged: &reference::Judgement,
    tolerance: f64,
    compared: &mut Compared,
) {
    let change = |device: String, expected: String, nearest: Vec<Standing>, margin: Option<f64>| {
        Some(Change { line, device, reference: expected, nearest, margin })
    };
    match (device, judged.answer) {
        (Answer::Class(a), Answer::Class(b)) if a != b => {
            let name = |class: u16| model.class_name(class).unwrap_or("").to_owned();
            let standing = |class: u16| {
                let (votes, distance) = reference.standing(judged, class);
                Standing { class: name(class), votes, distance }
            };
            compared.change = change(name(a), name(b), vec![standing(a), standing(b)], judged.boundary());
        }
        (Answer::Value(a), Answer::Value(b)) => {
            let error = (f64::from(a) - f64::from(b)).abs();
            compared.value_error = Some(error);
            if error > tolerance || error.is_nan() {
                compared.change = change(a.to_string(), b.to_string(), Vec::new(), judged.boundary());
            }
        }
        (Answer::Cluster { cluster: a, .. }, Answer::Cluster { cluster: b, .. }) if a != b => {
            compared.change = change(a.to_string(), b.to_string(), Vec::new(), judged.boundary());
        }
        _ => {}
    }
}

/// Says that a file of vectors has an ending that is neither `.csv` nor `.rs`.
#[must_use]
pub fn unknown_ending(path: &Path) -> Error {
    Error::usage(format!("--vectors {}: the file's ending decides the form: .csv or .rs", path.display()))
}
