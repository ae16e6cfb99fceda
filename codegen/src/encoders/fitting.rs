//! Fits an encoder: policies and the vocabulary order applied to what the method codes.

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
/// The same input gives the same bits on any machine. Cost: O(rows) for the statistics, O(levels log levels) to order
/// the levels, and what the method needs for each level.
///
/// # Errors
/// [`crate::Error::Usage`] when a policy does not suit the method; [`crate::Error::Data`] when the data cannot be used: no
/// rows, lengths that differ, a missing cell that is refused, a target that is absent, not finite or of the wrong kind.
/// Places are empty: the caller knows the file and the column.
pub fn fit(spec: &EncoderSpec, input: &ColumnInput) -> Result<Encoding> {
    spec.check()?;
    if spec.missing == MissingPolicy::Drop && input.codes.contains(&MISSING_LEVEL) {
        return fit_without_missing(spec, input);
    }
    let declared_levels = declared(spec, input);
    let column = LevelColumn::new(spec, *input, &declared_levels)?;
    let coding = spec.method.encoder().fit(&column)?;
    let mut encoding = assemble(&column, coding);
    encoding.declared = declared_levels;
    Ok(encoding)
}

/// Fits the rows that are not missing; the training rows keep their places, NaN where left out.
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

fn missing_answer(column: &LevelColumn) -> Fallback {
    match &column.spec.missing {
        MissingPolicy::Auto if column.missing_seen => Fallback::Row,
        MissingPolicy::Auto | MissingPolicy::Error | MissingPolicy::Drop => Fallback::Error,
        MissingPolicy::MostFrequent | MissingPolicy::Constant(_) => {
            Fallback::Code(column.missing_code.expect("the level that stands for missing is in the vocabulary"))
        }
        MissingPolicy::Nan => Fallback::Nan,
        MissingPolicy::Level | MissingPolicy::Reserve | MissingPolicy::Ignore | MissingPolicy::Indicator => {
            Fallback::Row
        }
    }
}

fn assemble(column: &LevelColumn, mut coding: RawEncoding) -> Encoding {
    let spec = column.spec;
    let missing = missing_answer(column);
    let unknown = match spec.unknown {
        UnknownPolicy::Error => Fallback::Error,
        UnknownPolicy::Missing => missing,
        UnknownPolicy::Nan => Fallback::Nan,
        _ => Fallback::Row,
    };
    let training = training(column, &mut coding);
    let indicators = Indicators {
        missing: spec.missing == MissingPolicy::Indicator,
        unknown: spec.unknown == UnknownPolicy::Indicator,
    };
    let method_width = coding.outputs.len();
    indicators.name(&mut coding.outputs);
    let training = training.map(|rows| indicators.widen_training(column, rows, method_width));
    let width = coding.outputs.len();
    let shape = match coding.body {
        CodeTable::Hash(hashing) => {
            Shape::Hash { buckets: hashing.components, algorithm: hashing.algorithm, shared: hashing.shared }
        }
        CodeTable::Slots(level_rows) => {
            let at = |output: usize| Some(u32::try_from(output).expect("slots are counted in 32 bits"));
            let own = column.missing_place().and_then(|place| level_rows[place]);
            let missing = if indicators.missing { at(method_width) } else { own };
            let unknown = match spec.unknown {
                UnknownPolicy::Missing => missing,
                UnknownPolicy::Indicator => at(width - 1),
                UnknownPolicy::Infrequent => coding.infrequent.and_then(|place| level_rows[place]),
                _ => None,
            };
            let slots = column.vocabulary_places.iter().map(|&place| level_rows[place]).collect();
            Shape::OneHot { slots, missing, unknown, width }
        }
        CodeTable::Rows(level_rows) => {
            let missing_outputs = match (missing, column.missing_place()) {
                (Fallback::Nan, _) => FallbackOutputs::Same(f64::NAN),
                (Fallback::Code(code), _) => FallbackOutputs::Place(column.vocabulary_places[code]),
                (_, Some(place)) => FallbackOutputs::Place(place),
                (_, None) => FallbackOutputs::Given(coding.missing),
            };
            let unknown_outputs = match spec.unknown {
                UnknownPolicy::Missing => missing_outputs.clone(),
                UnknownPolicy::Level => FallbackOutputs::Place(column.names.len()),
                UnknownPolicy::Infrequent => {
                    coding.infrequent.map_or(FallbackOutputs::Given(coding.unknown), FallbackOutputs::Place)
                }
                UnknownPolicy::Constant(number) => FallbackOutputs::Same(number),
                UnknownPolicy::Nan => FallbackOutputs::Same(f64::NAN),
                UnknownPolicy::Error | UnknownPolicy::Value | UnknownPolicy::Indicator => {
                    FallbackOutputs::Given(coding.unknown)
                }
            };
            let missing = FallbackRow { outputs: missing_outputs, indicators: indicators.of(true, false) };
            let unknown_is_missing = spec.unknown == UnknownPolicy::Missing;
            let unknown = FallbackRow { outputs: unknown_outputs, indicators: indicators.of(unknown_is_missing, true) };
            Shape::Table(EncodingTable::new(level_rows, method_width, &column.vocabulary_places, missing, unknown))
        }
    };
    Encoding {
        levels: if matches!(shape, Shape::Hash { .. }) { Vec::new() } else { column.vocabulary.clone() },
        declared: Vec::new(),
        integer_levels: column.integer_levels && !matches!(shape, Shape::Hash { .. }),
        shape,
        missing,
        unknown,
        training,
        outputs: coding.outputs,
    }
}

/// The training rows of the method's own outputs, with noise and NaN where asked.
fn training(column: &LevelColumn, coding: &mut RawEncoding) -> Option<Vec<f64>> {
    let width = coding.outputs.len();
    let mut training = coding.training.take();
    if column.spec.sigma > 0.0 {
        let rows = training.get_or_insert_with(|| {
            let CodeTable::Rows(LevelRows::Kept(level_rows)) = &coding.body else {
                unreachable!("noise is for supervised encoders: kept tables")
            };
            let mut rows = Vec::with_capacity(column.rows() * width);
            for place in column.row_places() {
                rows.extend_from_slice(level_rows.get(place * width..(place + 1) * width).unwrap_or(&coding.missing));
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

/// The outputs that say "missing" and "unknown", after the method's own.
#[derive(Debug, Clone, Copy)]
struct Indicators {
    missing: bool,
    unknown: bool,
}

impl Indicators {
    fn name(self, outputs: &mut Vec<String>) {
        for (wanted, name) in [(self.missing, "missing"), (self.unknown, "unknown")] {
            if wanted {
                outputs.push(unique(name, outputs));
            }
        }
    }

    /// The indicators of a cell.
    fn of(self, missing: bool, unknown: bool) -> Vec<f64> {
        let asked = [(self.missing, missing), (self.unknown, unknown)].into_iter().filter(|&(wanted, _)| wanted);
        asked.map(|(_, is)| f64::from(u8::from(is))).collect()
    }

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
