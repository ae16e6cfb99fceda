//! A categorical column: a fitted encoding in the device's shape, its outputs scaled.

use nearkin::encode::{HashAlgorithm, NO_CODE, Policy};

use crate::encoders::{
    self, Algorithm, ColumnInput, EncoderSpec, Encoding, Fallback, MISSING_LEVEL, MissingPolicy, Shape, UnknownPolicy,
};
use crate::error::Place;
use crate::fit::number::leaves_a_divisor;
use crate::model::{CategoryTable, ColumnKind, LookupTable, ModelColumn, OutputTable};
use crate::scaler::{self, ScalerSpec, Scaling};
use crate::statistics::narrow;
use crate::{Error, Result};

/// The numbers that a model can address: 64 MB of them.
const MAX_NUMBERS: usize = 1 << 24;

/// A fitted categorical column.
pub(super) struct Fitted {
    /// As the model holds it.
    pub(super) column: ModelColumn,
    /// Names of its outputs, without the column's.
    pub(super) outputs: Vec<String>,
    /// The training rows' outputs, scaled, where they are no function of the level.
    pub(super) training: Option<Vec<f32>>,
}

/// A fitted encoding and the scalers of its outputs, before numbers are rounded.
pub(crate) struct CategoryFit {
    encoding: Encoding,
    scalings: Option<Vec<Scaling>>,
}

impl CategoryFit {
    /// Outputs of a code.
    pub(crate) fn width(&self) -> usize {
        self.encoding.width()
    }

    /// The scaled outputs of a code whose slot (one-hot and hashing) is `slot`, `[width]`.
    pub(crate) fn outputs(&self, code: u16, slot: Option<u16>) -> Vec<f64> {
        let mut outputs = vec![0.0; self.width()];
        match &self.encoding.shape {
            // A model's codes are its levels and two more.
            Shape::Table(table) => {
                table.write(usize::from(code).min(self.encoding.levels.len() + 1), &mut outputs);
            }
            Shape::OneHot { .. } | Shape::Hash { .. } => {
                if let Some(output) = slot.and_then(|slot| outputs.get_mut(usize::from(slot))) {
                    *output = 1.0;
                }
            }
        }
        outputs.iter().enumerate().map(|(output, &value)| apply(self.scalings.as_deref(), output, value)).collect()
    }

    /// How far a one-hot output rises where it is the code's own.
    pub(crate) fn height(&self, output: usize) -> f64 {
        apply(self.scalings.as_deref(), output, 1.0) - apply(self.scalings.as_deref(), output, 0.0)
    }

    /// The training rows' scaled outputs, `[rows][width]`, where they are no function of the level.
    pub(crate) fn training(&self) -> Option<impl Iterator<Item = f64>> {
        let wide = self.width().max(1);
        let scaled = move |(at, &value): (usize, &f64)| apply(self.scalings.as_deref(), at % wide, value);
        self.encoding.training.as_ref().map(|rows| rows.iter().enumerate().map(scaled))
    }
}

/// Fits a categorical column.
///
/// # Errors
/// As [`encoders::fit`]; and where a device model cannot hold the encoding.
pub(super) fn parameters(
    name: &str,
    input: &ColumnInput<'_>,
    spec: &EncoderSpec,
    scale: &ScalerSpec,
) -> Result<CategoryFit> {
    let fail = |message: String| Error::data(Place::default().column(name), message);
    if input.codes.iter().all(|&code| code == MISSING_LEVEL) {
        return Err(fail(format!("every cell is missing; --drop {name:?}")));
    }
    let encoding = encoders::fit(spec, input).map_err(|error| match error {
        Error::Data { place, message } => Error::data(place.column(name), message),
        other => other,
    })?;
    if let Some(objection) = encoding.device_objection() {
        return Err(fail(objection));
    }
    if let Shape::Table(table) = &encoding.shape
        && (encoding.levels.len() + 2) * table.width() >= MAX_NUMBERS
    {
        let (levels, width) = (encoding.levels.len(), table.width());
        return Err(fail(format!(
            "{levels} levels become {width} outputs, a table of {} MB, more than a model can hold (64 MB); \
             use target, count or hashing, or --drop {name:?}",
            ((levels + 2) * width * 4) >> 20
        )));
    }
    leaves_a_divisor(name, scale, input.codes.len())?;
    let scalings = (*scale != ScalerSpec::None).then(|| output_scalings(&encoding, input, scale));
    Ok(CategoryFit { encoding, scalings })
}

