//! Whether powers of gaps stay within single precision.

use crate::emit::{Column, ColumnKind, Gap, ModelParts, OutputsPart};
use crate::fit::assemble::Stored;
use crate::recipe::Metric;
use crate::{Error, Result};

/// Refuses a power of Minkowski for which training rows may be infinitely far apart.
///
/// The sum of each column's widest gap, to the power, must be a number in single precision, in which devices compute.
///
/// # Errors
/// [`Error::Usage`] naming the column whose rows lie farthest apart.
pub(super) fn check(metric: Metric, parts: &ModelParts, stored: &Stored) -> Result<()> {
    let Metric::Minkowski(p) = metric else { return Ok(()) };
    let mut sum = 0.0;
    let mut widest = (0.0, "");
    for (index, column) in parts.columns.iter().enumerate() {
        for gap in gaps(parts, index, column, stored, p) {
            sum += libm::pow(gap, p);
            if gap > widest.0 {
                widest = (gap, &column.name);
            }
        }
    }
    if sum <= f64::from(f32::MAX) {
        return Ok(());
    }
    let (gap, name) = widest;
    Err(Error::usage(format!(
        "--metric {metric}: rows lie up to {gap:.3} apart in column {name:?}, and that to the power {p} is beyond single \
         precision, in which devices compute; take a smaller power, or chebyshev, which large powers come near to"
    )))
}

/// The widest gap of each output of a column.
fn gaps(parts: &ModelParts, index: usize, column: &Column, stored: &Stored, p: f64) -> Vec<f64> {
    if column.is_expanded() {
        let first = usize::from(column.slot);
        let at =
            |slot: usize| stored.words.chunks_exact(stored.stride.max(1)).map(move |row| f32::from_bits(row[slot]));
        return (first..first + column.width()).map(|slot| range(at(slot))).collect();
    }
    let coded = parts.coded.iter().find(|coded| coded.column == index);
    match (coded.map(|coded| &coded.gap), &column.kind) {
        // Two levels differ by the sum of their weights, which are powers already.
        (Some(Gap::Uniform { weight, .. }), _) => vec![libm::pow(2.0 * f64::from(f32::from_bits(*weight)), 1.0 / p)],
        (Some(Gap::Weights(weights)), _) => {
            let most = weights.iter().fold(0.0f32, |most, &weight| most.max(f32::from_bits(weight)));
            vec![libm::pow(2.0 * f64::from(most), 1.0 / p)]
        }
        (Some(Gap::Table), ColumnKind::Category(category)) => match &category.outputs {
            OutputsPart::Table { rows, .. } => {
                let width = column.width().max(1);
                (0..width).map(|output| range(rows.iter().skip(output).step_by(width).copied())).collect()
            }
            OutputsPart::OneHot { .. } => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The largest less the smallest; 0 for none.
fn range(values: impl Iterator<Item = f32>) -> f64 {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x.into()), high.max(x.into())));
    (high - low).max(0.0)
}
