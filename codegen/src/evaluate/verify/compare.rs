//! The comparison of one row: device and reference.

use std::sync::atomic::{AtomicU64, Ordering};

use nearkin::format::{Head, RowStorage};
use nearkin::{Metric, Model, Neighbor, Value};
use rayon::prelude::*;

use crate::data::Dataset;
use crate::error::Place;
use crate::evaluate::predict::{Answer, Prediction, Wants, predict};
use crate::evaluate::verify::reference::{Query, Reference, ReferencePrediction};
use crate::evaluate::verify::{Change, Standing, VALUE_TOLERANCE, stored};
use crate::model::bind::Binding;
use crate::model::bind::refused;
use crate::progress::Progress;
use crate::{Error, Result};

/// The rows per parallel task; results do not depend on it.
const CHUNK: usize = 64;

/// A compared row.
pub(super) struct ComparedRow {
    /// The largest error of an encoded number and its input column.
    pub(super) error: Option<(f64, usize)>,
    pub(super) outside: bool,
    pub(super) value_error: Option<f64>,
    pub(super) change: Option<Change>,
}

/// The comparison of the rows of a file.
pub(super) struct Comparison<'a> {
    model: &'a Model<'a>,
    data: &'a Dataset,
    reference: Reference<'a>,
    binding: Binding<'a>,
    predictions: Vec<Prediction>,
    /// The largest difference of a predicted value that is not a change.
    tolerance: f64,
}

impl<'a> Comparison<'a> {
    /// Prepares the comparison: predicts all rows as the device does.
    ///
    /// # Errors
    /// [`Error::Data`] for a column that does not exist or a cell that the model rejects.
    pub(super) fn new(model: &'a Model<'a>, data: &'a Dataset, reference: Reference<'a>) -> Result<Self> {
        let binding = Binding::new(model, data)?;
        let nearest = model.n_neighbors() as usize;
        let predictions = match model.payload().head {
            Head::Encode => Vec::new(),
            _ => predict(model, data, Wants { nearest, ..Wants::default() }, Progress::NONE)?,
        };
        let tolerance = VALUE_TOLERANCE * reference.range_of_values();
        Ok(Self { model, data, reference, binding, predictions, tolerance })
    }

    /// Compares all rows, in parallel.
    ///
    /// # Errors
    /// [`Error::Data`] for a cell that the model rejects, or a row for which the model's search index is inconsistent.
    pub(super) fn rows(&self, progress: Progress<'_>) -> Result<Vec<ComparedRow>> {
        let n_rows = self.data.len();
        let done = AtomicU64::new(0);
        let starts: Vec<usize> = (0..n_rows).step_by(CHUNK).collect();
        let chunks: Result<Vec<Vec<ComparedRow>>> = starts
            .into_par_iter()
            .map(|start| {
                let mut cells: Vec<Value<'_>> = Vec::new();
                let rows = start..n_rows.min(start + CHUNK);
                let count = rows.len() as u64;
                let compared: Result<Vec<ComparedRow>> = rows.map(|row| self.row(row, &mut cells)).collect();
                progress.report(done.fetch_add(count, Ordering::Relaxed) + count, n_rows as u64);
                compared
            })
            .collect();
        Ok(chunks?.into_iter().flatten().collect())
    }

