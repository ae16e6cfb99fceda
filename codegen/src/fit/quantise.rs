//! Integer storage: one shared step, a zero for each number, and a bound for the query.

use nearkin::encode::{Affine, Number};
use nearkin::format::Storage;

use crate::emit::{Column, ColumnKind, OutputsPart};
use crate::fit::number::narrow;
use crate::recipe::Metric;

/// The largest integer distance: sums stay below 2^31.
const LARGEST_SUM: f64 = 2_147_483_647.0;

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
}

/// Chooses step, zeros and bound, and writes the columns' integer parameters.
///
/// The step is the coarsest that keeps every stored value exactly, where all values lie on a common grid that fits;
/// else the widest number uses the full range of the storage.
pub(super) fn apply(
    columns: &mut [Column],
    ranges: &Ranges,
    grid: Option<f64>,
    metric: Metric,
    narrowest: bool,
) -> Storage {
    let numbers = ranges.low.len();
    let mut zeros = vec![0.0; numbers];
    let mut half = 0.0f64;
    for column in columns.iter() {
        let slot = usize::from(column.slot);
        if let ColumnKind::Number(number) = &column.kind {
            let (low, high) = (ranges.low[slot], ranges.high[slot]);
            let middle = low + (high - low) / 2.0;
            zeros[slot] = grid.map_or(middle, |grid| low + grid * ((middle - low) / grid).floor());
            half = half.max(high - zeros[slot]).max(zeros[slot] - low);
            half = number.indicator.map_or(half, |i| half.max(f64::from(i.outputs[0].abs().max(i.outputs[1].abs()))));
        } else if column.is_expanded() {
            for at in slot..slot + column.width() {
                half = half.max(ranges.low[at].abs()).max(ranges.high[at].abs());
            }
        }
    }
    let coded: Vec<f64> = columns.iter().filter(|column| !column.is_expanded()).map(widest_gap).collect();
    if half <= 0.0 {
        // No number varies; the largest gap of a code sets the scale.
        half = coded.iter().copied().fold(1.0, f64::max);
    }
    #[allow(clippy::cast_precision_loss)] // at most a thousand
    let count = numbers as f64;
    let limit = if narrowest {
        127.0
    } else {
        // Rows up to R, queries up to 2 R: numbers (3 R)^2 and the coded gaps stay below the largest sum.
        let reach: f64 = coded.iter().map(|gap| (gap / half) * (gap / half)).sum();
        libm::sqrt(LARGEST_SUM / (9.0 * count + reach).max(1.0)).floor().min(10_922.0)
    };
    let step = match grid {
        Some(grid) if half / grid <= limit => grid,
        _ => half / limit,
    };
    let largest = (half / step).ceil() + 1.0;
    // Each coded gap may be one unit larger for each of its ends, by rounding.
    let reach: f64 = coded.iter().map(|gap| (gap / step + 2.0) * (gap / step + 2.0)).sum();
    let bound = match metric {
        Metric::Euclidean => libm::sqrt((LARGEST_SUM - reach).max(0.0) / count.max(1.0)).floor() - largest,
        _ => 32_767.0,
    };
    #[allow(clippy::cast_possible_truncation)] // clamped to the type's range
    let bound = bound.clamp(1.0, 32_767.0 - largest.max(128.0)) as i16;
    for column in columns.iter_mut() {
        store(column, &zeros, step, largest);
    }
    if narrowest { Storage::I8 { step: narrow(step), bound } } else { Storage::I16 { step: narrow(step), bound } }
}

/// Writes a column's integer parameters.
fn store(column: &mut Column, zeros: &[f64], step: f64, largest: f64) {
    let units = |value: f32| integer(f64::from(value) / step, largest);
    let slot = usize::from(column.slot);
    match &mut column.kind {
        ColumnKind::Number(number) => {
            number.quantiser = Some(quantiser(number, zeros[slot], step));
            if let Some(indicator) = &mut number.indicator {
                indicator.stored = indicator.outputs.map(units);
            }
        }
        ColumnKind::Category(category) => match &mut category.outputs {
            OutputsPart::Table { rows, stored } => {
                // The gap of two codes must not overflow, whatever the table holds.
                let units = |value: f32| integer(f64::from(value) / step, 16_383.0);
                *stored = rows.iter().map(|&value| units(value)).collect();
            }
            OutputsPart::OneHot { scaled, stored, .. } if category.expanded => {
                let width = usize::from(category.width);
                let pair = |slot: usize| match scaled {
                    Some((off, on)) => [units(off[slot]), units(on[slot])],
                    None => [0, units(1.0)],
                };
                *stored = (0..width).flat_map(pair).collect();
            }
            OutputsPart::OneHot { .. } => {}
        },
    }
}

/// Raw number to stored integer: the scaler, the zero and the step in one.
fn quantiser(number: &Number, zero: f64, step: f64) -> Affine {
    let (offset, scale) = number.scaler.map_or((0.0, 1.0), |s| (f64::from(s.offset), f64::from(s.scale)));
    Affine { offset: narrow(offset + zero / scale), scale: narrow(scale / step) }
}

/// The largest gap of two codes of a coded column, in scaled units.
fn widest_gap(column: &Column) -> f64 {
    let ColumnKind::Category(category) = &column.kind else { return 0.0 };
    match &category.outputs {
        OutputsPart::OneHot { scaled: None, .. } => core::f64::consts::SQRT_2,
        OutputsPart::OneHot { scaled: Some((off, on)), .. } => {
            let heights = off.iter().zip(on).map(|(off, on)| f64::from((on - off).abs()));
            heights.fold(0.0, f64::max) * core::f64::consts::SQRT_2
        }
        OutputsPart::Table { rows, .. } => {
            let largest = rows.iter().map(|value| f64::from(value.abs())).fold(0.0, f64::max);
            #[allow(clippy::cast_precision_loss)] // a width fits 16 bits
            let width = column.width() as f64;
            2.0 * largest * libm::sqrt(width)
        }
    }
}

/// Rounds half away from zero, within `largest`.
#[allow(clippy::cast_possible_truncation)] // clamped first
pub(super) fn integer(value: f64, largest: f64) -> i16 {
    value.round().clamp(-largest, largest).clamp(-32_767.0, 32_767.0) as i16
}

/// The step of a grid on which every number lies exactly, if it is coarse enough to matter.
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
                    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked just above
                    let gap = gap as u64;
                    divisor = gcd(divisor, gap);
                    if divisor == 1 {
                        return Some(1.0 / 16.0);
                    }
                }
            }
        }
    }
    #[allow(clippy::cast_precision_loss)] // below 1e9
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
        assert_eq!([integer(0.5, 9.0), integer(-1.5, 9.0), integer(20.0, 9.0)], [1, -2, 9]);
    }
}
