//! The position of each column in a stored row.
//!
//! Expanded columns come first, those that separate rows best first, so that a search can give up early;
//! then the codes, in the order of the columns.

use std::collections::BTreeSet;

use crate::error::Place;
use crate::model::{CategoryTable, CodeDifference, CodedColumn, ColumnKind, ModelColumn, OutputTable};
use crate::recipe::Metric;
use crate::statistics::narrow;
use crate::{Error, Result};

/// The widest row of expanded numbers that a model stores.
const MAX_EXPANDED: usize = 1_024;

/// Marks the columns that must be stored as numbers, and gives every column its slot in the given order.
///
/// A code differs from every other code. Levels that share an output (rare ones) do not differ, so they are stored as
/// numbers; but hamming compares the levels themselves.
///
/// Returns the number of numbers in a row.
///
/// # Errors
/// If the expanded row would be wider than 1,024 numbers.
pub(super) fn place(columns: &mut [ModelColumn], expand: bool, metric: Metric) -> Result<u16> {
    for column in columns.iter_mut() {
        if let ColumnKind::Category(category) = &mut column.kind {
            category.expanded |= expand || (metric != Metric::Hamming && shares_a_slot(category));
        }
    }
    let natural: Vec<usize> = (0..columns.len()).collect();
    arrange(columns, &natural)
}

/// Returns whether two codes that a row can have share a slot.
fn shares_a_slot(category: &CategoryTable) -> bool {
    let own = [category.missing, category.unknown].into_iter().flatten().filter(|&code| code >= category.levels);
    let codes: BTreeSet<u16> = (0..category.levels).chain(own).collect();
    let mut seen = BTreeSet::new();
    codes.into_iter().filter_map(|code| category.slot(code)).any(|slot| !seen.insert(slot))
}

/// Gives every column its slot: expanded columns in `order`, coded ones in their own.
///
/// # Errors
/// As [`place`].
pub(super) fn arrange(columns: &mut [ModelColumn], order: &[usize]) -> Result<u16> {
    let mut numbers = 0;
    let mut shared = None;
    let mut widths = Vec::new();
    for &index in order {
        let column = &mut columns[index];
        if !column.is_expanded() {
            continue;
        }
        let width = column.width();
        let first = if column.is_shared() { *shared.get_or_insert(numbers) } else { numbers };
        column.slot = u16::try_from(first).unwrap_or(u16::MAX);
        if first == numbers {
            numbers += width;
            widths.push((width, index));
        }
    }
    if numbers > MAX_EXPANDED && columns.iter().any(|column| column.is_expanded() && column.width() > 2) {
        widths.sort_by(|a, b| b.cmp(a));
        let names: Vec<String> =
            widths.iter().take(3).map(|&(width, index)| format!("{:?} ({width})", columns[index].name)).collect();
        return Err(Error::data(
            Place::default(),
            format!(
                "a stored row would have {numbers} numbers, more than {MAX_EXPANDED}; the widest columns are {} \
                 (--encode COL=target or another narrow encoder)",
                names.join(", ")
            ),
        ));
    }
    let numbers =
        u16::try_from(numbers).map_err(|_| Error::data(Place::default(), "more than 65,535 numeric columns"))?;
    for (place, column) in (0u16..).zip(columns.iter_mut().filter(|column| !column.is_expanded())) {
        column.slot = place;
    }
    Ok(numbers)
}

/// The records of the coded columns, in their order.
///
/// `unit` is the shared step of integer storage, whose gaps are computed from values in units of it.
pub(super) fn coded(columns: &[ModelColumn], metric: Metric, step: Option<f64>) -> Vec<CodedColumn> {
    let coded = columns.iter().enumerate().filter(|(_, column)| !column.is_expanded());
    coded
        .filter_map(|(index, column)| {
            let ColumnKind::Category(category) = &column.kind else { return None };
            let codes = category.levels + 2;
            let gap = match &category.outputs {
                OutputTable::Table { .. } => CodeDifference::Table,
                OutputTable::OneHot { scaled, .. } => {
                    let weights: Vec<u32> = (0..codes)
                        .map(|code| {
                            let Some(slot) = category.slot(code) else { return weight(0.0, metric, step) };
                            let height = scaled.as_ref().map_or(1.0, |(off, on)| {
                                f64::from(on[usize::from(slot)]) - f64::from(off[usize::from(slot)])
                            });
                            weight(height.abs(), metric, step)
                        })
                        .collect();
                    let counted = weights.iter().take_while(|&&weight| weight == weights[0]).count();
                    if weights[counted..].iter().all(|&weight| weight == 0) {
                        CodeDifference::Uniform {
                            weight: weights[0],
                            counted: u16::try_from(counted).expect("at most the codes"),
                        }
                    } else {
                        CodeDifference::Weights(weights)
                    }
                }
            };
            Some(CodedColumn { column: index, codes, gap })
        })
        .collect()
}

/// `height^p`, as bits of the search's number.
fn weight(height: f64, metric: Metric, step: Option<f64>) -> u32 {
    if let Some(step) = step {
        #[expect(clippy::cast_possible_truncation, reason = "small and not negative, by the step's choice")]
        let units = (height / step + 0.5).floor() as u32;
        return match metric {
            Metric::Euclidean => units * units,
            Metric::Hamming => 1,
            _ => units,
        };
    }
    let weight = match metric {
        Metric::Euclidean => height * height,
        Metric::Minkowski(p) => libm::pow(height, p),
        Metric::Hamming => 1.0,
        _ => height,
    };
    narrow(weight).to_bits()
}
