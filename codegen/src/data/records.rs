//! The rows of a text: line endings, quotes, comments and empty lines.

use crate::data::dialect::Dialect;
use crate::error::Place;
use crate::{Error, Result};

/// The text of one row, without its line ending.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'t> {
    pub(super) text: &'t str,
    /// The number of the line where the row begins, from 1.
    pub(super) line: u64,
    /// At least one cell is quoted.
    pub(super) quoted: bool,
}

/// The numbers of lines that are not rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct SkippedLines {
    pub(super) blank: u64,
    pub(super) delimiters_only: u64,
}

/// Reads the rows of a text in order.
#[derive(Debug)]
pub(super) struct Records<'t> {
    name: &'t str,
    text: &'t str,
    dialect: Dialect,
    max_bytes: usize,
    position: usize,
    line: u64,
    pub(super) skipped: SkippedLines,
}

impl<'t> Records<'t> {
    /// Starts at the beginning of `text`, which is line `line` of the file `name`.
    pub(super) fn new(name: &'t str, text: &'t str, line: u64, dialect: Dialect, max_bytes: usize) -> Self {
        Self { name, text, dialect, max_bytes, position: 0, line, skipped: SkippedLines::default() }
    }

    /// Returns the position from which the next row is searched, and its line number.
    pub(super) fn position(&self) -> (usize, u64) {
        (self.position, self.line)
    }

    /// Returns the next row that is not empty, not a comment and not only delimiters.
    pub(super) fn next(&mut self) -> Result<Option<Record<'t>>> {
        self.skip_empty();
        if self.position == self.text.len() {
            return Ok(None);
        }
        let (start, line) = (self.position, self.line);
        let (end, quoted) = self.find_end(start)?;
        if end - start > self.max_bytes {
            let advice = match self.dialect.quote {
                Some(quote) if quoted => format!("; is a closing {} missing?", char::from(quote)),
                _ => "; does the file have line endings?".to_owned(),
            };
            return Err(self.error(line, format!("a row is longer than {} bytes{advice}", self.max_bytes)));
        }
        if quoted {
            self.line += count_line_endings(&self.text.as_bytes()[start..end]);
        }
        self.end_line(end);
        Ok(Some(Record { text: &self.text[start..end], line, quoted }))
    }

    /// Skips the lines that are not rows.
    fn skip_empty(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&first) = bytes.get(self.position) {
            let Dialect { delimiter, comment, .. } = self.dialect;
            let is_blank = |byte: u8| self.dialect.is_blank(byte);
            if first > b' ' && first != delimiter && Some(first) != comment {
                return; // the common case
            }
            let mut at = self.position;
            while at < bytes.len() && is_blank(bytes[at]) {
                at += 1;
            }
            if at < bytes.len() && Some(bytes[at]) == comment {
                let end = memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |i| at + i);
                self.end_line(end);
                continue;
            }
            let mut delimiters = false;
            while at < bytes.len() && (bytes[at] == delimiter || is_blank(bytes[at])) {
                delimiters |= bytes[at] == delimiter;
                at += 1;
            }
            if at < bytes.len() && !matches!(bytes[at], b'\n' | b'\r') {
                return;
            }
            if delimiters {
                self.skipped.delimiters_only += 1;
            } else {
                self.skipped.blank += 1;
            }
            self.end_line(at);
        }
    }

    /// Returns the end of the row that begins at `start`, and whether it has quoted cells.
    fn find_end(&self, start: usize) -> Result<(usize, bool)> {
        let bytes = self.text.as_bytes();
        let Some(quote) = self.dialect.quote else {
            return Ok((memchr::memchr2(b'\n', b'\r', &bytes[start..]).map_or(bytes.len(), |i| start + i), false));
        };
        let (mut at, mut quoted) = (start, false);
        loop {
            let Some(hit) = memchr::memchr3(b'\n', b'\r', quote, &bytes[at..]) else {
                return Ok((bytes.len(), quoted));
            };
            let hit = at + hit;
            if bytes[hit] != quote {
                return Ok((hit, quoted));
            }
            if !self.opens(start, hit) {
                at = hit + 1;
                continue;
            }
            quoted = true;
            at = self.find_close(start, hit, quote)?;
        }
    }

    /// Returns whether the quote at `at` opens a cell: between it and the preceding delimiter is only white space.
    fn opens(&self, start: usize, at: usize) -> bool {
        let before = self.text.as_bytes()[start..at].iter().rposition(|&byte| !self.dialect.is_blank(byte));
        before.is_none_or(|i| self.text.as_bytes()[start + i] == self.dialect.delimiter)
    }

    /// Returns the position after the cell whose opening quote is at `open`: a delimiter, a line ending or the end.
    fn find_close(&self, start: usize, open: usize, quote: u8) -> Result<usize> {
        let bytes = self.text.as_bytes();
        let line_at = |at: usize| self.line + count_line_endings(&bytes[start..at]);
        let mark = char::from(quote);
        let mut at = open + 1;
        loop {
            let Some(close) = memchr::memchr(quote, &bytes[at..]) else {
                let message = format!(
                    "a cell opens with {mark} but is never closed; use --quote none if {mark} is an ordinary character"
                );
                return Err(self.error(line_at(open), message));
            };
            at += close + 1;
            if bytes.get(at) == Some(&quote) {
                at += 1; // doubled: one quote character
                continue;
            }
            while at < bytes.len() && self.dialect.is_blank(bytes[at]) {
                at += 1;
            }
            return match bytes.get(at) {
                Some(&byte) if byte != self.dialect.delimiter && !matches!(byte, b'\n' | b'\r') => {
                    let message = format!(
                        "text after the closing {mark} of a cell; write {mark}{mark} for a {mark} inside the cell, \
                         or use --quote none if {mark} is an ordinary character"
                    );
                    Err(self.error(line_at(at), message))
                }
                _ => Ok(at),
            };
        }
    }

    /// Moves past the line ending at `end`, if there is one.
    fn end_line(&mut self, end: usize) {
        let bytes = self.text.as_bytes();
        self.position = match bytes.get(end) {
            Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => end + 2,
            Some(_) => end + 1,
            None => end,
        };
        self.line += u64::from(self.position > end);
    }

    fn error(&self, line: u64, message: String) -> Error {
        Error::data(Place::file(self.name).line(line), message)
    }
}

