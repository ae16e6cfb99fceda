//! Rules about the input columns and their names.

use crate::encode::{Category, CodeOutputs, HashAlgorithm, InputColumn, InputKind, Lookup, NO_CODE, Number};
use crate::error::{Feature, LoadError, Rule};
use crate::format::layout::coded_record::TABLE;
use crate::format::layout::column_record::{
    EXPANDED, IMPUTED, INDICATOR, INTEGERS, KIND, KNOWN_FLAGS, SCALED, SHARED, SLOTS, WORDS,
};
use crate::format::{Decoded, Head, Section};
use crate::model::validate::rule::{all_finite, broken, largest_magnitude, require};

/// Checks the columns, and returns the largest integer that a category or an indicator writes into a query.
pub(super) fn columns(decoded: &Decoded<'_>) -> Result<u64, LoadError> {
    let payload = decoded.payload();
    let records = decoded.column_records().ok_or(broken(Rule::SectionInside, Section::Columns as usize))?;
    let (mut width, mut stored) = (0usize, 0usize);
    let (mut widest, mut together) = (0u64, 0u64);
    let mut group = None;
    for (at, record) in records.iter().enumerate() {
        // Borrowed, not moved out of the option: the copy is expensive on small chips.
        let column = InputColumn::read(decoded, *record);
        let Some(column) = &column else { return Err(broken(Rule::ColumnParameters, at)) };
        flags(*record, at)?;
        let (integers, shared): (&[i16], _) = match &column.kind {
            InputKind::Number(parameters) => {
                number(parameters, at)?;
                (parameters.indicator.as_ref().map_or(&[], |indicator| &indicator.stored), false)
            }
            InputKind::Category(parameters) => {
                category(parameters, at)?;
                let (CodeOutputs::OneHot { stored, .. } | CodeOutputs::Table { stored, .. }) = parameters.outputs;
                (if column.expanded { stored } else { &[] }, parameters.shared)
            }
        };
        slot(decoded, column, at)?;
        let reach = largest_magnitude(integers);
        if shared {
            // Columns that share their buckets form one group of outputs, in which their values are added.
            let place = (column.width(), if column.expanded { Some(column.slot) } else { None });
            let (first_width, first_slot) = *group.get_or_insert(place);
            require(first_width == place.0, Rule::EncodedWidth, at)?;
            require(first_slot == place.1, Rule::ColumnSlot, at)?;
            together += reach;
        } else {
            widest = widest.max(reach);
            width = width.saturating_add(column.width());
            stored = stored.saturating_add(if column.expanded { column.width() } else { 0 });
        }
    }
    if let Some((group, slot)) = group {
        width = width.saturating_add(group);
        stored = stored.saturating_add(if slot.is_some() { group } else { 0 });
    }
    require(u32::try_from(width) == Ok(payload.width), Rule::EncodedWidth, 0)?;
    require(stored == usize::from(payload.numbers), Rule::StoredWidth, 0)?;
    Ok(widest.max(together))
}

/// Checks that a record has only flags that its kind uses.
fn flags(record: [u32; WORDS], at: usize) -> Result<(), LoadError> {
    let [head, _] = record;
    let allowed = match head & u32::from(KIND) {
        0 => SCALED | IMPUTED | INDICATOR,
        1 => EXPANDED | SCALED | INTEGERS | SLOTS,
        2 => EXPANDED | INTEGERS,
        _ => EXPANDED | SCALED | SLOTS | SHARED,
    };
    require(head & u32::from(KNOWN_FLAGS & !(allowed | KIND)) == 0, Rule::Reserved, at)
}

fn number(number: &Number, at: usize) -> Result<(), LoadError> {
    for affine in [number.scaler, number.quantizer].into_iter().flatten() {
        require(all_finite(&[affine.offset, affine.scale]), Rule::Finite, at)?;
        require(affine.scale > 0.0, Rule::Positive, at)?;
    }
    require(number.imputed.is_none_or(f32::is_finite), Rule::Finite, at)?;
    require(number.indicator.is_none_or(|indicator| all_finite(&indicator.outputs)), Rule::Finite, at)
}

