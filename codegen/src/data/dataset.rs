//! A table of typed columns and its source.

use crate::data::{Column, Lines};
use crate::error::{Place, did_you_mean};
use crate::text::quoted::quoted;
use crate::{Error, Result};

/// The source of data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// The path as the user typed it; `-` is standard input.
    pub name: String,
    /// The SHA-256 of the file's bytes, in lower-case hex.
    pub sha256: String,
    /// The file's size in bytes.
    pub bytes: u64,
}

/// ColumnBuilder of equal length.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Dataset {
    /// The source.
    pub source: Source,
    /// The columns that were kept, in the file's order.
    pub columns: Vec<Column>,
    /// The line number of each row.
    pub lines: Lines,
    /// Assumptions, corrections and oddities: one short line each.
    pub notes: Vec<String>,
    /// The first cell of a column that counts as missing because it is infinite or outside the `f32` range: column, line,
    /// text.
    pub infinite: Vec<(String, u64, String)>,
}

impl Dataset {
    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether there are no rows; a dataset that was read always has at least one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the position of the column called `name`.
    ///
    /// # Errors
    /// [`Error::Data`] with the nearest name, if there is no such column.
    pub fn index_of(&self, name: &str) -> Result<usize> {
        self.columns.iter().position(|column| column.name == name).ok_or_else(|| {
            let names = self.columns.iter().map(|column| column.name.as_str());
            Error::data(Place::file(&self.source.name), format!("no column {name:?}{}", did_you_mean(name, names)))
        })
    }

    /// Returns the column called `name`.
    ///
    /// # Errors
    /// [`Error::Data`] with the nearest name, if there is no such column.
    pub fn column(&self, name: &str) -> Result<&Column> {
        self.index_of(name).map(|index| &self.columns[index])
    }

    /// Returns the rows that have a value in the column called `name`, in ascending order.
    ///
    /// # Errors
    /// [`Error::Data`] with the nearest name, if there is no such column.
    pub fn rows_with(&self, name: &str) -> Result<Vec<usize>> {
        let column = self.column(name)?;
        Ok((0..self.len()).filter(|&row| !column.is_missing(row)).collect())
    }

    /// Returns the place of a cell, for an error.
    #[must_use]
    pub fn place(&self, row: usize, column: &str) -> Place {
        let place = Place::file(&self.source.name).column(column);
        match self.lines.get(row) {
            Some(line) => place.line(line),
            None => place,
        }
    }

    /// Returns the reason why a cell is missing, for an error.
    pub(crate) fn why_missing(&self, row: usize, column: &str) -> String {
        let line = self.lines.get(row);
        match self.infinite.iter().find(|(name, at, _)| name == column && Some(*at) == line) {
            Some((.., text)) => format!("{} is outside the f32 range, so the cell counts as missing", quoted(text)),
            None => "the cell is missing".to_owned(),
        }
    }

    /// Returns the given rows, in the given order; all levels are kept, used or not.
    ///
    /// # Panics
    /// If a row is not less than [`Dataset::len`].
    #[must_use]
    pub fn take(&self, rows: &[usize]) -> Self {
        Self {
            source: self.source.clone(),
            columns: self.columns.iter().map(|column| column.take(rows)).collect(),
            lines: self.lines.take(rows),
            notes: self.notes.clone(),
            infinite: self.infinite.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::data::{ReadOptions, read_bytes};

    #[test]
    fn an_unknown_column_names_the_nearest() {
        let data = read_bytes("p.csv", b"species,mass\na,1\nb,2\n".to_vec(), &ReadOptions::default()).unwrap();
        let error = data.column("specie").unwrap_err();
        assert_eq!(error.to_string(), "p.csv: no column \"specie\" (did you mean \"species\"?)");
    }

    #[test]
    fn rows_with_a_value_are_found() {
        let data = read_bytes("f", b"x,y\n1,a\n2,\n,b\n".to_vec(), &ReadOptions::default()).unwrap();
        assert_eq!((data.rows_with("x").unwrap(), data.rows_with("y").unwrap()), (vec![0, 1], vec![0, 2]));
    }

    #[test]
    fn taken_rows_keep_their_lines() {
        let data = read_bytes("p.csv", b"a,b\n1,x\n\n2,y\n3,z\n".to_vec(), &ReadOptions::default()).unwrap();
        let taken = data.take(&[2, 1]);
        assert_eq!((taken.len(), taken.lines.get(0), taken.lines.get(1)), (2, Some(5), Some(4)));
        assert_eq!(taken.place(1, "b").to_string(), "p.csv:4: column \"b\": ");
    }
}
