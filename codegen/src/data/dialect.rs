//! Which characters separate, wrap and comment: told, or found.

use crate::data::fields::Fields;
use crate::data::number;
use crate::data::records::Records;
use crate::data::{Quote, ReadOptions};

/// The rows that are looked at, and the bytes they may take.
const SAMPLE_ROWS: usize = 64;
const SAMPLE_BYTES: usize = 1 << 20;

/// The delimiters that are looked for; on a tie the earlier wins.
const CANDIDATES: [u8; 4] = *b",;\t|";

/// The special characters of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    pub(super) quote: Option<u8>,
    pub(super) comment: Option<u8>,
    pub(super) decimal_comma: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { delimiter: b',', quote: Quote::default().byte(), comment: None, decimal_comma: false }
    }
}

impl Dialect {
    /// Tells whether a byte is a blank between a cell and its delimiter.
    pub(super) fn is_blank(self, byte: u8) -> bool {
        matches!(byte, b' ' | b'\t') && byte != self.delimiter
    }
}

/// Gives the dialect of `text`, the lines to pass before the header, and what was assumed.
///
/// Excel's line `sep=;` is believed. Else the delimiter is the one whose count agrees in most of the first rows,
/// then the one that gives most columns.
pub(super) fn find(text: &str, options: &ReadOptions) -> (Dialect, usize, Vec<String>) {
    let mut notes = Vec::new();
    let mut dialect = Dialect {
        delimiter: options.delimiter.unwrap_or(b','),
        quote: options.quote.byte(),
        comment: options.comment,
        decimal_comma: options.decimal_comma,
    };
    let mut passed = 0;
    if let Some((separator, line)) = separator_line(text) {
        passed = line;
        if options.delimiter.is_none() {
            dialect.delimiter = separator;
            notes.push(format!("delimiter {:?}, as the line sep={0} says", char::from(separator)));
        }
    } else if options.delimiter.is_none() {
        dialect.delimiter = find_delimiter(text, dialect, &mut notes);
    }
    let body = &text[passed..];
    if !dialect.decimal_comma && dialect.delimiter != b',' && has_decimal_commas(body, dialect) {
        dialect.decimal_comma = true;
        notes.push("numbers have a decimal comma".to_owned());
    }
    (dialect, passed, notes)
}

/// Gives the separator of a first line `sep=…` and the length of that line.
fn separator_line(text: &str) -> Option<(u8, usize)> {
    let line = text.split(['\n', '\r']).next()?;
    let [separator] = line.strip_prefix("sep=")?.as_bytes() else { return None };
    let ends = if text[line.len()..].starts_with("\r\n") { 2 } else { 1 };
    (separator.is_ascii() && *separator >= b'\t' && *separator != b'"')
        .then_some((*separator, (line.len() + ends).min(text.len())))
}

/// How a delimiter divides the first rows.
struct Division {
    delimiter: u8,
    /// Cells of the first row.
    header: usize,
    /// Rows of those looked at that have as many cells as most.
    agreeing: usize,
    /// Cells that most rows have.
    usual: usize,
    rows: usize,
}

fn find_delimiter(text: &str, dialect: Dialect, notes: &mut Vec<String>) -> u8 {
    let divisions = CANDIDATES.map(|delimiter| divide(text, Dialect { delimiter, ..dialect }));
    let best = divisions
        .iter()
        .filter(|division| division.usual >= 2 || division.header >= 2)
        // The header speaks first: a delimiter that it lacks is a character of the cells.
        .rev()
        .max_by_key(|d| (d.header >= 2, d.agreeing == d.rows, d.usual, d.header, d.agreeing));
    let Some(best) = best.filter(|d| d.header >= 2 || 2 * d.agreeing > d.rows) else {
        notes.push("one column: none of , ; tab | separates the first line (--delimiter)".to_owned());
        return b',';
    };
    let name = |delimiter: u8| format!("{:?}", char::from(delimiter));
    let rival = divisions.iter().find(|d| d.delimiter != best.delimiter && d.header >= 2 && d.agreeing == d.rows);
    match rival {
        Some(rival) if rival.rows > 1 => {
            let (best, rival) = (name(best.delimiter), name(rival.delimiter));
            notes.push(format!("delimiter {best} assumed, {rival} would fit too (--delimiter decides)"));
        }
        _ if best.delimiter != b',' => notes.push(format!("delimiter {} found", name(best.delimiter))),
        _ => {}
    }
    best.delimiter
}

