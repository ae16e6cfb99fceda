//! Checks that outputs, differences and distances are within the range of single precision, in which devices compute.

use nearkin::encode::Number;

use crate::error::Place;
use crate::fit::rows::RowWords;
use crate::model::{CodeDifference, CodedColumn, ColumnKind, ModelColumn, ModelTables, OutputTable};
use crate::recipe::Metric;
use crate::{Error, Result};

/// The largest differences between rows, to the power of the metric.
struct Reach<'p> {
    /// The sum of each output's largest power: no two rows are farther apart.
    sum: f64,
    /// The largest power of an output.
    most: f64,
    /// The widest gap, or the largest number, and its column.
    widest: (f64, &'p str),
}

/// Checks that the distance between any two training rows is finite and not 0 in single precision: sums the widest
/// difference of each output, to the power of the metric.
///
/// Returns a warning. For cosine and dot the largest numbers count instead of differences; integers have their own step.
///
/// # Errors
/// [`Error::Usage`] naming the column with the widest difference, where a power of Minkowski overflows.
pub(super) fn check(metric: Metric, tables: &ModelTables, stored: &RowWords) -> Result<Option<String>> {
    let p = match metric {
        Metric::Hamming => return Ok(None),
        Metric::Manhattan | Metric::Chebyshev => 1.0,
        Metric::Euclidean | Metric::Cosine | Metric::Dot => 2.0,
        Metric::Minkowski(p) => p,
    };
    let Reach { sum, most, widest: (widest, name) } = reach(metric, tables, stored, p);
    let largest = if metric == Metric::Chebyshev { most } else { sum };
    let shown = if (1e-3..1e6).contains(&widest) { format!("{widest:.3}") } else { format!("{widest:.3e}") };
    let is_product = matches!(metric, Metric::Cosine | Metric::Dot);
    let what = match (is_product, p) {
        (true, _) => format!("numbers reach {shown} in column {name:?}, and their products are"),
        (false, 1.0) => format!("rows are up to {shown} apart in column {name:?}, and distances are"),
        (false, 2.0) => format!("rows are up to {shown} apart in column {name:?}, and squared differences are"),
        (false, p) => format!("rows are up to {shown} apart in column {name:?}, and differences to the power {p} are"),
    };
    if largest > f64::from(f32::MAX) {
        if matches!(metric, Metric::Minkowski(_)) {
            return Err(Error::usage(format!(
                "--metric {metric}: {what} too large for single precision; use a smaller power, or \
                 chebyshev, which large powers approach"
            )));
        }
        return Ok(Some(format!(
            "metric {metric}: {what} too large for single precision, so distances can become infinite \
             (--scaler standard)"
        )));
    }
    if widest > 0.0 && most < f64::from(f32::MIN_POSITIVE) {
        return Ok(Some(format!(
            "metric {metric}: {what} too small for single precision, so distances become 0 or keep \
             few digits (--scaler standard)"
        )));
    }
    Ok(None)
}

/// Measures the widest gaps, or the largest numbers where the metric multiplies them.
fn reach<'p>(metric: Metric, tables: &'p ModelTables, stored: &RowWords, p: f64) -> Reach<'p> {
    let mut reach = Reach { sum: 0.0, most: 0.0, widest: (0.0, "") };
    let mut add = |gap: f64, name: &'p str| {
        let power = libm::pow(gap, p);
        reach.sum += power;
        reach.most = reach.most.max(power);
        if gap > reach.widest.0 {
            reach.widest = (gap, name);
        }
    };
    for (index, column) in tables.columns.iter().enumerate() {
        if matches!(metric, Metric::Cosine | Metric::Dot) {
            let first = usize::from(column.slot);
            for slot in first..first + column.width() {
                let rows = stored.words.chunks_exact(stored.stride.max(1));
                add(rows.map(|row| f64::from(f32::from_bits(row[slot])).abs()).fold(0.0, f64::max), &column.name);
            }
        } else {
            gaps(tables, index, column, stored, p).into_iter().for_each(|gap| add(gap, &column.name));
        }
    }
    reach
}

