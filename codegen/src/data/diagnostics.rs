//! Errors about a cell or a row, with the option that helps.

use crate::Error;
use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::header::Header;
use crate::data::number;
use crate::data::records::Record;
use crate::error::Place;
use crate::text::quoted::quoted;

/// The advice for a comma in a number.
pub(super) const DECIMAL_COMMA_ADVICE: &str =
    "use --decimal-comma if the comma is a decimal separator, or remove it if it separates thousands";

/// Returns the error for a cell that is not a number although its column must be numeric; `named_by` is the model that
/// requires it, if there is one.
pub(super) fn not_a_number(
    file: &str,
    line: u64,
    column: &str,
    cell: &str,
    dialect: Dialect,
    named_by: Option<&str>,
) -> Error {
    let value = quoted(cell);
    let advice = if !dialect.decimal_comma && number::parse(cell, true).is_some() {
        DECIMAL_COMMA_ADVICE.to_owned()
    } else {
        let marker = format!("use --missing-marker {value} if it means missing");
        match named_by {
            Some(model) => format!("{marker}; this column is numeric in {model}"),
            None => format!("{marker}, or --categorical {column:?} if it is a category"),
        }
    };
    Error::data(Place::file(file).line(line).column(column), format!("{value} is not a number; {advice}"))
}

/// Returns the error for a row with too many or too few cells, with the most likely reason.
pub(super) fn ragged(file: &str, record: Record<'_>, dialect: Dialect, header: &Header, found: usize) -> Error {
    let expected = header.names.len();
    let first = if header.line.is_some() { "the header" } else { "the first row" };
    let delimiter = char::from(dialect.delimiter);
    let name = header.names.first().map_or("", String::as_str);
    let advice = if header.line.is_some() && name.starts_with(['#', '%']) && dialect.comment.is_none() {
        format!("use --comment {:?} to skip lines like the first", &name[..1])
    } else if record.text.starts_with(['#', '%']) && dialect.comment.is_none() {
        format!("use --comment {:?} to skip lines that begin with it", &record.text[..1])
    } else if Fields::new(record, dialect).any(|cell| cell.starts_with('\'')) {
        "use --quote \"'\" if cells are quoted with '".to_owned()
    } else if expected > 1 && found == expected + 1 && header.line.is_some_and(|line| line + 1 == record.line) {
        "if each row begins with a row name, the header needs a name for that column too".to_owned()
    } else if expected == 1 {
        format!("is {name:?} the header? set --delimiter if {delimiter:?} is not the delimiter")
    } else if found < expected {
        format!("set --delimiter if {delimiter:?} is not the delimiter, or correct or delete the line")
    } else {
        format!("set --delimiter if {delimiter:?} is not the delimiter")
    };
    let cells = if found == 1 { "1 cell".to_owned() } else { format!("{found} cells") };
    Error::data(Place::file(file).line(record.line), format!("{cells}, but {first} has {expected}; {advice}"))
}
