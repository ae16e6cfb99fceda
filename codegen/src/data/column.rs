//! A column of typed cells.

use std::borrow::Cow;

use crate::data::Kind;
use crate::data::interner::Interner;
use crate::data::missing::MISSING_CODE;

/// A named column with its cells in row order.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The name in the header, or `column_N` without one.
    pub name: String,
    /// The cells.
    pub cells: Cells,
}

/// The cells of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Cells {
    /// Finite numbers, or NaN for missing cells. A column without any value is of this kind.
    Numbers(Vec<f64>),
    /// Categories.
    Categories(Categories),
}

/// Texts, encoded as integers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Categories {
    /// The distinct texts in order of appearance, trimmed.
    pub levels: Vec<String>,
    /// Each row's index into `levels`, or [`MISSING_CODE`].
    pub codes: Vec<u32>,
}

impl Categories {
    /// Encodes the texts of a column in memory; `None` becomes [`MISSING_CODE`]. Texts are not trimmed.
    #[must_use]
    pub fn from_texts<'t>(texts: impl IntoIterator<Item = Option<&'t str>>) -> Self {
        let mut interner = Interner::default();
        let mut intern = |text: &'t str| interner.get(text).unwrap_or_else(|| interner.insert(Cow::Borrowed(text)));
        let code = |text: Option<&'t str>| text.map_or(MISSING_CODE, &mut intern);
        let codes = texts.into_iter().map(code).collect();
        Self { levels: interner.into_texts().into_iter().map(Cow::into_owned).collect(), codes }
    }

    /// Returns the text of a row, or `None` if it is missing or the row does not exist.
    #[must_use]
    pub fn text(&self, row: usize) -> Option<&str> {
        let code = usize::try_from(*self.codes.get(row)?).ok()?;
        self.levels.get(code).map(String::as_str)
    }

    /// Returns the number of rows of each level.
    #[must_use]
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.levels.len()];
        for &code in &self.codes {
            if let Some(count) = counts.get_mut(code as usize) {
                *count += 1;
            }
        }
        counts
    }
}

impl Column {
    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::Numbers(numbers) => numbers.len(),
            Cells::Categories(categories) => categories.codes.len(),
        }
    }

    /// Returns whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the kind of the cells.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.cells {
            Cells::Numbers(_) => Kind::Numeric,
            Cells::Categories(_) => Kind::Categorical,
        }
    }

    /// Returns whether the cell of a row is missing; a row that does not exist counts as missing.
    #[must_use]
    pub fn is_missing(&self, row: usize) -> bool {
        match &self.cells {
            Cells::Numbers(numbers) => numbers.get(row).is_none_or(|number| number.is_nan()),
            Cells::Categories(categories) => categories.codes.get(row).is_none_or(|&code| code == MISSING_CODE),
        }
    }

    /// Returns the number of missing cells.
    #[must_use]
    pub fn n_missing(&self) -> usize {
        match &self.cells {
            Cells::Numbers(numbers) => numbers.iter().filter(|number| number.is_nan()).count(),
            Cells::Categories(categories) => categories.codes.iter().filter(|&&code| code == MISSING_CODE).count(),
        }
    }

    /// Returns the column of the given rows, in the given order; all levels are kept, used or not.
    ///
    /// # Panics
    /// If a row is not less than [`Column::len`].
    #[must_use]
    pub fn take(&self, rows: &[usize]) -> Self {
        let cells = match &self.cells {
            Cells::Numbers(numbers) => Cells::Numbers(rows.iter().map(|&row| numbers[row]).collect()),
            Cells::Categories(Categories { levels, codes }) => Cells::Categories(Categories {
                levels: levels.clone(),
                codes: rows.iter().map(|&row| codes[row]).collect(),
            }),
        };
        Self { name: self.name.clone(), cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors() -> Column {
        let cells = Categories { levels: vec!["red".into(), "blue".into()], codes: vec![0, MISSING_CODE, 1, 0] };
        Column { name: "color".into(), cells: Cells::Categories(cells) }
    }

    #[test]
    fn texts_in_memory_are_encoded_in_order_of_appearance() {
        let Cells::Categories(expected) = colors().cells else { panic!("they are categories") };
        assert_eq!(Categories::from_texts([Some("red"), None, Some("blue"), Some("red")]), expected);
    }

    #[test]
    fn missing_cells_are_counted_in_both_kinds() {
        let numbers = Column { name: "x".into(), cells: Cells::Numbers(vec![1.0, f64::NAN]) };
        assert_eq!((numbers.n_missing(), numbers.is_missing(1), numbers.is_missing(0)), (1, true, false));
        assert_eq!((colors().n_missing(), colors().is_missing(1), colors().len()), (1, true, 4));
    }

    #[test]
    fn taking_rows_keeps_codes_comparable() {
        let Cells::Categories(taken) = colors().take(&[2, 1]).cells else { panic!("the kind stays") };
        assert_eq!((taken.text(0), taken.text(1), taken.text(2)), (Some("blue"), None, None));
        assert_eq!((taken.levels.len(), taken.counts()), (2, vec![0, 1]));
    }
}
