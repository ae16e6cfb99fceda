//! How a data file is to be read: what the user told, with a default for all else.

use std::collections::BTreeMap;

use crate::{Error, Result};

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers.
    Numeric,
    /// Texts, each a category.
    Categorical,
}

/// How the file's bytes are text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-16 when a byte-order mark says so, else UTF-8.
    #[default]
    Auto,
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// Western European in one byte, read as Windows-1252, as browsers do.
    Latin1,
    /// UTF-16; little-endian unless a byte-order mark says otherwise.
    Utf16,
}

/// The character that wraps a cell which holds delimiters or line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quote {
    /// This one; twice inside a wrapped cell it means itself.
    Char(u8),
    /// None: every quote is a plain character.
    None,
}

impl Default for Quote {
    fn default() -> Self {
        Self::Char(b'"')
    }
}

impl Quote {
    /// Gives the quote's byte.
    #[must_use]
    pub fn byte(self) -> Option<u8> {
        match self {
            Self::Char(byte) => Some(byte),
            Self::None => None,
        }
    }
}

/// What the user told about a data file; the default detects or assumes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// What stands between cells (`--delimiter`); `None` finds it among `,` `;` tab and `|`.
    pub delimiter: Option<u8>,
    /// What wraps a cell (`--quote`).
    pub quote: Quote,
    /// Lines that begin with it are left out (`--comment`).
    pub comment: Option<u8>,
    /// The first line is data; columns are called `column_1`, `column_2`, … (`--no-header`).
    pub no_header: bool,
    /// `2,5` is two and a half (`--decimal-comma`); a dot then makes a cell text.
    pub decimal_comma: bool,
    /// How bytes are text (`--encoding`).
    pub encoding: Encoding,
    /// Cells that are missing besides the defaults (`--missing-marker`); one that is a number also matches by value.
    pub missing_markers: Vec<String>,
    /// Categories that differ only in case or blanks are one, spelt as the first (`--fold-case`).
    pub fold_case: bool,
    /// How a model spells the levels of its columns: with `fold_case`, levels are spelt so where they are among them.
    pub spellings: BTreeMap<String, Vec<String>>,
    /// The kind of a column, as told (`--numeric`, `--categorical`).
    pub kinds: BTreeMap<String, Kind>,
    /// Which option names a column besides those below, for the message that it is not there; such a column must be there.
    pub options_of_columns: BTreeMap<String, &'static str>,
    /// The column to predict (`--target`): kept as text when it is text or has at most 20 distinct integers.
    pub target: Option<String>,
    /// The column whose equal cells stay together in cross-validation (`--group`); always categories.
    pub group: Option<String>,
    /// The columns to keep besides target and group (`--features`); `None` keeps all.
    pub features: Option<Vec<String>>,
    /// Who names target and features, for the message that one is not there, where options do not: `the model`.
    pub named_by: Option<&'static str>,
    /// A file without the column of the target is read all the same.
    pub target_may_be_absent: bool,
    /// Columns to leave out (`--drop`); they are never stored.
    pub drop: Vec<String>,
    /// The longest row that is read, in bytes.
    pub max_line_bytes: usize,
    /// The most columns that are read.
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
            options_of_columns: BTreeMap::new(),
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
    /// Checks that the special characters can be told apart and that no column is both wanted and dropped.
    ///
    /// # Errors
    /// [`Error::Usage`] names the option.
    pub fn check(&self) -> Result<()> {
        let special = [("--delimiter", self.delimiter), ("--quote", self.quote.byte()), ("--comment", self.comment)];
        for (at, &(option, byte)) in special.iter().enumerate() {
            let Some(byte) = byte else { continue };
            if !byte.is_ascii() || matches!(byte, 0 | b'\n' | b'\r') {
                return Err(Error::usage(format!("{option}: one ASCII character that is not a line end is needed")));
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

    /// Gives the kind that was told for a column; a group is always categories.
    pub(super) fn told(&self, name: &str) -> Option<Kind> {
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
