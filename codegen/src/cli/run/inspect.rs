//! `nearkin inspect`: what a model holds.

use std::fmt::Write as _;

use nearkin::Model;
use nearkin::encode::{Affine, CodeOutputs, InputKind, Lookup, Policy};
use nearkin::format::{Head, RowStorage};
use serde_json::{Value, json as object};

use crate::cli::run::json;
use crate::cli::{Format, InspectArgs};
use crate::error::Result;
use crate::evaluate::estimate::estimate;
use crate::model::aligned::Aligned;
use crate::model::provenance::Provenance;
use crate::model::sizes::{Sizes, sizes};
use crate::output;
use crate::text::lists;
use crate::text::quantity::{bytes, escape_control, significant};
use crate::text::table::Table;

/// Runs `inspect`.
///
/// # Errors
/// Whatever is wrong with the model.
pub(super) fn run(args: &InspectArgs) -> Result<()> {
    let aligned = Aligned::read(&args.model)?;
    let name = args.model.display().to_string();
    let model = aligned.load_named(&name)?;
    let sizes = sizes(&model, aligned.bytes().len());
    let provenance = Provenance::of(&model).map_err(|error| error.in_file(&name))?;
    let results = object!({
        "command": "inspect",
        "model": args.model.display().to_string(),
        "format_version": nearkin::FORMAT_VERSION,
        "schema": format!("{:016x}", model.schema_hash()),
        "head": head(&model),
        "columns": columns(&model),
        "encoded_width": model.payload().width,
        "target": model.target_name(),
        "classes": (0..model.payload().classes).filter_map(|class| model.class_name(class)).collect::<Vec<_>>(),
        "instructions": estimate(&model),
        "sizes": sizes,
        "provenance": provenance,
    });
    output::print(&match args.format.format {
        Format::Text => escape_control(&text(&results, &sizes)).into_owned(),
        Format::Json => json(&results),
    })
}

fn head(model: &Model<'_>) -> Value {
    let payload = model.payload();
    let (name, neighbors, weights) = match payload.head {
        Head::Encode => ("encode", None, None),
        Head::Classify(vote) => ("classify", Some(vote.neighbors), Some(vote.weighting)),
        Head::Regress(vote) => ("regress", Some(vote.neighbors), Some(vote.weighting)),
        Head::Cluster => ("cluster", None, None),
    };
    let (storage, step, bound) = match payload.storage {
        RowStorage::F32 => ("f32", None, None),
        RowStorage::I16 { step, bound } => ("i16", Some(step), Some(bound)),
        RowStorage::I8 { step, bound } => ("i8", Some(step), Some(bound)),
    };
    object!({
        "kind": name,
        "neighbors": neighbors,
        "weights": weights.map(|weights| format!("{weights:?}").to_lowercase()),
        "metric": format!("{:?}", payload.metric).to_lowercase(),
        "storage": storage,
        "step": step,
        "bound": bound,
        "rows": payload.rows,
        "numbers": payload.numbers,
        "codes": payload.codes,
        "threshold": threshold(model),
    })
}

/// The threshold as a distance, or as a score of k-means.
fn threshold(model: &Model<'_>) -> Option<f32> {
    let limit = model.payload().threshold?;
    Some(match model.payload().head {
        Head::Cluster => f32::from_bits(limit),
        _ => model.distance(&nearkin::Neighbor { rank: limit, row: 0 }),
    })
}

