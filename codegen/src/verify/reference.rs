//! The `f64` reference: a model's parameters, wide arithmetic, every stored row compared.

use nearkin::encode::{Column, Kind, Outputs};
use nearkin::format::{Head, Weighting};
use nearkin::{Metric, Model, Neighbor};

use super::stored::StoredRows;
use crate::data::{Cells, Dataset};
use crate::error::Result;
use crate::predict::Answer;

/// A model whose rows are compared in `f64`.
pub(super) struct Reference<'m> {
    model: Model<'m>,
    columns: Vec<Column<'m>>,
    rows: StoredRows,
    /// The columns that are stored as codes, in stored order.
    coded: Vec<usize>,
}

/// A row as the reference sees it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Query {
    /// In the order of stored numbers.
    pub(super) numbers: Vec<f64>,
    /// In the order of stored codes.
    pub(super) codes: Vec<u16>,
}

/// What the reference answers, with what shows how near a decision was.
#[derive(Debug, Clone)]
pub(super) struct Judgement {
    pub(super) answer: Answer,
    /// All rows by distance, then by number.
    pub(super) ranked: Vec<(f64, u32)>,
    k: usize,
}

impl<'m> Reference<'m> {
    pub(super) fn new(model: Model<'m>) -> Self {
        let columns: Vec<Column<'m>> = (0..model.payload().columns).filter_map(|index| model.column(index)).collect();
        let mut coded: Vec<usize> = (0..columns.len()).filter(|&index| !columns[index].expanded).collect();
        coded.sort_by_key(|&index| columns[index].slot);
        Self { rows: StoredRows::of(&model), model, columns, coded }
    }

    /// The column at `index`.
    pub(super) fn column(&self, index: u16) -> Option<&Column<'m>> {
        self.columns.get(usize::from(index))
    }

    /// The largest less the smallest stored target (0 where there are none).
    pub(super) fn range_of_values(&self) -> f64 {
        let values = || self.rows.values.iter().copied();
        match (values().reduce(f64::min), values().reduce(f64::max)) {
            (Some(low), Some(high)) => high - low,
            _ => 0.0,
        }
    }

    /// Encodes a row of data; a refused cell is the device's error, so it is taken as 0 here.
    ///
    /// # Errors
    /// [`crate::Error::Data`] where a column is not there.
    pub(super) fn query(&self, data: &Dataset, row: usize) -> Result<Query> {
        let names = self.model.column_names().expect("checked when the model was loaded");
        let mut query = Query {
            numbers: vec![0.0; usize::from(self.model.payload().numbers)],
            codes: vec![0; usize::from(self.model.payload().codes)],
        };
        for (name, column) in names.iter().zip(&self.columns) {
            let cells = &data.column(name)?.cells;
            let slot = usize::from(column.slot);
            match (&column.kind, cells) {
                (Kind::Number(number), Cells::Numbers(values)) => {
                    let missing = !values[row].is_finite();
                    let raw = if missing { number.imputed.map_or(0.0, f64::from) } else { values[row] };
                    query.numbers[slot] =
                        number.scaler.map_or(raw, |s| (raw - f64::from(s.offset)) * f64::from(s.scale));
                    if let Some(indicator) = number.indicator {
                        query.numbers[slot + 1] = f64::from(indicator.outputs[usize::from(missing)]);
                    }
                }
                (Kind::Category(category), cells) => {
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
                        let outputs = outputs(column, code);
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

    /// Answers a query by comparing every row.
    pub(super) fn judge(&self, query: &Query) -> Judgement {
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
                #[allow(clippy::cast_possible_truncation)] // the answer's own type
                let value = (sum / weights.iter().sum::<f64>()) as f32;
                Answer::Value(value)
            }
            Head::Cluster | Head::Encode => {
                Answer::Cluster { cluster: ranked.first().map_or(0, |nearest| nearest.1), score: 0.0 }
            }
        };
        Judgement { answer, ranked, k }
    }

    /// The class of a row number.
    fn class(&self, row: u32) -> u16 {
        self.model.class_of(&Neighbor { rank: 0, row })
    }

    /// The weight of a class among the `k` nearest of a judgement, and the distance to its nearest row.
    pub(super) fn standing(&self, judgement: &Judgement, class: u16) -> (f64, Option<f64>) {
        let weighting = match self.model.payload().head {
            Head::Classify(vote) => vote.weighting,
            _ => Weighting::Uniform,
        };
        let near = &judgement.ranked[..judgement.k];
        let weights = weights(near, weighting);
        let votes = near.iter().zip(weights).filter(|(n, _)| self.class(n.1) == class).map(|(_, w)| w).sum();
        let nearest = judgement.ranked.iter().find(|n| self.class(n.1) == class).map(|n| n.0);
        (votes, nearest)
    }

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

    fn distance(&self, query: &Query, numbers: &[f64], codes: &[u16]) -> f64 {
        let metric = self.model.payload().metric;
        if matches!(metric, Metric::Cosine | Metric::Dot) {
            return product(metric, &query.numbers, numbers);
        }
        let mut sum = 0.0;
        let mut fold = |gap: f64| {
            sum = match metric {
                Metric::Euclidean => sum + gap * gap,
                Metric::Chebyshev => f64::max(sum, gap.abs()),
                Metric::Minkowski(p) => sum + libm::pow(gap.abs(), f64::from(p)),
                Metric::Hamming => sum + f64::from(u8::from(gap != 0.0)),
                _ => sum + gap.abs(),
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
                gaps(&self.columns[column], a, b, &mut fold);
            }
        }
        match metric {
            Metric::Euclidean => sum.sqrt(),
            Metric::Minkowski(p) => libm::pow(sum, 1.0 / f64::from(p)),
            #[allow(clippy::cast_precision_loss)] // a few thousand columns
            Metric::Hamming => sum / (query.numbers.len() + query.codes.len()).max(1) as f64,
            _ => sum,
        }
    }
}

impl Judgement {
    /// How much farther the first row that does not vote is than the last that does, relative; `None` when all vote.
    pub(super) fn boundary(&self) -> Option<f64> {
        let (last, next) = (self.ranked.get(self.k.checked_sub(1)?)?.0, self.ranked.get(self.k)?.0);
        Some(if next == 0.0 { 0.0 } else { (next - last) / next.abs() })
    }
}

/// `1 - a.b / (|a| |b|)`, 1 when either is zero; `-a.b` for the product.
fn product(metric: Metric, a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b);
    if metric == Metric::Dot {
        return -dot(a, b);
    }
    let norms = dot(a, a).sqrt() * dot(b, b).sqrt();
    if norms == 0.0 { 1.0 } else { 1.0 - dot(a, b) / norms }
}

