//! The `f64` reference: encodes in `f64` and compares every row.

use nearkin::encode::{CodeOutputs, InputColumn, InputKind, Number};
use nearkin::format::{Head, Weighting};
use nearkin::{Metric, Model, Neighbor};

use crate::data::{Cells, Dataset};
use crate::error::{Error, Place, Result};
use crate::evaluate::predict::Answer;
use crate::evaluate::verify::refit::{Refit, RefitRows};
use crate::evaluate::verify::stored::StoredRows;
use crate::fit::{CategoryFit, ColumnFit, ReferenceParameters};

/// A model whose rows are compared in `f64`.
pub(super) struct Reference<'m> {
    model: Model<'m>,
    columns: Vec<InputColumn<'m>>,
    /// The parameters of the columns before rounding, if known; otherwise those of the model are used.
    fitted: Option<Vec<ColumnFit>>,
    rows: StoredRows,
    /// Whether the rows are not rounded.
    unrounded_rows: bool,
    /// The columns that are stored as codes, in stored order.
    coded: Vec<usize>,
}

/// An encoded row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Query {
    /// In the order of stored numbers.
    pub(super) numbers: Vec<f64>,
    /// In the order of stored codes.
    pub(super) codes: Vec<u16>,
}

/// The parameters of a numeric column.
struct WideNumber {
    imputed: Option<f64>,
    /// Offset and scale.
    scaler: Option<(f64, f64)>,
    /// The outputs for a present and for a missing cell.
    indicator: Option<[f64; 2]>,
}

/// A prediction of the reference, with all distances.
#[derive(Debug, Clone)]
pub(super) struct ReferencePrediction {
    pub(super) answer: Answer,
    /// All rows by distance, then by number.
    pub(super) ranked: Vec<(f64, u32)>,
    k: usize,
}

impl<'m> Reference<'m> {
    /// Creates a reference from the stored parameters and rows of a model.
    pub(super) fn new(model: Model<'m>) -> Self {
        let columns: Vec<InputColumn<'m>> =
            (0..model.payload().columns).filter_map(|index| model.column(index)).collect();
        let mut coded: Vec<usize> = (0..columns.len()).filter(|&index| !columns[index].expanded).collect();
        coded.sort_by_key(|&index| columns[index].slot);
        Self { rows: StoredRows::of(&model), unrounded_rows: false, model, columns, fitted: None, coded }
    }

    /// Creates a reference from a second fit in `f64`; `model` has the layout of its rows.
    ///
    /// # Errors
    /// [`Error::Data`] if the fit does not reproduce the device's model.
    pub(super) fn refitted(device: &Model<'_>, model: Model<'m>, refit: Refit) -> Result<Self> {
        let mut reference = Self::new(model);
        let ReferenceParameters { columns, rows: data, values } = refit.parameters;
        let training: Vec<Option<Vec<f64>>> = columns
            .iter()
            .map(|column| match column {
                ColumnFit::Category(category) => category.training().map(Iterator::collect),
                ColumnFit::Number(_) => None,
            })
            .collect();
        let alike = |(index, fitted): (u16, &ColumnFit)| {
            [device, &model].iter().filter_map(|model| model.column(index)).all(|column| {
                column.width() == fitted.width()
                    && matches!(column.kind, InputKind::Number(_)) == matches!(fitted, ColumnFit::Number(_))
            })
        };
        let n_columns = usize::from(device.payload().columns);
        let is_whole =
            columns.len() == n_columns && reference.columns.len() == n_columns && (0..).zip(&columns).all(alike);
        let n_rows = match &refit.rows {
            RefitRows::All => data.len(),
            RefitRows::Centroids(centroids) => centroids.len() / usize::from(model.payload().numbers).max(1),
            RefitRows::Prototypes(_) => model.payload().rows as usize,
        };
        if !is_whole || (device.payload().head != Head::Encode && n_rows != device.payload().rows as usize) {
            let other =
                "fitting the recipe in the model again gives a different model; was it written by another version?";
            return Err(Error::data(Place::file(&data.source.name), other));
        }
        reference.fitted = Some(columns);
        reference.unrounded_rows = !matches!(refit.rows, RefitRows::Prototypes(_));
        match refit.rows {
            RefitRows::All if model.payload().head != Head::Encode => {
                reference.rows = reference.encode_rows(&data, &training, values)?;
            }
            RefitRows::Centroids(centroids) => reference.rows.numbers = centroids,
            RefitRows::All | RefitRows::Prototypes(_) => {}
        }
        Ok(reference)
    }