fn columns(model: &Model<'_>) -> Vec<Value> {
    let names = model.column_names().expect("checked when the model was loaded");
    (0u16..)
        .zip(names.iter())
        .filter_map(|(index, name)| {
            let column = model.column(index)?;
            let mut entry = object!({
                "name": name,
                "kind": "number",
                "width": column.width(),
                "stored": if column.expanded { "numbers" } else { "code" },
                "slot": column.slot,
                "missing": policy(column.missing),
            });
            let more = match &column.kind {
                InputKind::Number(number) => object!({
                    "scaler": number.scaler.map(affine),
                    "quantizer": number.quantizer.map(affine),
                    "imputed": number.imputed,
                    "indicator": number.indicator.map(|indicator| indicator.outputs),
                }),
                InputKind::Category(category) => {
                    let levels: Vec<Value> = match category.lookup {
                        Lookup::Texts(texts) => texts.iter().map(Value::from).collect(),
                        Lookup::Integers(integers) => integers.iter().map(|&integer| integer.into()).collect(),
                        Lookup::Hash(_) => Vec::new(),
                    };
                    let hash = match category.lookup {
                        Lookup::Hash(algorithm) => Some(format!("{algorithm:?}").to_lowercase()),
                        _ => None,
                    };
                    let (kind, table) = match category.outputs {
                        CodeOutputs::Table { rows, .. } => {
                            ("table", Some(rows.chunks(column.width().max(1)).map(<[f32]>::to_vec).collect::<Vec<_>>()))
                        }
                        CodeOutputs::OneHot { .. } if matches!(category.lookup, Lookup::Hash(_)) => ("hash", None),
                        CodeOutputs::OneHot { .. } => ("one-hot", None),
                    };
                    let slots: Option<Vec<Option<u16>>> =
                        (kind == "one-hot").then(|| (0..category.levels + 2).map(|code| category.slot(code)).collect());
                    object!({
                        "kind": kind,
                        "unknown": policy(column.unknown),
                        "hash": hash,
                        "levels": levels,
                        "missing_code": category.missing,
                        "unknown_code": category.unknown,
                        "slots": slots,
                        "table": table,
                    })
                }
            };
            if let (Value::Object(entry), Value::Object(more)) = (&mut entry, more) {
                entry.extend(more);
            }
            Some(entry)
        })
        .collect()
}

fn affine(affine: Affine) -> Value {
    object!({"offset": affine.offset, "scale": affine.scale})
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

/// Text without quotes around strings, in one line.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => lists::one_line(text).into_owned(),
        other => other.to_string(),
    }
}

/// About the bytes of flash that a column's levels and table take.
fn weight(column: &Value) -> u64 {
    let entries = |key: &str| column[key].as_array().map_or(&[][..], Vec::as_slice);
    let texts: usize = entries("levels").iter().map(|level| level.as_str().map_or(4, |text| 2 + text.len())).sum();
    let numbers: usize = entries("table").iter().filter_map(Value::as_array).map(|row| 4 * row.len()).sum();
    (texts + numbers + 2 * entries("slots").len()) as u64
}

/// What happens to a column's cells, with the numbers.
fn step(column: &Value) -> String {
    /// Levels that are listed.
    const LEVELS: usize = 8;
    let number = |value: &Value| significant(value.as_f64().unwrap_or(f64::NAN));
    let mut parts = Vec::new();
    if !column["imputed"].is_null() {
        parts.push(format!("missing is {}", number(&column["imputed"])));
    }
    if column["scaler"].is_object() {
        let scaler = &column["scaler"];
        parts.push(format!("(x - {}) * {}", number(&scaler["offset"]), number(&scaler["scale"])));
    }
    if column["indicator"].is_array() {
        parts.push("and whether it was missing".to_owned());
    }
    if let Some(hash) = column["hash"].as_str() {
        parts.push(format!("{hash} of the text, {} slots", column["width"]));
    }
    let levels = column["levels"].as_array().map_or(&[][..], Vec::as_slice);
    let rows = column["table"].as_array();
    let mut shown: Vec<String> = levels
        .iter()
        .enumerate()
        .take(LEVELS)
        .map(|(code, level)| match rows.and_then(|rows| rows.get(code)).and_then(Value::as_array) {
            Some(row) if row.len() <= 3 => {
                format!("{} = {}", plain(level), row.iter().map(number).collect::<Vec<_>>().join(" "))
            }
            _ => plain(level),
        })
        .collect();
    if levels.len() > LEVELS {
        shown.push(format!("… {} more levels", levels.len() - LEVELS));
    }
    if !shown.is_empty() {
        parts.push(shown.join(", "));
    }
    if parts.is_empty() { "as it is".to_owned() } else { parts.join("; ") }
}