fn weights(near: &[(f64, u32)], weighting: Weighting) -> Vec<f64> {
    let exact = near.first().is_some_and(|nearest| nearest.0 == 0.0);
    let weight = |distance: f64| match weighting {
        Weighting::Uniform => 1.0,
        Weighting::Distance if exact => f64::from(u8::from(distance == 0.0)),
        Weighting::Distance => 1.0 / distance,
    };
    near.iter().map(|neighbor| weight(neighbor.0)).collect()
}

/// The outputs of a code, scaled, `[width]`.
fn outputs(column: &Column<'_>, code: u16) -> Vec<f64> {
    let width = column.width();
    let Kind::Category(category) = &column.kind else { return Vec::new() };
    match category.outputs {
        Outputs::Table { rows, .. } => {
            let start = usize::from(code) * width;
            rows.get(start..start + width).unwrap_or(&[]).iter().map(|&output| f64::from(output)).collect()
        }
        Outputs::OneHot { scaled, .. } => {
            let slot = category.slot(code).map(usize::from);
            let output = |at: usize| match scaled {
                None => f32::from(u8::from(slot == Some(at))),
                Some((off, on)) => {
                    if slot == Some(at) {
                        on[at]
                    } else {
                        off[at]
                    }
                }
            };
            (0..width).map(|at| f64::from(output(at))).collect()
        }
    }
}

/// Folds in the gap of each output in which two codes differ.
fn gaps(column: &Column<'_>, a: u16, b: u16, fold: &mut impl FnMut(f64)) {
    let Kind::Category(category) = &column.kind else { return };
    match category.outputs {
        Outputs::Table { .. } => {
            outputs(column, a).iter().zip(outputs(column, b)).for_each(|(a, b)| fold(a - b));
        }
        // Only two outputs of a one-hot column differ; thousands of levels are not expanded for them.
        Outputs::OneHot { scaled, .. } => {
            for slot in [a, b].into_iter().filter_map(|code| category.slot(code)).map(usize::from) {
                fold(scaled.map_or(1.0, |(off, on)| f64::from(on[slot]) - f64::from(off[slot])));
            }
        }
    }
}
