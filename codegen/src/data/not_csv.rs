//! Files that are not CSV, recognized by their first bytes.

use crate::error::Place;
use crate::{Error, Result};

/// The first bytes of binary formats, their names, and the advice.
const BINARY: [(&[u8], &str, &str); 6] = [
    (b"PK\x03\x04", "an Excel workbook or a zip archive", "save the sheet as CSV"),
    (b"\xD0\xCF\x11\xE0", "an old Excel workbook", "save the sheet as CSV"),
    (b"\x1F\x8B", "gzip", "unpack it first"),
    (b"PAR1", "Parquet", "convert it to CSV"),
    (b"SQLite format 3\0", "an SQLite database", "export the table as CSV"),
    (b"%PDF-", "PDF", "export the table as CSV"),
];

/// The beginnings of text formats in lower case, their names, and the advice.
const TEXT: [(&str, &str, &str); 5] = [
    ("<!doctype", "HTML", "download the file itself"),
    ("<html", "HTML", "download the file itself"),
    ("<?xml", "XML", "convert it to CSV"),
    ("{\"", "JSON", "convert it to CSV"),
    ("[{", "JSON", "convert it to CSV"),
];

/// Rejects bytes that begin like a well-known binary format.
pub(super) fn check_bytes(name: &str, bytes: &[u8]) -> Result<()> {
    match BINARY.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        Some((_, what, advice)) => Err(refuse(name, what, advice)),
        None => Ok(()),
    }
}

/// Rejects a text that begins like ARFF, HTML, XML or JSON.
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
        return Err(refuse(name, "ARFF", arff_advice(text)));
    }
    Ok(())
}

/// Returns the advice for an ARFF file, by its first row.
fn arff_advice(text: &str) -> &'static str {
    let mut lines = text.lines().map(str::trim).skip_while(|line| !line.eq_ignore_ascii_case("@data")).skip(1);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('%')).unwrap_or_default();
    if first.starts_with('{') {
        "its rows are sparse: convert them to dense rows (Weka: SparseToNonSparse) and save as CSV"
    } else if first.contains('\'') {
        "delete the lines up to @data and use --no-header --quote \"'\""
    } else {
        "delete the lines up to @data and use --no-header"
    }
}

fn refuse(name: &str, what: &str, advice: &str) -> Error {
    Error::data(Place::file(name), format!("the file is {what}, not CSV; {advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_is_named() {
        for (magic, what, _) in BINARY {
            let text = check_bytes("f", &[magic, b"rest"].concat()).unwrap_err().to_string();
            assert!(text.starts_with(&format!("f: the file is {what}, not CSV; ")), "{text}");
        }
        for (begin, what, _) in TEXT {
            let text = check_text("f", &format!("\n {}…", begin.to_uppercase())).unwrap_err().to_string();
            assert!(text.starts_with(&format!("f: the file is {what}, not CSV; ")), "{text}");
        }
    }

    #[test]
    fn arff_is_recognized_after_comments() {
        assert!(check_text("f", "% 1. Title\n%\n\n@RELATION iris\n").is_err());
        for (row, advice) in [
            ("5.1,red", "use --no-header"),
            ("5.1,'dark red'", "use --no-header --quote \"'\""),
            ("{0 5.1, 3 red}", "as CSV"),
        ] {
            let text = format!("@relation r\n@attribute a numeric\n@DATA\n% first\n\n{row}\n");
            let error = check_text("f", &text).unwrap_err().to_string();
            assert!(error.starts_with("f: the file is ARFF, not CSV; ") && error.ends_with(advice), "{error}");
        }
        assert!(check_text("f", "% not arff\na,b\n1,2\n").is_ok());
        assert!(check_text("f", "[K],x\n1,2\n").is_ok());
    }
}
