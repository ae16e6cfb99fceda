//! What is wrong with a cell or a row, and the option that would help.

use crate::Error;
use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::header::Header;
use crate::data::number;
use crate::data::records::Record;
use crate::error::Place;

/// What to do about a comma in a number.
pub(super) const DECIMAL_COMMA_ADVICE: &str =
    "--decimal-comma if the comma is decimal, take it out if it groups thousands";

/// Shows a cell in a message: cut to 40 characters.
pub(crate) fn shown(cell: &str) -> String {
    match cell.char_indices().nth(40) {
        Some((end, _)) => format!("{:?}…", &cell[..end]),
        None => format!("{cell:?}"),
    }
}

/// Says that a cell which had to be a number is none; `named_by` says so where no option does.
pub(super) fn not_a_number(
    file: &str,
    line: u64,
    column: &str,
    cell: &str,
    dialect: Dialect,
    named_by: Option<&str>,
) -> Error {
    let value = shown(cell);
    let advice = if !dialect.decimal_comma && number::parse(cell, true).is_some() {
        DECIMAL_COMMA_ADVICE.to_owned()
    } else {
        let marker = format!("--missing-marker {value} if it means missing");
        match named_by {
            Some(model) => format!("{marker}; {model} has numbers in this column"),
            None => format!("{marker}, --categorical {column:?} if it is a category"),
        }
    };
    Error::data(Place::file(file).line(line).column(column), format!("{value} is not a number; {advice}"))
}

/// Says that a row has more or fewer cells than it must, with the likeliest reason.
pub(super) fn ragged(file: &str, record: Record<'_>, dialect: Dialect, header: &Header, found: usize) -> Error {
    let expected = header.names.len();
    let first = if header.line.is_some() { "the header" } else { "the first row" };
    let delimiter = char::from(dialect.delimiter);
    let name = header.names.first().map_or("", String::as_str);
    let advice = if header.line.is_some() && name.starts_with(['#', '%']) && dialect.comment.is_none() {
        format!("--comment {:?} leaves out lines such as the first", &name[..1])
    } else if record.text.starts_with(['#', '%']) && dialect.comment.is_none() {
        format!("--comment {:?} leaves out lines that begin so", &record.text[..1])
    } else if Fields::new(record, dialect).any(|cell| cell.starts_with('\'')) {
        "--quote \"'\" if ' wraps cells".to_owned()
    } else if expected > 1 && found == expected + 1 && header.line.is_some_and(|line| line + 1 == record.line) {
        "if rows begin with their name, the header must name that column too".to_owned()
    } else if expected == 1 {
        format!("is {name:?} the header? --delimiter if {delimiter:?} does not separate cells")
    } else if found < expected {
        format!("--delimiter if {delimiter:?} does not separate cells, or mend or delete the line")
    } else {
        format!("--delimiter if {delimiter:?} does not separate cells")
    };
    let fields = if found == 1 { "1 field".to_owned() } else { format!("{found} fields") };
    Error::data(Place::file(file).line(record.line), format!("{fields}, {first} has {expected}; {advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_cells_are_cut_in_messages() {
        assert_eq!(shown("é"), "\"é\"");
        assert_eq!(shown(&"é".repeat(41)), format!("\"{}\"…", "é".repeat(40)));
    }
}
