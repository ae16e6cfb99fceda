//! A preview of the columns, so that most of them are parsed only once.

use crate::data::dialect::Dialect;
use crate::data::fields::Fields;
use crate::data::missing::MissingMarkers;
use crate::data::number::{self, Reading};
use crate::data::records::Records;

/// The most rows and bytes that are examined.
const ROWS: usize = 1000;
const BYTES: usize = 1 << 20;

/// The properties of a column in the first rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ColumnPreview {
    /// At least one cell is not empty.
    pub(super) has_value: bool,
    /// The first cell that is neither a number nor missing, and its line: the column is not numeric.
    pub(super) text: Option<(u64, String)>,
}

/// Examines the first rows of `records`; an error ends the preview, because parsing all rows reports it again.
pub(super) fn preview(
    mut records: Records<'_>,
    dialect: Dialect,
    markers: &MissingMarkers,
    columns: usize,
) -> Vec<ColumnPreview> {
    let mut previews = vec![ColumnPreview::default(); columns];
    let begin = records.position().0;
    for _ in 0..ROWS {
        let Ok(Some(record)) = records.next() else { break };
        for (preview, cell) in previews.iter_mut().zip(Fields::new(record, dialect)) {
            preview.has_value |= !cell.is_empty();
            if preview.text.is_none() && number::read(&cell, markers, dialect.decimal_comma) == Reading::Text {
                preview.text = Some((record.line, cell.into_owned()));
            }
        }
        if records.position().0 - begin > BYTES {
            break;
        }
    }
    previews
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_text_decides() {
        let dialect = Dialect::default();
        let records = Records::new("f", "1,,a\n2,,b\n", 2, dialect, 99);
        assert_eq!(
            preview(records, dialect, &MissingMarkers::new(&[]), 3),
            [
                ColumnPreview { has_value: true, text: None },
                ColumnPreview { has_value: false, text: None },
                ColumnPreview { has_value: true, text: Some((2, "a".into())) }
            ]
        );
    }
}
