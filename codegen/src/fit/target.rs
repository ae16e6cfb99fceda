//! The target of the training rows: classes in their order, or values.

use crate::data::{Cells, Dataset, MISSING_CODE, class_order};
use crate::error::Place;
use crate::recipe::Task;
use crate::statistics::narrow;
use crate::{Error, Result};

/// The target, ready for fitting.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    /// Class of each row and the classes' names, in their order.
    Classes { codes: Vec<u32>, names: Vec<String> },
    /// Value of each row.
    Values(Vec<f64>),
}

impl Target {
    /// Reads the target of data whose rows all have one.
    ///
    /// # Errors
    /// Where a classification has only one class.
    pub(super) fn new(data: &Dataset, index: usize, task: Option<Task>) -> Result<Self> {
        let column = &data.columns[index];
        match &column.cells {
            Cells::Numbers(values) => Ok(Self::Values(values.clone())),
            Cells::Categories(categories) => {
                let counts = categories.counts();
                let seen: Vec<usize> = (0..counts.len()).filter(|&level| counts[level] > 0).collect();
                if seen.len() < 2 && task == Some(Task::Classify) {
                    let only = seen.first().map_or("", |&level| &categories.levels[level]);
                    return Err(Error::data(
                        Place::file(&data.source.name).column(&column.name),
                        format!("every row has the class {only:?}; a classification needs at least two"),
                    ));
                }
                let order =
                    class_order(&seen.iter().map(|&level| categories.levels[level].as_str()).collect::<Vec<_>>());
                let mut class_of = vec![MISSING_CODE; counts.len()];
                for (class, &at) in (0u32..).zip(&order) {
                    class_of[seen[at]] = class;
                }
                Ok(Self::Classes {
                    codes: categories.codes.iter().map(|&code| class_of[code as usize]).collect(),
                    names: order.iter().map(|&at| categories.levels[seen[at]].clone()).collect(),
                })
            }
        }
    }
}

/// Refuses a value that single precision, in which devices answer, does not hold.
///
/// # Errors
/// With its line, column and value.
pub(super) fn check_values(data: &Dataset, index: usize) -> Result<()> {
    let column = &data.columns[index];
    let Cells::Numbers(values) = &column.cells else { return Ok(()) };
    match values.iter().position(|&value| value.is_finite() && !narrow(value).is_finite()) {
        None => Ok(()),
        Some(row) => Err(Error::data(
            data.place(row, &column.name),
            format!(
                "{:?} is too large for single precision (largest {:?}); scale the target first",
                values[row],
                f32::MAX
            ),
        )),
    }
}
