//! The size of a model: bytes of flash by table, and bytes of RAM.
//!
//! # Examples
//! ```
//! use nearkin_codegen::data::read_path;
//! use nearkin_codegen::fit::{Plan, fit, read_options};
//! use nearkin_codegen::recipe::Recipe;
//! use nearkin_codegen::model::sizes::{Cheaper, Part, Sizes, cheaper, column_bytes, sizes};
//!
//! let recipe = Recipe { target: Some("species".into()), drop: vec!["year".into()], ..Recipe::default() };
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let data = read_path(data.as_ref(), &read_options(&recipe))?;
//! let fitted = fit(&Plan::new(recipe, &data)?, &data, None)?;
//! let aligned = nearkin_codegen::model::aligned::Aligned::new(&fitted.blob);
//! let sizes: Sizes = sizes(&aligned.load()?, fitted.blob.len());
//! assert_eq!(sizes.flash, sizes.parts.iter().map(|part: &Part| part.bytes).sum::<u64>());
//! // Four floats and two codes, five neighbors of two words.
//! assert_eq!((sizes.capacities, sizes.scratch), ((6, 5), 6 * 4 + 5 * 8));
//! assert_eq!(column_bytes(&fitted.tables).len(), 6);
//! assert_eq!(cheaper(&fitted.tables, 1, None), Vec::<Cheaper>::new()); // a number has no encoder
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

use std::collections::BTreeSet;

use nearkin::encode::{HashAlgorithm, InputKind, Lookup};
use nearkin::format::{HEADER_BYTES, Head, Section, layout};
use nearkin::{Model, Neighbor};
use serde::Serialize;

use crate::model::{ColumnKind, LookupTable, ModelTables, OutputTable};

/// Bytes of one part of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Part {
    /// What it holds.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: u64,
}

/// Bytes of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Sizes {
    /// Flash of the model, all parts together.
    pub flash: u64,
    /// Its parts; parts without bytes are left out.
    pub parts: Vec<Part>,
    /// The caller's scratch.
    pub scratch: u64,
    /// Stored columns and neighbors that the scratch must hold: `Scratch::<S, K>`.
    pub capacities: (u64, u64),
    /// Features of the device library that the firmware needs for it, each with code of its own.
    pub features: Vec<&'static str>,
}

/// The device library's feature for a digest.
pub(crate) fn feature(digest: HashAlgorithm) -> &'static str {
    match digest {
        HashAlgorithm::Md5 => "md5",
        HashAlgorithm::Sha256 => "sha256",
    }
}

