//! Every file of `tests/messy` is read as specified in `expected.json`.

use std::path::PathBuf;

use nearkin_codegen::Error;
use nearkin_codegen::data::{Cells, Column, Dataset, Encoding, Kind, Quote, ReadOptions, read_path};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/messy"))
}

fn cases() -> serde_json::Map<String, Value> {
    let text = std::fs::read_to_string(folder().join("expected.json")).expect("expected.json is there");
    serde_json::from_str(&text).expect("expected.json is a JSON object")
}

/// Converts the command-line arguments that the cases use to options.
fn options(words: &Value) -> ReadOptions {
    let mut options = ReadOptions::default();
    let mut words = words.as_array().expect("options is a list").iter().map(|word| word.as_str().expect("of strings"));
    while let Some(word) = words.next() {
        let (option, inline) = word.split_once('=').map_or((word, None), |(option, value)| (option, Some(value)));
        let mut value = || inline.or_else(|| words.next()).unwrap_or_else(|| panic!("{option} needs a value"));
        match option {
            "--decimal-comma" => options.decimal_comma = true,
            "--no-header" => options.no_header = true,
            "--missing-marker" => options.missing_markers.push(value().to_owned()),
            "--encoding" if value() == "latin1" => options.encoding = Encoding::Latin1,
            "--comment" => options.comment = value().bytes().next(),
            "--quote" => options.quote = Quote::Char(value().as_bytes()[0]),
            "--categorical" => {
                options.kinds.insert(value().to_owned(), Kind::Categorical);
            }
            other => panic!("a case uses {other}, which this test does not know"),
        }
    }
    options
}

fn read(file: &str, options: &ReadOptions) -> Result<Dataset, Error> {
    read_path(&folder().join(file), options)
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|item| item.as_str().expect("of strings")).collect()
}

fn column<'d>(file: &str, data: &'d Dataset, name: &str) -> &'d Column {
    data.column(name).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn check_cell(file: &str, column: &Column, row: usize, expected: &Value) {
    let place = format!("{file}, column {:?}, row {row}", column.name);
    match (&column.cells, expected) {
        (_, Value::Null) => assert!(column.is_missing(row), "{place} is missing"),
        (Cells::Numbers(numbers), Value::Number(number)) => {
            assert_eq!(Some(numbers[row]), number.as_f64(), "{place}");
        }
        // A cell exactly as in the file, if the case does not specify its kind.
        (Cells::Numbers(numbers), Value::String(text)) => {
            assert_eq!(Ok(numbers[row]), text.parse::<f64>(), "{place}");
        }
        (Cells::Categories(categories), Value::String(text)) => {
            assert_eq!(categories.text(row), Some(text.as_str()), "{place}");
        }
        (cells, expected) => panic!("{place}: {expected} in {cells:?}"),
    }
}

fn check_data(file: &str, data: &Dataset, key: &str, expected: &Value) {
    let object = |value: &Value| value.as_object().unwrap_or_else(|| panic!("{file}: {key} is an object")).clone();
    match key {
        "options" | "note" | "error_without_options" => {}
        "columns" => {
            let names: Vec<_> = data.columns.iter().map(|column| column.name.as_str()).collect();
            assert_eq!(names, strings(expected), "{file}: columns");
        }
        "rows" => assert_eq!(Some(data.len() as u64), expected.as_u64(), "{file}: rows"),
        "cells" => {
            let rows = expected.as_array().expect("cells is a list of rows");
            assert_eq!(rows.len(), data.len(), "{file}: rows of cells");
            for (row, cells) in rows.iter().enumerate() {
                let cells = cells.as_array().expect("a row is a list");
                assert_eq!(cells.len(), data.columns.len(), "{file}: cells of row {row}");
                data.columns.iter().zip(cells).for_each(|(column, cell)| check_cell(file, column, row, cell));
            }
        }
        "kinds" => {
            for (name, kind) in object(expected) {
                let kind = match kind.as_str() {
                    Some("numeric") => Kind::Numeric,
                    Some("categorical") => Kind::Categorical,
                    other => panic!("{file}: no such kind {other:?}"),
                };
                assert_eq!(column(file, data, &name).kind(), kind, "{file}: kind of {name}");
            }
        }
        "categories" => {
            for (name, levels) in object(expected) {
                let Cells::Categories(categories) = &column(file, data, &name).cells else {
                    panic!("{file}: {name} is not of categories")
                };
                let mut found: Vec<_> = categories.levels.iter().map(String::as_str).collect();
                found.sort_unstable();
                assert_eq!(found, strings(&levels), "{file}: categories of {name}");
            }
        }
        "missing" => {
            for (name, count) in object(expected) {
                let found = column(file, data, &name).n_missing() as u64;
                assert_eq!(Some(found), count.as_u64(), "{file}: missing cells of {name}");
            }
        }
        other => panic!("{file}: this test does not know the key {other:?}"),
    }
}

