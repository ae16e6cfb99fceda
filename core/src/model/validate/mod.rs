//! Every rule across fields and tables, checked once when a model is loaded.
//!
//! Cost: one pass over the tables, after the pass of the checksum.

mod extents;

use crate::distance::{Metric, unordered};
use crate::encode::column::{EXPANDED, IMPUTED, INDICATOR, INTEGERS, KNOWN_FLAGS, SCALED, SHARED, SLOTS};
use crate::encode::{Category, Column, Kind, Lookup, NONE, Number, Outputs};
use crate::error::{Feature, LoadError, Rule};
use crate::features;
use crate::format::{Head, Payload, Section, Storage, Weighting};
use crate::model::Model;
use crate::neighbors::{BY_LEVEL, CODED_WORDS, Pruning, Stored, TABLE, WIDE_CODE};
use crate::view;

/// Gives the error of a broken rule.
fn broken(rule: Rule, at: usize) -> LoadError {
    LoadError::Invalid { rule, at: u32::try_from(at).unwrap_or(u32::MAX) }
}

fn require(holds: bool, rule: Rule, at: usize) -> Result<(), LoadError> {
    if holds { Ok(()) } else { Err(broken(rule, at)) }
}

fn all_finite(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

/// Checks shapes, ranges and finiteness.
pub(crate) fn validate(model: &Model<'_>) -> Result<(), LoadError> {
    let payload = model.payload();
    parameters(payload)?;
    let widest = columns(model)?;
    names(model)?;
    if payload.head == Head::Encode {
        return extents::apart(model);
    }
    features::check(payload)?;
    let stored = model.stored();
    let Some(stored) = &stored else { return Err(broken(Rule::SectionInside, Section::Numbers as usize)) };
    let coded_reach = coded(payload, stored)?;
    let largest = numbers(stored, usize::from(payload.numbers))?;
    if let Some((_, bound)) = payload.storage.integer() {
        distance_bound(payload, bound, widest, largest, coded_reach)?;
    }
    codes(stored)?;
    targets(model)?;
    row_numbers(stored, payload.numbers.into())?;
    extents::apart(model)
}

/// Counts, head, metric and storage.
fn parameters(payload: &Payload<'_>) -> Result<(), LoadError> {
    require(payload.columns > 0, Rule::Count, 0)?;
    require(payload.pad.len() < 4 && payload.pad.iter().all(|&byte| byte == 0), Rule::Reserved, 0)?;
    extents::meant(payload)?;
    if let Some((step, bound)) = payload.storage.integer() {
        require(step.is_finite() && step > 0.0 && bound > 0, Rule::Positive, 0)?;
        require(payload.metric.has_integer_form(), Rule::Metric, 0)?;
    }
    if let Metric::Minkowski(p) = payload.metric {
        require(p.is_finite() && p > 0.0, Rule::Positive, 1)?;
    }
    require(!payload.metric.needs_expanded_rows() || payload.codes == 0, Rule::Metric, 1)?;
    // A row that holds nothing would let a blob claim any number of rows.
    require(payload.head == Head::Encode || payload.numbers > 0 || payload.codes > 0, Rule::Count, 5)?;
    match payload.head {
        Head::Encode => {
            require(payload.rows == 0 && payload.classes == 0, Rule::Count, 1)?;
            require(payload.threshold.is_none(), Rule::Reserved, 1)?;
        }
        Head::Classify(vote) | Head::Regress(vote) => {
            // The inverse of a product is no weight.
            let inverse = vote.weighting == Weighting::Distance;
            require(!(inverse && payload.metric == Metric::Dot), Rule::Metric, 3)?;
            rank_limit(payload)?;
            let classifies = matches!(payload.head, Head::Classify(_));
            require(classifies == (payload.classes > 0), Rule::Count, 1)?;
            require(vote.neighbors > 0 && vote.neighbors <= payload.rows, Rule::NeighborCount, 0)?;
        }
        Head::Cluster => {
            require(payload.rows > 0 && payload.classes == 0, Rule::Count, 2)?;
            let measurable = payload.codes == 0 && payload.numbers > 0 && payload.metric == Metric::Euclidean;
            require(measurable, Rule::Metric, 2)?;
            let finite = payload.threshold.is_none_or(|bits| f32::from_bits(bits).is_finite());
            require(finite, Rule::Finite, 0)?;
        }
    }
    Ok(())
}

/// The threshold of neighbors is a rank: an integer sum, or the bits of a finite sum.
fn rank_limit(payload: &Payload<'_>) -> Result<(), LoadError> {
    let Some(limit) = payload.threshold else { return Ok(()) };
    if payload.storage.integer().is_some() {
        return require(limit >> 31 == 0, Rule::DistanceBound, 1);
    }
    if payload.metric == Metric::Dot {
        return require(unordered(limit).is_finite(), Rule::Finite, 0);
    }
    require(limit >> 31 == 0 && f32::from_bits(limit).is_finite(), Rule::Finite, 0)
}

/// Checks the columns; gives the largest integer that a category or an indicator writes into a query.
fn columns(model: &Model<'_>) -> Result<u64, LoadError> {
    let payload = model.payload();
    let records = model.section(Section::Columns, usize::from(payload.columns) * 2);
    let records = records.ok_or(broken(Rule::SectionInside, Section::Columns as usize))?;
    let (mut width, mut stored) = (0usize, 0usize);
    let (mut widest, mut together) = (0u64, 0u64);
    let mut group = None;
    for (at, record) in records.as_chunks::<2>().0.iter().enumerate() {
        // Not moved out of the option: a copy of it counts.
        let column = model.read_column(*record);
        let Some(column) = &column else { return Err(broken(Rule::ColumnParameters, at)) };
        flags(*record, at)?;
        let (integers, shared): (&[i16], _) = match &column.kind {
            Kind::Number(parameters) => {
                number(parameters, at)?;
                (parameters.indicator.as_ref().map_or(&[], |indicator| &indicator.stored), false)
            }
            Kind::Category(parameters) => {
                category(parameters, at)?;
                let (Outputs::OneHot { stored, .. } | Outputs::Table { stored, .. }) = parameters.outputs;
                (if column.expanded { stored } else { &[] }, parameters.shared)
            }
        };
        slot(model, column, at)?;
        let reach = largest_magnitude(integers);
        if shared {
            // Columns that share their buckets are one group of outputs, at one place, and add up there.
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

/// A record has no flag that means nothing for its kind.
fn flags(record: [u32; 2], at: usize) -> Result<(), LoadError> {
    let [head, _] = record;
    let meant = match head & 3 {
        0 => SCALED | IMPUTED | INDICATOR,
        1 => EXPANDED | SCALED | INTEGERS | SLOTS,
        2 => EXPANDED | INTEGERS,
        _ => EXPANDED | SCALED | SLOTS | SHARED,
    };
    require(head & u32::from(KNOWN_FLAGS & !(meant | 3)) == 0, Rule::Reserved, at)
}

fn number(number: &Number, at: usize) -> Result<(), LoadError> {
    for affine in [number.scaler, number.quantiser].into_iter().flatten() {
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
    require(known(category.missing) && known(category.unknown) && levels < usize::from(NONE) - 2, Rule::LevelCode, at)?;
    match category.outputs {
        Outputs::Table { rows, .. } => require(all_finite(rows), Rule::Finite, at),
        Outputs::OneHot { slots, scaled, .. } => {
            let inside = |slot: &u16| *slot == NONE || *slot < category.width;
            require(slots.is_none_or(|slots| slots.iter().all(inside)), Rule::LevelCode, at)?;
            require(scaled.is_none_or(|(off, on)| all_finite(off) && all_finite(on)), Rule::Finite, at)
        }
    }
}

/// A column's place in a stored row; the record of a coded column knows as many codes as the column has.
fn slot(model: &Model<'_>, column: &Column<'_>, at: usize) -> Result<(), LoadError> {
    let payload = model.payload();
    let slot = usize::from(column.slot);
    if column.expanded {
        return require(slot + column.width() <= usize::from(payload.numbers), Rule::ColumnSlot, at);
    }
    require(slot < usize::from(payload.codes), Rule::ColumnSlot, at)?;
    if payload.head == Head::Encode {
        return Ok(());
    }
    let records = model.section(Section::Coded, usize::from(payload.codes) * CODED_WORDS);
    let records = records.ok_or(broken(Rule::SectionInside, Section::Coded as usize))?;
    let Kind::Category(category) = &column.kind else { return Ok(()) }; // a number is never coded
    let &[head, _, counts] = records.as_chunks::<CODED_WORDS>().0.get(slot).ok_or(broken(Rule::ColumnSlot, at))?;
    require(counts >> 16 == u32::from(category.levels) + 2, Rule::LevelCode, at)?;
    require(head & TABLE == 0 || head >> 16 == u32::from(category.width), Rule::LevelCode, at)
}

fn names(model: &Model<'_>) -> Result<(), LoadError> {
    let payload = model.payload();
    let Some(names) = model.column_names() else {
        return Err(broken(Rule::SectionInside, Section::Names as usize));
    };
    require(names.len() == usize::from(payload.columns), Rule::Count, 3)?;
    require(names.are_valid(), Rule::Text, Section::Names as usize)?;
    if payload.section(Section::Classes).is_none() {
        return require(payload.classes == 0, Rule::Count, 4);
    }
    let Some(classes) = model.class_texts() else {
        return Err(broken(Rule::SectionInside, Section::Classes as usize));
    };
    require(classes.len() == usize::from(payload.classes) + 1, Rule::Count, 4)?;
    require(classes.are_valid(), Rule::Text, Section::Classes as usize)
}

/// Checks the records of coded columns; gives the largest sum that their gaps can reach.
fn coded(payload: &Payload<'_>, stored: &Stored<'_>) -> Result<u64, LoadError> {
    let integer = payload.storage.integer().is_some();
    let mut reach = 0u64;
    for (at, &[head, first, counts]) in stored.coded.iter().enumerate() {
        let codes = (counts >> 16) as usize;
        require(head & !(WIDE_CODE | TABLE | BY_LEVEL) & 0xFFFF == 0, Rule::ColumnParameters, at)?;
        require(head & (TABLE | BY_LEVEL) != TABLE | BY_LEVEL, Rule::ColumnParameters, at)?;
        // Only a table has a width, and only one weight for all needs a count.
        require(head & TABLE != 0 || head >> 16 == 0, Rule::Reserved, at)?;
        let counted = (counts & 0xFFFF) as usize;
        require(counted <= if head & (TABLE | BY_LEVEL) == 0 { codes } else { 0 }, Rule::Reserved, at)?;
        require(codes >= 2 && (head & WIDE_CODE != 0 || codes <= 256), Rule::LevelCode, at)?;
        let gap = if head & TABLE != 0 {
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
        reach = reach.saturating_add(gap);
    }
    Ok(reach)
}

/// The largest sum of `count` gaps that are at most `gap`.
fn largest_sum(metric: Metric, count: usize, gap: u64) -> u64 {
    let count = count as u64;
    match metric {
        Metric::Chebyshev => gap,
        Metric::Hamming => count,
        Metric::Manhattan => count.saturating_mul(gap),
        _ => count.saturating_mul(gap.saturating_mul(gap)),
    }
}

/// Checks the rows' numbers, of which each row has `count`; gives the largest magnitude of integers.
fn numbers(stored: &Stored<'_>, count: usize) -> Result<u64, LoadError> {
    // Padding is compared like any other number, so it must add nothing.
    let unused = match (stored.storage, count % 4) {
        (Storage::I16 { .. }, 1 | 3) => 0xFFFF_0000,
        // Bytes lie in the order 0, 2, 1, 3.
        (Storage::I8 { .. }, 1) => 0xFFFF_FF00,
        (Storage::I8 { .. }, 2) => 0xFF00_FF00,
        (Storage::I8 { .. }, 3) => 0xFF00_0000,
        _ => 0,
    };
    if unused != 0 {
        for (row, words) in stored.numbers.chunks_exact(stored.number_words.max(1)).enumerate() {
            require(words.last().is_none_or(|&last| last & unused == 0), Rule::Reserved, row)?;
        }
    }
    Ok(match stored.storage {
        Storage::F32 => {
            for (at, number) in view::floats(stored.numbers).iter().enumerate() {
                require(number.is_finite(), Rule::Finite, at)?;
            }
            0
        }
        Storage::I16 { .. } => largest_magnitude(view::shorts(stored.numbers)),
        Storage::I8 { .. } => {
            let largest = view::bytes(stored.numbers).iter().copied().max();
            u64::from(largest.unwrap_or(0))
        }
    })
}

/// No integer distance can reach 2^31 where numbers are held at the bound: each of `numbers` gaps is at most what a
/// query and a row can hold there, and every partial sum is at most the sum of all largest gaps.
///
/// What a category or an indicator gives is not held at the bound but as large as `widest`; with it a sum stays below
/// 2^32, so that ranks, compared without a sign, keep their order. A gap fits 16 bits, as the DSP instructions need.
fn distance_bound(payload: &Payload<'_>, bound: i16, widest: u64, largest: u64, coded: u64) -> Result<(), LoadError> {
    let bound = u64::from(bound.unsigned_abs());
    let sum = |gap| largest_sum(payload.metric, usize::from(payload.numbers), gap).saturating_add(coded);
    let gap = bound.max(widest) + largest;
    let holds = gap <= 0x7FFF && sum(bound + largest) <= 0x7FFF_FFFF && sum(gap) < 0xFFFF_FFFF;
    require(holds, Rule::DistanceBound, 0)
}

fn largest_magnitude(integers: &[i16]) -> u64 {
    u64::from(integers.iter().map(|integer| integer.unsigned_abs()).max().unwrap_or(0))
}

fn codes(stored: &Stored<'_>) -> Result<(), LoadError> {
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

/// Classes, values or radii: one for each row.
fn targets(model: &Model<'_>) -> Result<(), LoadError> {
    let payload = model.payload();
    let rows = payload.rows as usize;
    let section =
        |section: Section, words| model.section(section, words).ok_or(broken(Rule::SectionInside, section as usize));
    match payload.head {
        Head::Classify(_) if payload.classes <= 256 => {
            let classes = view::bytes(section(Section::Targets, rows.div_ceil(4))?);
            for (row, &class) in classes.iter().take(rows).enumerate() {
                require(u16::from(class) < payload.classes, Rule::RowClass, row)?;
            }
        }
        Head::Classify(_) => {
            let classes = view::halves(section(Section::Targets, rows.div_ceil(2))?);
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

fn row_numbers(stored: &Stored<'_>, numbers: usize) -> Result<(), LoadError> {
    let Some(ids) = stored.ids else {
        // Rows that are not visited in the order of their numbers need these for ties.
        return require(stored.pruning.is_none(), Rule::Pruning, 0);
    };
    for row in 0..stored.rows {
        require(ids.get(row) < stored.rows, Rule::Count, row as usize)?;
    }
    let sound = match &stored.pruning {
        None => true,
        Some(Pruning::Buckets(buckets)) => buckets.is_sound(stored.rows),
        Some(Pruning::Tree(tree)) => tree.is_sound(stored.rows, numbers),
    };
    require(sound, Rule::Pruning, 1)
}

impl crate::encode::HashAlgorithm {
    fn feature(self) -> Feature {
        match self {
            Self::Md5 => Feature::Md5,
            Self::Sha256 => Feature::Sha256,
        }
    }
}
