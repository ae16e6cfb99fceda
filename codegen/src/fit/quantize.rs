//! Integer storage: one shared step, a zero for each number, and a bound for the query.

use nearkin::encode::{Affine, Number};
use nearkin::format::RowStorage;

use crate::error::Place;
use crate::fit::f32_range;
use crate::model::{CategoryTable, ColumnKind, ModelColumn, OutputTable};
use crate::recipe::Metric;
use crate::statistics::narrow;
use crate::{Error, Result};

/// The largest integer distance: sums stay below 2^31.
const LARGEST_SUM: f64 = 2_147_483_647.0;

/// The most steps between two codes, over all coded columns: half of the largest sum is left to the numbers.
const WIDEST_GAP: f64 = 30_000.0;

/// How far the stored numbers reach: `[numbers]` smallest and largest value.
#[derive(Debug, Clone)]
pub(super) struct Ranges {
    low: Vec<f64>,
    high: Vec<f64>,
}

impl Ranges {
    /// Measures rows of `f32` in words, each row `stride` words of which the first `numbers` count.
    pub(super) fn of(rows: &[u32], stride: usize, numbers: usize) -> Self {
        let (mut low, mut high) = (vec![f64::INFINITY; numbers], vec![f64::NEG_INFINITY; numbers]);
        for row in rows.chunks_exact(stride.max(1)) {
            for ((word, low), high) in row.iter().zip(&mut low).zip(&mut high) {
                let value = f64::from(f32::from_bits(*word));
                *low = low.min(value);
                *high = high.max(value);
            }
        }
        Self { low, high }
    }

    /// Widens them to whatever a category or an indicator can give, seen in training or not: these outputs are not
    /// clamped and marked on the device as numbers are, so none may lie outside.
    ///
    /// Shared outputs add up: there the sum of all columns' largest counts, and of their smallest.
    pub(super) fn widen(&mut self, columns: &[ModelColumn]) {
        let mut shared: Vec<(f32, f32)> = Vec::new();
        for column in columns.iter().filter(|column| column.is_expanded()) {
            let first = usize::from(column.slot);
            match &column.kind {
                ColumnKind::Number(number) => {
                    if let Some(indicator) = &number.indicator {
                        indicator.outputs.iter().for_each(|&output| self.include(first + 1, output, output));
                    }
                }
                ColumnKind::Category(category) => {
                    let width = usize::from(category.width);
                    if category.shared {
                        shared.resize(width, (0.0, 0.0));
                        for (output, sum) in shared.iter_mut().enumerate() {
                            let (low, high) = ends(&category.outputs, output, width);
                            *sum = (sum.0 + low, sum.1 + high);
                            self.include(first + output, sum.0, sum.1);
                        }
                    } else {
                        for output in 0..width {
                            let (low, high) = ends(&category.outputs, output, width);
                            self.include(first + output, low, high);
                        }
                    }
                }
            }
        }
    }

    /// Refuses a number that reaches farther than single precision holds.
    ///
    /// # Errors
    /// With the column.
    fn check(&self, columns: &[ModelColumn]) -> Result<()> {
        for column in columns {
            let ColumnKind::Number(number) = &column.kind else { continue };
            let slot = usize::from(column.slot);
            // What a device takes the zero from is the cell itself, before it is scaled.
            let (offset, scale) = number.scaler.map_or((0.0, 1.0), |s| (f64::from(s.offset), f64::from(s.scale)));
            let [low, high] = [self.low[slot], self.high[slot]].map(|value| offset + value / scale);
            if high - low > f64::from(f32::MAX) {
                return Err(Error::data(
                    Place::default().column(&column.name),
                    format!(
                        "its numbers reach from {:e} to {:e}, farther than single precision holds (largest {:e}), and \
                         integers count from one end; divide the column, or use --storage f32",
                        narrow(low),
                        narrow(high),
                        f32::MAX
                    ),
                ));
            }
        }
        Ok(())
    }

    fn include(&mut self, slot: usize, low: f32, high: f32) {
        self.low[slot] = self.low[slot].min(f64::from(low));
        self.high[slot] = self.high[slot].max(f64::from(high));
    }
}

/// The smallest and the largest value of an output of `width`.
fn ends(outputs: &OutputTable, output: usize, width: usize) -> (f32, f32) {
    match outputs {
        OutputTable::Table { rows, .. } => {
            let values = rows.iter().skip(output).step_by(width);
            values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)))
        }
        OutputTable::OneHot { scaled: None, .. } => (0.0, 1.0),
        OutputTable::OneHot { scaled: Some((off, on)), .. } => {
            (off[output].min(on[output]), off[output].max(on[output]))
        }
    }
}

/// What integer storage was chosen.
#[derive(Debug, Clone)]
pub(super) struct Quantized {
    /// Step and bound.
    pub(super) storage: RowStorage,
    /// The step, before rounding to `f32`.
    pub(super) step: f64,
    /// The value, in scaled units, that each stored number's 0 stands for.
    pub(super) zeros: Vec<f64>,
    /// The smallest and the largest stored integer.
    pub(super) range: (f64, f64),
}

