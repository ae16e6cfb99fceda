//! The task that a target column implies.

use crate::data::{Cells, Column};

/// The most distinct integers that are classes.
const MAX_INTEGER_CLASSES: usize = 20;

/// The kind of prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// A class.
    Classify,
    /// A number.
    Regress,
}

/// Returns the task for a target: classification for texts and for at most 20 distinct integers, otherwise regression.
#[must_use]
pub fn infer_task(target: &Column) -> Task {
    match &target.cells {
        Cells::Categories(_) => Task::Classify,
        Cells::Numbers(numbers) if has_few_integers(numbers) => Task::Classify,
        Cells::Numbers(_) => Task::Regress,
    }
}

/// Returns whether all numbers except NaN are integers, of which 1 to 20 are distinct.
#[expect(clippy::float_cmp, reason = "rounding down leaves an integer exactly as it is")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Categories;

    fn numbers(numbers: Vec<f64>) -> Column {
        Column { name: "y".into(), cells: Cells::Numbers(numbers) }
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
}
