//! The outputs of each code as a table of numbers: stored, or computed on demand.

use crate::encoders::contrast::Contrast;

/// A row of numbers for each code: the levels in code order, then missing, then unknown.
///
/// Rows of contrasts are not stored, because they have about as many outputs as levels: thousands of levels would need
/// hundreds of megabytes.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodingTable {
    width: usize,
    /// Number of outputs of the method, which precede the indicators.
    method_width: usize,
    level_rows: LevelRows,
    /// The level index of each code.
    level_indices: Vec<usize>,
    missing: FallbackRow,
    unknown: FallbackRow,
}

/// The method's outputs by level index.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LevelRows {
    /// Stored, row by row.
    Stored(Vec<f64>),
    /// Computed by a formula.
    Contrasts(Contrast),
}

/// The row of a cell that is not a level.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FallbackRow {
    /// The method's outputs.
    pub outputs: FallbackOutputs,
    /// The indicators that follow; for a level they are zeros.
    pub indicators: Vec<f64>,
}

/// The method's outputs in a fallback row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FallbackOutputs {
    /// The outputs of a level index.
    Level(usize),
    /// The same number in every output.
    Constant(f64),
    /// These numbers.
    Values(Vec<f64>),
}

impl EncodingTable {
    /// Creates a table of the levels with the given indices; each row of `level_rows` has `method_width` outputs.
    pub(super) fn new(
        level_rows: LevelRows,
        method_width: usize,
        level_indices: &[usize],
        missing: FallbackRow,
        unknown: FallbackRow,
    ) -> Self {
        let width = method_width + missing.indicators.len();
        Self { width, method_width, level_rows, level_indices: level_indices.to_vec(), missing, unknown }
    }

    /// Returns the number of outputs, which is 0 for contrasts of one level.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Writes the outputs of `code` to `row`, `[width]`. Code `L` is a missing cell, `L + 1` an unknown level. O(width).
    ///
    /// # Panics
    /// If the code does not exist, or the length of `row` is not the width of the table.
    pub fn write(&self, code: usize, row: &mut [f64]) {
        let (own, indicators) = row.split_at_mut(self.method_width);
        let Some(&level) = self.level_indices.get(code) else {
            let fallback = [&self.missing, &self.unknown][code - self.level_indices.len()];
            match &fallback.outputs {
                FallbackOutputs::Level(level) => self.write_level(*level, own),
                FallbackOutputs::Constant(value) => own.fill(*value),
                FallbackOutputs::Values(values) => own.copy_from_slice(values),
            }
            indicators.copy_from_slice(&fallback.indicators);
            return;
        };
        self.write_level(level, own);
        indicators.fill(0.0);
    }

    fn write_level(&self, level: usize, own: &mut [f64]) {
        match &self.level_rows {
            LevelRows::Stored(rows) => own.copy_from_slice(&rows[level * own.len()..][..own.len()]),
            LevelRows::Contrasts(contrast) => contrast.write(level, own),
        }
    }

    /// Returns all rows, row by row: `(L + 2) * width` numbers, each converted from its output index and value by `convert`.
    pub fn numbers<T>(&self, convert: impl Fn(usize, f64) -> T) -> Vec<T> {
        let codes = self.level_indices.len() + 2;
        let mut row = vec![0.0; self.width];
        let mut numbers = Vec::with_capacity(codes * self.width);
        for code in 0..codes {
            self.write(code, &mut row);
            numbers.extend(row.iter().enumerate().map(|(output, &value)| convert(output, value)));
        }
        numbers
    }

    /// Returns the first number of the table that is not finite, if any.
    pub(super) fn not_finite(&self) -> Option<f64> {
        let levels = self.level_indices.len();
        // The formulas of contrasts are always finite.
        let first = if matches!(self.level_rows, LevelRows::Stored(_)) { 0 } else { levels };
        let mut row = vec![0.0; self.width];
        (first..levels + 2).find_map(|code| {
            self.write(code, &mut row);
            row.iter().copied().find(|value| !value.is_finite())
        })
    }
}
