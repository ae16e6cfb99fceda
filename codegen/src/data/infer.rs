//! What the data say when the user does not: the task, and columns that only number the rows.

use super::{Categories, Cells, Column, Dataset, ReadOptions};
use crate::error::Place;
use crate::{Error, Result};

/// The most distinct integers that are classes.
const MAX_INTEGER_CLASSES: usize = 20;
/// The rows above which as many levels as rows are an error.
const MAX_ROWS_OF_DISTINCT_LEVELS: usize = 20;
/// The rows below which counting is chance.
const MIN_COUNTING_ROWS: usize = 3;

/// What is predicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// A class.
    Classify,
    /// A number.
    Regress,
}

/// Gives the task of a target: texts, or at most 20 distinct integers, are classes; anything else is regressed.
#[must_use]
pub fn infer_task(target: &Column) -> Task {
    match &target.cells {
        Cells::Categories(_) => Task::Classify,
        Cells::Numbers(numbers) if has_few_integers(numbers) => Task::Classify,
        Cells::Numbers(_) => Task::Regress,
    }
}

/// Tells whether all numbers, NaN aside, are integers, and there are 1 to 20 distinct ones.
#[allow(clippy::float_cmp)] // whether a number is an integer is exact
pub(super) fn has_few_integers(numbers: &[f64]) -> bool {
    let mut distinct: Vec<f64> = Vec::with_capacity(MAX_INTEGER_CLASSES);
    for &number in numbers.iter().filter(|number| !number.is_nan()) {
        if number.floor() != number {
            return false;
        }
        if !distinct.contains(&number) {
            if distinct.len() == MAX_INTEGER_CLASSES {
                return false;
            }
            distinct.push(number);
        }
    }
    !distinct.is_empty()
}

/// Looks for features that only number the rows; target, group and columns whose kind was told are not looked at.
///
/// Gives a note for each numeric column that counts 0, 1, … or 1, 2, … from the first row to the last (3 rows or more).
///
/// # Errors
/// [`Error::Data`] for a categorical column with as many levels as rows, of more than 20 rows: it names the rows and
/// says nothing about others.
pub fn check_ids(data: &Dataset, options: &ReadOptions) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    for column in &data.columns {
        let name = column.name.as_str();
        if options.target.as_deref() == Some(name) || options.told(name).is_some() {
            continue;
        }
        match &column.cells {
            Cells::Categories(Categories { levels, codes }) => {
                if codes.len() > MAX_ROWS_OF_DISTINCT_LEVELS && levels.len() == codes.len() {
                    let message = format!(
                        "each of the {} rows has a category of its own, as an identifier has; --drop {name:?}, \
                         or --categorical {name:?} to keep it",
                        codes.len()
                    );
                    return Err(Error::data(Place::file(&data.source.name).column(name), message));
                }
            }
            Cells::Numbers(numbers) => {
                if let Some(from) = counts_from(numbers) {
                    let to = numbers.len() - 1 + usize::from(from);
                    notes.push(format!(
                        "column {name:?} counts the rows from {from} to {to} (--drop {name:?} if it is a row number)"
                    ));
                }
            }
        }
    }
    Ok(notes)
}

/// Gives 0 or 1 if the numbers count from there.
#[allow(clippy::float_cmp, clippy::cast_precision_loss)] // counting is exact; no column has 2^53 rows
fn counts_from(numbers: &[f64]) -> Option<u8> {
    if numbers.len() < MIN_COUNTING_ROWS {
        return None;
    }
    [0u8, 1].into_iter().find(|&from| (usize::from(from)..).zip(numbers).all(|(row, &number)| number == row as f64))
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, read_bytes};
    use super::*;

    fn numbers(numbers: Vec<f64>) -> Column {
        Column { name: "y".into(), cells: Cells::Numbers(numbers) }
    }

    fn data(text: &str) -> Dataset {
        read_bytes("f", text.as_bytes().to_vec(), &ReadOptions::default()).unwrap()
    }

    #[test]
    fn twenty_integers_are_classes_and_twenty_one_are_not() {
        let count = |n: u32| numbers((0..n).map(f64::from).chain([f64::NAN]).collect());
        assert_eq!((infer_task(&count(20)), infer_task(&count(21))), (Task::Classify, Task::Regress));
        assert_eq!(infer_task(&numbers(vec![1.0, 2.5])), Task::Regress);
        assert_eq!(infer_task(&numbers(vec![f64::NAN])), Task::Regress);
        assert_eq!(
            infer_task(&Column { name: "y".into(), cells: Cells::Categories(Categories::default()) }),
            Task::Classify
        );
    }

    #[test]
    fn identifiers_are_refused_above_twenty_rows_unless_told() {
        let rows = |n: usize| (0..n).fold("id,v\n".to_owned(), |text, row| format!("{text}u{row},{}\n", row % 2));
        assert!(check_ids(&data(&rows(20)), &ReadOptions::default()).unwrap().is_empty());
        let error = check_ids(&data(&rows(21)), &ReadOptions::default()).unwrap_err().to_string();
        assert!(error.starts_with("f: column \"id\": each of the 21 rows has a category of its own"), "{error}");
        assert!(error.contains("--drop \"id\""), "{error}");
        let told = ReadOptions { kinds: [("id".into(), Kind::Categorical)].into(), ..ReadOptions::default() };
        assert!(check_ids(&data(&rows(21)), &told).is_ok());
        let target = ReadOptions { target: Some("id".into()), ..ReadOptions::default() };
        assert!(check_ids(&data(&rows(21)), &target).is_ok());
    }

    #[test]
    fn a_column_that_counts_is_noted() {
        let notes = check_ids(&data("a,b,c\n0,1,1\n1,2,2\n2,3,4\n"), &ReadOptions::default()).unwrap();
        assert_eq!(
            notes,
            [
                "column \"a\" counts the rows from 0 to 2 (--drop \"a\" if it is a row number)",
                "column \"b\" counts the rows from 1 to 3 (--drop \"b\" if it is a row number)"
            ]
        );
    }
}
