//! One column of typed cells.

use std::borrow::Cow;

use crate::data::Kind;
use crate::data::interner::Levels;

/// The code of a missing category.
pub const MISSING: u32 = u32::MAX;

/// A named column; its cells are in row order.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The name as in the header, or `column_N` where there is none.
    pub name: String,
    /// The cells.
    pub cells: Cells,
}

/// The cells of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Cells {
    /// Finite numbers; NaN is a missing one. A column without any value is of this kind, all NaN.
    Numbers(Vec<f64>),
    /// Categories.
    Categories(Categories),
}

/// Texts as codes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Categories {
    /// The distinct texts in order of appearance, without surrounding blanks.
    pub levels: Vec<String>,
    /// Each row's index into `levels`, or [`MISSING`].
    pub codes: Vec<u32>,
}

impl Categories {
    /// Numbers the texts of a column in memory, [`MISSING`] where there is none; texts are taken as they are.
    #[must_use]
    pub fn from_texts<'t>(texts: impl IntoIterator<Item = Option<&'t str>>) -> Self {
        let mut levels = Levels::default();
        let mut known = |text: &'t str| levels.known(text).unwrap_or_else(|| levels.add(Cow::Borrowed(text)));
        let code = |text: Option<&'t str>| text.map_or(MISSING, &mut known);
        let codes = texts.into_iter().map(code).collect();
        Self { levels: levels.into_texts().into_iter().map(Cow::into_owned).collect(), codes }
    }

    /// Gives the text of a row, `None` where it is missing or there is no such row.
    #[must_use]
    pub fn text(&self, row: usize) -> Option<&str> {
        let code = usize::try_from(*self.codes.get(row)?).ok()?;
        self.levels.get(code).map(String::as_str)
    }

    /// Gives the number of rows of each level.
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
    /// Gives the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::Numbers(numbers) => numbers.len(),
            Cells::Categories(categories) => categories.codes.len(),
        }
    }

    /// Tells whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives the kind of the cells.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.cells {
            Cells::Numbers(_) => Kind::Numeric,
            Cells::Categories(_) => Kind::Categorical,
        }
    }

    /// Tells whether the cell of a row is missing; a row that is not there counts as missing.
    #[must_use]
    pub fn is_missing(&self, row: usize) -> bool {
        match &self.cells {
            Cells::Numbers(numbers) => numbers.get(row).is_none_or(|number| number.is_nan()),
            Cells::Categories(categories) => categories.codes.get(row).is_none_or(|&code| code == MISSING),
        }
    }

    /// Gives the number of missing cells.
    #[must_use]
    pub fn n_missing(&self) -> usize {
        match &self.cells {
            Cells::Numbers(numbers) => numbers.iter().filter(|number| number.is_nan()).count(),
            Cells::Categories(categories) => categories.codes.iter().filter(|&&code| code == MISSING).count(),
        }
    }

    /// Gives the column of the given rows, in their order; levels stay as they are, even those no row uses.
    ///
    /// # Panics
    /// If a row is not below [`Column::len`].
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

    fn colours() -> Column {
        let cells = Categories { levels: vec!["red".into(), "blue".into()], codes: vec![0, MISSING, 1, 0] };
        Column { name: "colour".into(), cells: Cells::Categories(cells) }
    }

    #[test]
    fn texts_in_memory_are_numbered_by_appearance() {
        let Cells::Categories(expected) = colours().cells else { panic!("they are categories") };
        assert_eq!(Categories::from_texts([Some("red"), None, Some("blue"), Some("red")]), expected);
    }

    #[test]
    fn missing_cells_are_counted_in_both_kinds() {
        let numbers = Column { name: "x".into(), cells: Cells::Numbers(vec![1.0, f64::NAN]) };
        assert_eq!((numbers.n_missing(), numbers.is_missing(1), numbers.is_missing(0)), (1, true, false));
        assert_eq!((colours().n_missing(), colours().is_missing(1), colours().len()), (1, true, 4));
    }

    #[test]
    fn taking_rows_keeps_codes_comparable() {
        let Cells::Categories(taken) = colours().take(&[2, 1]).cells else { panic!("the kind stays") };
        assert_eq!((taken.text(0), taken.text(1), taken.text(2)), (Some("blue"), None, None));
        assert_eq!((taken.levels.len(), taken.counts()), (2, vec![0, 1]));
    }
}