    /// Encodes the training rows, with the training-time outputs of the columns that have them.
    fn encode_rows(&self, data: &Dataset, training: &[Option<Vec<f64>>], values: Vec<f64>) -> Result<StoredRows> {
        let mut rows = StoredRows { ids: (0..self.model.payload().rows).collect(), values, ..StoredRows::default() };
        for row in 0..data.len() {
            let mut query = self.query(data, row)?;
            for (column, outputs) in self.columns.iter().zip(training) {
                let (slot, width) = (usize::from(column.slot), column.width());
                if let Some(outputs) = outputs {
                    query.numbers[slot..slot + width].copy_from_slice(&outputs[row * width..(row + 1) * width]);
                }
            }
            rows.numbers.append(&mut query.numbers);
            rows.codes.append(&mut query.codes);
        }
        Ok(rows)
    }

    /// Returns whether the rows are not rounded.
    pub(super) fn has_unrounded_rows(&self) -> bool {
        self.unrounded_rows
    }

    /// Returns the column at `index`.
    pub(super) fn column(&self, index: u16) -> Option<&InputColumn<'m>> {
        self.columns.get(usize::from(index))
    }

    /// Returns the range of the stored targets, or 0 if there are none.
    pub(super) fn range_of_values(&self) -> f64 {
        let values = || self.rows.values.iter().copied();
        match (values().reduce(f64::min), values().reduce(f64::max)) {
            (Some(low), Some(high)) => high - low,
            _ => 0.0,
        }
    }

    /// Encodes a row of data; a rejected cell is encoded as 0, because the device reports it.
    ///
    /// # Errors
    /// [`Error::Data`] for a column that does not exist.
    pub(super) fn query(&self, data: &Dataset, row: usize) -> Result<Query> {
        let names = self.model.column_names().expect("checked when the model was loaded");
        let mut query = Query {
            numbers: vec![0.0; usize::from(self.model.payload().numbers)],
            codes: vec![0; usize::from(self.model.payload().codes)],
        };
        for (index, (name, column)) in names.iter().zip(&self.columns).enumerate() {
            let cells = &data.column(name)?.cells;
            let slot = usize::from(column.slot);
            match (&column.kind, cells) {
                (InputKind::Number(number), Cells::Numbers(values)) => {
                    let number = self.number(index, number);
                    let missing = !values[row].is_finite();
                    let raw = if missing { number.imputed.unwrap_or(0.0) } else { values[row] };
                    query.numbers[slot] = number.scaler.map_or(raw, |(offset, scale)| (raw - offset) * scale);
                    if let Some(outputs) = number.indicator {
                        query.numbers[slot + 1] = outputs[usize::from(missing)];
                    }
                }
                (InputKind::Category(category), cells) => {
                    let text = match cells {
                        Cells::Categories(categories) => categories.text(row),
                        Cells::Numbers(_) => None,
                    };
                    let code = match text {
                        None => category.missing,
                        Some(text) => category.find(nearkin::Value::Text(text)).or(category.unknown),
                    };
                    let code = code.unwrap_or(0);
                    if column.expanded {
                        let outputs = self.outputs(index, code);
                        for (number, output) in query.numbers[slot..].iter_mut().zip(outputs) {
                            *number = if category.shared { *number + output } else { output };
                        }
                    } else {
                        query.codes[slot] = code;
                    }
                }
                _ => {}
            }
        }
        Ok(query)
    }

    /// Predicts a query by comparing every row.
    pub(super) fn predict(&self, query: &Query) -> ReferencePrediction {
        let payload = self.model.payload();
        let (n, codes) = (usize::from(payload.numbers), usize::from(payload.codes));
        let mut ranked: Vec<(f64, u32)> = (0..payload.rows as usize)
            .map(|row| {
                let numbers = &self.rows.numbers[row * n..(row + 1) * n];
                let codes = &self.rows.codes[row * codes..(row + 1) * codes];
                (self.distance(query, numbers, codes), self.rows.ids[row])
            })
            .collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let k = (self.model.n_neighbors() as usize).min(ranked.len());
        let answer = match payload.head {
            Head::Classify(vote) => Answer::Class(self.winner(&ranked[..k], vote.weighting)),
            Head::Regress(vote) => {
                let weights = weights(&ranked[..k], vote.weighting);
                let sum: f64 = ranked[..k].iter().zip(&weights).map(|(n, w)| w * self.rows.values[n.1 as usize]).sum();
                #[expect(clippy::cast_possible_truncation, reason = "the device returns an f32")]
                let value = (sum / weights.iter().sum::<f64>()) as f32;
                Answer::Value(value)
            }
            Head::Cluster | Head::Encode => {
                Answer::Cluster { cluster: ranked.first().map_or(0, |nearest| nearest.1), score: 0.0 }
            }
        };
        ReferencePrediction { answer, ranked, k }
    }

    /// Returns the class of a row number.
    fn class(&self, row: u32) -> u16 {
        self.model.class_of(&Neighbor { rank: 0, row })
    }

    /// Returns the weight of a class among the `k` nearest rows, and the distance to the nearest row of the class.
    pub(super) fn standing(&self, prediction: &ReferencePrediction, class: u16) -> (f64, Option<f64>) {
        let weighting = match self.model.payload().head {
            Head::Classify(vote) => vote.weighting,
            _ => Weighting::Uniform,
        };
        let near = &prediction.ranked[..prediction.k];
        let weights = weights(near, weighting);
        let votes = near.iter().zip(weights).filter(|(n, _)| self.class(n.1) == class).map(|(_, w)| w).sum();
        let nearest = prediction.ranked.iter().find(|n| self.class(n.1) == class).map(|n| n.0);
        (votes, nearest)
    }

    /// Returns the parameters of the numeric column at `index`.
    fn number(&self, index: usize, number: &Number) -> WideNumber {
        match self.fitted.as_ref().and_then(|fitted| fitted.get(index)) {
            Some(ColumnFit::Number(fitted)) => WideNumber {
                imputed: fitted.imputed,
                scaler: fitted.scaling.map(|scaling| (scaling.offset, scaling.scale)),
                indicator: fitted.indicator,
            },
            _ => WideNumber {
                imputed: number.imputed.map(f64::from),
                scaler: number.scaler.map(|scaler| (f64::from(scaler.offset), f64::from(scaler.scale))),
                indicator: number.indicator.map(|indicator| indicator.outputs.map(f64::from)),
            },
        }
    }

    /// Returns the fitted categorical column at `index`, if known.
    fn category(&self, index: usize) -> Option<&CategoryFit> {
        match self.fitted.as_ref().and_then(|fitted| fitted.get(index)) {
            Some(ColumnFit::Category(category)) => Some(category),
            _ => None,
        }
    }

    /// Returns the scaled outputs of a code of the column at `index`, `[width]`.
    fn outputs(&self, index: usize, code: u16) -> Vec<f64> {
        let column = &self.columns[index];
        let InputKind::Category(category) = &column.kind else { return Vec::new() };
        let slot = category.slot(code);
        if let Some(fitted) = self.category(index) {
            return fitted.outputs(code, slot);
        }
        let width = column.width();
        let is_on = |output: usize| slot.map(usize::from) == Some(output);
        match category.outputs {
            CodeOutputs::Table { rows, .. } => {
                let start = usize::from(code) * width;
                rows.get(start..start + width).unwrap_or(&[]).iter().map(|&value| f64::from(value)).collect()
            }
            CodeOutputs::OneHot { scaled: None, .. } => (0..width).map(|at| f64::from(u8::from(is_on(at)))).collect(),
            CodeOutputs::OneHot { scaled: Some((off, on)), .. } => {
                (0..width).map(|at| f64::from(if is_on(at) { on[at] } else { off[at] })).collect()
            }
        }
    }

    /// Calls `fold` with the difference of each output in which two codes of the column at `index` differ.
    fn differences(&self, index: usize, a: u16, b: u16, fold: &mut impl FnMut(f64)) {
        let InputKind::Category(category) = &self.columns[index].kind else { return };
        match category.outputs {
            CodeOutputs::Table { .. } => {
                self.outputs(index, a).iter().zip(self.outputs(index, b)).for_each(|(a, b)| fold(a - b));
            }
            // Only two outputs of a one-hot column differ; expanding thousands of levels would be slow.
            CodeOutputs::OneHot { scaled, .. } => {
                for output in [a, b].into_iter().filter_map(|code| category.slot(code)).map(usize::from) {
                    fold(match (self.category(index), scaled) {
                        (Some(fitted), _) => fitted.height(output),
                        (None, None) => 1.0,
                        (None, Some((off, on))) => f64::from(on[output]) - f64::from(off[output]),
                    });
                }
            }
        }
    }

    /// Returns the class with the largest weight; on a tie the smaller class.
    fn winner(&self, near: &[(f64, u32)], weighting: Weighting) -> u16 {
        let mut totals: Vec<(u16, f64)> = Vec::new();
        for (neighbor, weight) in near.iter().zip(weights(near, weighting)) {
            let class = self.class(neighbor.1);
            match totals.iter_mut().find(|(known, _)| *known == class) {
                Some((_, total)) => *total += weight,
                None => totals.push((class, weight)),
            }
        }
        totals.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        totals.first().map_or(0, |best| best.0)
    }

    /// Returns the distance of a query to a row.
    fn distance(&self, query: &Query, numbers: &[f64], codes: &[u16]) -> f64 {
        let metric = self.model.payload().metric;
        if matches!(metric, Metric::Cosine | Metric::Dot) {
            return product(metric, &query.numbers, numbers);
        }
        let mut sum = 0.0;
        let mut fold = |difference: f64| {
            sum = match metric {
                Metric::Euclidean => sum + difference * difference,
                Metric::Chebyshev => f64::max(sum, difference.abs()),
                Metric::Minkowski(p) => sum + libm::pow(difference.abs(), f64::from(p)),
                Metric::Hamming => sum + f64::from(u8::from(difference != 0.0)),
                _ => sum + difference.abs(),
            }
        };
        query.numbers.iter().zip(numbers).for_each(|(a, b)| fold(a - b));
        for ((&a, &b), &column) in query.codes.iter().zip(codes).zip(&self.coded) {
            if a == b {
                continue;
            }
            if metric == Metric::Hamming {
                fold(1.0);
            } else {
                self.differences(column, a, b, &mut fold);
            }
        }
        match metric {
            Metric::Euclidean => sum.sqrt(),
            Metric::Minkowski(p) => libm::pow(sum, 1.0 / f64::from(p)),
            Metric::Hamming => sum / (query.numbers.len() + query.codes.len()).max(1) as f64,
            _ => sum,
        }
    }
}