/// The widest gap of each output of a column.
fn gaps(tables: &ModelTables, index: usize, column: &ModelColumn, stored: &RowWords, p: f64) -> Vec<f64> {
    if column.is_expanded() {
        let first = usize::from(column.slot);
        let at =
            |slot: usize| stored.words.chunks_exact(stored.stride.max(1)).map(move |row| f32::from_bits(row[slot]));
        return (first..first + column.width()).map(|slot| range(at(slot))).collect();
    }
    let coded = tables.coded.iter().find(|coded| coded.column == index);
    match (coded.map(|coded| &coded.gap), &column.kind) {
        // Two levels differ by the sum of their weights, which are powers already.
        (Some(CodeDifference::Uniform { weight, .. }), _) => {
            vec![libm::pow(2.0 * f64::from(f32::from_bits(*weight)), 1.0 / p)]
        }
        (Some(CodeDifference::Weights(weights)), _) => {
            let most = weights.iter().fold(0.0f32, |most, &weight| most.max(f32::from_bits(weight)));
            vec![libm::pow(2.0 * f64::from(most), 1.0 / p)]
        }
        (Some(CodeDifference::Table), ColumnKind::Category(category)) => match &category.outputs {
            OutputTable::Table { rows, .. } => {
                let width = column.width().max(1);
                (0..width).map(|output| range(rows.iter().skip(output).step_by(width).copied())).collect()
            }
            OutputTable::OneHot { .. } => Vec::new(),
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

/// Refuses a column with an output that single precision does not hold; `training` are those of the training rows.
///
/// # Errors
/// With the column.
pub(super) fn check_outputs(column: &ModelColumn, training: Option<&[f32]>) -> Result<()> {
    let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
    let is_finite = match &column.kind {
        ColumnKind::Number(number) => {
            number.indicator.as_ref().is_none_or(|indicator| finite(&indicator.outputs)) && holds(number)
        }
        ColumnKind::Category(category) => match &category.outputs {
            OutputTable::Table { rows, .. } => rows.iter().all(|value| value.is_finite()),
            OutputTable::OneHot { scaled, .. } => scaled.as_ref().is_none_or(|(off, on)| finite(off) && finite(on)),
        },
    };
    if is_finite && training.is_none_or(finite) { Ok(()) } else { Err(refusal(&column.name, "outputs")) }
}

/// Whether the parameters of scaler and quantizer are numbers that a device can compute with.
pub(super) fn holds(number: &Number) -> bool {
    [number.scaler, number.quantizer]
        .into_iter()
        .flatten()
        .all(|affine| affine.offset.is_finite() && affine.scale.is_finite() && affine.scale > 0.0)
}

/// Refuses categories that differ by more than single precision holds.
///
/// # Errors
/// With the column.
pub(super) fn check_differences(tables: &ModelTables) -> Result<()> {
    let is_finite = |word: &u32| f32::from_bits(*word).is_finite();
    let too_wide = |coded: &&CodedColumn| match &coded.gap {
        CodeDifference::Uniform { weight, .. } => !is_finite(weight),
        CodeDifference::Weights(weights) => !weights.iter().all(is_finite),
        CodeDifference::Table => false,
    };
    match tables.coded.iter().find(too_wide) {
        Some(coded) => Err(refusal(&tables.columns[coded.column].name, "differences")),
        None => Ok(()),
    }
}

/// Refuses a column whose integers need parameters that are no numbers.
///
/// # Errors
/// With the column.
pub(super) fn check_integers(columns: &[ModelColumn]) -> Result<()> {
    match columns.iter().find(|column| matches!(&column.kind, ColumnKind::Number(number) if !holds(number))) {
        Some(column) => Err(Error::data(
            Place::default().column(&column.name),
            "its range is too large for integers with one step in single precision; use --storage f32, or scale \
             the column",
        )),
        None => Ok(()),
    }
}

fn refusal(name: &str, what: &str) -> Error {
    Error::data(
        Place::default().column(name),
        format!(
            "its {what} are too large for single precision (largest {:?}); use another --scale or --encode for it, \
             or scale the target",
            f32::MAX
        ),
    )
}
