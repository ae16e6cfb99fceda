//! This crate's reader and the `csv` crate read the same cells from random well-formed tables.
//!
//! Two rules differ and are applied to the cells of `csv` before the comparison: white space around a cell is not part
//! of it, and an empty cell is a missing one.

use nearkin_codegen::data::{Cells, Kind, ReadOptions, read_bytes};
use nearkin_codegen::random::Random;

/// What cells consist of; each is drawn from these pieces.
const PIECES: [&str; 14] = ["a", "b", "1", ".5", "é", " ", "\"", ",", ";", "\t", "|", "\n", "\r", "\r\n"];

const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Appends a cell, in quotes if it needs them, and otherwise in quotes now and then.
fn write_cell(text: &mut String, cell: &str, delimiter: char, random: &mut Random) {
    if cell.contains(['"', '\n', '\r', delimiter]) || random.below(4) == 0 {
        text.push('"');
        text.push_str(&cell.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(cell);
    }
}

/// A table with a header: the text of the file, with every line ending alike and all rows of the same width.
///
/// The first cell of a row is never empty, since this crate skips rows that are empty.
fn table(rows: usize, delimiter: char, random: &mut Random) -> String {
    let line_end = ["\n", "\r\n", "\r"][random.below(3)];
    let width = 2 + random.below(7);
    let mut text = String::new();
    for row in 0..=rows {
        for column in 0..width {
            if column > 0 {
                text.push(delimiter);
            }
            let pieces: String = (0..random.below(5)).map(|_| PIECES[random.below(PIECES.len())]).collect();
            // Names must be distinct.
            let cell = match (row, column) {
                (0, _) => format!("c{column}{pieces}"),
                (_, 0) => format!("r{pieces}"),
                _ => pieces,
            };
            write_cell(&mut text, &cell, delimiter, random);
        }
        if row < rows || random.below(2) == 0 {
            text.push_str(line_end);
        }
    }
    text
}

/// Header and rows as `csv` reads them, with the two rules of this crate applied.
fn read_with_csv(text: &str, delimiter: u8) -> (Vec<String>, Vec<Vec<Option<String>>>) {
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
    let names = reader.headers().expect("a header").iter().map(|name| name.trim().to_owned()).collect();
    let cell = |cell: &str| (!cell.trim().is_empty()).then(|| cell.trim().to_owned());
    let rows = reader.records().map(|record| record.expect("a row").iter().map(cell).collect()).collect();
    (names, rows)
}

/// Asserts that both readers read the same names and cells.
fn compare(text: &str, delimiter: u8) {
    let (names, rows) = read_with_csv(text, delimiter);
    let kinds = names.iter().map(|name| (name.clone(), Kind::Categorical)).collect();
    let options = ReadOptions { delimiter: Some(delimiter), kinds, ..ReadOptions::default() };
    let data = read_bytes("f", text.as_bytes().to_vec(), &options).unwrap_or_else(|error| panic!("{error}: {text:?}"));
    let read: Vec<&str> = data.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(read, names, "{text:?}");
    assert_eq!(data.len(), rows.len(), "{text:?}");
    for (at, column) in data.columns.iter().enumerate() {
        let Cells::Categories(categories) = &column.cells else { panic!("{:?} is categorical", column.name) };
        for (row, cells) in rows.iter().enumerate() {
            assert_eq!(categories.text(row), cells[at].as_deref(), "row {row}, column {at}: {text:?}");
        }
    }
}

#[test]
fn random_tables_have_the_cells_that_the_csv_crate_reads() {
    let mut random = Random::new(14, 0);
    for _ in 0..2_000 {
        let delimiter = DELIMITERS[random.below(DELIMITERS.len())];
        let rows = 1 + random.below(30);
        compare(&table(rows, char::from(delimiter), &mut random), delimiter);
    }
}

/// Larger than the part of a file that a thread parses, so that parts begin inside quotes too.
#[test]
fn a_table_of_several_parts_has_the_cells_that_the_csv_crate_reads() {
    let mut random = Random::new(14, 1);
    let text = table(300_000, ',', &mut random);
    assert!(text.len() > 3 << 20, "{} bytes", text.len());
    compare(&text, b',');
}

#[test]
fn numbers_are_those_that_the_standard_library_parses() {
    let mut random = Random::new(14, 2);
    let mut text = String::from("x,\"y\"\r\n");
    for _ in 0..5_000 {
        let exponent = i32::try_from(random.below(30)).expect("a small number") - 15;
        text += &format!("{:e},\"{}\"\r\n", random.normal() * f64::from(exponent).exp2(), random.normal());
    }
    let data = read_bytes("f", text.clone().into_bytes(), &ReadOptions::default()).expect("a well-formed CSV");
    let (_, rows) = read_with_csv(&text, b',');
    for (at, column) in data.columns.iter().enumerate() {
        let Cells::Numbers(numbers) = &column.cells else { panic!("{:?} is numeric", column.name) };
        let parse = |cells: &Vec<Option<String>>| cells[at].as_ref().map(|cell| cell.parse::<f64>());
        assert!(rows.iter().map(parse).eq(numbers.iter().map(|&number| Some(Ok(number)))), "{:?}", column.name);
    }
}
