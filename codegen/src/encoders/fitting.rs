//! The fit of an encoder: the method's raw encoding, completed by policies, vocabulary order, indicators and noise.

use crate::encoders::encoding::{Encoding, Fallback, Shape};
use crate::encoders::level_column::{ColumnInput, LevelColumn, MISSING_LEVEL, TargetColumn, declared};
use crate::encoders::noise;
use crate::encoders::policy::{MissingPolicy, UnknownPolicy};
use crate::encoders::raw_encoding::{CodeTable, RawEncoding, unique};
use crate::encoders::spec::EncoderSpec;
use crate::encoders::table::{EncodingTable, FallbackOutputs, FallbackRow, LevelRows};
use crate::error::{Error, Place, Result};

/// Fits `spec` on one column.
///
/// The same input produces the same bits on any machine. Cost: O(rows) for the statistics, O(levels log levels) to order
/// the levels, plus the work of the method for each level.
///
/// # Errors
/// [`crate::Error::Usage`] if the method does not support a policy; [`crate::Error::Data`] if the data cannot be used: no
/// rows, different lengths, a missing cell with `missing=error`, a target that is absent, not finite or of the wrong kind.
/// Errors name the row only, since the caller knows the file and the column.
pub fn fit(spec: &EncoderSpec, input: &ColumnInput) -> Result<Encoding> {
    spec.check()?;
    if spec.missing == MissingPolicy::Drop && input.codes.contains(&MISSING_LEVEL) {
        return fit_without_missing(spec, input);
    }
    let declared_levels = declared(spec, input);
    let column = LevelColumn::new(spec, *input, &declared_levels)?;
    let raw = spec.method.encoder().fit(&column)?;
    let mut encoding = complete(&column, raw);
    encoding.declared = declared_levels;
    Ok(encoding)
}

/// Fits the rows that are not missing; excluded training rows are NaN.
fn fit_without_missing(spec: &EncoderSpec, input: &ColumnInput) -> Result<Encoding> {
    fn keep<T: Copy>(values: &[T], codes: &[u32]) -> Vec<T> {
        values.iter().zip(codes).filter(|&(_, &code)| code != MISSING_LEVEL).map(|(&value, _)| value).collect()
    }
    let codes = keep(input.codes, input.codes);
    let folds = input.folds.map(|folds| keep(folds, input.codes));
    let (class_codes, numbers) = match input.target {
        Some(TargetColumn::Classes { codes, .. }) => (keep(codes, input.codes), Vec::new()),
        Some(TargetColumn::Numbers(numbers)) => (Vec::new(), keep(numbers, input.codes)),
        None => (Vec::new(), Vec::new()),
    };
    let target = input.target.map(|target| match target {
        TargetColumn::Classes { names, .. } => TargetColumn::Classes { codes: &class_codes, names },
        TargetColumn::Numbers(_) => TargetColumn::Numbers(&numbers),
    });
    let kept = ColumnInput { codes: &codes, folds: folds.as_deref(), target, ..*input };
    let mut encoding = fit(spec, &kept).map_err(|error| match error {
        Error::Data { place: Place { row: Some(row), .. }, message } => {
            let mut rows = (0..input.codes.len()).filter(|&row| input.codes[row] != MISSING_LEVEL);
            Error::data(Place { row: rows.nth(row), ..Place::default() }, message)
        }
        other => other,
    })?;
    let width = encoding.width();
    if let Some(kept) = encoding.training.take() {
        let mut kept = kept.into_iter();
        let mut training = Vec::with_capacity(input.codes.len() * width);
        for &code in input.codes {
            if code == MISSING_LEVEL {
                training.extend(std::iter::repeat_n(f64::NAN, width));
            } else {
                training.extend(kept.by_ref().take(width));
            }
        }
        encoding.training = Some(training);
    }
    Ok(encoding)
}

