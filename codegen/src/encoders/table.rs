//! The outputs of each code as numbers: kept, or worked out when asked for.

use crate::encoders::contrast::Contrast;

/// A row of numbers for each code: the levels in code order, then missing, then unknown.
///
/// Rows of contrasts are not kept: there are about as many outputs as levels, and thousands of levels would be hundreds
/// of megabytes.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodingTable {
    width: usize,
    /// FallbackOutputs of the method; those behind them are indicators.
    method_width: usize,
    level_rows: LevelRows,
    /// The place of each level.
    places: Vec<usize>,
    missing: FallbackRow,
    unknown: FallbackRow,
}

/// The method's own outputs of each place of its coding.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LevelRows {
    /// All of them, one row behind the other.
    Kept(Vec<f64>),
    /// A formula.
    Contrasts(Contrast),
}

/// The row of a cell that is no level.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FallbackRow {
    /// The method's own outputs.
    pub outputs: FallbackOutputs,
    /// The indicators behind them; those of a level are zeros.
    pub indicators: Vec<f64>,
}

/// The method's own outputs in a row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FallbackOutputs {
    /// Those of a place of the coding.
    Place(usize),
    /// One number everywhere.
    Same(f64),
    /// These.
    Given(Vec<f64>),
}

impl EncodingTable {
    /// A table of the levels at `places`; `level_rows` gives `method_width` outputs each.
    pub(super) fn new(
        level_rows: LevelRows,
        method_width: usize,
        places: &[usize],
        missing: FallbackRow,
        unknown: FallbackRow,
    ) -> Self {
        let width = method_width + missing.indicators.len();
        Self { width, method_width, level_rows, places: places.to_vec(), missing, unknown }
    }

    /// The number of outputs; 0 is legal (contrasts of one level).
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Writes the outputs of `code` to `row`, `[width]`: of a level, of a missing cell at `L`, of an unknown level at
    /// `L + 1`. O(width).
    ///
    /// # Panics
    /// When there is no such code, or `row` is not as long as the table is wide.
    pub fn write(&self, code: usize, row: &mut [f64]) {
        let (own, indicators) = row.split_at_mut(self.method_width);
        let Some(&place) = self.places.get(code) else {
            let line = [&self.missing, &self.unknown][code - self.places.len()];
            match &line.outputs {
                FallbackOutputs::Place(place) => self.write_place(*place, own),
                FallbackOutputs::Same(value) => own.fill(*value),
                FallbackOutputs::Given(values) => own.copy_from_slice(values),
            }
            indicators.copy_from_slice(&line.indicators);
            return;
        };
        self.write_place(place, own);
        indicators.fill(0.0);
    }

    fn write_place(&self, place: usize, own: &mut [f64]) {
        match &self.level_rows {
            LevelRows::Kept(rows) => own.copy_from_slice(&rows[place * own.len()..][..own.len()]),
            LevelRows::Contrasts(contrast) => contrast.write(place, own),
        }
    }

    /// All rows, one behind the other: `(L + 2) * width` numbers, each as `convert` makes it from its output and value.
    pub fn numbers<T>(&self, convert: impl Fn(usize, f64) -> T) -> Vec<T> {
        let codes = self.places.len() + 2;
        let mut row = vec![0.0; self.width];
        let mut numbers = Vec::with_capacity(codes * self.width);
        for code in 0..codes {
            self.write(code, &mut row);
            numbers.extend(row.iter().enumerate().map(|(output, &value)| convert(output, value)));
        }
        numbers
    }

    /// The first number of the table that is not finite, if any.
    pub(super) fn not_finite(&self) -> Option<f64> {
        let levels = self.places.len();
        // The formulas of contrasts give finite numbers only.
        let first = if matches!(self.level_rows, LevelRows::Kept(_)) { 0 } else { levels };
        let mut row = vec![0.0; self.width];
        (first..levels + 2).find_map(|code| {
            self.write(code, &mut row);
            row.iter().copied().find(|value| !value.is_finite())
        })
    }
}
