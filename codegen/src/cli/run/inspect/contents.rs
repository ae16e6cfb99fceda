//! The contents of a model as `inspect --format json` prints them.

use nearkin::Model;
use nearkin::encode::{Affine, Category, CodeOutputs, InputColumn, InputKind, Lookup, Number, Policy};
use nearkin::format::{Head, RowStorage};
use serde::Serialize;

use crate::error::Result;
use crate::evaluate::estimate::{Estimate, estimate};
use crate::model::provenance::Provenance;
use crate::model::sizes::{Sizes, sizes};

/// The contents of a model.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli::run) struct Contents {
    /// Always `inspect`.
    command: &'static str,
    /// The model's file.
    model: String,
    /// The version of the model's format.
    pub(super) format_version: u16,
    /// The hash of the model's interface: 16 hexadecimal digits.
    pub(super) schema: String,
    /// The model's head and its stored rows.
    pub(super) head: HeadContents,
    /// The input columns, in the order of a row.
    pub(super) columns: Vec<ColumnContents>,
    /// Encoded outputs of a row.
    encoded_width: u32,
    /// The name of the target column.
    pub(super) target: Option<String>,
    /// The names of the classes, in class order.
    pub(super) classes: Vec<String>,
    /// Estimated instructions of one call.
    instructions: Option<Estimate>,
    /// Flash and RAM.
    pub(super) sizes: Sizes,
    /// The origin of the model; null for a lean model.
    pub(super) provenance: Option<Provenance>,
}

/// The head of a model, and how it stores rows.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct HeadContents {
    /// `encode`, `classify`, `regress` or `cluster`.
    pub(super) kind: &'static str,
    /// k: the rows that vote.
    pub(super) neighbors: Option<u32>,
    /// `uniform` or `distance`.
    pub(super) weights: Option<String>,
    /// `euclidean`, `manhattan`, `chebyshev`, `minkowski(P)`, `hamming`, `cosine` or `dot`.
    pub(super) metric: String,
    /// `f32`, `i16` or `i8`.
    pub(super) storage: &'static str,
    /// The quantization step that stored integers share.
    step: Option<f32>,
    /// The largest integer of a query.
    bound: Option<i16>,
    /// Stored rows, or clusters.
    pub(super) rows: u32,
    /// Numbers of a stored row.
    numbers: u16,
    /// Codes of a stored row.
    codes: u16,
    /// A row beyond this threshold is novel: a distance to the k-th neighbor, or a score of k-means.
    pub(super) threshold: Option<f32>,
}

/// An input column.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum ColumnContents {
    Number(NumberContents),
    Category(CategoryContents),
}

/// A numeric column.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct NumberContents {
    /// The column's name.
    pub(super) name: String,
    /// Always `number`.
    pub(super) kind: &'static str,
    /// Encoded outputs.
    pub(super) width: usize,
    /// How stored rows keep it: `numbers` or `code`.
    pub(super) stored: &'static str,
    /// Its first stored number, or its index among the codes.
    slot: u16,
    /// The policy for a missing cell.
    pub(super) missing: &'static str,
    /// The scaler.
    pub(super) scaler: Option<AffineContents>,
    /// From a raw number to the stored integer; with integer storage only.
    #[serde(rename = "quantiser")]
    quantizer: Option<AffineContents>,
    /// The value that replaces a missing cell, before scaling.
    pub(super) imputed: Option<f32>,
    /// The output where the cell is present, and where it is missing.
    pub(super) indicator: Option<[f32; 2]>,
}

/// A linear map: (x - offset) * scale.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AffineContents {
    /// Subtracted first.
    pub(super) offset: f32,
    /// The factor applied then.
    pub(super) scale: f32,
}

/// A categorical column.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CategoryContents {
    /// The column's name.
    pub(super) name: String,
    /// `one-hot`, `table` or `hash`.
    pub(super) kind: &'static str,
    /// Encoded outputs.
    pub(super) width: usize,
    /// How stored rows keep it: `numbers` or `code`.
    pub(super) stored: &'static str,
    /// Its first stored number, or its index among the codes.
    slot: u16,
    /// The policy for a missing cell.
    pub(super) missing: &'static str,
    /// The policy for a category that was not seen when the model was fitted.
    pub(super) unknown: &'static str,
    /// The digest of a hashed column: `md5` or `sha256`.
    pub(super) hash: Option<String>,
    /// The levels in the order of their codes; empty for a hashed column.
    pub(super) levels: Vec<Level>,
    /// The code of a missing cell; null where it is refused.
    missing_code: Option<u16>,
    /// The code of an unknown category; null where it is refused.
    unknown_code: Option<u16>,
    /// One-hot: the output that is 1, by code (levels, missing, unknown).
    pub(super) slots: Option<Vec<Option<u16>>>,
    /// Table: the outputs by code (levels, missing, unknown).
    pub(super) table: Option<Vec<Vec<f32>>>,
}

/// A level of a categorical column.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Level {
    Text(String),
    Integer(i32),
}