/// Returns the encoding of a missing cell.
fn missing_fallback(column: &LevelColumn) -> Fallback {
    match &column.spec.missing {
        MissingPolicy::Auto if column.missing_seen => Fallback::Row,
        MissingPolicy::Auto | MissingPolicy::Error | MissingPolicy::Drop => Fallback::Error,
        MissingPolicy::MostFrequent | MissingPolicy::Constant(_) => {
            Fallback::Code(column.missing_code.expect("the level that replaces missing cells is in the vocabulary"))
        }
        MissingPolicy::Nan => Fallback::Nan,
        MissingPolicy::Level | MissingPolicy::Reserve | MissingPolicy::Ignore | MissingPolicy::Indicator => {
            Fallback::Row
        }
    }
}

/// Applies policies, indicators, noise and the vocabulary order to a raw encoding.
fn complete(column: &LevelColumn, mut raw: RawEncoding) -> Encoding {
    let spec = column.spec;
    let missing = missing_fallback(column);
    let unknown = match spec.unknown {
        UnknownPolicy::Error => Fallback::Error,
        UnknownPolicy::Missing => missing,
        UnknownPolicy::Nan => Fallback::Nan,
        _ => Fallback::Row,
    };
    let training = training(column, &mut raw);
    let indicators = Indicators {
        missing: spec.missing == MissingPolicy::Indicator,
        unknown: spec.unknown == UnknownPolicy::Indicator,
    };
    let method_width = raw.outputs.len();
    indicators.name(&mut raw.outputs);
    let training = training.map(|rows| indicators.widen_training(column, rows, method_width));
    let outputs = raw.outputs;
    let fallbacks = RawFallbacks { unknown: raw.unknown, missing: raw.missing, infrequent: raw.infrequent };
    let shape = match raw.codes {
        CodeTable::Hash(hashing) => {
            Shape::Hash { buckets: hashing.components, algorithm: hashing.algorithm, shared: hashing.shared }
        }
        CodeTable::Slots(slots) => {
            one_hot(column, &slots, indicators, fallbacks.infrequent, method_width, outputs.len())
        }
        CodeTable::Rows(rows) => Shape::Table(table(column, rows, indicators, fallbacks, method_width, missing)),
    };
    let is_hash = matches!(shape, Shape::Hash { .. });
    Encoding {
        levels: if is_hash { Vec::new() } else { column.vocabulary.clone() },
        declared: Vec::new(),
        integer_levels: column.integer_levels && !is_hash,
        shape,
        missing,
        unknown,
        training,
        outputs,
    }
}

/// The method's outputs for cells that are not a frequent level.
struct RawFallbacks {
    unknown: Vec<f64>,
    missing: Vec<f64>,
    infrequent: Option<usize>,
}

/// Returns one-hot slots in vocabulary order; indicators follow the `method_width` slots of the method.
fn one_hot(
    column: &LevelColumn,
    slots: &[Option<u32>],
    indicators: Indicators,
    infrequent: Option<usize>,
    method_width: usize,
    width: usize,
) -> Shape {
    let at = |output: usize| Some(u32::try_from(output).expect("slots have 32 bits"));
    let own = column.missing_level().and_then(|level| slots[level]);
    let missing = if indicators.missing { at(method_width) } else { own };
    let unknown = match column.spec.unknown {
        UnknownPolicy::Missing => missing,
        UnknownPolicy::Indicator => at(width - 1),
        UnknownPolicy::Infrequent => infrequent.and_then(|level| slots[level]),
        _ => None,
    };
    let slots = column.vocabulary_levels.iter().map(|&level| slots[level]).collect();
    Shape::OneHot { slots, missing, unknown, width }
}

