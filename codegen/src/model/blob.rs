//! The blob: parts to bytes, as `core/FORMAT.md` lays them out.

use nearkin::FORMAT_VERSION;
use nearkin::encode::{NO_CODE, Number};
use nearkin::format::layout::{class_bytes, coded_record, column_record};
use nearkin::format::{HEADER_BYTES, Header, Payload, SECTIONS, Section};

use crate::model::tables::{
    BoundsPart, CategoryPart, CodedPart, Column, ColumnKind, Gap, LookupPart, ModelParts, OutputsPart, PruningPart,
    Targets,
};
use crate::model::words::{Words, bits, pack_bits, pack_bytes, pack_halves, pack_shorts};
use crate::{Error, Result};

/// Writes a model.
///
/// # Errors
/// When a count or a place does not fit the format.
#[allow(clippy::missing_panics_doc)] // counts were checked while fitting
pub fn write(parts: &ModelParts) -> Result<Vec<u8>> {
    let mut words = Words::default();
    let mut sections = [0u32; SECTIONS];
    let mut at = |section: Section, word: u32| sections[section as usize] = word + 1;

    let columns = words.push(&vec![0; parts.columns.len() * column_record::WORDS]);
    at(Section::Columns, columns);
    // Rows first: they are what a search walks, and the early words are the cheapest to reach.
    if !parts.row_numbers.is_empty() {
        at(Section::Numbers, words.push(&parts.row_numbers));
    }
    if !parts.row_codes.is_empty() {
        at(Section::Codes, words.push(&pack_bytes(&parts.row_codes)));
    }
    match &parts.targets {
        Targets::None => {}
        Targets::Classes(classes) if class_bytes(parts.classes.len()) == 1 => {
            let bytes: Vec<u8> = classes.iter().map(|&class| u8::try_from(class).expect("below 256")).collect();
            at(Section::Targets, words.push(&pack_bytes(&bytes)));
        }
        Targets::Classes(classes) => at(Section::Targets, words.push(&pack_halves(classes.iter().copied()))),
        Targets::Values(values) => at(Section::Targets, words.push(&bits(values).collect::<Vec<_>>())),
        Targets::Radii(radii, edges) => {
            at(Section::Radii, words.push(&bits(radii).chain(edges.iter().copied()).collect::<Vec<_>>()));
        }
    }
    if let Some(order) = &parts.order {
        let packed = pack_bits(order, parts.rows);
        at(Section::RowNumbers, words.push(&packed));
    }
    if let Some(PruningPart::Buckets(buckets)) = &parts.pruning {
        let mut section = vec![u32::try_from(buckets.starts.len()).expect("at most 32")];
        section.extend(&buckets.starts);
        section.extend(match &buckets.bounds {
            BoundsPart::Integer(bounds) => pack_halves(bounds.iter().copied()),
            BoundsPart::Float(bounds) => bits(bounds).collect(),
        });
        at(Section::Buckets, words.push(&section));
    }
    if let Some(PruningPart::Tree(planes)) = &parts.pruning {
        let section: Vec<u32> = if parts.storage.integer().is_some() {
            planes.iter().map(|&(place, value)| u32::from(place) | value << 16).collect()
        } else {
            planes.iter().flat_map(|&(place, value)| [place.into(), value]).collect()
        };
        at(Section::Tree, words.push(&section));
    }
    if let Some(origins) = &parts.origins {
        at(Section::Origins, words.push(origins));
    }
    at(Section::Names, words.texts(parts.columns.iter().map(|column| column.name.as_str()))?);
    if let Some(target) = &parts.target {
        let names: Vec<&str> = parts.classes.iter().map(String::as_str).chain([target.as_str()]).collect();
        at(Section::Classes, words.texts(names.into_iter())?);
    }

    let mut tables = Vec::new();
    for (index, column) in parts.columns.iter().enumerate() {
        let (record, table) = write_column(&mut words, column, parts)?;
        words.set(columns + u32::try_from(index * column_record::WORDS).expect("below 2^17"), &record);
        tables.push(table);
    }
    if !parts.coded.is_empty() {
        let records: Vec<[u32; coded_record::WORDS]> =
            parts.coded.iter().map(|coded| write_coded(&mut words, coded, parts, tables[coded.column])).collect();
        at(Section::Coded, words.push(records.as_flattened()));
    }
    assemble(parts, sections, &words.finish())
}

/// Wraps tables in the message and the header.
fn assemble(parts: &ModelParts, sections: [u32; SECTIONS], words: &[u32]) -> Result<Vec<u8>> {
    let short = |count: usize, what: &str| {
        u16::try_from(count)
            .map_err(|_| Error::usage(format!("{count} {what} are more than a model can hold (65,535)")))
    };
    let tables: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let payload = |pad: &'static [u8]| Payload {
        head: parts.head,
        metric: parts.metric,
        storage: parts.storage,
        columns: u16::try_from(parts.columns.len()).unwrap_or(u16::MAX),
        width: u32::try_from(parts.width()).unwrap_or(u32::MAX),
        numbers: parts.numbers,
        codes: u16::try_from(parts.coded.len()).unwrap_or(u16::MAX),
        rows: parts.rows,
        classes: u16::try_from(parts.classes.len()).unwrap_or(u16::MAX),
        threshold: parts.threshold,
        schema: parts.schema_hash(),
        sections,
        pad,
        tables: &[],
        provenance: &[],
    };
    short(parts.columns.len(), "columns")?;
    short(parts.classes.len(), "classes")?;
    let serialize = |payload: &Payload<'_>| postcard::to_allocvec(payload).expect("a payload always serializes");
    // Where the tables start without padding: what comes before them, and their length's own bytes.
    let before = serialize(&payload(&[])).len() - 2;
    let length_bytes = serialize_len(tables.len());
    const ZEROS: [u8; 3] = [0; 3];
    let start = HEADER_BYTES + before + length_bytes;
    let pad = &ZEROS[..(4 - start % 4) % 4];
    let message = serialize(&Payload { pad, tables: &tables, provenance: parts.provenance.as_bytes(), ..payload(pad) });
    let header = Header {
        version: FORMAT_VERSION,
        flags: 0,
        payload_bytes: u32::try_from(message.len()).map_err(|_| Error::usage("a model of more than 4 GB"))?,
    };
    let mut blob = header.write(&message).to_vec();
    blob.extend_from_slice(&message);
    Ok(blob)
}