impl Quantized {
    /// The stored integer of a value in scaled units at `slot`.
    pub(super) fn integer(&self, slot: usize, value: f64) -> i16 {
        integer((value - self.zeros[slot]) / self.step, self.range)
    }

    /// An integer of a stored row, within its range.
    pub(super) fn held(&self, integer: i16) -> i16 {
        self::integer(integer.into(), self.range)
    }
}

/// Chooses step, zeros and bound, and writes the columns' integer parameters.
///
/// Bytes count up from each number's smallest value, 16-bit integers from its middle. The step is the coarsest that keeps
/// every stored value exactly, where all values lie on a common grid that fits; else the widest number uses the full
/// range of the storage.
///
/// # Errors
/// Where a column reaches farther than single precision holds.
pub(super) fn apply(
    columns: &mut [ModelColumn],
    ranges: &Ranges,
    grid: Option<f64>,
    metric: Metric,
    narrowest: bool,
) -> Result<Quantized> {
    ranges.check(columns)?;
    let numbers = ranges.low.len();
    let mut zeros: Vec<f64> = ranges
        .low
        .iter()
        .zip(&ranges.high)
        .map(|(&low, &high)| {
            let middle = low + (high - low) / 2.0;
            match (narrowest, grid) {
                (true, _) => low,
                (false, Some(grid)) => low + grid * ((middle - low) / grid).floor(),
                (false, None) => middle,
            }
        })
        .collect();
    // Shared outputs add up: a zero of their own would be taken away once for each column.
    for column in columns.iter().filter(|column| column.is_shared() && column.is_expanded()) {
        let first = usize::from(column.slot);
        zeros[first..first + column.width()].fill(0.0);
    }
    // The largest distance of a value from its zero.
    let reach = |slot: usize| (ranges.high[slot] - zeros[slot]).max(zeros[slot] - ranges.low[slot]);
    let mut widest = (0..numbers).map(reach).fold(0.0, f64::max);
    let coded: Vec<f64> = columns.iter().filter(|column| !column.is_expanded()).map(widest_gap).collect();
    if widest <= 0.0 {
        // No number varies; the largest gap of a code sets the scale.
        widest = coded.iter().copied().fold(1.0, f64::max);
    }
    let count = numbers as f64;
    let limit = if narrowest {
        255.0
    } else {
        // Rows up to R, queries up to 2 R: numbers (3 R)^2 and the coded gaps stay below the largest sum.
        let gaps: f64 = coded.iter().map(|gap| (gap / widest) * (gap / widest)).sum();
        libm::sqrt(LARGEST_SUM / (9.0 * count + gaps).max(1.0)).floor().min(10_922.0)
    };
    let step = match grid {
        Some(grid) if widest / grid <= limit => grid,
        _ => widest / limit,
    };
    // Outputs that are not scaled, such as a target's means, may be far apart beside scaled numbers.
    let step = step.max(libm::sqrt(coded.iter().map(|gap| gap * gap).sum()) / WIDEST_GAP);
    let largest = (widest / step).ceil() + 1.0;
    let units = columns.iter().filter(|column| !column.is_expanded()).map(rounding);
    let gaps: f64 = coded.iter().zip(units).map(|(gap, units)| (gap / step + units) * (gap / step + units)).sum();
    let bound = match metric {
        Metric::Euclidean => libm::sqrt((LARGEST_SUM - gaps).max(0.0) / count.max(1.0)).floor() - largest.max(limit),
        _ => 32_767.0,
    };
    #[expect(clippy::cast_possible_truncation, reason = "clamped to the type's range")]
    let bound = bound.clamp(1.0, 32_767.0 - largest.max(limit)) as i16;
    let range = if narrowest { (0.0, 255.0) } else { (-largest, largest) };
    let storage = if narrowest {
        RowStorage::I8 { step: narrow(step), bound }
    } else {
        RowStorage::I16 { step: narrow(step), bound }
    };
    let quantized = Quantized { storage, step, zeros, range };
    for column in columns.iter_mut() {
        store(column, &quantized);
    }
    f32_range::check_integers(columns)?;
    Ok(quantized)
}

/// Writes a column's integer parameters.
fn store(column: &mut ModelColumn, quantized: &Quantized) {
    let first = usize::from(column.slot);
    match &mut column.kind {
        ColumnKind::Number(number) => {
            number.quantizer = Some(quantizer(number, quantized.zeros[first], quantized.step));
            if let Some(indicator) = &mut number.indicator {
                indicator.stored = indicator.outputs.map(|output| quantized.integer(first + 1, f64::from(output)));
            }
        }
        ColumnKind::Category(category) => {
            let width = usize::from(category.width);
            let expanded = category.expanded;
            // Of a coded table only differences matter, so its zero is in the middle.
            let mut middles = vec![0.0; width];
            let units = |output: usize, value: f32, middles: &[f64]| {
                if expanded {
                    quantized.integer(first + output, f64::from(value))
                } else {
                    integer((f64::from(value) - middles[output]) / quantized.step, (-16_383.0, 16_383.0))
                }
            };
            match &mut category.outputs {
                OutputTable::Table { rows, stored } => {
                    for (output, middle) in middles.iter_mut().enumerate() {
                        let (low, high) = reach(rows.iter().skip(output).step_by(width));
                        *middle = low + (high - low) / 2.0;
                    }
                    *stored =
                        rows.iter().enumerate().map(|(at, &value)| units(at % width.max(1), value, &middles)).collect();
                }
                OutputTable::OneHot { scaled, stored, .. } if expanded => {
                    let pair = |slot: usize| {
                        let (off, on) = scaled.as_ref().map_or((0.0, 1.0), |(off, on)| (off[slot], on[slot]));
                        [units(slot, off, &middles), units(slot, on, &middles)]
                    };
                    *stored = (0..width).flat_map(pair).collect();
                }
                OutputTable::OneHot { .. } => {}
            }
        }
    }
}

