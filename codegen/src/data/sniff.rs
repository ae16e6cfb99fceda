//! Detection of the dialect: delimiter, decimal comma, `sep=` line.

use crate::data::ReadOptions;
use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::number;
use crate::data::records::Records;

/// The most rows and bytes that are examined.
const SAMPLE_ROWS: usize = 64;
const SAMPLE_BYTES: usize = 1 << 20;

/// The possible delimiters; on a tie the earlier one is chosen.
const CANDIDATES: [u8; 4] = *b",;\t|";

/// Returns the dialect of `text`, the number of bytes before the header, and notes about assumptions.
///
/// A `sep=;` line, as written for Excel, has precedence. Otherwise the delimiter is the one that gives all of the first
/// rows the same number of cells, then the one that gives the most columns.
pub(super) fn sniff(text: &str, options: &ReadOptions) -> (Dialect, usize, Vec<String>) {
    let mut notes = Vec::new();
    let mut dialect = Dialect {
        delimiter: options.delimiter.unwrap_or(b','),
        quote: options.quote.byte(),
        comment: options.comment,
        decimal_comma: options.decimal_comma,
    };
    let mut skipped = 0;
    if let Some((separator, line)) = separator_line(text) {
        skipped = line;
        if options.delimiter.is_none() {
            dialect.delimiter = separator;
            notes.push(format!("delimiter {:?} set by the line sep={0}", char::from(separator)));
        }
    } else if options.delimiter.is_none() {
        dialect.delimiter = find_delimiter(text, dialect, &mut notes);
    }
    let body = &text[skipped..];
    if !dialect.decimal_comma && dialect.delimiter != b',' && has_decimal_commas(body, dialect) {
        dialect.decimal_comma = true;
        notes.push("numbers use a decimal comma".to_owned());
    }
    (dialect, skipped, notes)
}

/// Returns the separator of a first line `sep=…` and the length of that line.
fn separator_line(text: &str) -> Option<(u8, usize)> {
    let line = text.split(['\n', '\r']).next()?;
    let [separator] = line.strip_prefix("sep=")?.as_bytes() else { return None };
    let ends = if text[line.len()..].starts_with("\r\n") { 2 } else { 1 };
    (separator.is_ascii() && *separator >= b'\t' && *separator != b'"')
        .then_some((*separator, (line.len() + ends).min(text.len())))
}

/// The result of splitting the first rows at a delimiter.
struct Division {
    delimiter: u8,
    /// The cells of the first row.
    header: usize,
    /// The rows that have the most common number of cells.
    matching: usize,
    /// The most common number of cells.
    mode: usize,
    rows: usize,
}

fn find_delimiter(text: &str, dialect: Dialect, notes: &mut Vec<String>) -> u8 {
    let divisions = CANDIDATES.map(|delimiter| divide(text, Dialect { delimiter, ..dialect }));
    let best = divisions
        .iter()
        .filter(|division| division.mode >= 2 || division.header >= 2)
        // The header has precedence: a character that it does not contain is probably part of the cells.
        .rev()
        .max_by_key(|d| (d.header >= 2, d.matching == d.rows, d.mode, d.header, d.matching));
    let Some(best) = best.filter(|d| d.header >= 2 || 2 * d.matching > d.rows) else {
        notes
            .push("only one column: none of , ; tab | splits the first line (set another with --delimiter)".to_owned());
        return b',';
    };
    let name = |delimiter: u8| format!("{:?}", char::from(delimiter));
    let rival = divisions.iter().find(|d| d.delimiter != best.delimiter && d.header >= 2 && d.matching == d.rows);
    match rival {
        Some(rival) if rival.rows > 1 => {
            let (best, rival) = (name(best.delimiter), name(rival.delimiter));
            notes.push(format!("delimiter {best} assumed, but {rival} also fits (set it with --delimiter)"));
        }
        _ if best.delimiter != b',' => notes.push(format!("delimiter {} detected", name(best.delimiter))),
        _ => {}
    }
    best.delimiter
}

fn divide(text: &str, dialect: Dialect) -> Division {
    let mut counts = Vec::new();
    for_sample(text, dialect, |cells| counts.push(cells.count()));
    let header = counts.first().copied().unwrap_or(0);
    let matching = |count: usize| counts.iter().filter(|&&other| other == count).count();
    let mode = counts.iter().copied().max_by_key(|&count| (matching(count), count)).unwrap_or(0);
    Division { delimiter: dialect.delimiter, header, matching: matching(mode), mode, rows: counts.len() }
}

/// Returns whether commas in numbers are certainly decimal: some are not followed by three digits, as a thousands
/// separator would be, and no number has a dot.
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

/// Calls `look` with the cells of the first rows, up to the first malformed row.
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
        let (dialect, _, notes) = sniff(text, &ReadOptions::default());
        (char::from(dialect.delimiter), dialect.decimal_comma, notes.join("; "))
    }

    #[test]
    fn each_delimiter_is_detected() {
        for delimiter in [",", ";", "\t", "|"] {
            let text = "a,b,c\n1,x y,3\n4,\"p,q;r|s\",6\n".replace(',', delimiter);
            assert_eq!(found(&text).0.to_string(), delimiter, "{text}");
        }
    }

    #[test]
    fn a_character_within_cells_is_not_the_delimiter() {
        assert_eq!(found("a;b\n1,5;2,5\n3,5;4,5\n").0, ';');
        assert_eq!(found("name,tags\nx,p|q|r\ny,p|q|r\n").0, ',');
        assert_eq!(found("time\tplace, room\n1\tA\n2\tB\n").0, '\t');
    }

    #[test]
    fn doubt_and_a_single_column_are_noted() {
        assert_eq!(
            found("a,b;c,d\n1,2;3,4\n"),
            (',', false, { "delimiter ',' assumed, but ';' also fits (set it with --delimiter)".to_owned() })
        );
        assert_eq!(
            found("x\n1\n2\n").2,
            "only one column: none of , ; tab | splits the first line (set another with --delimiter)"
        );
    }

    #[test]
    fn a_first_line_without_the_delimiter_does_not_hide_it() {
        assert_eq!(found("# exported\na;b\n1;2\n3;4\n").0, ';');
    }

    #[test]
    fn the_separator_line_has_precedence() {
        let (dialect, skipped, notes) = sniff("sep=|\r\na|b\r\n1|2\r\n", &ReadOptions::default());
        assert_eq!((dialect.delimiter, skipped), (b'|', 7));
        assert_eq!(notes, ["delimiter '|' set by the line sep=|"]);
    }

    #[test]
    fn decimal_commas_are_detected_only_if_certain() {
        assert!(found("a;b\n2,6;x\n1,5;y\n").1);
        assert!(found("a;b\n0,125;x\n").1);
        assert!(!found("a;b\n1,234;x\n2,345;y\n").1, "thousands");
        assert!(!found("a;b\n2,6;1.5\n").1, "dots as well");
        assert!(!found("a;b\n1,2,3;x\n").1, "a list");
    }
}