/// Counts line endings: `\n`, `\r\n` and `\r` each count as one.
pub(super) fn count_line_endings(bytes: &[u8]) -> u64 {
    memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
        .count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(String, u64)> {
        let dialect = Dialect { comment: Some(b'#'), ..Dialect::default() };
        let mut records = Records::new("f", text, 1, dialect, 100);
        let mut rows = Vec::new();
        while let Some(record) = records.next().unwrap() {
            rows.push((record.text.to_owned(), record.line));
        }
        rows
    }

    fn error(text: &str) -> String {
        let mut records = Records::new("f", text, 1, Dialect::default(), 100);
        loop {
            match records.next() {
                Ok(row) => assert!(row.is_some(), "no error in {text:?}"),
                Err(error) => return error.to_string(),
            }
        }
    }

    #[test]
    fn all_three_line_endings_end_a_row() {
        let expected: Vec<_> = [("a", 1), ("b", 2), ("c", 3), ("d", 4)].map(|(t, l)| (t.to_owned(), l)).into();
        assert_eq!(rows("a\nb\r\nc\rd"), expected);
        assert_eq!(rows("a\nb\r\nc\rd\r\n"), expected);
    }

    #[test]
    fn empty_lines_delimiters_and_comments_are_not_rows() {
        assert_eq!(rows("\n \t\n,, ,\n# \"x\n  # y\n1,2\r\n\r\n"), [("1,2".to_owned(), 6)]);
        let mut records = Records::new("f", "\n,,\n \n", 1, Dialect::default(), 9);
        assert!(records.next().unwrap().is_none());
        assert_eq!(records.skipped, SkippedLines { blank: 2, delimiters_only: 1 });
    }

    #[test]
    fn quoted_cells_may_contain_line_endings() {
        assert_eq!(rows("\"a\r\nb\",1\nc"), [("\"a\r\nb\",1".to_owned(), 1), ("c".to_owned(), 3)]);
        assert_eq!(rows("1, \"x\"\"\n\" ,2\n3"), [("1, \"x\"\"\n\" ,2".to_owned(), 1), ("3".to_owned(), 3)]);
        assert_eq!(rows("5\" pipe\n6"), [("5\" pipe".to_owned(), 1), ("6".to_owned(), 2)]);
    }

    #[test]
    fn errors_about_quotes_name_the_line() {
        assert!(error("a\nb,\"c\nd").starts_with("f:2: a cell opens with \" but is never closed; use --quote none"));
        assert!(error("a\n\"b\nc\"d,1").starts_with("f:3: text after the closing \" of a cell"));
    }

    #[test]
    fn a_row_longer_than_the_limit_is_rejected() {
        assert_eq!(error(&"x".repeat(101)), "f:1: a row is longer than 100 bytes; does the file have line endings?");
        assert!(error(&format!("\"{}\"", "\n".repeat(101))).ends_with("; is a closing \" missing?"));
    }

    #[test]
    fn line_endings_are_counted_once() {
        assert_eq!(count_line_endings(b"a\r\nb\rc\n\n\r"), 5);
    }
}
