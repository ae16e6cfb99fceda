//! A numeric column: imputation and scaler, as the device applies them.

use nearkin::encode::{Affine, Indicator, Number, Policy};

use crate::error::Place;
use crate::fit::{f32_range, warnings};
use crate::impute::{self, Statistic};
use crate::model::{ColumnKind, ModelColumn};
use crate::recipe::{Imputation, Missing};
use crate::scaler::{self, ScalerSpec, Scaling};
use crate::statistics::{narrow, present};
use crate::text::lists::shell_arg;
use crate::{Error, Result};

/// The parameters of a numeric column, before they are rounded.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NumberFit {
    /// The value of a missing cell.
    pub(crate) imputed: Option<f64>,
    /// The scaler, if any.
    pub(crate) scaling: Option<Scaling>,
    /// The outputs of the indicator for a cell that is present, and for a missing one.
    pub(crate) indicator: Option<[f64; 2]>,
    /// The warning if the scaler found no spread.
    remark: Option<String>,
}

/// Fits a numeric column; a missing cell is NaN.
///
/// The scaler sees the values after imputation, as in a scikit-learn pipeline.
///
/// # Errors
/// If every cell is missing, a constant is not a number in single precision, or `ddof` is not below the number of rows.
pub(super) fn parameters(
    name: &str,
    values: &[f64],
    missing: &Missing,
    spec: &ScalerSpec,
    scale_indicator: bool,
) -> Result<NumberFit> {
    let fail = |message: &str| Error::data(Place::default().column(name), message);
    let with = imputation(missing);
    let statistic = |statistic: Statistic| {
        impute::fit(statistic, values).ok_or_else(|| {
            fail(&format!("every cell is missing; --drop {name:?}, or --missing {}", shell_arg(name, "constant:V")))
        })
    };
    let imputed = match with {
        None => None,
        Some(Imputation::Mean | Imputation::Level) => Some(statistic(Statistic::Mean)?),
        Some(Imputation::Median) => Some(statistic(Statistic::Median)?),
        Some(Imputation::MostFrequent) => Some(statistic(Statistic::MostFrequent)?),
        Some(Imputation::Constant(text)) => {
            let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
            let value = value.ok_or_else(|| {
                fail(&format!("--missing {}: {text:?} is not a number", shell_arg(name, &missing.to_string())))
            })?;
            if !narrow(value).is_finite() {
                let most = f32::MAX;
                return Err(fail(&format!(
                    "--missing {}: {text} is too large for single precision (largest {most:?})",
                    shell_arg(name, &missing.to_string())
                )));
            }
            Some(value)
        }
    };
    let filled: Vec<f64> = values.iter().map(|&x| if x.is_nan() { imputed.unwrap_or(x) } else { x }).collect();
    leaves_a_divisor(name, spec, present(&filled).len())?;
    let scaling = scaler::fit(spec, &filled);
    let indicator = matches!(missing, Missing::Indicator | Missing::Impute { indicator: true, .. }).then(|| {
        let flags: Vec<f64> = values.iter().map(|x| f64::from(u8::from(x.is_nan()))).collect();
        let scaling = if scale_indicator { scaler::fit(spec, &flags) } else { scaler::fit(&ScalerSpec::None, &flags) };
        [0.0, 1.0].map(|x| (x - scaling.offset) * scaling.scale)
    });
    let remark = if scaling.constant {
        Some(warnings::on_unscaled(name, &filled, spec))
    } else {
        warnings::on_resolution(name, &filled)
    };
    Ok(NumberFit { imputed, scaling: (*spec != ScalerSpec::None).then_some(scaling), indicator, remark })
}

/// Refuses a `ddof` that takes all `rows` away from the divisor of the variance.
///
/// # Errors
/// With the column, `ddof` and the rows.
pub(super) fn leaves_a_divisor(name: &str, spec: &ScalerSpec, rows: usize) -> Result<()> {
    match *spec {
        ScalerSpec::Standard { ddof, scaling: true, .. } if ddof as usize >= rows => Err(Error::data(
            Place::default().column(name),
            format!("scaler \"standard\": ddof={ddof} must be less than the number of fitted rows, {rows}"),
        )),
        _ => Ok(()),
    }
}

/// Fits a numeric column in the precision of the device; the second result is a warning for the user.
///
/// # Errors
/// As [`parameters`]; also if single precision cannot represent them.
pub(super) fn fit(
    name: &str,
    values: &[f64],
    missing: &Missing,
    spec: &ScalerSpec,
    scale_indicator: bool,
) -> Result<(ModelColumn, Option<String>)> {
    let fitted = parameters(name, values, missing, spec, scale_indicator)?;
    let number = Number {
        scaler: fitted.scaling.map(|s| Affine { offset: narrow(s.offset), scale: narrow(s.scale) }),
        quantizer: None,
        imputed: fitted.imputed.map(narrow),
        indicator: fitted.indicator.map(|outputs| Indicator { outputs: outputs.map(narrow), stored: [0, 0] }),
    };
    if !f32_range::holds(&number) || number.imputed.is_some_and(|value| !value.is_finite()) {
        return Err(Error::data(
            Place::default().column(name),
            "its numbers are too large or too close together for single precision; scale them first",
        ));
    }
    if let Some(affine) = number.scaler
        && let Some(far) = values.iter().find(|&&x| (x - f64::from(affine.offset)).abs() > f64::from(f32::MAX))
    {
        let (offset, most) = (affine.offset, f32::MAX);
        return Err(Error::data(
            Place::default().column(name),
            format!(
                "{far:e} less {offset:e}, the first step of --scaler {spec}, is too large for single precision (largest {most:e}); divide \
                 the column"
            ),
        ));
    }
    let missing = match (imputation(missing), missing) {
        (_, Missing::Drop) => Policy::Drop,
        (None, _) => Policy::Error,
        (Some(Imputation::Mean | Imputation::Level), _) => Policy::Mean,
        (Some(Imputation::Median), _) => Policy::Median,
        (Some(Imputation::MostFrequent), _) => Policy::MostFrequent,
        (Some(Imputation::Constant(_)), _) => Policy::Constant,
    };
    let column = ModelColumn {
        name: name.to_owned(),
        missing,
        unknown: Policy::Error,
        slot: 0,
        kind: ColumnKind::Number(number),
    };
    Ok((column, fitted.remark))
}

fn imputation(missing: &Missing) -> Option<&Imputation> {
    match missing {
        Missing::Error | Missing::Drop => None,
        Missing::Indicator => Some(&Imputation::Mean),
        Missing::Impute { with, .. } => Some(with),
    }
}
