//! Options for reading a data file.

use std::collections::BTreeMap;

use crate::{Error, Result};

/// The type of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers.
    Numeric,
    /// Texts, each of which is a category.
    Categorical,
}

/// The encoding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-16 if a byte-order mark indicates it, otherwise UTF-8.
    #[default]
    Auto,
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// Western European single-byte text, decoded as Windows-1252, as browsers do.
    Latin1,
    /// UTF-16; little-endian unless a byte-order mark indicates otherwise.
    Utf16,
}

/// The character that encloses a cell that contains delimiters or line endings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quote {
    /// This character; doubled inside a quoted cell it represents itself.
    Char(u8),
    /// None: quotes are ordinary characters.
    None,
}

impl Default for Quote {
    fn default() -> Self {
        Self::Char(b'"')
    }
}

impl Quote {
    /// Returns the quote character.
    #[must_use]
    pub fn byte(self) -> Option<u8> {
        match self {
            Self::Char(byte) => Some(byte),
            Self::None => None,
        }
    }
}

/// The user's options for reading a data file; unset options are detected or have a default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// The delimiter between cells (`--delimiter`); with `None` it is detected among `,` `;` tab and `|`.
    pub delimiter: Option<u8>,
    /// The quote character (`--quote`).
    pub quote: Quote,
    /// Lines that begin with this character are skipped (`--comment`).
    pub comment: Option<u8>,
    /// The first line is data; columns are called `column_1`, `column_2`, … (`--no-header`).
    pub no_header: bool,
    /// `2,5` is two and a half (`--decimal-comma`); a cell with a dot is then text.
    pub decimal_comma: bool,
    /// The encoding of the file (`--encoding`).
    pub encoding: Encoding,
    /// Texts that mean "missing" in addition to the defaults (`--missing-marker`); a number also matches by value.
    pub missing_markers: Vec<String>,
    /// Categories that differ only in case or white space are merged, with the spelling of the first (`--fold-case`).
    pub fold_case: bool,
    /// The levels of the columns of a model: with `fold_case`, levels get the spelling of the model.
    pub spellings: BTreeMap<String, Vec<String>>,
    /// The specified kind of a column (`--numeric`, `--categorical`).
    pub kinds: BTreeMap<String, Kind>,
    /// Columns named by options other than those below, with the option; these columns must exist.
    pub column_options: BTreeMap<String, &'static str>,
    /// The column to predict (`--target`): categorical if it is text or has at most 20 distinct integers.
    pub target: Option<String>,
    /// The column whose equal cells stay together in cross-validation (`--group`); always categorical.
    pub group: Option<String>,
    /// The columns to keep in addition to target and group (`--features`); `None` keeps all.
    pub features: Option<Vec<String>>,
    /// The source of target and features in messages, if it is not an option: `the model`.
    pub named_by: Option<&'static str>,
    /// A file without the target column is accepted.
    pub target_may_be_absent: bool,
    /// ColumnBuilder to leave out (`--drop`); they are never stored.
    pub drop: Vec<String>,
    /// The maximum length of a row, in bytes.
    pub max_line_bytes: usize,
    /// The maximum number of columns.
    pub max_columns: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            delimiter: None,
            quote: Quote::default(),
            comment: None,
            no_header: false,
            decimal_comma: false,
            encoding: Encoding::Auto,
            missing_markers: Vec::new(),
            fold_case: false,
            spellings: BTreeMap::new(),
            kinds: BTreeMap::new(),
            column_options: BTreeMap::new(),
            target: None,
            group: None,
            features: None,
            named_by: None,
            target_may_be_absent: false,
            drop: Vec::new(),
            max_line_bytes: 16 << 20,
            max_columns: 1 << 16,
        }
    }
}

impl ReadOptions {
    /// Checks that the special characters are different and that no column is both used and dropped.
    ///
    /// # Errors
    /// [`Error::Usage`] with the name of the option.
    pub fn check(&self) -> Result<()> {
        let special = [("--delimiter", self.delimiter), ("--quote", self.quote.byte()), ("--comment", self.comment)];
        for (at, &(option, byte)) in special.iter().enumerate() {
            let Some(byte) = byte else { continue };
            if !byte.is_ascii() || matches!(byte, 0 | b'\n' | b'\r') {
                return Err(Error::usage(format!("{option} must be one ASCII character other than a line ending")));
            }
            if let Some((other, _)) = special[..at].iter().find(|(_, earlier)| *earlier == Some(byte)) {
                return Err(Error::usage(format!(
                    "{option} and {other} are the same character {:?}",
                    char::from(byte)
                )));
            }
        }
        for (option, name) in [("--target", &self.target), ("--group", &self.group)] {
            if let Some(name) = name
                && self.drop.contains(name)
            {
                return Err(Error::usage(format!("{option} and --drop both name the column {name:?}")));
            }
        }
        Ok(())
    }

    /// Returns the specified kind of a column; the group column is always categorical.
    pub(super) fn given_kind(&self, name: &str) -> Option<Kind> {
        if self.group.as_deref() == Some(name) {
            return Some(Kind::Categorical);
        }
        self.kinds.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_must_differ() {
        let same = ReadOptions { delimiter: Some(b'"'), ..ReadOptions::default() };
        assert_eq!(same.check().unwrap_err().to_string(), "--quote and --delimiter are the same character '\"'");
        let wide = ReadOptions { delimiter: Some(0xE9), ..ReadOptions::default() };
        assert_eq!(wide.check().unwrap_err().exit_code(), 2);
        assert!(ReadOptions::default().check().is_ok());
    }

    #[test]
    fn a_target_cannot_be_dropped() {
        let both = ReadOptions { target: Some("y".into()), drop: vec!["y".into()], ..ReadOptions::default() };
        assert_eq!(both.check().unwrap_err().to_string(), "--target and --drop both name the column \"y\"");
    }
}
