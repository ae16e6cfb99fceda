//! The extent of each section: no two sections share a word.
//!
//! Parameter blocks, vocabularies and weights are not sections: equal ones are stored once and shared.

use crate::error::{LoadError, Rule};
use crate::format::layout::{class_words, coded_record, column_record};
use crate::format::{Decoded, Head, Payload, Section};
use crate::neighbors::StoredRows;
use crate::view::RowNumbers;

/// Checks that the head has a use for every section, and that there is at most one search index.
pub(crate) fn allowed(payload: &Payload<'_>) -> Result<(), LoadError> {
    // One bit for each section.
    let allowed: u32 = match payload.head {
        Head::Encode => 0b0000_0000_1111,
        Head::Classify(_) | Head::Regress(_) => 0b1110_1111_1111,
        Head::Cluster => 0b0001_0001_0111,
    };
    for (at, &word) in (0u32..).zip(&payload.sections) {
        if word != 0 && allowed >> at & 1 == 0 {
            return Err(LoadError::Invalid { rule: Rule::Reserved, at });
        }
    }
    let twice = payload.section(Section::Buckets).is_some() && payload.section(Section::Tree).is_some();
    if twice {
        return Err(LoadError::Invalid { rule: Rule::Reserved, at: Section::Tree as u32 });
    }
    Ok(())
}

/// Checks that no two sections overlap. Their shapes must have been checked.
pub(crate) fn disjoint(decoded: &Decoded<'_>) -> Result<(), LoadError> {
    let broken = |rule, at: Section| Err(LoadError::Invalid { rule, at: at as u32 });
    for (index, &section) in Section::ALL.iter().enumerate() {
        let Some((start, end)) = extent(decoded, section) else { continue };
        if end > decoded.tables().len() {
            return broken(Rule::SectionInside, section);
        }
        for &other in Section::ALL.iter().take(index) {
            if extent(decoded, other).is_some_and(|(from, to)| start < to && from < end) {
                return broken(Rule::SectionOverlap, section);
            }
        }
    }
    Ok(())
}

/// Returns the first word of a section and the first word after it; `None` if it is absent.
#[inline(never)] // called for every pair of sections
fn extent(decoded: &Decoded<'_>, section: Section) -> Option<(usize, usize)> {
    let payload = decoded.payload();
    let start = payload.section(section)? as usize;
    let rows = payload.rows as usize;
    let words = match section {
        Section::Columns => usize::from(payload.columns) * column_record::WORDS,
        Section::Names => decoded.column_names()?.words(),
        Section::Classes => decoded.class_texts()?.words(),
        Section::Coded => usize::from(payload.codes) * coded_record::WORDS,
        Section::Numbers => rows.saturating_mul(payload.storage.row_words(usize::from(payload.numbers))),
        Section::Codes => rows.saturating_mul(StoredRows::read(decoded)?.code_bytes).div_ceil(4),
        Section::Targets => match payload.head {
            Head::Classify(_) => class_words(rows, payload.classes),
            Head::Encode | Head::Regress(_) | Head::Cluster => rows,
        },
        Section::RowNumbers => RowNumbers::words(rows, payload.rows)?,
        Section::Radii => radii_words(payload),
        Section::Origins => rows,
        Section::Buckets | Section::Tree => StoredRows::read(decoded)?.index?.bytes(payload.rows).div_ceil(4),
    };
    Some((start, start.saturating_add(words)))
}

/// Returns the words of the radii, followed by the first rank outside each if there is a threshold.
pub(crate) fn radii_words(payload: &Payload<'_>) -> usize {
    (payload.rows as usize).saturating_mul(1 + usize::from(payload.threshold.is_some()))
}
