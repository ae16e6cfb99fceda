//! `nearkin predict`: the prediction for each row, as CSV or JSON.

use nearkin::Model;
use nearkin::format::Head;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::cli::notes::{self, NotesIn};
use crate::cli::run::json::widened;
use crate::cli::run::rows::{self, TargetColumn};
use crate::cli::{Bar, Format, PredictArgs};
use crate::error::{Error, Result};
use crate::evaluate::predict::{Answer, Prediction, Wants, predict};
use crate::model::aligned::Aligned;
use crate::output::{self, Output};
use crate::progress::Progress;

/// Runs `predict`.
///
/// # Errors
/// Whatever is wrong with model, data or files; nothing is written then.
pub(super) fn run(args: &PredictArgs) -> Result<()> {
    let aligned = Aligned::read(&args.model)?;
    let model = aligned.load_named(&args.model.display().to_string())?;
    let mut data = rows::read(&model, &args.data, &args.csv, TargetColumn::Ignored)?;
    if args.proba && !matches!(model.payload().head, Head::Classify(_)) {
        data.notes.push(format!("--proba has no effect: {} has no classes", args.model.display()));
    }
    notes::print(&data.notes, NotesIn::table(args.format.format));
    let rows = model.payload().rows;
    if let Some(nearest) = args.nearest.filter(|&nearest| nearest > rows) {
        let name = args.model.display();
        return Err(Error::usage(format!("--nearest {nearest} exceeds the {rows} rows stored in {name}")));
    }
    let nearest = args.nearest.unwrap_or(0) as usize;
    let bar = Bar::start("predicting");
    let wants = Wants { probabilities: args.proba, nearest };
    let predictions = predict(&model, &data, wants, Progress::new(&bar.listener()))?;
    drop(bar);
    let path = args.output.clone().unwrap_or_else(|| "-".into());
    let (header, text) = match args.format.format {
        Format::Text => table(&model, &predictions, args),
        Format::Json => {
            (String::from_utf8_lossy(output::JSON).into_owned(), as_json(&model, &predictions, args, &data.notes))
        }
    };
    let mut out = Output::create(&path, header.as_bytes(), args.force)?;
    out.put(text.as_bytes())?;
    out.commit()
}

/// Returns the flags of a row in words.
fn flags(prediction: &Prediction) -> String {
    let flags = prediction.flags;
    let words = [
        (flags.has_missing(), "missing"),
        (flags.has_unknown(), "unknown"),
        (flags.is_outside(), "outside"),
        (flags.is_novel(), "novel"),
    ];
    words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

fn answer(model: &Model<'_>, prediction: &Prediction) -> String {
    match prediction.answer {
        Answer::Class(class) => model.class_name(class).unwrap_or("").to_owned(),
        Answer::Value(value) => value.to_string(),
        Answer::Cluster { cluster, .. } => cluster.to_string(),
    }
}

/// Returns the names of the first columns, with which the file starts, and the whole table.
fn table(model: &Model<'_>, predictions: &[Prediction], args: &PredictArgs) -> (String, String) {
    let mut header = vec!["prediction".to_owned(), "marks".to_owned()];
    if args.proba {
        header.extend((0..model.payload().classes).map(|class| format!("p_{}", model.class_name(class).unwrap_or(""))));
    }
    if args.distance {
        header.push("distance".to_owned());
    }
    let clusters = matches!(model.payload().head, nearkin::format::Head::Cluster);
    if clusters {
        header.push("score".to_owned());
    }
    for n in 1..=args.nearest.unwrap_or(0) {
        header.extend([format!("row_{n}"), format!("distance_{n}")]);
    }
    let mut text = line(&header);
    for prediction in predictions {
        let mut cells = vec![answer(model, prediction), flags(prediction)];
        if args.proba {
            cells.extend(prediction.probabilities.iter().map(f32::to_string));
        }
        if args.distance {
            cells.push(prediction.distance.to_string());
        }
        if let Answer::Cluster { score, .. } = prediction.answer {
            cells.push(score.to_string());
        }
        for n in 0..args.nearest.unwrap_or(0) as usize {
            match prediction.nearest.get(n) {
                Some((row, distance)) => cells.extend([row.to_string(), distance.to_string()]),
                None => cells.extend([String::new(), String::new()]),
            }
        }
        text.push_str(&line(&cells));
    }
    ("prediction,marks".to_owned(), text)
}

/// Returns a line of CSV, with quotes where needed.
///
/// A text that a spreadsheet would evaluate as a formula gets an apostrophe in front; results in JSON do not.
pub(super) fn line(cells: &[String]) -> String {
    let quoted = cells.iter().map(|cell| {
        let apostrophe = if is_formula(cell) { "'" } else { "" };
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{apostrophe}{}\"", cell.replace('"', "\"\""))
        } else {
            format!("{apostrophe}{cell}")
        }
    });
    let mut line = quoted.collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