fn divide(text: &str, dialect: Dialect) -> Division {
    let mut counts = Vec::new();
    for_sample(text, dialect, |cells| counts.push(cells.count()));
    let header = counts.first().copied().unwrap_or(0);
    let agreeing = |count: usize| counts.iter().filter(|&&other| other == count).count();
    let usual = counts.iter().copied().max_by_key(|&count| (agreeing(count), count)).unwrap_or(0);
    Division { delimiter: dialect.delimiter, header, agreeing: agreeing(usual), usual, rows: counts.len() }
}

/// Tells whether commas in numbers are decimal beyond doubt: some are not followed by three digits (thousands),
/// and no number has a dot.
fn has_decimal_commas(text: &str, dialect: Dialect) -> bool {
    let (mut certain, mut against) = (false, false);
    for_sample(text, dialect, |cells| {
        for cell in cells {
            let Some((whole, fraction)) = cell.split_once(',') else {
                against |= cell.contains('.') && number::parse(&cell, false).is_some();
                continue;
            };
            if number::parse(&cell, true).is_none() {
                continue;
            }
            let whole = whole.trim_start_matches(['+', '-']);
            certain |= fraction.len() != 3 || whole.is_empty() || whole == "0" || whole.len() > 3;
        }
    });
    certain && !against
}

/// Calls `look` with the cells of the first rows, as far as rows can be told.
fn for_sample(text: &str, dialect: Dialect, mut look: impl FnMut(Fields<'_>)) {
    let mut records = Records::new("", text, 1, dialect, text.len());
    for _ in 0..SAMPLE_ROWS {
        let Ok(Some(record)) = records.next() else { break };
        look(Fields::new(record, dialect));
        if records.position().0 > SAMPLE_BYTES {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (char, bool, String) {
        let (dialect, _, notes) = find(text, &ReadOptions::default());
        (char::from(dialect.delimiter), dialect.decimal_comma, notes.join("; "))
    }

    #[test]
    fn each_delimiter_is_found() {
        for delimiter in [",", ";", "\t", "|"] {
            let text = "a,b,c\n1,x y,3\n4,\"p,q;r|s\",6\n".replace(',', delimiter);
            assert_eq!(found(&text).0.to_string(), delimiter, "{text}");
        }
    }

    #[test]
    fn a_character_of_the_cells_does_not_separate() {
        assert_eq!(found("a;b\n1,5;2,5\n3,5;4,5\n").0, ';');
        assert_eq!(found("name,tags\nx,p|q|r\ny,p|q|r\n").0, ',');
        assert_eq!(found("time\tplace, room\n1\tA\n2\tB\n").0, '\t');
    }

    #[test]
    fn doubt_and_a_single_column_are_noted() {
        assert_eq!(
            found("a,b;c,d\n1,2;3,4\n"),
            (',', false, { "delimiter ',' assumed, ';' would fit too (--delimiter decides)".to_owned() })
        );
        assert_eq!(found("x\n1\n2\n").2, "one column: none of , ; tab | separates the first line (--delimiter)");
    }

    #[test]
    fn a_first_line_without_the_delimiter_does_not_hide_it() {
        assert_eq!(found("# exported\na;b\n1;2\n3;4\n").0, ';');
    }

    #[test]
    fn excels_separator_line_is_believed() {
        let (dialect, passed, notes) = find("sep=|\r\na|b\r\n1|2\r\n", &ReadOptions::default());
        assert_eq!((dialect.delimiter, passed), (b'|', 7));
        assert_eq!(notes, ["delimiter '|', as the line sep=| says"]);
    }

    #[test]
    fn decimal_commas_are_found_only_beyond_doubt() {
        assert!(found("a;b\n2,6;x\n1,5;y\n").1);
        assert!(found("a;b\n0,125;x\n").1);
        assert!(!found("a;b\n1,234;x\n2,345;y\n").1, "thousands");
        assert!(!found("a;b\n2,6;1.5\n").1, "dots as well");
        assert!(!found("a;b\n1,2,3;x\n").1, "a list");
    }
}