/// Bytes of a length in postcard's variable-length form.
fn serialize_len(length: usize) -> usize {
    let bits = usize::BITS - length.leading_zeros();
    bits.div_ceil(7).max(1) as usize
}

/// Writes a column's parameters; gives its record and, for a table, the first word that distances use.
fn write_column(words: &mut Words, column: &Column, parts: &ModelParts) -> Result<([u32; column_record::WORDS], u32)> {
    let mut flags = 0u16;
    let integer = parts.storage.integer().is_some();
    let (block, table) = match &column.kind {
        ColumnKind::Number(number) => (number_block(number, integer, &mut flags), None),
        ColumnKind::Category(category) => category_block(words, category, integer, &mut flags)?,
    };
    let first = words.share(block);
    if first > column_record::PARAMETERS {
        return Err(Error::usage("the tables are larger than 64 MB, more than a model can hold"));
    }
    let policies = u32::from(column.missing as u8) | u32::from(column.unknown as u8) << 4;
    let record = [u32::from(flags) | u32::from(column.slot) << 16, first | policies << column_record::POLICIES_SHIFT];
    Ok((record, table.map_or(0, |offset| first + offset)))
}

fn number_block(number: &Number, integer: bool, flags: &mut u16) -> Vec<u32> {
    let mut block = Vec::new();
    if let Some(scaler) = number.scaler {
        *flags |= column_record::SCALED;
        block.extend(bits(&[scaler.offset, scaler.scale]));
    }
    if let Some(quantizer) = number.quantizer.filter(|_| integer) {
        block.extend(bits(&[quantizer.offset, quantizer.scale]));
    }
    if let Some(imputed) = number.imputed {
        *flags |= column_record::IMPUTED;
        block.push(imputed.to_bits());
    }
    if let Some(indicator) = number.indicator {
        *flags |= column_record::INDICATOR;
        block.extend(bits(&indicator.outputs));
        if integer {
            block.extend(pack_shorts(&indicator.stored));
        }
    }
    block
}

/// The block, and where in it the table of distances starts.
fn category_block(
    words: &mut Words,
    category: &CategoryPart,
    integer: bool,
    flags: &mut u16,
) -> Result<(Vec<u32>, Option<u32>)> {
    let code = |code: Option<u16>| u32::from(code.unwrap_or(NO_CODE));
    let lookup = match &category.lookup {
        LookupPart::Texts(levels) => words.texts(levels.iter().map(String::as_str))?,
        LookupPart::Integers(levels) => {
            *flags |= column_record::INTEGERS;
            let count = u32::from(category.levels);
            words.share([count].into_iter().chain(levels.iter().map(|level| level.cast_unsigned())).collect())
        }
        LookupPart::Hash(algorithm) => *algorithm as u32,
    };
    *flags |= match (&category.outputs, &category.lookup) {
        (OutputsPart::Table { .. }, _) => 2,
        (_, LookupPart::Hash(_)) => 3,
        _ => 1,
    };
    if category.expanded {
        *flags |= column_record::EXPANDED;
    }
    if category.shared {
        *flags |= column_record::SHARED;
    }
    let mut block = vec![
        u32::from(category.levels) | u32::from(category.width) << 16,
        code(category.missing) | code(category.unknown) << 16,
        lookup,
    ];
    let table = match &category.outputs {
        OutputsPart::Table { rows, stored } => {
            let mut start = block.len();
            block.extend(bits(rows));
            if integer {
                start = block.len();
                block.extend(pack_shorts(stored));
            }
            Some(u32::try_from(start).expect("a block is small"))
        }
        OutputsPart::OneHot { slots, scaled, stored } => {
            if let Some(slots) = slots {
                *flags |= column_record::SLOTS;
                block.extend(pack_halves(slots.iter().copied()));
            }
            if let Some((off, on)) = scaled {
                *flags |= column_record::SCALED;
                block.extend(bits(off).chain(bits(on)));
            }
            if integer && category.expanded {
                block.extend(pack_shorts(stored));
            }
            None
        }
    };
    Ok((block, table))
}

/// The record of a coded column: head, place or weight, counts.
fn write_coded(words: &mut Words, coded: &CodedPart, parts: &ModelParts, table: u32) -> [u32; coded_record::WORDS] {
    let mut head = if coded.is_wide() { coded_record::WIDE_CODE } else { 0 };
    let (first, counted) = match &coded.gap {
        Gap::Uniform { weight, counted } => (*weight, *counted),
        Gap::Weights(weights) => {
            head |= coded_record::BY_LEVEL;
            (words.share(weights.clone()), 0)
        }
        Gap::Table => {
            let width = u32::try_from(parts.columns[coded.column].width()).expect("a width fits 16 bits");
            head |= coded_record::TABLE | width << 16;
            (table, 0)
        }
    };
    [head, first, u32::from(counted) | u32::from(coded.codes) << 16]
}
