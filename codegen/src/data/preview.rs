//! A first look at the columns, so that most are read once.

use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::missing::Markers;
use crate::data::number::{self, Reading};
use crate::data::records::Records;

/// The rows that are looked at, and the bytes they may take.
const ROWS: usize = 1000;
const BYTES: usize = 1 << 20;

/// What the first rows say about a column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Glance {
    /// Some cell is not empty.
    pub(super) has_value: bool,
    /// The first cell that is neither a number nor missing, and its line: the column is not of numbers.
    pub(super) text: Option<(u64, String)>,
}

/// Looks at the first rows of `records` until they end or fail; failures show again when all rows are read.
pub(super) fn look(mut records: Records<'_>, dialect: Dialect, markers: &Markers, columns: usize) -> Vec<Glance> {
    let mut glances = vec![Glance::default(); columns];
    let begin = records.position().0;
    for _ in 0..ROWS {
        let Ok(Some(record)) = records.next() else { break };
        for (glance, cell) in glances.iter_mut().zip(Fields::new(record, dialect)) {
            glance.has_value |= !cell.is_empty();
            if glance.text.is_none() && number::read(&cell, markers, dialect.decimal_comma) == Reading::Text {
                glance.text = Some((record.line, cell.into_owned()));
            }
        }
        if records.position().0 - begin > BYTES {
            break;
        }
    }
    glances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_text_decides() {
        let dialect = Dialect::default();
        let records = Records::new("f", "1,,a\n2,,b\n", 2, dialect, 99);
        assert_eq!(
            look(records, dialect, &Markers::new(&[]), 3),
            [
                Glance { has_value: true, text: None },
                Glance { has_value: false, text: None },
                Glance { has_value: true, text: Some((2, "a".into())) }
            ]
        );
    }
}