/// `line 3: message` means a message at line 3.
fn check_error(file: &str, error: &Error, expected: &str) {
    let Error::Data { place, message } = error else { panic!("{file}: {error} is not about the data") };
    assert!(place.file.ends_with(file), "{error} names the file");
    let mut rest = expected;
    if let Some((line, message)) = expected.strip_prefix("line ").and_then(|rest| rest.split_once(": ")) {
        assert_eq!(place.line.map(|line| line.to_string()).as_deref(), Some(line), "{file}: {error}");
        rest = message;
    }
    assert!(message.starts_with(rest), "{file}: {message:?} begins with {rest:?}");
}

#[test]
fn every_file_reads_as_expected() {
    let cases = cases();
    for (file, case) in &cases {
        let case = case.as_object().expect("a case is an object");
        match (read(file, &options(&case["options"])), case.get("error")) {
            (Ok(data), None) => case.iter().for_each(|(key, expected)| check_data(file, &data, key, expected)),
            (Err(error), Some(expected)) => check_error(file, &error, expected.as_str().expect("error is a string")),
            (Ok(_), Some(expected)) => panic!("{file} was read, but should fail: {expected}"),
            (Err(error), None) => panic!("{error}"),
        }
    }
    let there = std::fs::read_dir(folder()).expect("the folder is there").filter(|entry| {
        entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|extension| extension == "csv"))
    });
    assert_eq!(there.count(), cases.len(), "every file has a case and every case a file");
}

#[test]
fn a_file_that_needs_an_option_fails_without_it_and_names_it() {
    let mut seen = 0;
    for (file, case) in &cases() {
        if case.get("error_without_options").is_none() {
            continue;
        }
        seen += 1;
        let error = read(file, &ReadOptions::default()).expect_err(file).to_string();
        let bytes = std::fs::read(folder().join(file)).expect(file);
        let offset = std::str::from_utf8(&bytes).expect_err("the file is not UTF-8").valid_up_to();
        assert!(error.contains(&format!("offset {offset} ")), "{error}");
        for word in strings(&case["options"]) {
            assert!(error.contains(word), "{error} says {word}");
        }
    }
    assert!(seen > 0);
}

/// The notes that the cases describe in words.
#[test]
fn what_was_assumed_is_noted() {
    let cases = cases();
    let expected: [(&str, &[&str]); 7] = [
        (
            "semicolon_decimal_comma.csv",
            &[
                "delimiter ';' detected",
                "1 line skipped: only delimiters",
                "2 columns between 4 and 5 have no name and no values",
            ],
        ),
        ("quoted_newlines.csv", &["an unnamed column is called \"column_1\""]),
        ("header_trailing_comma.csv", &["column 4 has no name and no values, ignored"]),
        (
            "mixed_case.csv",
            &["\"Low Fat\", \"low fat\", \"LOW FAT\" differ only in case or white space; --fold-case merges them"],
        ),
        (
            "sensor_nan_inf.csv",
            &[
                "column \"acc\": 3 cells are infinite or outside the f32 range (largest: 3.4e38) and read as missing; the first is \"inf\" on line 4",
            ],
        ),
        ("utf16.csv", &["read as UTF-16"]),
        ("leading_zero_codes.csv", &["column \"v\": 1 cell is read as missing; the first is \"?\""]),
    ];
    for (file, notes) in expected {
        let data = read(file, &options(&cases[file]["options"])).expect(file);
        for note in notes {
            assert!(data.notes.iter().any(|found| found.contains(note)), "{file}: {note:?} in {:?}", data.notes);
        }
    }
}

#[test]
fn folding_merges_what_differs_only_in_case() {
    let options = ReadOptions { fold_case: true, ..ReadOptions::default() };
    let data = read("mixed_case.csv", &options).unwrap();
    let Cells::Categories(fat) = &data.column("fat").unwrap().cells else { panic!("fat is of categories") };
    assert_eq!(fat.levels, ["Low Fat", "Regular"]);
    assert_eq!(fat.codes, [0, 0, 0, 1]);
}
