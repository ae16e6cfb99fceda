//! `nearkin predict`: the answer for each row, as CSV or JSON.

use nearkin::Model;
use nearkin::format::Head;

use crate::cli::notes::{self, Carried};
use crate::cli::run::rows::TargetColumn;
use crate::cli::run::{json, rows};
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
        data.notes.push(format!("--proba: {} has no classes, so there are no probabilities", args.model.display()));
    }
    notes::tell(&data.notes, Carried::beside_csv(args.format.format));
    let rows = model.payload().rows;
    if let Some(nearest) = args.nearest.filter(|&nearest| nearest > rows) {
        let name = args.model.display();
        return Err(Error::usage(format!("--nearest {nearest} is more than the {rows} rows that {name} stores")));
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

/// What the flags of a row say, in words.
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

/// The first columns' names, as the file begins, and the whole table.
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

/// A line of CSV; a cell is quoted where it must be.
///
/// A name that a spreadsheet would take for a formula gets an apostrophe before it; results in JSON have it as it is.
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

/// Whether spreadsheets calculate what stands in a cell. A lone sign is a common class and calculates nothing.
fn is_formula(cell: &str) -> bool {
    let begins = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    begins && cell.len() > 1 && cell.parse::<f64>().is_err()
}

fn as_json(model: &Model<'_>, predictions: &[Prediction], args: &PredictArgs, notes: &[String]) -> String {
    let rows: Vec<serde_json::Value> = predictions
        .iter()
        .map(|prediction| {
            let mut row = serde_json::Map::new();
            let prediction_value = match prediction.answer {
                Answer::Class(class) => serde_json::json!(model.class_name(class)),
                Answer::Value(value) => serde_json::json!(value),
                Answer::Cluster { cluster, .. } => serde_json::json!(cluster),
            };
            row.insert("prediction".into(), prediction_value);
            row.insert("missing".into(), prediction.flags.has_missing().into());
            row.insert("unknown".into(), prediction.flags.has_unknown().into());
            row.insert("outside".into(), prediction.flags.is_outside().into());
            row.insert("novel".into(), prediction.flags.is_novel().into());
            if args.proba {
                let shares = (0u16..).zip(&prediction.probabilities);
                let shares: serde_json::Map<_, _> = shares
                    .map(|(class, share)| (model.class_name(class).unwrap_or("").to_owned(), serde_json::json!(share)))
                    .collect();
                row.insert("probabilities".into(), shares.into());
            }
            if args.distance {
                row.insert("distance".into(), serde_json::json!(prediction.distance));
            }
            if let Answer::Cluster { score, .. } = prediction.answer {
                row.insert("score".into(), serde_json::json!(score));
            }
            if args.nearest.is_some() {
                let nearest = prediction.nearest.iter();
                let nearest: Vec<_> =
                    nearest.map(|(row, distance)| serde_json::json!({"row": row, "distance": distance})).collect();
                row.insert("nearest".into(), nearest.into());
            }
            row.into()
        })
        .collect();
    json(&serde_json::json!({"command": "predict", "rows": rows, "notes": notes}))
}