    /// Compares one row; `cells` is a buffer.
    fn row<'v>(&'v self, row: usize, cells: &mut Vec<Value<'v>>) -> Result<ComparedRow> {
        let Self { model, data, reference, .. } = self;
        self.binding.row(row, cells);
        let (words, device, outside) = stored_query(model, cells).map_err(|error| refused(model, data, row, error))?;
        let expected = reference.query(data, row)?;
        let error = (!outside).then(|| largest_error(model, &device, reference, &expected)).flatten();
        let mut compared = ComparedRow { error, outside, value_error: None, change: None };
        if let Some(prediction) = self.predictions.get(row) {
            self.check_search(row, &words, &prediction.nearest)?;
            // Hamming tests equality; with stored rows it must test the stored form.
            let is_stored = model.payload().metric == Metric::Hamming && !reference.has_unrounded_rows();
            let expected = reference.predict(if is_stored { &device } else { &expected });
            self.compare_predictions(row, prediction.answer, &expected, &mut compared);
        }
        Ok(compared)
    }

    /// Checks that the device's search, with the model's search index, finds the same neighbors as a search of all rows.
    fn check_search(&self, row: usize, query: &[u32], expected: &[(u32, f32)]) -> Result<()> {
        let Self { model, data, .. } = self;
        let mut buffer = vec![Neighbor::default(); expected.len()];
        let found = model.search(query, &mut buffer);
        let is_same = |(neighbor, &(row, distance)): (&Neighbor, &(u32, f32))| {
            model.training_row(neighbor) == row && model.distance(neighbor).to_bits() == distance.to_bits()
        };
        if found.len() == expected.len() && found.iter().zip(expected).all(is_same) {
            return Ok(());
        }
        Err(Error::data(
            Place::file(&data.source.name).line(data.lines.get(row).unwrap_or(0)),
            "the device's search and a search of all rows find different neighbors for this row: the model's search index \
             is inconsistent; fit the model again",
        ))
    }

    /// Compares the two predictions of a row.
    fn compare_predictions(
        &self,
        row: usize,
        device: Answer,
        expected: &ReferencePrediction,
        compared: &mut ComparedRow,
    ) {
        let Self { model, data, reference, tolerance, .. } = self;
        let line = data.lines.get(row).unwrap_or(0);
        let change = |device: String, reference: String, nearest: Vec<Standing>| {
            Some(Change { line, device, reference, nearest, margin: expected.margin() })
        };
        match (device, expected.answer) {
            (Answer::Class(a), Answer::Class(b)) if a != b => {
                let name = |class: u16| model.class_name(class).unwrap_or("").to_owned();
                let standing = |class: u16| {
                    let (votes, distance) = reference.standing(expected, class);
                    Standing { class: name(class), votes, distance }
                };
                compared.change = change(name(a), name(b), vec![standing(a), standing(b)]);
            }
            (Answer::Value(a), Answer::Value(b)) => {
                let error = (f64::from(a) - f64::from(b)).abs();
                compared.value_error = Some(error);
                if error > *tolerance || error.is_nan() {
                    compared.change = change(a.to_string(), b.to_string(), Vec::new());
                }
            }
            (Answer::Cluster { cluster: a, .. }, Answer::Cluster { cluster: b, .. }) if a != b => {
                compared.change = change(a.to_string(), b.to_string(), Vec::new());
            }
            _ => {}
        }
    }
}

/// Returns the stored form of a row on the device: as words, in scaled units, and whether a number is out of range.
fn stored_query(
    model: &Model<'_>,
    cells: &[Value<'_>],
) -> std::result::Result<(Vec<u32>, Query, bool), nearkin::InputError> {
    let payload = model.payload();
    let numbers = usize::from(payload.numbers);
    let mut words = vec![0u32; model.query_words()];
    let flags = model.to_query(cells, &mut words)?;
    let (stored, codes) = words.split_at(payload.storage.query_words(numbers));
    let numbers = match payload.storage {
        RowStorage::F32 => stored.iter().map(|&word| f64::from(f32::from_bits(word))).collect(),
        _ => stored::scaled(model, &bytemuck::cast_slice::<u32, i16>(stored)[..numbers]),
    };
    let codes = codes.iter().map(|&code| u16::try_from(code).expect("codes have 16 bits")).collect();
    let query = Query { numbers, codes };
    Ok((words, query, flags.is_outside()))
}

/// Returns the largest difference of an encoded number, and its input column.
fn largest_error(
    model: &Model<'_>,
    device: &Query,
    reference: &Reference<'_>,
    expected: &Query,
) -> Option<(f64, usize)> {
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
