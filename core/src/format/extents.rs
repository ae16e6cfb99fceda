//! The words that each section takes: no two sections share one.
//!
//! Parameter blocks, vocabularies and weights are no sections: equal ones are stored once and shared.

use crate::error::{LoadError, Rule};
use crate::format::{Head, SECTIONS, Section};
use crate::model::Model;
use crate::neighbors::CODED_WORDS;
use crate::view::RowNumbers;

/// Every section that this version knows.
const KNOWN: [Section; 11] = [
    Section::Columns,
    Section::Names,
    Section::Classes,
    Section::Coded,
    Section::Numbers,
    Section::Codes,
    Section::Targets,
    Section::RowNumbers,
    Section::Radii,
    Section::Origins,
    Section::Buckets,
];

/// Checks that no two sections overlap, and that no unknown one is there; call it after their shapes were checked.
pub(crate) fn apart(model: &Model<'_>) -> Result<(), LoadError> {
    let broken = |rule, at: Section| Err(LoadError::Invalid { rule, at: at as u32 });
    let sections = &model.payload().sections;
    if let Some(at) = (KNOWN.len()..SECTIONS).find(|&at| sections.get(at).is_some_and(|&word| word != 0)) {
        return Err(LoadError::Invalid { rule: Rule::Reserved, at: u32::try_from(at).unwrap_or(u32::MAX) });
    }
    for (place, &section) in KNOWN.iter().enumerate() {
        let Some((start, end)) = extent(model, section) else { continue };
        if end > model.tables_len() {
            return broken(Rule::SectionInside, section);
        }
        for &other in KNOWN.iter().take(place) {
            if extent(model, other).is_some_and(|(from, to)| start < to && from < end) {
                return broken(Rule::SectionOverlap, section);
            }
        }
    }
    Ok(())
}

/// First word of a section and the first behind it; `None` where it is absent.
fn extent(model: &Model<'_>, section: Section) -> Option<(usize, usize)> {
    let payload = model.payload();
    let start = payload.section(section)? as usize;
    let rows = payload.rows as usize;
    let words = match section {
        Section::Columns => usize::from(payload.columns) * 2,
        Section::Names => model.column_names()?.words(),
        Section::Classes => model.class_texts()?.words(),
        Section::Coded => usize::from(payload.codes) * CODED_WORDS,
        Section::Numbers => rows.saturating_mul(payload.storage.row_words(usize::from(payload.numbers))),
        Section::Codes => rows.saturating_mul(model.code_bytes()).div_ceil(4),
        Section::Targets => match payload.head {
            Head::Classify(_) if payload.classes <= 256 => rows.div_ceil(4),
            Head::Classify(_) => rows.div_ceil(2),
            Head::Encode | Head::Regress(_) | Head::Cluster => rows,
        },
        Section::RowNumbers => RowNumbers::words(rows, payload.rows)?,
        Section::Radii | Section::Origins => rows,
        Section::Buckets => {
            let buckets = model.stored()?.buckets?;
            let groups = buckets.groups(payload.rows);
            let bounds = if payload.storage.integer().is_some() { groups.div_ceil(2) } else { groups };
            RowNumbers::words(buckets.count, payload.rows)?.saturating_add(bounds).saturating_add(1)
        }
    };
    Some((start, start.saturating_add(words)))
}
