//! Hostile input causes an error in bounded memory, never a panic.

use nearkin_codegen::data::{Encoding, Quote, ReadOptions, read_bytes};
use nearkin_codegen::random::Random;

fn fault(bytes: Vec<u8>) -> String {
    read_bytes("f", bytes, &ReadOptions::default()).map(|data| data.len()).unwrap_err().to_string()
}

#[test]
fn a_huge_line_is_refused() {
    let mut bytes = b"a,b\n1,".to_vec();
    bytes.resize(64 << 20, b'x');
    assert_eq!(fault(bytes), "f:2: a row is longer than 16777216 bytes; does the file have line endings?");
    assert_eq!(
        fault(vec![b'x'; 64 << 20]),
        "f:1: a row is longer than 16777216 bytes; does the file have line endings?"
    );
    assert_eq!(fault(vec![b','; 64 << 20]), "f: no data rows");
    let mut blanks = vec![b' '; 64 << 20];
    blanks.extend(b"\"a\"\n");
    assert!(fault(blanks).starts_with("f:1: a row is longer than 16777216 bytes"));
}

#[test]
fn a_million_columns_are_refused() {
    let header: String = (0..1_000_000).map(|column| format!("c{column},")).collect();
    assert!(fault(format!("{header}\n1\n").into_bytes()).starts_with("f:1: more than 65536 columns"));
}

/// 60,000 columns in the header and 2,000,000 rows of one cell would be 960 GB of cells.
#[test]
fn short_rows_under_a_wide_header_need_no_memory() {
    let names: String = (1..60_000).map(|column| format!("c{column},")).collect();
    let rows = "1\n".repeat(2_000_000);
    let error = fault(format!("{names}c\n{rows}").into_bytes());
    assert!(error.starts_with("f:2: 1 cell, but the header has 60000"), "{error}");
    // The same without names, but with values in the last row.
    let text = format!("a{}\n{rows}{}x\n", ",".repeat(59_999), "x,".repeat(59_999));
    let error = fault(text.into_bytes());
    assert!(error.starts_with("f:2: 1 cell, but the header has 60000"), "{error}");
}

#[test]
fn broken_bytes_and_quotes_are_named() {
    assert!(
        fault(b"a,b\n1,\xFF\n".to_vec()).starts_with("f:2: column \"b\": byte 0xFF at offset 6 is not valid UTF-8")
    );
    assert!(fault(b"a,b\n1,x\0y\n".to_vec()).starts_with("f:2: column \"b\": NUL byte"));
    assert!(fault(b"\xFF\xFEa\0\x00\xD8".to_vec()).contains("not well-formed UTF-16"));
    assert!(
        fault(b"a,b\n1,2\n3,\"4\n5,6\n7,8\n".to_vec()).starts_with("f:3: a cell opens with \" but is never closed")
    );
    assert!(fault(b"\"a".to_vec()).starts_with("f:1: a cell opens with"));
}

/// Random bytes of a small alphabet, so that quotes, delimiters and line endings meet in every combination.
#[test]
fn random_bytes_never_panic_and_columns_agree() {
    let alphabet: &[u8] = b",,,;\t|\"\"''\n\n\r\r  ##0123.-eENaNinf?abAB=\xC2\xA0\xEF\xBB\xBF\xFF\xFE\0";
    let mut random = Random::new(20, 0);
    let mut read = 0;
    for round in 0..60_000 {
        let letters = if round % 3 == 0 { alphabet } else { &alphabet[..alphabet.len() - 8] };
        let start: &[u8] = [b"a,b\n".as_slice(), b"a;b;\n", b"", b"\xEF\xBB\xBF"][round % 4];
        let mut bytes = start.to_vec();
        bytes.extend((0..random.below(40)).map(|_| letters[random.below(letters.len())]));
        let options = ReadOptions {
            delimiter: [None, Some(b','), Some(b' ')][random.below(3)],
            quote: [Quote::default(), Quote::Char(b'\''), Quote::None][random.below(3)],
            comment: [None, Some(b'#')][random.below(2)],
            no_header: random.below(2) == 0,
            decimal_comma: random.below(4) == 0,
            encoding: [Encoding::Auto, Encoding::Utf8, Encoding::Latin1, Encoding::Utf16][random.below(4)],
            fold_case: random.below(2) == 0,
            target: [None, None, Some("column_1".to_owned()), Some("b".to_owned())][random.below(4)].clone(),
            ..ReadOptions::default()
        };
        match read_bytes("f", bytes.clone(), &options) {
            Ok(data) => {
                read += 1;
                assert!(data.columns.iter().all(|column| column.len() == data.len()), "{bytes:?}");
                assert!(!data.is_empty() && data.lines.get(data.len() - 1).is_some(), "{bytes:?}");
            }
            Err(error) => assert!(error.to_string().starts_with("f:"), "{error}"),
        }
    }
    assert!(read > 5_000, "only {read} were read: the bytes are too wild to test anything");
}