/// Fits a categorical column as the device holds it.
///
/// # Errors
/// As [`parameters`]; and where the model's counts cannot hold it.
pub(super) fn fit(name: &str, input: &ColumnInput<'_>, spec: &EncoderSpec, scale: &ScalerSpec) -> Result<Fitted> {
    let fail = |message: String| Error::data(Place::default().column(name), message);
    let fitted = parameters(name, input, spec, scale)?;
    let training = fitted.training().map(|outputs| outputs.map(narrow).collect());
    let CategoryFit { encoding, scalings } = fitted;
    let levels = match encoding.shape {
        Shape::Hash { buckets, .. } => buckets as usize,
        _ => encoding.levels.len(),
    };
    // Two codes more than levels, and one value that means "refused".
    let level_count = u16::try_from(levels).ok().filter(|&levels| levels < NO_CODE - 2);
    let level_count =
        level_count.ok_or_else(|| fail(format!("{levels} levels are more than a model can hold (65,532)")))?;
    let width = u16::try_from(encoding.width());
    let width =
        width.map_err(|_| fail(format!("{} outputs are more than a model can hold (65,535)", encoding.width())))?;
    let outputs = outputs(&encoding, scalings.as_deref());
    let code = |answer: Fallback, own: usize| match answer {
        Fallback::Row => Some(own),
        Fallback::Code(code) => Some(code),
        Fallback::Error | Fallback::Nan => None,
    };
    let code =
        |answer, own| code(answer, own).map(|code| u16::try_from(code).expect("at most two more than the levels"));
    let (missing, unknown) = match encoding.shape {
        // Every text has a bucket; a missing cell sets none, which is the code past the buckets.
        Shape::Hash { .. } => (code(encoding.missing, levels), code(encoding.unknown, levels)),
        _ => (code(encoding.missing, levels), code(encoding.unknown, levels + 1)),
    };
    // Treated as missing is the same code: rows with a missing cell are then at no distance from an unknown category.
    let unknown = if spec.unknown == UnknownPolicy::Missing { missing.or(unknown) } else { unknown };
    let column = ModelColumn {
        name: name.to_owned(),
        missing: missing_policy(&spec.missing),
        unknown: unknown_policy(&spec.unknown),
        slot: 0,
        kind: ColumnKind::Category(CategoryTable {
            lookup: lookup(&encoding, input),
            levels: level_count,
            width,
            missing,
            unknown,
            outputs,
            shared: matches!(encoding.shape, Shape::Hash { shared: true, .. }),
            expanded: training.is_some() || matches!(encoding.shape, Shape::Hash { shared: true, .. }),
        }),
    };
    Ok(Fitted { column, outputs: encoding.outputs, training })
}

fn lookup(encoding: &Encoding, input: &ColumnInput<'_>) -> LookupTable {
    if let Shape::Hash { algorithm, .. } = encoding.shape {
        return LookupTable::Hash(match algorithm {
            Algorithm::Md5 => HashAlgorithm::Md5,
            Algorithm::Sha256 => HashAlgorithm::Sha256,
        });
    }
    let texts = (0..encoding.levels.len()).map(|code| encoding.level(input.levels, code).expect("a code has a level"));
    if encoding.integer_levels {
        LookupTable::Integers(texts.map(|text| text.parse().expect("every level is a canonical integer")).collect())
    } else {
        LookupTable::Texts(texts.map(str::to_owned).collect())
    }
}

fn apply(scalings: Option<&[Scaling]>, output: usize, value: f64) -> f64 {
    match scalings.and_then(|scalings| scalings.get(output)) {
        Some(scaling) => (value - scaling.offset) * scaling.scale,
        None => value,
    }
}

