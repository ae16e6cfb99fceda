//! Whether what was fitted is finite in single precision, in which devices compute.

use nearkin::encode::Number;

use crate::error::Place;
use crate::model::{CodedPart, Column, ColumnKind, Gap, ModelParts, OutputsPart};
use crate::{Error, Result};

/// Refuses a column with an output that single precision does not hold; `training` are those of the training rows.
///
/// # Errors
/// With the column.
pub(super) fn check(column: &Column, training: Option<&[f32]>) -> Result<()> {
    let finite = |values: &[f32]| values.iter().all(|value| value.is_finite());
    let is_finite = match &column.kind {
        ColumnKind::Number(number) => {
            number.indicator.as_ref().is_none_or(|indicator| finite(&indicator.outputs)) && holds(number)
        }
        ColumnKind::Category(category) => match &category.outputs {
            OutputsPart::Table { rows, .. } => rows.iter().all(|value| value.is_finite()),
            OutputsPart::OneHot { scaled, .. } => scaled.as_ref().is_none_or(|(off, on)| finite(off) && finite(on)),
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
pub(super) fn check_gaps(parts: &ModelParts) -> Result<()> {
    let is_finite = |word: &u32| f32::from_bits(*word).is_finite();
    let too_wide = |coded: &&CodedPart| match &coded.gap {
        Gap::Uniform { weight, .. } => !is_finite(weight),
        Gap::Weights(weights) => !weights.iter().all(is_finite),
        Gap::Table => false,
    };
    match parts.coded.iter().find(too_wide) {
        Some(coded) => Err(refusal(&parts.columns[coded.column].name, "differences")),
        None => Ok(()),
    }
}

/// Refuses a column whose integers need parameters that are no numbers.
///
/// # Errors
/// With the column.
pub(super) fn check_integers(columns: &[Column]) -> Result<()> {
    match columns.iter().find(|column| matches!(&column.kind, ColumnKind::Number(number) if !holds(number))) {
        Some(column) => Err(Error::data(
            Place::default().column(&column.name),
            "its range is beyond what integers of one step can hold in single precision; use --storage f32, or scale \
             the column",
        )),
        None => Ok(()),
    }
}

fn refusal(name: &str, what: &str) -> Error {
    Error::data(
        Place::default().column(name),
        format!(
            "its {what} are too large for single precision (largest {:?}); take another --scale or --encode for it, \
             or scale the numbers that it is encoded by",
            f32::MAX
        ),
    )
}
