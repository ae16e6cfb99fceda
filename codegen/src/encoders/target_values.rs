//! The target of supervised encoders as numbers: unchanged, or 1 for the positive class and 0 for the others.

use std::borrow::Cow;

use crate::encoders::level_column::{LevelColumn, TargetColumn};
use crate::error::{Error, Place, Result, did_you_mean};
use crate::text::lists;

fn fail<T>(message: String) -> Result<T> {
    Err(Error::data(Place::default(), message))
}

fn fail_at<T>(row: usize, message: String) -> Result<T> {
    Err(Error::data(Place::default().row(row), message))
}

fn is_plain_number(name: &str) -> bool {
    name.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Returns the checked target.
fn checked<'a>(column: &LevelColumn<'a>) -> Result<TargetColumn<'a>> {
    let name = column.spec.info().name;
    let Some(target) = column.input.target else {
        return fail(format!("encoder {name:?} requires a target; specify --target"));
    };
    match target {
        TargetColumn::Numbers(numbers) => {
            if numbers.iter().fold(false, |found, y| found | !y.is_finite()) {
                let row = numbers.iter().position(|y| !y.is_finite()).expect("one was found");
                let y = numbers[row];
                return fail_at(row, format!("the target is {y}, not a finite number; remove rows without a target"));
            }
        }
        TargetColumn::Classes { codes, names } => {
            if let Some(row) = codes.iter().position(|&code| code as usize >= names.len()) {
                return fail_at(row, format!("target class {} is out of range 0..{}", codes[row], names.len()));
            }
        }
    }
    Ok(target)
}

/// Returns 1 for rows of `class` and 0 for the others.
fn indicator(codes: &[u32], class: usize) -> Vec<f64> {
    codes.iter().map(|&code| f64::from(u8::from(code as usize == class))).collect()
}

/// Returns the target with `positive=` applied, or `None` if the option is not set.
fn positive<'a>(column: &LevelColumn<'a>, target: TargetColumn<'a>) -> Result<Option<Cow<'a, [f64]>>> {
    let Some(wanted) = &column.spec.positive else { return Ok(None) };
    match target {
        TargetColumn::Classes { codes, names } => match names.iter().position(|name| name == wanted) {
            Some(class) => Ok(Some(indicator(codes, class).into())),
            None => fail(format!(
                "positive={wanted} is not a class of the target{}; the classes are {}",
                did_you_mean(wanted, names.iter().map(String::as_str)),
                lists::names(names)
            )),
        },
        TargetColumn::Numbers(numbers) => {
            let Ok(number) = wanted.trim().parse::<f64>() else {
                return fail(format!("positive={wanted} is not a number, but the target is numeric"));
            };
            let ones: Vec<f64> =
                numbers.iter().map(|y| f64::from(u8::from((y + 0.0).total_cmp(&(number + 0.0)).is_eq()))).collect();
            if ones.iter().all(|&y| y == 0.0) {
                return fail(format!("positive={wanted} does not occur in the target"));
            }
            Ok(Some(ones.into()))
        }
    }
}

/// Returns the target as one number for each row.
///
/// # Errors
/// No target, a value that is not finite, a text target without `positive`, more than two classes without `positive`.
pub(super) fn numbers<'a>(column: &LevelColumn<'a>) -> Result<Cow<'a, [f64]>> {
    let target = checked(column)?;
    if let Some(ones) = positive(column, target)? {
        return Ok(ones);
    }
    match target {
        TargetColumn::Numbers(numbers) => Ok(numbers.into()),
        TargetColumn::Classes { codes, names }
            if names.len() <= 2 && names.iter().all(|name| is_plain_number(name)) =>
        {
            Ok(indicator(codes, 1).into())
        }
        TargetColumn::Classes { names, .. } => {
            let method = column.spec.info().name;
            fail(format!(
                "encoder {method:?} needs a numeric target, but the target has the classes {}; specify positive=CLASS, as in {method}:positive={}",
                lists::names(names),
                names.last().map_or("CLASS", String::as_str)
            ))
        }
    }
}

/// Returns the target as zeros and ones, of which both occur.
///
/// # Errors
/// As [`numbers`]; also values other than 0 and 1, and a constant target.
#[expect(clippy::float_cmp, reason = "compares given values, not computed ones")]
pub(super) fn zeros_and_ones<'a>(column: &LevelColumn<'a>) -> Result<Cow<'a, [f64]>> {
    let y = numbers(column)?;
    let method = column.spec.info().name;
    let is_neither = |y: f64| y != 0.0 && y != 1.0;
    // Without a branch for each row, which would be mispredicted half of the time.
    if y.iter().fold(false, |found, &y| found | is_neither(y)) {
        let row = y.iter().position(|&y| is_neither(y)).expect("one was found");
        let y = y[row];
        return fail_at(
            row,
            format!(
                "encoder {method:?} needs a target of zeros and ones, not {y}; specify positive=VALUE or use another encoder"
            ),
        );
    }
    for value in [0.0, 1.0] {
        if !y.contains(&value) {
            return fail(format!(
                "encoder {method:?} needs both zeros and ones in the target, but there is no {value}"
            ));
        }
    }
    Ok(y)
}

/// Returns the target of each output: a single output for numbers or two classes (the second counts as 1), otherwise one
/// output for each class.
///
/// # Errors
/// As [`numbers`], but any number of classes is accepted.
pub(super) fn for_each_output<'a>(column: &LevelColumn<'a>) -> Result<Vec<(String, Cow<'a, [f64]>)>> {
    let target = checked(column)?;
    if let Some(ones) = positive(column, target)? {
        return Ok(vec![(String::new(), ones)]);
    }
    Ok(match target {
        TargetColumn::Numbers(numbers) => vec![(String::new(), numbers.into())],
        TargetColumn::Classes { codes, names } if names.len() <= 2 => vec![(String::new(), indicator(codes, 1).into())],
        TargetColumn::Classes { codes, names } => {
            names.iter().enumerate().map(|(class, name)| (name.clone(), indicator(codes, class).into())).collect()
        }
    })
}