/// The outputs, `f64` scaled and rounded to `f32` once.
fn outputs(encoding: &Encoding, scalings: Option<&[Scaling]>) -> OutputTable {
    let ends = |width: usize| {
        scalings.map(|_| {
            let end = |value: f64| (0..width).map(|slot| narrow(apply(scalings, slot, value))).collect::<Vec<f32>>();
            (end(0.0), end(1.0))
        })
    };
    match &encoding.shape {
        Shape::Table(table) => {
            let rows = table.numbers(|output, value| narrow(apply(scalings, output, value)));
            OutputTable::Table { rows, stored: Vec::new() }
        }
        Shape::Hash { buckets, .. } => {
            OutputTable::OneHot { slots: None, scaled: ends(*buckets as usize), stored: Vec::new() }
        }
        Shape::OneHot { slots, missing, unknown, width } => {
            let slots: Vec<u16> = slots
                .iter()
                .chain([missing, unknown])
                .map(|slot| slot.map_or(NO_CODE, |slot| u16::try_from(slot).expect("below the width")))
                .collect();
            let is_code = |(code, &slot): (usize, &u16)| {
                if code < *width { usize::from(slot) == code } else { slot == NO_CODE }
            };
            let plain = slots.iter().enumerate().all(is_code);
            OutputTable::OneHot { slots: (!plain).then_some(slots), scaled: ends(*width), stored: Vec::new() }
        }
    }
}

/// Fits the scaler of each output on the training rows.
fn output_scalings(encoding: &Encoding, input: &ColumnInput<'_>, spec: &ScalerSpec) -> Vec<Scaling> {
    let width = encoding.width();
    if let Some(training) = &encoding.training {
        let column = |output: usize| training.iter().skip(output).step_by(width).copied().collect::<Vec<_>>();
        return (0..width).map(|output| scaler::fit(spec, &column(output))).collect();
    }
    // Each row's code; a text's bucket for hashing.
    let mut codes = vec![encoding.unknown_code(); input.levels.len()];
    for (code, &level) in encoding.levels.iter().enumerate() {
        if let Some(slot) = codes.get_mut(level) {
            *slot = code;
        }
    }
    if let Shape::Hash { buckets, algorithm, .. } = encoding.shape {
        for (slot, level) in codes.iter_mut().zip(input.levels) {
            *slot = encoders::bucket(level, buckets, algorithm) as usize;
        }
    }
    let table = match &encoding.shape {
        Shape::Table(table) => table.numbers(|_, value| value),
        Shape::OneHot { .. } | Shape::Hash { .. } => Vec::new(),
    };
    // One output at a time: a one-hot column of thousands of levels is never expanded.
    let value = |code: usize, output: usize| match &encoding.shape {
        Shape::Hash { .. } => f64::from(u8::from(code == output)),
        Shape::Table(_) => table[code * width + output],
        Shape::OneHot { slots, missing, unknown, .. } => {
            let slot = slots.get(code).unwrap_or(if code == slots.len() { missing } else { unknown });
            f64::from(u8::from(slot.is_some_and(|slot| slot as usize == output)))
        }
    };
    let missing = match (&encoding.shape, encoding.missing) {
        (Shape::Hash { buckets, .. }, _) => *buckets as usize,
        (_, Fallback::Code(code)) => code,
        _ => encoding.missing_code(),
    };
    let mut values = Vec::with_capacity(input.codes.len());
    (0..width)
        .map(|output| {
            values.clear();
            let code = |code: &u32| codes.get(*code as usize).copied().unwrap_or(missing);
            values.extend(input.codes.iter().map(|level| value(code(level), output)));
            scaler::fit(spec, &values)
        })
        .collect()
}

fn missing_policy(policy: &MissingPolicy) -> Policy {
    match policy {
        MissingPolicy::Error | MissingPolicy::Auto | MissingPolicy::Nan => Policy::Error,
        MissingPolicy::MostFrequent => Policy::MostFrequent,
        MissingPolicy::Constant(_) => Policy::Constant,
        MissingPolicy::Level | MissingPolicy::Reserve => Policy::Level,
        MissingPolicy::Ignore => Policy::Value,
        MissingPolicy::Drop => Policy::Drop,
        MissingPolicy::Indicator => Policy::Indicator,
    }
}

fn unknown_policy(policy: &UnknownPolicy) -> Policy {
    match policy {
        UnknownPolicy::Error | UnknownPolicy::Nan => Policy::Error,
        UnknownPolicy::Value => Policy::Value,
        UnknownPolicy::Missing => Policy::Missing,
        UnknownPolicy::Indicator => Policy::Indicator,
        UnknownPolicy::Level => Policy::Level,
        UnknownPolicy::Infrequent => Policy::MostFrequent,
        UnknownPolicy::Constant(_) => Policy::Constant,
    }
}