/// Returns a table in vocabulary order, with the rows of a missing cell and of an unknown level.
fn table(
    column: &LevelColumn,
    rows: LevelRows,
    indicators: Indicators,
    raw: RawFallbacks,
    method_width: usize,
    missing: Fallback,
) -> EncodingTable {
    let missing_outputs = match (missing, column.missing_level()) {
        (Fallback::Nan, _) => FallbackOutputs::Constant(f64::NAN),
        (Fallback::Code(code), _) => FallbackOutputs::Level(column.vocabulary_levels[code]),
        (_, Some(level)) => FallbackOutputs::Level(level),
        (_, None) => FallbackOutputs::Values(raw.missing),
    };
    let unknown_outputs = match column.spec.unknown {
        UnknownPolicy::Missing => missing_outputs.clone(),
        UnknownPolicy::Level => FallbackOutputs::Level(column.names.len()),
        UnknownPolicy::Infrequent => {
            raw.infrequent.map_or(FallbackOutputs::Values(raw.unknown), FallbackOutputs::Level)
        }
        UnknownPolicy::Constant(number) => FallbackOutputs::Constant(number),
        UnknownPolicy::Nan => FallbackOutputs::Constant(f64::NAN),
        UnknownPolicy::Error | UnknownPolicy::Value | UnknownPolicy::Indicator => FallbackOutputs::Values(raw.unknown),
    };
    let missing = FallbackRow { outputs: missing_outputs, indicators: indicators.of(true, false) };
    let unknown_is_missing = column.spec.unknown == UnknownPolicy::Missing;
    let unknown = FallbackRow { outputs: unknown_outputs, indicators: indicators.of(unknown_is_missing, true) };
    EncodingTable::new(rows, method_width, &column.vocabulary_levels, missing, unknown)
}

/// Returns the training rows of the method's outputs, with noise and NaN if requested.
fn training(column: &LevelColumn, raw: &mut RawEncoding) -> Option<Vec<f64>> {
    let width = raw.outputs.len();
    let mut training = raw.training.take();
    if column.spec.sigma > 0.0 {
        let rows = training.get_or_insert_with(|| {
            let CodeTable::Rows(LevelRows::Stored(level_rows)) = &raw.codes else {
                unreachable!("only supervised encoders have noise, and they store their rows")
            };
            let mut rows = Vec::with_capacity(column.rows() * width);
            for level in column.row_levels() {
                rows.extend_from_slice(level_rows.get(level * width..(level + 1) * width).unwrap_or(&raw.missing));
            }
            rows
        });
        let factors = noise::factors(column.spec.sigma, column.input.seed, column.input.stream, rows.len());
        noise::multiply(rows, &factors);
    }
    if let (Some(rows), MissingPolicy::Nan) = (&mut training, &column.spec.missing) {
        for (row, &code) in rows.chunks_exact_mut(width).zip(column.input.codes) {
            if code == MISSING_LEVEL {
                row.fill(f64::NAN);
            }
        }
    }
    training
}

/// The additional outputs that mark missing cells and unknown levels, after the method's outputs.
#[derive(Debug, Clone, Copy)]
struct Indicators {
    missing: bool,
    unknown: bool,
}

impl Indicators {
    /// Adds the names of the indicators.
    fn name(self, outputs: &mut Vec<String>) {
        for (wanted, name) in [(self.missing, "missing"), (self.unknown, "unknown")] {
            if wanted {
                outputs.push(unique(name, outputs));
            }
        }
    }

    /// Returns the indicators of a cell.
    fn of(self, missing: bool, unknown: bool) -> Vec<f64> {
        let present = [(self.missing, missing), (self.unknown, unknown)].into_iter().filter(|&(wanted, _)| wanted);
        present.map(|(_, is)| f64::from(u8::from(is))).collect()
    }

    /// Adds the indicators to the training rows.
    fn widen_training(self, column: &LevelColumn, rows: Vec<f64>, width: usize) -> Vec<f64> {
        if !self.missing && !self.unknown {
            return rows;
        }
        let [known, missing] = [false, true].map(|missing| self.of(missing, false));
        let mut wide = Vec::with_capacity(rows.len() + known.len() * column.rows());
        for (row, &code) in rows.chunks_exact(width).zip(column.input.codes) {
            wide.extend_from_slice(row);
            wide.extend_from_slice(if code == MISSING_LEVEL { &missing } else { &known });
        }
        wide
    }
}
