//! Errors on the host: the problem, its place (file, line, column, value) and a remedy.
//!
//! # Examples
//! ```
//! use nearkin_codegen::error::{Error, Place, Result};
//!
//! let place = Place::file("houses.csv").line(118).column("area");
//! let error = Error::data(place, "\"n/a\" is not a number");
//! assert_eq!(error.to_string(), "houses.csv:118: column \"area\": \"n/a\" is not a number");
//! assert_eq!((error.exit_code(), Error::usage("k is 0").exit_code()), (1, 2));
//! let in_memory = Error::data(Place::file("column").row(3), "no number");
//! assert_eq!(in_memory.to_string(), "column: row 3: no number");
//! let gone = Error::io("gone.csv", std::io::ErrorKind::NotFound.into());
//! assert!(gone.to_string().starts_with("gone.csv: "));
//! let k: Result<u32> = Err(Error::usage("k is 0"));
//! assert_eq!(k.unwrap_err().to_string(), "k is 0");
//! ```

use std::fmt;
use std::path::PathBuf;

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the host tool.
///
/// The message is in lower case without a period, and contains names as the user typed them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An option, a recipe key or a combination of them is wrong (exit code 2).
    #[error("{0}")]
    Usage(String),
    /// The data cannot be used with these options (exit code 1).
    #[error("{place}{message}")]
    Data {
        /// The place of the error; may be empty.
        place: Place,
        /// The problem, and the option that solves it.
        message: String,
    },
    /// A file could not be read or written (exit code 1).
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}

/// A place in a data file: any part may be unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The file as the user named it; `-` is standard input.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column's name.
    pub column: Option<String>,
    /// The row of columns in memory, from 0; displayed only if the line is unknown.
    pub row: Option<usize>,
}

impl Place {
    /// A place in `file`.
    pub fn file(file: impl Into<String>) -> Self {
        Self { file: file.into(), ..Self::default() }
    }

    /// The same place at `line`.
    #[must_use]
    pub fn line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// The same place in the row with this number.
    #[must_use]
    pub fn row(mut self, row: usize) -> Self {
        self.row = Some(row);
        self
    }

    /// The same place in `column`.
    #[must_use]
    pub fn column(mut self, column: impl Into<String>) -> Self {
        self.column = Some(column.into());
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.file.is_empty() {
            f.write_str(": ")?;
        }
        if let Some(column) = &self.column {
            write!(f, "column {column:?}: ")?;
        }
        if let (Some(row), None) = (self.row, self.line) {
            write!(f, "row {row}: ")?;
        }
        Ok(())
    }
}

impl Error {
    /// An error in the use of the program.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// An error in the data at `place`.
    pub fn data(place: Place, message: impl Into<String>) -> Self {
        Self::Data { place, message: message.into() }
    }

    /// A system error at `path`.
    pub fn io(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Self::Io { path: path.into(), source }
    }

    /// Adds the name of the file to an error in data that has none.
    #[must_use]
    pub(crate) fn in_file(self, file: &str) -> Self {
        match self {
            Self::Data { mut place, message } if place.file.is_empty() => {
                file.clone_into(&mut place.file);
                Self::Data { place, message }
            }
            other => other,
        }
    }

    /// The exit code of the process: 2 for wrong usage, otherwise 1.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Data { .. } | Self::Io { .. } => 1,
        }
    }
}

/// Returns ` (did you mean "…"?)` with the nearest of `names`, or an empty text if none is near.
#[doc(hidden)]
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let lower = wrong.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name))
        .min_by_key(|&(distance, _)| distance)
        // Two single letters have nothing in common.
        .filter(|&(distance, name)| distance == 0 || name.chars().count().max(wrong.chars().count()) > 1)
        .filter(|&(distance, name)| distance <= 1 + name.chars().count().min(wrong.chars().count()) / 3)
        .map(|(_, name)| format!(" (did you mean {name:?}?)"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_file_line_column() {
        let error = Error::data(Place::file("houses.csv").line(118).column("area"), "\"n/a\" is not a number");
        assert_eq!(error.to_string(), "houses.csv:118: column \"area\": \"n/a\" is not a number");
    }

    #[test]
    fn a_row_is_displayed_if_no_line_is_known() {
        let place = Place::default().column("area").row(3);
        assert_eq!(place.to_string(), "column \"area\": row 3: ");
        assert_eq!(Place { file: "d.csv".into(), ..place.line(5) }.to_string(), "d.csv:5: column \"area\": ");
    }

    #[test]
    fn only_near_names_are_offered() {
        assert_eq!(did_you_mean("specie", ["species", "island"]), " (did you mean \"species\"?)");
        assert_eq!(did_you_mean("zzzzzz", ["species", "island"]), "");
    }
}