/// Returns whether spreadsheets evaluate a cell. A lone sign is a common class and is not a formula.
fn is_formula(cell: &str) -> bool {
    let begins = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    begins && cell.len() > 1 && cell.parse::<f64>().is_err()
}

/// Everything that `predict --format json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PredictReport<'a> {
    /// Always `predict`.
    command: &'static str,
    /// The rows of the file, in order.
    rows: Vec<PredictedRow<'a>>,
    /// Notes on the file.
    notes: &'a [String],
}

/// The prediction for a row.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PredictedRow<'a> {
    /// The class, the value or the cluster.
    prediction: PredictedValue<'a>,
    /// Whether a missing cell was replaced.
    missing: bool,
    /// Whether a category was not seen when the model was fitted.
    unknown: bool,
    /// Whether a number was outside the range of integer storage.
    outside: bool,
    /// Whether the row is beyond the reject threshold.
    novel: bool,
    /// The share of the votes by class; with `--proba`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<std::collections::BTreeMap<String, f32>>"))]
    probabilities: Option<Map<String, Value>>,
    /// The distance to the nearest row or centroid; with `--distance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f32>,
    /// The distance minus the radius of the best cluster; k-means only.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f32>,
    /// The nearest training rows; with `--nearest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Vec<NearestRow>>,
}

/// A prediction.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum PredictedValue<'a> {
    Class(Option<&'a str>),
    Value(f32),
    Cluster(u32),
}

/// A training row near the row.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NearestRow {
    /// The number of the training row, from 0.
    row: u32,
    /// Its distance.
    distance: f32,
}

impl<'a> PredictedRow<'a> {
    fn new(model: &'a Model<'_>, prediction: &Prediction, args: &PredictArgs) -> Self {
        let Prediction { flags, probabilities, distance, nearest, .. } = prediction;
        let (prediction, score) = match prediction.answer {
            Answer::Class(class) => (PredictedValue::Class(model.class_name(class)), None),
            Answer::Value(value) => (PredictedValue::Value(value), None),
            Answer::Cluster { cluster, score } => (PredictedValue::Cluster(cluster), Some(score)),
        };
        let share =
            |(class, share): (u16, &f32)| (model.class_name(class).unwrap_or("").to_owned(), serde_json::json!(share));
        Self {
            prediction,
            missing: flags.has_missing(),
            unknown: flags.has_unknown(),
            outside: flags.is_outside(),
            novel: flags.is_novel(),
            // A map in the order of the classes.
            probabilities: args.proba.then(|| (0u16..).zip(probabilities).map(share).collect()),
            distance: args.distance.then_some(*distance),
            score,
            nearest: args
                .nearest
                .map(|_| nearest.iter().map(|&(row, distance)| NearestRow { row, distance }).collect()),
        }
    }
}

fn as_json(model: &Model<'_>, predictions: &[Prediction], args: &PredictArgs, notes: &[String]) -> String {
    let rows = predictions.iter().map(|prediction| PredictedRow::new(model, prediction, args)).collect();
    widened(&PredictReport { command: "predict", rows, notes })
}
