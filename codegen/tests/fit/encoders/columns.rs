//! Columns of golden files as the encoders read them, and comparison of numbers.

use nearkin_codegen::encoders::{ColumnInput, Encoding, MISSING_LEVEL};
use serde_json::Value;

use crate::golden::golden;
pub(crate) use crate::golden::number;

/// A cell: `None` is missing.
pub(crate) type Cell = Option<String>;

/// Reads a golden file.
pub(crate) fn load(name: &str) -> Value {
    golden(&format!("{name}.json"))
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

pub(crate) fn matrix(value: &Value) -> Vec<Vec<f64>> {
    list(value).iter().map(numbers).collect()
}

pub(crate) fn cell(value: &Value) -> Cell {
    value.as_str().map(str::to_owned)
}

/// Rows of cells as columns.
pub(crate) fn columns(rows: &Value, count: usize) -> Vec<Vec<Cell>> {
    (0..count).map(|at| list(rows).iter().map(|row| cell(&row[at])).collect()).collect()
}

pub(crate) fn cells(texts: &[&str]) -> Vec<Cell> {
    texts.iter().map(|&text| Some(text.to_owned())).collect()
}

/// A column as input of the encoders: distinct levels in order of appearance, a code for each row.
pub(crate) struct Coded {
    pub(crate) levels: Vec<String>,
    pub(crate) codes: Vec<u32>,
}

impl Coded {
    pub(crate) fn new(cells: &[Cell]) -> Self {
        let mut levels: Vec<String> = Vec::new();
        let codes = cells
            .iter()
            .map(|cell| match cell {
                None => MISSING_LEVEL,
                Some(text) => u32::try_from(levels.iter().position(|level| level == text).unwrap_or_else(|| {
                    levels.push(text.clone());
                    levels.len() - 1
                }))
                .unwrap(),
            })
            .collect();
        Self { levels, codes }
    }

    pub(crate) fn input(&self) -> ColumnInput<'_> {
        ColumnInput::new(&self.levels, &self.codes)
    }

    /// The outputs of a cell, as the device would look it up; `None` where it is refused.
    pub(crate) fn encode(&self, encoding: &Encoding, cell: &Cell) -> Option<Vec<f64>> {
        match cell {
            None => encoding.outputs_of(encoding.missing_code()),
            Some(text) => encoding.outputs_of_text(text).or_else(|| {
                let code = (0..encoding.levels.len())
                    .find(|&code| encoding.level(&self.levels, code) == Some(text.as_str()))
                    .unwrap_or(encoding.unknown_code());
                encoding.outputs_of(code)
            }),
        }
    }

    /// The training rows: as recorded at fit where they differ from the table, else looked up.
    pub(crate) fn training(&self, encoding: &Encoding, cells: &[Cell]) -> Vec<Vec<f64>> {
        match &encoding.training {
            Some(rows) => rows.chunks(encoding.width()).map(<[f64]>::to_vec).collect(),
            None => cells.iter().map(|cell| self.encode(encoding, cell).unwrap()).collect(),
        }
    }
}

/// The tiny data sets: columns, new rows, and both targets.
pub(crate) fn tiny(name: &str) -> Value {
    load("data_tiny")["sets"][name].clone()
}

/// The penguins' column.
pub(crate) fn penguins(name: &str) -> Vec<Value> {
    let data = load("data_penguins");
    let at = list(&data["columns"]).iter().position(|column| column == name).unwrap();
    list(&data["rows"]).iter().map(|row| row[at].clone()).collect()
}

/// The penguins' target of that name.
pub(crate) fn penguin_target(name: &str) -> Vec<f64> {
    let equals = |column: &str, class: &str| {
        penguins(column).iter().map(|value| f64::from(u8::from(value == class))).collect::<Vec<f64>>()
    };
    match name {
        "is_male" => equals("sex", "Male"),
        "is_gentoo" => equals("species", "Gentoo"),
        _ => penguins(name).iter().map(number).collect(),
    }
}

/// How near an answer must be.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Within {
    /// By a share of the recorded value; small values count relative to a thousandth.
    Relative(f64),
    /// By this amount, for any value.
    Absolute(f64),
}

impl From<f64> for Within {
    fn from(share: f64) -> Self {
        Self::Relative(share)
    }
}

impl Within {
    fn of(self, value: f64) -> f64 {
        match self {
            Self::Relative(share) => share * value.abs().max(1e-3),
            Self::Absolute(gap) => gap,
        }
    }
}

/// Asserts that each value is [`Within`] the tolerance; NaN equals NaN, infinities equal themselves.
#[track_caller]
pub(crate) fn assert_close(got: &[f64], want: &[f64], tolerance: impl Into<Within>, what: &str) {
    let tolerance = tolerance.into();
    assert_eq!(got.len(), want.len(), "{what}: got {got:?}, want {want:?}");
    for (&g, &w) in got.iter().zip(want) {
        let same = g.total_cmp(&w).is_eq() || (g.is_nan() && w.is_nan());
        let near = (g - w).abs() <= tolerance.of(w);
        assert!(same || near, "{what}: got {got:?}, want {want:?}");
    }
}

#[track_caller]
pub(crate) fn assert_rows_close(got: &[Vec<f64>], want: &[Vec<f64>], tolerance: impl Into<Within>, what: &str) {
    let tolerance = tolerance.into();
    assert_eq!(got.len(), want.len(), "{what}: rows");
    for (row, (got, want)) in got.iter().zip(want).enumerate() {
        assert_close(got, want, tolerance, &format!("{what}, row {row}"));
    }
}
