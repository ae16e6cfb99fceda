//! The blob: tables to bytes, as specified in `core/FORMAT.md`, and back to a checked model.

use nearkin::encode::{NO_CODE, Number};
use nearkin::format::layout::{class_bytes, coded_record, column_record};
use nearkin::format::{HEADER_BYTES, Header, Payload, SECTIONS, Section};
use nearkin::{FORMAT_VERSION, Model};

use crate::model::aligned::Aligned;
use crate::model::tables::{
    BoundTable, CategoryTable, CodeDifference, CodedColumn, ColumnKind, IndexTable, LookupTable, ModelColumn,
    ModelTables, OutputTable, Targets,
};
use crate::model::words::{Words, bits, pack_bits, pack_bytes, pack_halves, pack_shorts};
use crate::{Error, Result};

impl ModelTables {
    /// Writes the model, loads it as a device does, and calls `use_model` with it.
    ///
    /// # Errors
    /// As [`write`] and `use_model`.
    pub(crate) fn with_model<T>(&self, use_model: impl FnOnce(&Model<'_>) -> Result<T>) -> Result<T> {
        let blob = write(self)?;
        use_model(&Aligned::new(&blob).load()?)
    }
}

/// Writes a model.
///
/// # Errors
/// When a count or a place does not fit the format.
pub fn write(tables: &ModelTables) -> Result<Vec<u8>> {
    let mut words = Words::default();
    let mut sections = [0u32; SECTIONS];
    let mut at = |section: Section, word: u32| sections[section as usize] = word + 1;

    let columns = words.push(&vec![0; tables.columns.len() * column_record::WORDS]);
    at(Section::Columns, columns);
    // Rows first: they are what a search walks, and the early words are the cheapest to reach.
    if !tables.row_numbers.is_empty() {
        at(Section::Numbers, words.push(&tables.row_numbers));
    }
    if !tables.row_codes.is_empty() {
        at(Section::Codes, words.push(&pack_bytes(&tables.row_codes)));
    }
    match &tables.targets {
        Targets::None => {}
        Targets::Classes(classes) if class_bytes(tables.classes.len()) == 1 => {
            let bytes: Vec<u8> = classes.iter().map(|&class| u8::try_from(class).expect("below 256")).collect();
            at(Section::Targets, words.push(&pack_bytes(&bytes)));
        }
        Targets::Classes(classes) => at(Section::Targets, words.push(&pack_halves(classes.iter().copied()))),
        Targets::Values(values) => at(Section::Targets, words.push(&bits(values).collect::<Vec<_>>())),
        Targets::Radii(radii, edges) => {
            at(Section::Radii, words.push(&bits(radii).chain(edges.iter().copied()).collect::<Vec<_>>()));
        }
    }
    if let Some(order) = &tables.order {
        let packed = pack_bits(order, tables.rows);
        at(Section::RowNumbers, words.push(&packed));
    }
    if let Some(IndexTable::Buckets(buckets)) = &tables.pruning {
        let mut section = vec![u32::try_from(buckets.starts.len()).expect("at most 32")];
        section.extend(&buckets.starts);
        section.extend(match &buckets.bounds {
            BoundTable::Integer(bounds) => pack_halves(bounds.iter().copied()),
            BoundTable::Float(bounds) => bits(bounds).collect(),
        });
        at(Section::Buckets, words.push(&section));
    }
    if let Some(IndexTable::Tree(planes)) = &tables.pruning {
        let section: Vec<u32> = if tables.storage.integer().is_some() {
            planes.iter().map(|&(place, value)| u32::from(place) | value << 16).collect()
        } else {
            planes.iter().flat_map(|&(place, value)| [place.into(), value]).collect()
        };
        at(Section::Tree, words.push(&section));
    }
    if let Some(origins) = &tables.origins {
        at(Section::Origins, words.push(origins));
    }
    at(Section::Names, words.texts(tables.columns.iter().map(|column| column.name.as_str()))?);
    if let Some(target) = &tables.target {
        let names: Vec<&str> = tables.classes.iter().map(String::as_str).chain([target.as_str()]).collect();
        at(Section::Classes, words.texts(names.into_iter())?);
    }

    let mut column_words = Vec::new();
    for (index, column) in tables.columns.iter().enumerate() {
        let (record, table) = write_column(&mut words, column, tables)?;
        words.set(columns + u32::try_from(index * column_record::WORDS).expect("below 2^17"), &record);
        column_words.push(table);
    }
    if !tables.coded.is_empty() {
        let records: Vec<[u32; coded_record::WORDS]> = tables
            .coded
            .iter()
            .map(|coded| write_coded(&mut words, coded, tables, column_words[coded.column]))
            .collect();
        at(Section::Coded, words.push(records.as_flattened()));
    }
    assemble(tables, sections, &words.finish())
}

/// Wraps the tables in the message and the header.
fn assemble(tables: &ModelTables, sections: [u32; SECTIONS], words: &[u32]) -> Result<Vec<u8>> {
    let short = |count: usize, what: &str| {
        u16::try_from(count)
            .map_err(|_| Error::usage(format!("{count} {what} are more than a model can hold (65,535)")))
    };
    let table_bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let payload = |pad: &'static [u8]| Payload {
        head: tables.head,
        metric: tables.metric,
        storage: tables.storage,
        columns: u16::try_from(tables.columns.len()).unwrap_or(u16::MAX),
        width: u32::try_from(tables.width()).unwrap_or(u32::MAX),
        numbers: tables.numbers,
        codes: u16::try_from(tables.coded.len()).unwrap_or(u16::MAX),
        rows: tables.rows,
        classes: u16::try_from(tables.classes.len()).unwrap_or(u16::MAX),
        threshold: tables.threshold,
        schema: tables.schema_hash(),
        sections,
        pad,
        tables: &[],
        provenance: &[],
    };
    short(tables.columns.len(), "columns")?;
    short(tables.classes.len(), "classes")?;
    let serialize = |payload: &Payload<'_>| postcard::to_allocvec(payload).expect("a payload always serializes");
    // Where the tables start without padding: what comes before them, and their length's own bytes.
    let before = serialize(&payload(&[])).len() - 2;
    let length_bytes = serialize_len(table_bytes.len());
    const ZEROS: [u8; 3] = [0; 3];
    let start = HEADER_BYTES + before + length_bytes;
    let pad = &ZEROS[..(4 - start % 4) % 4];
    let message =
        serialize(&Payload { pad, tables: &table_bytes, provenance: tables.provenance.as_bytes(), ..payload(pad) });
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
fn write_column(
    words: &mut Words,
    column: &ModelColumn,
    tables: &ModelTables,
) -> Result<([u32; column_record::WORDS], u32)> {
    let mut flags = 0u16;
    let integer = tables.storage.integer().is_some();
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
    category: &CategoryTable,
    integer: bool,
    flags: &mut u16,
) -> Result<(Vec<u32>, Option<u32>)> {
    let code = |code: Option<u16>| u32::from(code.unwrap_or(NO_CODE));
    let lookup = match &category.lookup {
        LookupTable::Texts(levels) => words.texts(levels.iter().map(String::as_str))?,
        LookupTable::Integers(levels) => {
            *flags |= column_record::INTEGERS;
            let count = u32::from(category.levels);
            words.share([count].into_iter().chain(levels.iter().map(|level| level.cast_unsigned())).collect())
        }
        LookupTable::Hash(algorithm) => *algorithm as u32,
    };
    *flags |= match (&category.outputs, &category.lookup) {
        (OutputTable::Table { .. }, _) => 2,
        (_, LookupTable::Hash(_)) => 3,
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
        OutputTable::Table { rows, stored } => {
            let mut start = block.len();
            block.extend(bits(rows));
            if integer {
                start = block.len();
                block.extend(pack_shorts(stored));
            }
            Some(u32::try_from(start).expect("a block is small"))
        }
        OutputTable::OneHot { slots, scaled, stored } => {
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
fn write_coded(words: &mut Words, coded: &CodedColumn, tables: &ModelTables, table: u32) -> [u32; coded_record::WORDS] {
    let mut head = if coded.is_wide() { coded_record::WIDE_CODE } else { 0 };
    let (first, counted) = match &coded.gap {
        CodeDifference::Uniform { weight, counted } => (*weight, *counted),
        CodeDifference::Weights(weights) => {
            head |= coded_record::BY_LEVEL;
            (words.share(weights.clone()), 0)
        }
        CodeDifference::Table => {
            let width = u32::try_from(tables.columns[coded.column].width()).expect("a width fits 16 bits");
            head |= coded_record::TABLE | width << 16;
            (table, 0)
        }
    };
    [head, first, u32::from(counted) | u32::from(coded.codes) << 16]
}
