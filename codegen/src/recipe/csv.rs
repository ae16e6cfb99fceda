//! The CSV options of a recipe.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::data::{Encoding, Quote, ReadOptions};
use crate::recipe::as_text;
use crate::recipe::choice::Choice;
#[cfg(test)]
use crate::recipe::schema::OneOf;

/// The format of a CSV file; options that are not set are detected or have a default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Csv {
    /// The delimiter between cells.
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub delimiter: Option<Symbol>,
    /// Whether `1,5` is one and a half.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal_comma: Option<bool>,
    /// The encoding of the file.
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<OneOf<Encoding>>"))]
    pub encoding: Option<Encoding>,
    /// Whether the first line is data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_header: Option<bool>,
    /// The character that begins a line to skip.
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub comment: Option<Symbol>,
    /// The quote character; `none` if quotes are ordinary characters.
    #[serde(with = "as_text", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub quote: Option<Quote>,
    /// Texts that mean "missing" in addition to the defaults.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing_marker: Vec<String>,
    /// Whether to merge categories that differ only in case or white space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold_case: Option<bool>,
}

impl Csv {
    /// Returns these options, completed by those of `recipe`.
    #[doc(hidden)]
    #[must_use]
    pub fn over(self, recipe: Self) -> Self {
        Self {
            delimiter: self.delimiter.or(recipe.delimiter),
            decimal_comma: self.decimal_comma.or(recipe.decimal_comma),
            encoding: self.encoding.or(recipe.encoding),
            no_header: self.no_header.or(recipe.no_header),
            comment: self.comment.or(recipe.comment),
            quote: self.quote.or(recipe.quote),
            missing_marker: if self.missing_marker.is_empty() { recipe.missing_marker } else { self.missing_marker },
            fold_case: self.fold_case.or(recipe.fold_case),
        }
    }

    /// Converts them to the options of the reader.
    #[doc(hidden)]
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        let defaults = ReadOptions::default();
        ReadOptions {
            delimiter: self.delimiter.map(|Symbol(byte)| byte),
            quote: self.quote.unwrap_or(defaults.quote),
            comment: self.comment.map(|Symbol(byte)| byte),
            no_header: self.no_header.unwrap_or(defaults.no_header),
            decimal_comma: self.decimal_comma.unwrap_or(defaults.decimal_comma),
            encoding: self.encoding.unwrap_or(defaults.encoding),
            missing_markers: self.missing_marker.clone(),
            fold_case: self.fold_case.unwrap_or(defaults.fold_case),
            ..defaults
        }
    }

    /// Returns the message for a contradiction, if there is one.
    pub(crate) fn conflict(&self) -> Option<String> {
        // The default quote character counts even if it is not specified.
        let quote = self.quote.unwrap_or_default().byte().map(Symbol);
        let roles = [("--delimiter", self.delimiter), ("--quote", quote), ("--comment", self.comment)];
        for (at, (role, symbol)) in roles.iter().enumerate() {
            for (other, same) in &roles[at + 1..] {
                if symbol.is_some() && symbol == same {
                    return symbol.map(|symbol| format!("{role} and {other} are both {symbol}"));
                }
            }
        }
        if self.decimal_comma == Some(true) && self.delimiter == Some(Symbol(b',')) {
            return Some("--decimal-comma cannot be combined with --delimiter comma".to_owned());
        }
        None
    }
}

/// One ASCII character with a role in CSV: the character, or `tab`, `space`, `comma`, `semicolon`, `pipe`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol(pub u8);

/// The names of characters that are hard to type in a shell or an editor.
const NAMED: [(&str, u8); 5] = [("tab", b'\t'), ("space", b' '), ("comma", b','), ("semicolon", b';'), ("pipe", b'|')];

impl FromStr for Symbol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((_, byte)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(Self(*byte));
        }
        match *text.as_bytes() {
            [b'\\', b't'] => Ok(Self(b'\t')),
            [byte] if byte == b'\t' || byte == b' ' || byte.is_ascii_graphic() => Ok(Self(byte)),
            _ => Err(format!(
                "{text:?} is neither a single ASCII character nor one of tab, space, comma, semicolon, pipe"
            )),
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMED.iter().find(|(_, byte)| *byte == self.0) {
            Some((name, _)) => f.pad(name),
            None => f.pad(&char::from(self.0).to_string()),
        }
    }
}

