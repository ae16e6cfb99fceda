//! The bytes of a file, with a limit on the length of a line.

use std::io::Read;
use std::path::Path;

use crate::data::ReadOptions;
use crate::error::Place;
use crate::{Error, Result};

/// The bytes of one read request.
const BLOCK: usize = 1 << 20;
/// The most memory reserved before the first byte is read.
const MAX_INITIAL_CAPACITY: u64 = 64 << 20;

/// Reads a file to its end; `-` is standard input.
///
/// Memory holds the whole file, but at most about twice [`ReadOptions::max_line_bytes`] of one line: input without line
/// endings is not a table and is rejected before it is read to its end.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read, [`Error::Data`] with the number of a line that is too long.
pub(super) fn read(path: &Path, options: &ReadOptions) -> Result<Vec<u8>> {
    let fail = |source| Error::io(path, source);
    let name = path.to_string_lossy();
    if path.as_os_str() == "-" {
        return read_from(&name, std::io::stdin().lock(), 0, options, fail);
    }
    let file = std::fs::File::open(path).map_err(fail)?;
    let size = file.metadata().map_err(fail)?.len();
    read_from(&name, file, size.min(MAX_INITIAL_CAPACITY), options, fail)
}

fn read_from(
    name: &str,
    mut from: impl Read,
    size: u64,
    options: &ReadOptions,
    fail: impl Fn(std::io::Error) -> Error,
) -> Result<Vec<u8>> {
    // UTF-16 has two bytes per character.
    let longest = options.max_line_bytes.saturating_mul(2);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    let mut line_start = 0;
    loop {
        let before = bytes.len();
        from.by_ref().take(BLOCK as u64).read_to_end(&mut bytes).map_err(&fail)?;
        let new = &bytes[before..];
        if new.is_empty() {
            return Ok(bytes);
        }
        let first = memchr::memchr2(b'\n', b'\r', new).map_or(bytes.len(), |at| before + at);
        if first - line_start > longest {
            let read = &bytes[..line_start];
            // A carriage return and the line feed after it end one line.
            let lone = |&at: &usize| read.get(at + 1) != Some(&b'\n');
            let ends = memchr::memchr_iter(b'\n', read).count() + memchr::memchr_iter(b'\r', read).filter(lone).count();
            let problem =
                format!("a row is longer than {} bytes; does the file have line endings?", options.max_line_bytes);
            return Err(Error::data(Place::file(name).line(ends as u64 + 1), problem));
        }
        line_start = memchr::memrchr2(b'\n', b'\r', new).map_or(line_start, |at| before + at + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(content: &[u8], max_line_bytes: usize) -> Result<Vec<u8>> {
        let options = ReadOptions { max_line_bytes, ..ReadOptions::default() };
        read_from("f", content, 0, &options, |error| panic!("{error}"))
    }

    #[test]
    fn lines_up_to_the_limit_are_read_wherever_blocks_end() {
        let mut content = Vec::new();
        for length in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 10] {
            content.resize(content.len() + length, b'x');
            content.extend(b"\r\n");
        }
        content.resize(content.len() + 4 * BLOCK, b'y');
        assert!(read_all(&content, 2 * BLOCK).is_ok_and(|bytes| bytes == content));
    }

    #[test]
    fn a_line_without_an_end_is_rejected_with_its_number() {
        for (start, line) in [("", 1), ("a\nb\n", 3), ("a\r\nb\r\n", 3), ("a\rb\r", 3), ("\n\n\r\n\r", 5)] {
            let mut content = start.as_bytes().to_vec();
            content.resize(8 * BLOCK, b'x');
            let error = read_all(&content, BLOCK).expect_err("no line endings").to_string();
            assert_eq!(
                error,
                format!("f:{line}: a row is longer than 1048576 bytes; does the file have line endings?")
            );
        }
    }

    #[test]
    fn an_endless_line_is_rejected() {
        let options = ReadOptions::default();
        let error = read_from("f", std::io::repeat(b'x'), 0, &options, |error| panic!("{error}"));
        assert!(
            error.expect_err("no line endings").to_string().starts_with("f:1: a row is longer than 16777216 bytes")
        );
    }
}
