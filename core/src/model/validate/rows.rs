//! Rules about the stored rows: their numbers, codes, targets and order.

use crate::distance::Metric;
use crate::error::{LoadError, Rule};
use crate::format::layout::coded_record::{BY_LEVEL, TABLE, WIDE_CODE, code_bytes};
use crate::format::layout::{class_bytes, class_words};
use crate::format::{Decoded, Head, Payload, RowStorage, Section};
use crate::model::validate::extents;
use crate::model::validate::rule::{all_finite, broken, largest_magnitude, require};
use crate::neighbors::{SearchIndex, StoredRows};
use crate::view;

/// Checks the records of coded columns, and returns the largest sum that their differences can reach.
pub(super) fn coded_records(payload: &Payload<'_>, stored: &StoredRows<'_>) -> Result<u64, LoadError> {
    let integer = payload.storage.integer().is_some();
    let mut reach = 0u64;
    for (at, &[head, first, counts]) in stored.coded.iter().enumerate() {
        let codes = (counts >> 16) as usize;
        require(head & !(WIDE_CODE | TABLE | BY_LEVEL) & 0xFFFF == 0, Rule::ColumnParameters, at)?;
        require(head & (TABLE | BY_LEVEL) != TABLE | BY_LEVEL, Rule::ColumnParameters, at)?;
        // Only a table has a width, and only a single weight has a count.
        require(head & TABLE != 0 || head >> 16 == 0, Rule::Reserved, at)?;
        let counted = (counts & 0xFFFF) as usize;
        require(counted <= if head & (TABLE | BY_LEVEL) == 0 { codes } else { 0 }, Rule::Reserved, at)?;
        require(codes >= 2 && (head & WIDE_CODE != 0 || code_bytes(counts >> 16) == 1), Rule::LevelCode, at)?;
        let difference = if head & TABLE != 0 {
            let width = (head >> 16) as usize;
            let cells = codes.saturating_mul(width);
            let words = if integer { cells.div_ceil(2) } else { cells };
            let table = view::span(stored.tables, first, words).ok_or(broken(Rule::SectionInside, at))?;
            if integer {
                largest_sum(payload.metric, width, 2 * largest_magnitude(view::shorts(table)))
            } else {
                require(all_finite(view::floats(table)), Rule::Finite, at)?;
                0
            }
        } else {
            let one = [first];
            let weights = if head & BY_LEVEL != 0 {
                view::span(stored.tables, first, codes).ok_or(broken(Rule::SectionInside, at))?
            } else {
                &one
            };
            if integer {
                2 * u64::from(weights.iter().copied().max().unwrap_or(0))
            } else {
                let sound = |&bits: &u32| f32::from_bits(bits).is_finite() && bits >> 31 == 0;
                require(weights.iter().all(sound), Rule::Finite, at)?;
                0
            }
        };
        reach = reach.saturating_add(difference);
    }
    Ok(reach)
}

/// Returns the largest sum of `count` differences that are at most `difference`.
fn largest_sum(metric: Metric, count: usize, difference: u64) -> u64 {
    let count = count as u64;
    match metric {
        Metric::Chebyshev => difference,
        Metric::Manhattan => count.saturating_mul(difference),
        _ => count.saturating_mul(difference.saturating_mul(difference)),
    }
}

/// Checks the `count` numbers of each row, and returns the largest magnitude of integers.
pub(super) fn numbers(stored: &StoredRows<'_>, count: usize) -> Result<u64, LoadError> {
    // Padding is compared like any other number, so it must be zero.
    let unused = match (stored.storage, count % 4) {
        (RowStorage::I16 { .. }, 1 | 3) => 0xFFFF_0000,
        // In the order of `layout::BYTE_ORDER`.
        (RowStorage::I8 { .. }, 1) => 0xFFFF_FF00,
        (RowStorage::I8 { .. }, 2) => 0xFF00_FF00,
        (RowStorage::I8 { .. }, 3) => 0xFF00_0000,
        _ => 0,
    };
    if unused != 0 {
        for (row, words) in stored.numbers.chunks_exact(stored.number_words.max(1)).enumerate() {
            require(words.last().is_none_or(|&last| last & unused == 0), Rule::Reserved, row)?;
        }
    }
    Ok(match stored.storage {
        RowStorage::F32 => {
            for (at, number) in view::floats(stored.numbers).iter().enumerate() {
                require(number.is_finite(), Rule::Finite, at)?;
            }
            0
        }
        RowStorage::I16 { .. } => largest_magnitude(view::shorts(stored.numbers)),
        RowStorage::I8 { .. } => {
            let largest = view::bytes(stored.numbers).iter().copied().max();
            u64::from(largest.unwrap_or(0))
        }
    })
}