fn category(category: &Category<'_>, at: usize) -> Result<(), LoadError> {
    let levels = usize::from(category.levels);
    match category.lookup {
        Lookup::Texts(texts) => {
            require(texts.are_valid(), Rule::Text, at)?;
            require(texts.len() == levels && levels > 0 && texts.are_sorted(), Rule::VocabularySorted, at)?;
        }
        Lookup::Integers(integers) => {
            let sorted = integers.is_sorted_by(|a, b| a < b);
            require(integers.len() == levels && levels > 0 && sorted, Rule::VocabularySorted, at)?;
        }
        Lookup::Hash(algorithm) => {
            if !algorithm.is_built() {
                return Err(LoadError::Unsupported { feature: algorithm.feature() });
            }
            require(levels > 0, Rule::VocabularySorted, at)?;
        }
    }
    let known = |code: Option<u16>| code.is_none_or(|code| usize::from(code) < levels + 2);
    require(
        known(category.missing) && known(category.unknown) && levels < usize::from(NO_CODE) - 2,
        Rule::LevelCode,
        at,
    )?;
    match category.outputs {
        CodeOutputs::Table { rows, .. } => require(all_finite(rows), Rule::Finite, at),
        CodeOutputs::OneHot { slots, scaled, .. } => {
            let inside = |slot: &u16| *slot == NO_CODE || *slot < category.width;
            require(slots.is_none_or(|slots| slots.iter().all(inside)), Rule::LevelCode, at)?;
            require(scaled.is_none_or(|(off, on)| all_finite(off) && all_finite(on)), Rule::Finite, at)
        }
    }
}

/// Checks the slot of a column in a stored row, and that its coded record has as many codes as the column.
fn slot(decoded: &Decoded<'_>, column: &InputColumn<'_>, at: usize) -> Result<(), LoadError> {
    let payload = decoded.payload();
    let slot = usize::from(column.slot);
    if column.expanded {
        return require(slot + column.width() <= usize::from(payload.numbers), Rule::ColumnSlot, at);
    }
    require(slot < usize::from(payload.codes), Rule::ColumnSlot, at)?;
    if payload.head == Head::Encode {
        return Ok(());
    }
    let records = decoded.coded_records().ok_or(broken(Rule::SectionInside, Section::Coded as usize))?;
    let InputKind::Category(category) = &column.kind else { return Ok(()) }; // a number is never coded
    let &[head, _, counts] = records.get(slot).ok_or(broken(Rule::ColumnSlot, at))?;
    require(counts >> 16 == u32::from(category.levels) + 2, Rule::LevelCode, at)?;
    require(head & TABLE == 0 || head >> 16 == u32::from(category.width), Rule::LevelCode, at)
}

pub(super) fn names(decoded: &Decoded<'_>) -> Result<(), LoadError> {
    let payload = decoded.payload();
    let Some(names) = decoded.column_names() else {
        return Err(broken(Rule::SectionInside, Section::Names as usize));
    };
    require(names.len() == usize::from(payload.columns), Rule::Count, 3)?;
    require(names.are_valid(), Rule::Text, Section::Names as usize)?;
    if payload.section(Section::Classes).is_none() {
        return require(payload.classes == 0, Rule::Count, 4);
    }
    let Some(classes) = decoded.class_texts() else {
        return Err(broken(Rule::SectionInside, Section::Classes as usize));
    };
    require(classes.len() == usize::from(payload.classes) + 1, Rule::Count, 4)?;
    require(classes.are_valid(), Rule::Text, Section::Classes as usize)
}

impl HashAlgorithm {
    fn feature(self) -> Feature {
        match self {
            Self::Md5 => Feature::Md5,
            Self::Sha256 => Feature::Sha256,
        }
    }
}