/// The features that the columns of a model require, sorted and unique.
fn features(model: &Model<'_>) -> Vec<&'static str> {
    let columns = (0..model.payload().columns).filter_map(|index| model.column(index));
    let digests = columns.filter_map(|column| match column.kind {
        InputKind::Category(category) => match category.lookup {
            Lookup::Hash(digest) => Some(feature(digest)),
            Lookup::Texts(_) | Lookup::Integers(_) => None,
        },
        InputKind::Number(_) => None,
    });
    digests.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Measures a loaded model of `blob_bytes` bytes.
#[must_use]
pub fn sizes(model: &Model<'_>, blob_bytes: usize) -> Sizes {
    let payload = model.payload();
    let rows = u64::from(payload.rows);
    let words = |words: usize| 4 * words as u64;
    let numbers = rows * words(payload.storage.row_words(usize::from(payload.numbers)));
    let codes = if payload.section(Section::Codes).is_some() {
        (rows * model.code_bytes() as u64).next_multiple_of(4)
    } else {
        0
    };
    let per_row = |section: Section, bytes: u64| {
        if payload.section(section).is_some() { (rows * bytes).next_multiple_of(4) } else { 0 }
    };
    let class_bytes = match payload.head {
        Head::Classify(_) => layout::class_bytes(payload.classes.into()) as u64,
        _ => 4,
    };
    let numbering = if payload.section(Section::RowNumbers).is_some() {
        let bits = u64::from(u32::BITS - payload.rows.saturating_sub(1).leading_zeros());
        (rows * bits).div_ceil(32) * 4
    } else {
        0
    };
    let pruning = if payload.section(Section::Tree).is_some() { "rows: tree" } else { "rows: buckets" };
    let tables = model.tables_len() as u64 * 4;
    let mut parts = vec![
        Part { name: "rows: numbers", bytes: numbers },
        Part { name: "rows: codes", bytes: codes },
        Part { name: "rows: classes or values", bytes: per_row(Section::Targets, class_bytes) },
        Part { name: "rows: numbering", bytes: numbering + per_row(Section::Origins, 4) },
        Part { name: pruning, bytes: model.search_index_bytes() as u64 },
        Part { name: "radii", bytes: per_row(Section::Radii, if payload.threshold.is_some() { 8 } else { 4 }) },
        Part { name: "column records", bytes: u64::from(payload.columns) * 8 + u64::from(payload.codes) * 12 },
    ];
    let listed: u64 = parts.iter().map(|part| part.bytes).sum();
    parts.push(Part { name: "names, levels, encoders, scalers", bytes: tables.saturating_sub(listed) });
    let provenance = model.provenance().len() as u64;
    parts.push(Part { name: "provenance", bytes: provenance });
    let flash = blob_bytes as u64;
    parts.push(Part { name: "header and counts", bytes: flash.saturating_sub(tables + provenance) });
    debug_assert!(flash >= tables + provenance + HEADER_BYTES as u64, "a blob holds its parts");
    parts.retain(|part| part.bytes > 0);
    let capacities = (model.query_words().max(2) as u64, u64::from(model.n_neighbors()).max(1));
    let scratch = capacities.0 * 4 + capacities.1 * size_of::<Neighbor>() as u64;
    Sizes { flash, parts, scratch, capacities, features: features(model) }
}

/// An encoder that takes less flash for a column, as `--encode` has it, and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cheaper {
    /// The encoder's name.
    pub encoder: &'static str,
    /// Bytes of the column's record, parameters and levels with it.
    pub bytes: u64,
}

/// Encoders that need less flash than that of the column; the largest, which preserve the most information, first.
///
/// The candidates keep information about each level (`one-hot`; `target` if there is one, with `target_outputs` outputs),
/// or only a bucket (`hashing`).
#[must_use]
pub fn cheaper(parts: &ModelTables, column: usize, target_outputs: Option<usize>) -> Vec<Cheaper> {
    let ColumnKind::Category(category) = &parts.columns[column].kind else { return Vec::new() };
    let now = column_bytes(parts)[column];
    let levels = levels_bytes(&category.lookup);
    let table = target_outputs.unwrap_or(0) * (usize::from(category.levels) + 2) * 4;
    let all = [
        Cheaper { encoder: "target", bytes: (RECORD_BYTES + levels + table) as u64 },
        Cheaper { encoder: "one-hot", bytes: (RECORD_BYTES + levels) as u64 },
        Cheaper { encoder: "hashing", bytes: RECORD_BYTES as u64 },
    ];
    all.into_iter()
        .filter(|other| other.bytes < now && (target_outputs.is_some() || other.encoder != "target"))
        .collect()
}

/// Bytes of a categorical column's record and parameters, without its levels and outputs.
const RECORD_BYTES: usize = 20;
/// Bytes of a numeric column's record.
const NUMBER_RECORD_BYTES: usize = 8;

/// Bytes of the levels that a column is looked up in.
fn levels_bytes(lookup: &LookupTable) -> usize {
    match lookup {
        LookupTable::Texts(texts) => {
            let bytes: usize = texts.iter().map(String::len).sum();
            let offset = if bytes > usize::from(u16::MAX) { 4 } else { 2 };
            4 + ((texts.len() + 1) * offset).next_multiple_of(4) + bytes.next_multiple_of(4)
        }
        LookupTable::Integers(integers) => 4 + integers.len() * 4,
        LookupTable::Hash(_) => 0,
    }
}

/// Bytes of each column's record, parameters and levels, without its stored rows.
#[must_use]
pub fn column_bytes(parts: &ModelTables) -> Vec<u64> {
    let integer = parts.storage.integer().is_some();
    parts
        .columns
        .iter()
        .map(|column| {
            let parameters = match &column.kind {
                ColumnKind::Number(number) => {
                    let quantizer = if integer { 8 } else { 0 };
                    let indicator = if integer { 12 } else { 8 };
                    quantizer
                        + number.scaler.map_or(0, |_| 8)
                        + number.imputed.map_or(0, |_| 4)
                        + number.indicator.map_or(0, |_| indicator)
                }
                ColumnKind::Category(category) => {
                    let outputs = match &category.outputs {
                        OutputTable::Table { rows, stored } => rows.len() * 4 + (stored.len() * 2).next_multiple_of(4),
                        OutputTable::OneHot { slots, scaled, stored } => {
                            slots.as_ref().map_or(0, |slots| (slots.len() * 2).next_multiple_of(4))
                                + scaled.as_ref().map_or(0, |(off, on)| (off.len() + on.len()) * 4)
                                + stored.len() * 2
                        }
                    };
                    RECORD_BYTES - NUMBER_RECORD_BYTES + outputs + levels_bytes(&category.lookup)
                }
            };
            (NUMBER_RECORD_BYTES + parameters) as u64
        })
        .collect()
}