/// Checks that no integer distance of clamped numbers can reach 2^31: each of `numbers` differences is at most the sum of
/// the largest values in a query and in a row, and every partial sum is at most the sum of all largest differences.
///
/// Outputs of categories and indicators are not clamped to the bound, but at most `widest`. With them, a sum stays below
/// 2^32, so that unsigned ranks keep their order. A difference fits 16 bits, as the DSP instructions require.
pub(super) fn distance_bound(
    payload: &Payload<'_>,
    bound: i16,
    widest: u64,
    largest: u64,
    coded: u64,
) -> Result<(), LoadError> {
    let bound = u64::from(bound.unsigned_abs());
    let sum = |difference| largest_sum(payload.metric, usize::from(payload.numbers), difference).saturating_add(coded);
    let difference = bound.max(widest) + largest;
    let holds = difference <= 0x7FFF && sum(bound + largest) <= 0x7FFF_FFFF && sum(difference) < 0xFFFF_FFFF;
    require(holds, Rule::DistanceBound, 0)
}

pub(super) fn codes(stored: &StoredRows<'_>) -> Result<(), LoadError> {
    let mut bytes = stored.codes.iter();
    for row in 0..stored.rows as usize {
        for &[head, _, counts] in stored.coded {
            let low = u32::from(bytes.next().copied().unwrap_or(0));
            let high = if head & WIDE_CODE != 0 { u32::from(bytes.next().copied().unwrap_or(0)) } else { 0 };
            require(high << 8 | low < counts >> 16, Rule::RowCode, row)?;
        }
    }
    Ok(())
}

/// Checks classes, values or radii: one for each row.
pub(super) fn targets(decoded: &Decoded<'_>) -> Result<(), LoadError> {
    let payload = decoded.payload();
    let rows = payload.rows as usize;
    let section =
        |section: Section, words| decoded.section(section, words).ok_or(broken(Rule::SectionInside, section as usize));
    match payload.head {
        Head::Classify(_) if class_bytes(payload.classes.into()) == 1 => {
            let classes = view::bytes(section(Section::Targets, class_words(rows, payload.classes))?);
            for (row, &class) in classes.iter().take(rows).enumerate() {
                require(u16::from(class) < payload.classes, Rule::RowClass, row)?;
            }
        }
        Head::Classify(_) => {
            let classes = view::halves(section(Section::Targets, class_words(rows, payload.classes))?);
            for (row, &class) in classes.iter().take(rows).enumerate() {
                require(class < payload.classes, Rule::RowClass, row)?;
            }
        }
        Head::Regress(_) => require(all_finite(view::floats(section(Section::Targets, rows)?)), Rule::Finite, 1)?,
        Head::Cluster => {
            let words = section(Section::Radii, extents::radii_words(payload))?;
            require(all_finite(view::floats(words.get(..rows).unwrap_or(&[]))), Rule::Finite, 2)?;
        }
        Head::Encode => {}
    }
    if payload.section(Section::Origins).is_some() {
        section(Section::Origins, rows)?;
    }
    Ok(())
}

pub(super) fn row_numbers(stored: &StoredRows<'_>, numbers: usize) -> Result<(), LoadError> {
    let Some(ids) = stored.ids else {
        // With a search index, rows are compared in another order than that of their numbers, which ties need.
        return require(stored.index.is_none(), Rule::SearchIndex, 0);
    };
    for row in 0..stored.rows {
        require(ids.get(row) < stored.rows, Rule::Count, row as usize)?;
    }
    let sound = match &stored.index {
        None => true,
        Some(SearchIndex::Buckets(buckets)) => buckets.is_sound(stored.rows),
        Some(SearchIndex::Tree(tree)) => tree.is_sound(stored.rows, numbers),
    };
    require(sound, Rule::SearchIndex, 1)
}
