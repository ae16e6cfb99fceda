//! Fits an encoder: policies and the vocabulary order applied to what the method codes.

use crate::encoders::column::{Column, ColumnInput, MISSING, TargetColumn, declared};
use crate::encoders::encoding::{Answer, Encoding, Shape};
use crate::encoders::noise;
use crate::encoders::policy::{MissingPolicy, UnknownPolicy};
use crate::encoders::raw_encoding::{Body, Coding, unique};
use crate::encoders::spec::EncoderSpec;
use crate::encoders::table::{ByPlace, Line, Outputs, Table};
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
    if spec.missing == MissingPolicy::Drop && input.codes.contains(&MISSING) {
        return fit_without_missing(spec, input);
    }
    let declared_levels = declared(spec, input);
    let column = Column::new(spec, *input, &declared_levels)?;
    let coding = spec.method.encoder().fit(&column)?;
    let mut encoding = assemble(&column, coding);
    encoding.declared = declared_levels;
    Ok(encoding)
}

/// Fits the rows that are not missing; the training rows keep their places, NaN where left out.
fn fit_without_missing(spec: &EncoderSpec, input: &ColumnInput) -> Result<Encoding> {
    fn keep<T: Copy>(values: &[T], codes: &[u32]) -> Vec<T> {
        values.iter().zip(codes).filter(|&(_, &code)| code != MISSING).map(|(&value, _)| value).collect()
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
            let mut rows = (0..input.codes.len()).filter(|&row| input.codes[row] != MISSING);
            Error::data(Place { row: rows.nth(row), ..Place::default() }, message)
        }
        other => other,
    })?;
    let width = encoding.width();
    if let Some(kept) = encoding.training.take() {
        let mut kept = kept.into_iter();
        let mut training = Vec::with_capacity(input.codes.len() * width);
        for &code in input.codes {
            if code == MISSING {
                training.extend(std::iter::repeat_n(f64::NAN, width));
            } else {
                training.extend(kept.by_ref().take(width));
            }
        }
        encoding.training = Some(training);
    }
    Ok(encoding)
}

fn missing_answer(column: &Column) -> Answer {
    match &column.spec.missing {
        MissingPolicy::Auto if column.missing_seen => Answer::Row,
        MissingPolicy::Auto | MissingPolicy::Error | MissingPolicy::Drop => Answer::Error,
        MissingPolicy::MostFrequent | MissingPolicy::Constant(_) => {
            Answer::Code(column.missing_code.expect("the level that stands for missing is in the vocabulary"))
        }
        MissingPolicy::Nan => Answer::Nan,
        MissingPolicy::Level | MissingPolicy::Reserve | MissingPolicy::Ignore | MissingPolicy::Indicator => Answer::Row,
    }
}

fn assemble(column: &Column, mut coding: Coding) -> Encoding {
    let spec = column.spec;
    let missing = missing_answer(column);
    let unknown = match spec.unknown {
        UnknownPolicy::Error => Answer::Error,
        UnknownPolicy::Missing => missing,
        UnknownPolicy::Nan => Answer::Nan,
        _ => Answer::Row,
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
        Body::Hash(hashing) => {
            Shape::Hash { buckets: hashing.components, algorithm: hashing.algorithm, shared: hashing.shared }
        }
        Body::Slots(by_place) => {
            let at = |output: usize| Some(u32::try_from(output).expect("slots are counted in 32 bits"));
            let own = column.missing_place().and_then(|place| by_place[place]);
            let missing = if indicators.missing { at(method_width) } else { own };
            let unknown = match spec.unknown {
                UnknownPolicy::Missing => missing,
                UnknownPolicy::Indicator => at(width - 1),
                UnknownPolicy::Infrequent => coding.infrequent.and_then(|place| by_place[place]),
                _ => None,
            };
            let slots = column.vocabulary_places.iter().map(|&place| by_place[place]).collect();
            Shape::OneHot { slots, missing, unknown, width }
        }
        Body::Rows(by_place) => {
            let missing_outputs = match (missing, column.missing_place()) {
                (Answer::Nan, _) => Outputs::Same(f64::NAN),
                (Answer::Code(code), _) => Outputs::Place(column.vocabulary_places[code]),
                (_, Some(place)) => Outputs::Place(place),
                (_, None) => Outputs::Given(coding.missing),
            };
            let unknown_outputs = match spec.unknown {
                UnknownPolicy::Missing => missing_outputs.clone(),
                UnknownPolicy::Level => Outputs::Place(column.names.len()),
                UnknownPolicy::Infrequent => coding.infrequent.map_or(Outputs::Given(coding.unknown), Outputs::Place),
                UnknownPolicy::Constant(number) => Outputs::Same(number),
                UnknownPolicy::Nan => Outputs::Same(f64::NAN),
                UnknownPolicy::Error | UnknownPolicy::Value | UnknownPolicy::Indicator => {
                    Outputs::Given(coding.unknown)
                }
            };
            let missing = Line { outputs: missing_outputs, indicators: indicators.of(true, false) };
            let unknown_is_missing = spec.unknown == UnknownPolicy::Missing;
            let unknown = Line { outputs: unknown_outputs, indicators: indicators.of(unknown_is_missing, true) };
            Shape::Table(Table::new(by_place, method_width, &column.vocabulary_places, missing, unknown))
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
fn training(column: &Column, coding: &mut Coding) -> Option<Vec<f64>> {
    let width = coding.outputs.len();
    let mut training = coding.training.take();
    if column.spec.sigma > 0.0 {
        let rows = training.get_or_insert_with(|| {
            let Body::Rows(ByPlace::Kept(by_place)) = &coding.body else {
                unreachable!("noise is for supervised encoders: kept tables")
            };
            let mut rows = Vec::with_capacity(column.rows() * width);
            for place in column.row_places() {
                rows.extend_from_slice(by_place.get(place * width..(place + 1) * width).unwrap_or(&coding.missing));
            }
            rows
        });
        let factors = noise::factors(column.spec.sigma, column.input.seed, column.input.stream, rows.len());
        noise::multiply(rows, &factors);
    }
    if let (Some(rows), MissingPolicy::Nan) = (&mut training, &column.spec.missing) {
        for (row, &code) in rows.chunks_exact_mut(width).zip(column.input.codes) {
            if code == MISSING {
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

    fn widen_training(self, column: &Column, rows: Vec<f64>, width: usize) -> Vec<f64> {
        if !self.missing && !self.unknown {
            return rows;
        }
        let [known, missing] = [false, true].map(|missing| self.of(missing, false));
        let mut wide = Vec::with_capacity(rows.len() + known.len() * column.rows());
        for (row, &code) in rows.chunks_exact(width).zip(column.input.codes) {
            wide.extend_from_slice(row);
            wide.extend_from_slice(if code == MISSING { &missing } else { &known });
        }
        wide
    }
}