impl FromStr for Quote {
    type Err = String;

    /// Parses `none` or one ASCII character.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self::None),
            _ => text.parse().map(|Symbol(byte)| Self::Char(byte)),
        }
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(byte) => Symbol(*byte).fmt(f),
            Self::None => f.pad("none"),
        }
    }
}

impl Choice for Encoding {
    const WHAT: &'static str = "encoding";
    const NAMES: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("utf8", Self::Utf8), ("latin1", Self::Latin1), ("utf16", Self::Utf16)];
    const ALIASES: &'static [(&'static str, Self)] = &[
        ("utf-8", Self::Utf8),
        ("utf_8", Self::Utf8),
        ("utf-8-sig", Self::Utf8),
        ("latin-1", Self::Latin1),
        ("latin_1", Self::Latin1),
        ("iso-8859-1", Self::Latin1),
        ("iso8859-1", Self::Latin1),
        ("windows-1252", Self::Latin1),
        ("cp1252", Self::Latin1),
        ("utf-16", Self::Utf16),
        ("utf_16", Self::Utf16),
        ("utf-16le", Self::Utf16),
    ];
}

impl FromStr for Encoding {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::choose(text)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_one_ascii_character_or_a_name() {
        for (text, byte) in [(";", b';'), ("tab", b'\t'), ("\\t", b'\t'), ("\t", b'\t'), ("pipe", b'|'), (" ", b' ')] {
            assert_eq!(text.parse(), Ok(Symbol(byte)), "{text:?}");
        }
        for wrong in ["", ";;", "ä", "\n", "\0", "tabs"] {
            assert!(wrong.parse::<Symbol>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn every_symbol_reads_back_as_printed() {
        for byte in 0u8..128 {
            if let Ok(symbol) = char::from(byte).to_string().parse::<Symbol>() {
                assert_eq!(symbol.to_string().parse(), Ok(symbol));
            }
        }
        assert_eq!(Symbol(b'\t').to_string(), "tab");
        assert_eq!("none".parse(), Ok(Quote::None));
        assert_eq!(Quote::Char(b'\'').to_string().parse(), Ok(Quote::Char(b'\'')));
    }

    #[test]
    fn all_options_reach_the_reader() {
        let csv = Csv {
            delimiter: Some(Symbol(b'\t')),
            decimal_comma: Some(true),
            encoding: Some(Encoding::Latin1),
            no_header: Some(true),
            comment: Some(Symbol(b'#')),
            quote: Some(Quote::None),
            missing_marker: vec!["-200".into()],
            fold_case: Some(true),
        };
        let expected = ReadOptions {
            delimiter: Some(b'\t'),
            decimal_comma: true,
            encoding: Encoding::Latin1,
            no_header: true,
            comment: Some(b'#'),
            quote: Quote::None,
            missing_markers: vec!["-200".into()],
            fold_case: true,
            ..ReadOptions::default()
        };
        assert_eq!(csv.read_options(), expected);
        assert_eq!(Csv::default().read_options(), ReadOptions::default());
    }

    #[test]
    fn one_character_has_one_role() {
        let csv = Csv { delimiter: Some(Symbol(b';')), comment: Some(Symbol(b';')), ..Csv::default() };
        assert_eq!(csv.conflict().as_deref(), Some("--delimiter and --comment are both semicolon"));
        let csv = Csv { delimiter: Some(Symbol(b',')), decimal_comma: Some(true), ..Csv::default() };
        assert!(csv.conflict().is_some_and(|text| text.contains("--decimal-comma")));
        let csv = Csv { delimiter: Some(Symbol(b'"')), ..Csv::default() };
        assert_eq!(csv.conflict().as_deref(), Some("--delimiter and --quote are both \""));
        let csv = Csv { delimiter: Some(Symbol(b'"')), quote: Some(Quote::None), ..Csv::default() };
        assert_eq!(csv.conflict(), None);
        assert_eq!(Csv::default().conflict(), None);
    }
}
