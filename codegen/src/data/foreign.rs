//! Files that are not CSV at all, told by how they begin.

use crate::error::Place;
use crate::{Error, Result};

/// How binary files begin, what they are, and what to do.
const BINARY: [(&[u8], &str, &str); 6] = [
    (b"PK\x03\x04", "an Excel workbook or a zip archive", "save the sheet as CSV"),
    (b"\xD0\xCF\x11\xE0", "an old Excel workbook", "save the sheet as CSV"),
    (b"\x1F\x8B", "gzip", "unpack it first"),
    (b"PAR1", "Parquet", "convert it to CSV"),
    (b"SQLite format 3\0", "an SQLite database", "export the table as CSV"),
    (b"%PDF-", "PDF", "export the table as CSV"),
];

/// How texts that are not tables begin, in lower case.
const TEXT: [(&str, &str, &str); 5] = [
    ("<!doctype", "HTML", "download the file itself"),
    ("<html", "HTML", "download the file itself"),
    ("<?xml", "XML", "convert it to CSV"),
    ("{\"", "JSON", "convert it to CSV"),
    ("[{", "JSON", "convert it to CSV"),
];

/// Refuses bytes that begin as a well-known binary file.
pub(super) fn check_bytes(name: &str, bytes: &[u8]) -> Result<()> {
    match BINARY.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        Some((_, what, advice)) => Err(refuse(name, what, advice)),
        None => Ok(()),
    }
}

/// Refuses a text that begins as ARFF, HTML, XML or JSON.
pub(super) fn check_text(name: &str, text: &str) -> Result<()> {
    let text = text.trim_start();
    let begins = |with: &str| text.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with));
    if let Some((_, what, advice)) = TEXT.iter().find(|(with, ..)| begins(with)) {
        return Err(refuse(name, what, advice));
    }
    // ARFF may begin with comments.
    let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('%'));
    let first = first.unwrap_or_default();
    let arff = ["@relation", "@attribute"]
        .iter()
        .any(|with| first.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with)));
    if arff {
        return Err(refuse(name, "ARFF", "delete the lines up to @data and use --no-header"));
    }
    Ok(())
}

fn refuse(name: &str, what: &str, advice: &str) -> Error {
    Error::data(Place::file(name), format!("this is {what}, not CSV; {advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_foreign_kind_is_named() {
        for (magic, what, _) in BINARY {
            let text = check_bytes("f", &[magic, b"rest"].concat()).unwrap_err().to_string();
            assert!(text.starts_with(&format!("f: this is {what}, not CSV; ")), "{text}");
        }
        for (begin, what, _) in TEXT {
            let text = check_text("f", &format!("\n {}…", begin.to_uppercase())).unwrap_err().to_string();
            assert!(text.starts_with(&format!("f: this is {what}, not CSV; ")), "{text}");
        }
    }

    #[test]
    fn arff_is_known_behind_its_comments() {
        assert!(check_text("f", "% 1. Title\n%\n\n@RELATION iris\n").is_err());
        assert!(check_text("f", "% not arff\na,b\n1,2\n").is_ok());
        assert!(check_text("f", "[K],x\n1,2\n").is_ok());
    }
}
