//! The cells of one row.

use std::borrow::Cow;

use crate::data::dialect::Dialect;
use crate::data::records::Record;

/// Iterator over the trimmed cells of one row; there is at least one.
#[derive(Debug)]
pub(super) struct Fields<'t> {
    text: &'t str,
    dialect: Dialect,
    quoted: bool,
    /// The position of the next cell; `None` after the last.
    start: Option<usize>,
}

impl<'t> Fields<'t> {
    pub(super) fn new(record: Record<'t>, dialect: Dialect) -> Self {
        Self { text: record.text, dialect, quoted: record.quoted, start: Some(0) }
    }

    /// Returns a cell whose opening quote is at `open`; [`Records`](crate::data::records::Records) has checked the quotes.
    fn quoted(&mut self, open: usize, quote: u8) -> Cow<'t, str> {
        let bytes = self.text.as_bytes();
        let (mut at, mut doubled) = (open + 1, false);
        let close = loop {
            match memchr::memchr(quote, &bytes[at..]) {
                None => break bytes.len(),
                Some(i) if bytes.get(at + i + 1) == Some(&quote) => {
                    doubled = true;
                    at += i + 2;
                }
                Some(i) => break at + i,
            }
        };
        let rest = close.min(bytes.len());
        self.start = memchr::memchr(self.dialect.delimiter, &bytes[rest..]).map(|i| rest + i + 1);
        let inner = trim(&self.text[open + 1..close]);
        if doubled {
            let one = char::from(quote).to_string();
            Cow::Owned(inner.replace(&one.repeat(2), &one))
        } else {
            Cow::Borrowed(inner)
        }
    }
}

impl<'t> Iterator for Fields<'t> {
    type Item = Cow<'t, str>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.start?;
        let rest = &self.text.as_bytes()[start..];
        if self.quoted
            && let Some(quote) = self.dialect.quote
            && let Some(i) = rest.iter().position(|&byte| !self.dialect.is_blank(byte))
            && rest[i] == quote
        {
            return Some(self.quoted(start + i, quote));
        }
        // Cells are short: a plain loop is faster than a vectorized search.
        let end = rest.iter().position(|&byte| byte == self.dialect.delimiter);
        self.start = end.map(|i| start + i + 1);
        let end = end.map_or(self.text.len(), |i| start + i);
        Some(Cow::Borrowed(trim(&self.text[start..end])))
    }
}

/// Removes surrounding Unicode white space, including no-break spaces.
fn trim(cell: &str) -> &str {
    let plain = |byte: Option<&u8>| byte.is_some_and(|&byte| byte > b' ' && byte < 0x7F);
    let bytes = cell.as_bytes();
    if plain(bytes.first()) && plain(bytes.last()) { cell } else { cell.trim() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, dialect: Dialect) -> Vec<String> {
        let record = Record { text, line: 1, quoted: true };
        Fields::new(record, dialect).map(Cow::into_owned).collect()
    }

    #[test]
    fn all_surrounding_white_space_is_trimmed() {
        assert_eq!(cells(" a ,\u{a0}b\u{a0}\t,,\u{2003}", Dialect::default()), ["a", "b", "", ""]);
    }

    #[test]
    fn quoted_cells_contain_delimiters_and_doubled_quotes() {
        assert_eq!(cells(r#" "a, b" ,"say ""hi""",5" "#, Dialect::default()), ["a, b", "say \"hi\"", "5\""]);
        assert_eq!(cells("\"\"\",\"\"\"", Dialect::default()), ["\",\""]);
        let plain = Dialect { quote: None, ..Dialect::default() };
        assert_eq!(cells(r#""a","b""#, plain), ["\"a\"", "\"b\""]);
    }

    #[test]
    fn a_tab_delimiter_is_not_white_space() {
        let tabs = Dialect { delimiter: b'\t', ..Dialect::default() };
        assert_eq!(cells("a\t\t\"b\"\t", tabs), ["a", "", "b", ""]);
    }
}
