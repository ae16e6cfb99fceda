//! The rules across fields and tables, checked once when a model is loaded.
//!
//! One pass over the tables, after the pass of the checksum.

mod columns;
mod extents;
mod parameters;
mod rows;
mod rule;

use crate::error::{LoadError, Rule};
use crate::format::{Decoded, Head, Section};
use crate::model::validate::rule::broken;
use crate::neighbors::StoredRows;

/// Checks shapes, ranges and finiteness of a decoded blob.
pub(crate) fn validate(decoded: &Decoded<'_>) -> Result<(), LoadError> {
    let payload = decoded.payload();
    parameters::parameters(payload)?;
    let widest = columns::columns(decoded)?;
    columns::names(decoded)?;
    if payload.head == Head::Encode {
        return extents::disjoint(decoded);
    }
    parameters::features(payload)?;
    let stored = StoredRows::read(decoded);
    let Some(stored) = &stored else { return Err(broken(Rule::SectionInside, Section::Numbers as usize)) };
    let coded_reach = rows::coded_records(payload, stored)?;
    let largest = rows::numbers(stored, usize::from(payload.numbers))?;
    if let Some((_, bound)) = payload.storage.integer() {
        rows::distance_bound(payload, bound, widest, largest, coded_reach)?;
    }
    rows::codes(stored)?;
    rows::targets(decoded)?;
    rows::row_numbers(stored, payload.numbers.into())?;
    extents::disjoint(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::Metric;
    use crate::format::layout::column_record::EXPANDED;
    use crate::format::{RowStorage, Vote, Weighting};
    use crate::model::draft::{Draft, clusters, pair, points};

    #[track_caller]
    fn breaks(mut draft: Draft, change: impl FnOnce(&mut Draft), rule: Rule, at: u32) {
        assert_eq!(validate(&draft.decoded()), Ok(()), "the draft is sound before it is changed");
        change(&mut draft);
        assert_eq!(validate(&draft.decoded()), Err(LoadError::Invalid { rule, at }));
    }

    /// Word `word` of the parameters of a column.
    fn parameter(draft: &mut Draft, column: usize, word: usize) -> &mut u32 {
        let record = draft.at(Section::Columns) + 2 * column;
        let at = draft.tables[record + 1] as usize + word;
        &mut draft.tables[at]
    }

    fn record(draft: &mut Draft, column: usize) -> &mut u32 {
        let at = draft.at(Section::Columns) + 2 * column;
        &mut draft.tables[at]
    }

    fn first(draft: &mut Draft, section: Section) -> &mut u32 {
        let at = draft.at(section);
        &mut draft.tables[at]
    }

    #[test]
    fn counts_agree_with_the_head() {
        breaks(points(3), |d| d.payload.columns = 0, Rule::Count, 0);
        breaks(points(3), |d| d.payload.classes = 0, Rule::Count, 1);
        breaks(points(3), |d| d.payload.columns = 2, Rule::EncodedWidth, 0);
        breaks(clusters(), |d| d.payload.rows = 0, Rule::Count, 2);
        let vote = |neighbors| Head::Classify(Vote { neighbors, weighting: Weighting::Uniform });
        breaks(points(3), |d| d.payload.head = vote(0), Rule::NeighborCount, 0);
        breaks(points(3), |d| d.payload.head = vote(5), Rule::NeighborCount, 0);
    }

    #[test]
    fn metric_and_storage_fit_each_other() {
        breaks(points(3), |d| d.payload.metric = Metric::Minkowski(3.0), Rule::Metric, 0);
        breaks(points(3), |d| d.payload.metric = Metric::Hamming, Rule::Metric, 0);
        breaks(clusters(), |d| d.payload.metric = Metric::Manhattan, Rule::Metric, 2);
        let storage = |step, bound| RowStorage::I16 { step, bound };
        breaks(points(3), |d| d.payload.storage = storage(0.0, 1000), Rule::Positive, 0);
        breaks(points(3), |d| d.payload.storage = storage(1.0, 0), Rule::Positive, 0);
        breaks(points(3), |d| d.payload.storage = storage(1.0, i16::MAX), Rule::DistanceBound, 0);
        breaks(points(3), |d| d.payload.threshold = Some(1 << 31), Rule::DistanceBound, 1);
    }

    #[test]
    fn columns_are_known_and_add_up() {
        breaks(points(3), |d| *record(d, 1) |= 1 << 15, Rule::ColumnParameters, 1);
        breaks(points(3), |d| *record(d, 0) |= u32::from(EXPANDED), Rule::Reserved, 0);
        breaks(points(3), |d| *record(d, 0) |= 9 << 16, Rule::ColumnSlot, 0);
        breaks(points(3), |d| *record(d, 2) |= 1 << 16, Rule::ColumnSlot, 2);
        breaks(points(3), |d| d.payload.width += 1, Rule::EncodedWidth, 0);
        breaks(points(3), |d| d.payload.numbers += 1, Rule::StoredWidth, 0);
        let unknown_policy = |d: &mut Draft| {
            let at = d.at(Section::Columns) + 1;
            d.tables[at] |= 15 << 24;
        };
        breaks(points(3), unknown_policy, Rule::ColumnParameters, 0);
    }

    #[test]
    fn parameters_are_finite_and_scales_positive() {
        breaks(points(3), |d| *parameter(d, 0, 0) = f32::NAN.to_bits(), Rule::Finite, 0);
        breaks(points(3), |d| *parameter(d, 1, 1) = 0, Rule::Positive, 1);
    }

    #[test]
    fn vocabularies_are_sorted_texts_with_a_code_each() {
        let vocabulary = |d: &mut Draft| *parameter(d, 2, 2) as usize;
        let pool = |d: &mut Draft| vocabulary(d) + 3; // after the count and three offsets
        breaks(
            points(3),
            |d| {
                let at = pool(d);
                d.tables[at] = u32::from_le_bytes(*b"ba\0\0");
            },
            Rule::VocabularySorted,
            2,
        );
        breaks(
            points(3),
            |d| {
                let at = pool(d);
                d.tables[at] = 0xFFFF;
            },
            Rule::Text,
            2,
        );
        breaks(points(3), |d| *parameter(d, 2, 1) = pair(9, 3), Rule::LevelCode, 2);
        breaks(points(3), |d| *parameter(d, 2, 0) = pair(3, 2), Rule::VocabularySorted, 2);
    }

    #[test]
    fn rows_have_known_codes_and_classes() {
        breaks(points(3), |d| *first(d, Section::Codes) |= 4, Rule::RowCode, 0);
        breaks(points(3), |d| *first(d, Section::Targets) |= 2 << 24, Rule::RowClass, 3);
        breaks(points(3), |d| *first(d, Section::Coded) |= 8, Rule::ColumnParameters, 0);
        breaks(points(3), |d| *first(d, Section::Numbers) = pair(i16::MAX, 0), Rule::DistanceBound, 0);
        breaks(clusters(), |d| *first(d, Section::Radii) = f32::INFINITY.to_bits(), Rule::Finite, 2);
    }

    #[test]
    fn sections_are_inside_the_tables_and_apart() {
        let numbers = Section::Numbers as usize;
        let targets = Section::Targets as usize;
        breaks(points(3), |d| d.payload.sections[numbers] = u32::MAX, Rule::SectionInside, 4);
        breaks(points(3), |d| d.payload.sections[targets] = d.payload.sections[numbers], Rule::SectionOverlap, 6);
        breaks(points(3), |d| d.payload.sections[Section::Radii as usize] = 1, Rule::Reserved, 8);
        breaks(points(3), |d| d.payload.pad = &[1], Rule::Reserved, 0);
    }

    #[test]
    fn a_search_index_needs_the_numbers_of_rows() {
        let without = points(3).put(Section::Buckets, &[1, 1, 0]);
        let invalid = |draft: &Draft| validate(&draft.decoded());
        assert_eq!(invalid(&without), Err(LoadError::Invalid { rule: Rule::SearchIndex, at: 0 }));
        // Two bits each: rows 0, 1, 2, 3. One bucket, whose only group of three rows is within 100 of its center.
        let numbered = points(3).put(Section::RowNumbers, &[0b11_10_01_00]);
        breaks(
            numbered.put(Section::Buckets, &[1, 1, 100]),
            |d| {
                let first_start = d.at(Section::Buckets) + 1;
                d.tables[first_start] = 2;
            },
            Rule::SearchIndex,
            1,
        );
    }
}