/// Raw number to stored integer: the scaler, the zero and the step in one.
fn quantizer(number: &Number, zero: f64, step: f64) -> Affine {
    let (offset, scale) = number.scaler.map_or((0.0, 1.0), |s| (f64::from(s.offset), f64::from(s.scale)));
    Affine { offset: narrow(offset + zero / scale), scale: narrow(scale / step) }
}

/// The largest gap of two codes of a coded column, in scaled units.
fn widest_gap(column: &ModelColumn) -> f64 {
    let ColumnKind::Category(category) = &column.kind else { return 0.0 };
    match &category.outputs {
        OutputTable::OneHot { scaled: None, .. } => core::f64::consts::SQRT_2,
        OutputTable::OneHot { scaled: Some((off, on)), .. } => {
            let heights = off.iter().zip(on).map(|(off, on)| f64::from((on - off).abs()));
            heights.fold(0.0, f64::max) * core::f64::consts::SQRT_2
        }
        OutputTable::Table { rows, .. } => {
            // When it loads, a model is held to the widest output's gap for each of its outputs.
            let width = column.width();
            let widest = (0..width).fold(0.0, |widest: f64, output| {
                let (low, high) = reach(rows.iter().skip(output).step_by(width.max(1)));
                widest.max(high - low)
            });
            let outputs = width as f64;
            widest * libm::sqrt(outputs)
        }
    }
}

/// How many units a gap of two codes may grow by rounding: one for each end of each output.
fn rounding(column: &ModelColumn) -> f64 {
    match &column.kind {
        ColumnKind::Category(CategoryTable { outputs: OutputTable::Table { .. }, .. }) => {
            2.0 * libm::sqrt(column.width().max(1) as f64)
        }
        _ => 2.0,
    }
}

/// The smallest and the largest of some outputs.
fn reach<'v>(values: impl Iterator<Item = &'v f32>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| {
        (low.min(f64::from(value)), high.max(f64::from(value)))
    })
}

/// Rounds half away from zero, within a range.
#[expect(clippy::cast_possible_truncation, reason = "clamped first")]
fn integer(value: f64, (low, high): (f64, f64)) -> i16 {
    value.round().clamp(low, high).clamp(-32_767.0, 32_767.0) as i16
}

/// The step of a grid that contains every number exactly, if it is coarse enough to matter.
///
/// Values are tried as multiples of 1/16; rows as in [`Ranges::of`].
pub(super) fn common_grid(rows: &[u32], stride: usize, numbers: usize) -> Option<f64> {
    let mut divisor = 0u64;
    let mut first: Option<Vec<f64>> = None;
    for row in rows.chunks_exact(stride.max(1)) {
        let values = row.iter().take(numbers).map(|&word| f64::from(f32::from_bits(word)) * 16.0);
        match &first {
            None => first = Some(values.collect()),
            Some(first) => {
                for (value, start) in values.zip(first) {
                    let gap = (value - start).abs();
                    if gap.fract() != 0.0 || gap > 1e9 {
                        return None;
                    }
                    #[expect(clippy::cast_possible_truncation, reason = "checked just above")]
                    let gap = gap as u64;
                    divisor = gcd(divisor, gap);
                    if divisor == 1 {
                        return Some(1.0 / 16.0);
                    }
                }
            }
        }
    }
    (divisor > 0).then_some(divisor as f64 / 16.0)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(values: &[f32]) -> Vec<u32> {
        values.iter().map(|value| value.to_bits()).collect()
    }

    #[test]
    fn whole_numbers_lie_on_a_grid_and_thirds_do_not() {
        assert_eq!(common_grid(&words(&[0.0, 3.0, 9.0, 12.0]), 1, 1), Some(3.0));
        assert_eq!(common_grid(&words(&[0.5, 1.0, 0.25]), 1, 1), Some(0.25));
        assert_eq!(common_grid(&words(&[0.1, 1.0]), 1, 1), None);
        assert_eq!(common_grid(&words(&[4.0, 4.0]), 1, 1), None);
    }

    #[test]
    fn halves_round_away_from_zero_and_large_ones_are_held() {
        let within = (-9.0, 9.0);
        assert_eq!([integer(0.5, within), integer(-1.5, within), integer(20.0, within)], [1, -2, 9]);
    }
}