impl Contents {
    /// Reads the contents of the model in the file `name`, of `bytes` bytes.
    ///
    /// # Errors
    /// Whatever is wrong with the provenance.
    pub(super) fn of(model: &Model<'_>, name: String, bytes: usize) -> Result<Self> {
        let provenance = Provenance::of(model).map_err(|error| error.in_file(&name))?;
        let names = model.column_names().expect("checked when the model was loaded");
        let columns = (0u16..).zip(names.iter());
        Ok(Self {
            command: "inspect",
            model: name,
            format_version: nearkin::FORMAT_VERSION,
            schema: format!("{:016x}", model.schema_hash()),
            head: HeadContents::of(model),
            columns: columns.filter_map(|(index, name)| Some(column(name, &model.column(index)?))).collect(),
            encoded_width: model.payload().width,
            target: model.target_name().map(str::to_owned),
            classes: (0..model.payload().classes)
                .filter_map(|class| model.class_name(class).map(str::to_owned))
                .collect(),
            instructions: estimate(model),
            sizes: sizes(model, bytes),
            provenance,
        })
    }
}

impl HeadContents {
    fn of(model: &Model<'_>) -> Self {
        let payload = model.payload();
        let (kind, vote) = match payload.head {
            Head::Encode => ("encode", None),
            Head::Classify(vote) => ("classify", Some(vote)),
            Head::Regress(vote) => ("regress", Some(vote)),
            Head::Cluster => ("cluster", None),
        };
        let (storage, step, bound) = match payload.storage {
            RowStorage::F32 => ("f32", None, None),
            RowStorage::I16 { step, bound } => ("i16", Some(step), Some(bound)),
            RowStorage::I8 { step, bound } => ("i8", Some(step), Some(bound)),
        };
        Self {
            kind,
            neighbors: vote.map(|vote| vote.neighbors),
            weights: vote.map(|vote| format!("{:?}", vote.weighting).to_lowercase()),
            metric: format!("{:?}", payload.metric).to_lowercase(),
            storage,
            step,
            bound,
            rows: payload.rows,
            numbers: payload.numbers,
            codes: payload.codes,
            threshold: threshold(model),
        }
    }
}

/// Returns the threshold as a distance, or as a score of k-means.
fn threshold(model: &Model<'_>) -> Option<f32> {
    let limit = model.payload().threshold?;
    Some(match model.payload().head {
        Head::Cluster => f32::from_bits(limit),
        _ => model.distance(&nearkin::Neighbor { rank: limit, row: 0 }),
    })
}

fn column(name: &str, column: &InputColumn<'_>) -> ColumnContents {
    match &column.kind {
        InputKind::Number(contents) => ColumnContents::Number(number(name, column, contents)),
        InputKind::Category(contents) => ColumnContents::Category(category(name, column, contents)),
    }
}

fn number(name: &str, column: &InputColumn<'_>, number: &Number) -> NumberContents {
    let affine = |Affine { offset, scale }| AffineContents { offset, scale };
    NumberContents {
        name: name.to_owned(),
        kind: "number",
        width: column.width(),
        stored: stored(column),
        slot: column.slot,
        missing: policy(column.missing),
        scaler: number.scaler.map(affine),
        quantizer: number.quantizer.map(affine),
        imputed: number.imputed,
        indicator: number.indicator.map(|indicator| indicator.outputs),
    }
}

fn category(name: &str, column: &InputColumn<'_>, category: &Category<'_>) -> CategoryContents {
    let (levels, hash) = match category.lookup {
        Lookup::Texts(texts) => (texts.iter().map(|text| Level::Text(text.to_owned())).collect(), None),
        Lookup::Integers(integers) => (integers.iter().map(|&integer| Level::Integer(integer)).collect(), None),
        Lookup::Hash(digest) => (Vec::new(), Some(format!("{digest:?}").to_lowercase())),
    };
    let (kind, table) = match category.outputs {
        CodeOutputs::Table { rows, .. } => {
            ("table", Some(rows.chunks(column.width().max(1)).map(<[f32]>::to_vec).collect()))
        }
        CodeOutputs::OneHot { .. } if hash.is_some() => ("hash", None),
        CodeOutputs::OneHot { .. } => ("one-hot", None),
    };
    let slots = (kind == "one-hot").then(|| (0..category.levels + 2).map(|code| category.slot(code)).collect());
    CategoryContents {
        name: name.to_owned(),
        kind,
        width: column.width(),
        stored: stored(column),
        slot: column.slot,
        missing: policy(column.missing),
        unknown: policy(column.unknown),
        hash,
        levels,
        missing_code: category.missing,
        unknown_code: category.unknown,
        slots,
        table,
    }
}

fn stored(column: &InputColumn<'_>) -> &'static str {
    if column.expanded { "numbers" } else { "code" }
}

fn policy(policy: Policy) -> &'static str {
    match policy {
        Policy::Error => "error",
        Policy::Value => "value",
        Policy::Missing => "missing",
        Policy::Indicator => "indicator",
        Policy::Mean => "mean",
        Policy::Median => "median",
        Policy::MostFrequent => "most-frequent",
        Policy::Constant => "constant",
        Policy::Level => "level",
        Policy::Drop => "drop",
    }
}