fn text(results: &Value, sizes: &Sizes) -> String {
    let mut text = String::new();
    let head = &results["head"];
    let _ = write!(
        text,
        "{}: {} rows, {} metric, {} storage",
        plain(&head["kind"]),
        head["rows"],
        plain(&head["metric"]),
        plain(&head["storage"])
    );
    if !head["neighbors"].is_null() {
        let _ = write!(text, ", k = {}, {} weights", head["neighbors"], plain(&head["weights"]));
    }
    let _ = writeln!(text, "\nformat {}, schema {}", results["format_version"], plain(&results["schema"]));
    if !results["target"].is_null() {
        let classes =
            results["classes"].as_array().map_or(String::new(), |classes| lists::names(classes.iter().map(plain)));
        let _ = writeln!(text, "target {}: {classes}", plain(&results["target"]));
    }
    let headings = ["column", "kind", "levels", "width", "missing", "unknown", "stored"];
    let mut table = Table::new(&headings).left(&[1, 4, 5, 6]);
    let columns = results["columns"].as_array().map_or(&[][..], Vec::as_slice);
    let listed: Vec<&Value> =
        lists::top_n(lists::MAX_LINES, columns.iter().map(weight)).into_iter().map(|at| &columns[at]).collect();
    let rest = lists::and_more(columns.len(), "columns, with smaller tables")
        .map_or(String::new(), |rest| format!("{rest}\n"));
    for column in &listed {
        let levels = column["levels"].as_array().map_or(String::new(), |levels| levels.len().to_string());
        let unknown = if column["unknown"].is_null() { String::new() } else { plain(&column["unknown"]) };
        table.row([
            plain(&column["name"]),
            plain(&column["kind"]),
            levels,
            column["width"].to_string(),
            plain(&column["missing"]),
            unknown,
            plain(&column["stored"]),
        ]);
    }
    let _ = writeln!(text, "\n{table}{rest}\nsteps");
    let mut steps = Table::list().left(&[1]);
    for column in listed {
        steps.row([plain(&column["name"]), step(column)]);
    }
    let _ = write!(text, "{steps}{rest}");
    let _ = writeln!(text, "\nflash {}", bytes(sizes.flash));
    const BAR: u64 = 30;
    let mut parts = Table::list().left(&[2]);
    for part in &sizes.parts {
        let bar = "#".repeat(usize::try_from((part.bytes * BAR).div_ceil(sizes.flash.max(1))).unwrap_or(0));
        parts.row([part.name.to_string(), bytes(part.bytes), bar]);
    }
    let _ = write!(text, "{parts}");
    let (columns, neighbors) = sizes.capacities;
    if let Value::Number(threshold) = &head["threshold"] {
        let _ = writeln!(text, "novel beyond {}", significant(threshold.as_f64().unwrap_or(0.0)));
    }
    let _ = writeln!(text, "RAM {}: Scratch::<{columns}, {neighbors}>", bytes(sizes.scratch));
    for feature in &sizes.features {
        let _ = writeln!(text, "code: needs nearkin's feature {feature} (core/README.md has its bytes)");
    }
    match &results["provenance"] {
        Value::Null => text.push_str("no provenance (a lean model)\n"),
        provenance => {
            let _ = writeln!(
                text,
                "fitted by nearkin {} from {} ({} rows, SHA-256 {})",
                plain(&provenance["nearkin"]),
                plain(&provenance["data"]),
                provenance["rows"],
                plain(&provenance["sha256"])
            );
            if let Some(measured) = provenance["measured"].as_f64() {
                let _ = writeln!(text, "accuracy or R2 on rows that were not fitted: {measured:.3}");
            }
        }
    }
    text
}