impl ReferencePrediction {
    /// Returns the relative difference in distance between the last row that votes and the first that does not, or `None` if
    /// all rows vote.
    pub(super) fn margin(&self) -> Option<f64> {
        let (last, next) = (self.ranked.get(self.k.checked_sub(1)?)?.0, self.ranked.get(self.k)?.0);
        Some(if next == 0.0 { 0.0 } else { (next - last) / next.abs() })
    }
}

/// Returns the cosine distance `1 - a.b / (|a| |b|)`, which is 1 if either vector is zero, or `-a.b` for the dot product.
fn product(metric: Metric, a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b);
    if metric == Metric::Dot {
        return -dot(a, b);
    }
    let norms = dot(a, a).sqrt() * dot(b, b).sqrt();
    if norms == 0.0 { 1.0 } else { 1.0 - dot(a, b) / norms }
}

/// Returns the weight of each neighbor.
fn weights(near: &[(f64, u32)], weighting: Weighting) -> Vec<f64> {
    let exact = near.first().is_some_and(|nearest| nearest.0 == 0.0);
    let weight = |distance: f64| match weighting {
        Weighting::Uniform => 1.0,
        Weighting::Distance if exact => f64::from(u8::from(distance == 0.0)),
        Weighting::Distance => 1.0 / distance,
    };
    near.iter().map(|neighbor| weight(neighbor.0)).collect()
}
