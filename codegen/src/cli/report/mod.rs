//! One self-contained HTML page on a model and data: no script, no request, light and dark, printable.
//!
//! Plots are SVG. Colours come with shapes, so that nothing hangs on colour alone. Where there are too many columns,
//! groups or rows to draw, the page chooses and says so. Every name is escaped.

mod clusters;
mod distributions;
mod groups;
mod heat;
mod left_out;
mod scatter;
mod svg;
mod trial;

use std::fmt::Write as _;

use nearkin::Model;
use nearkin::encode::{Kind, Lookup, Outputs};
use nearkin::format::Head;

use crate::Result;
use crate::data::{Cells, Column, Dataset};
use crate::evaluate::estimate::estimate;
use crate::evaluate::metrics::ConfusionMatrix;
use crate::evaluate::predict::{Prediction, Wants, predict};
use crate::evaluate::training_file::{Absent, Training};
use crate::model::provenance::Provenance;
use crate::model::sizes::{Sizes, sizes};
use crate::output;
use crate::progress::Progress;
use crate::text::lists;
use crate::text::quantity::{bytes, count, counted, significant};
use groups::Groups;
use left_out::Why;
use svg::{Anchor, Svg, escape};
use trial::{MAX_ROWS, Outcome};

/// Writes the page.
///
/// `training` is the training file where `data` is that file: then the model is measured on a part held out, and runs
/// that need fits are drawn; else their place says why they are not. `name` and `blob_bytes` are the model's.
///
/// # Errors
/// Whatever is wrong with the data, as in [`predict`].
#[allow(clippy::missing_panics_doc)] // a loaded model has names
pub(crate) fn page(
    model: &Model<'_>,
    name: &str,
    blob_bytes: usize,
    data: &Dataset,
    training: std::result::Result<&Training, Absent>,
    progress: Progress<'_>,
) -> Result<String> {
    let predictions = match model.payload().head {
        Head::Encode => Vec::new(),
        _ => predict(model, data, Wants::default(), progress)?,
    };
    let groups = Groups::of(model, data, &predictions);
    let names = model.column_names().expect("checked when the model was loaded");
    let names: Vec<&str> = names.iter().collect();
    let again = training.map_err(Why::Absent).and_then(|training| match training.data.len() {
        rows if rows > MAX_ROWS => Err(Why::TooManyRows(rows)),
        _ => Ok(training),
    });
    let measured = measured(model, data, &predictions, again)?;
    let sizes = sizes(model, blob_bytes);
    let mut text = head(model, name, data, measured.as_ref().ok().map(|(outcome, _)| outcome), &sizes)?;
    text += &summary(model, data, &names);
    text += &distributions::section(data, &names, &groups);
    text += &scatter::section(data, &names, &groups);
    match model.payload().head {
        Head::Classify(_) | Head::Regress(_) => {
            text += &match measured {
                Ok((outcome, how)) => quality(&outcome, &how),
                Err(why) => left_out::section(quality_title(model), why),
            };
            text += &match again {
                Ok(training) => tuning(&trial::sweep(training)?, model),
                Err(why) => left_out::section(tuning_title(model), why),
            };
        }
        Head::Cluster => {
            text += &match again {
                Ok(training) => clusters::run(training)?,
                Err(why) => left_out::section("The run of k-means", why),
            };
            text += &clusters::against(model, data, &predictions);
        }
        Head::Encode => {}
    }
    text += &flash(&sizes);
    text += "</main></body></html>\n";
    Ok(text)
}

/// How good the answers are, and on which rows: held out of the training file where that can be fitted `again`, else
/// those of `data`, where these are not the rows that were fitted.
fn measured(
    model: &Model<'_>,
    data: &Dataset,
    predictions: &[Prediction],
    again: std::result::Result<&Training, Why>,
) -> Result<std::result::Result<(Outcome, String), Why>> {
    if !matches!(model.payload().head, Head::Classify(_) | Head::Regress(_)) {
        return Ok(Err(Why::NoTarget));
    }
    match again {
        Ok(training) => Ok(trial::held_out(training)?.ok_or(Why::TooFewRows).map(|(outcome, rows)| {
            let rows = counted(rows as u64, "row", "rows");
            (outcome, format!("on {rows} held out of the training file; the others were fitted"))
        })),
        Err(Why::Absent(absent)) => {
            let outcome = trial::outcome(model, data, predictions)?.ok_or(Why::NoTarget);
            Ok(outcome.map(|(outcome, rows)| (outcome, left_out::on_file(rows, &file_name(data), absent))))
        }
        Err(why) => Ok(Err(why)),
    }
}

fn quality_title(model: &Model<'_>) -> &'static str {
    if matches!(model.payload().head, Head::Regress(_)) { "Predicted against true values" } else { "Confusion matrix" }
}

fn tuning_title(model: &Model<'_>) -> &'static str {
    if matches!(model.payload().head, Head::Regress(_)) {
        "R² against storage and k"
    } else {
        "Accuracy against storage and k"
    }
}

/// The start of the page: what it is about, and the figures that matter.
fn head(model: &Model<'_>, name: &str, data: &Dataset, measured: Option<&Outcome>, sizes: &Sizes) -> Result<String> {
    let payload = model.payload();
    let what = match payload.head {
        Head::Classify(vote) => format!("{} nearest neighbours tell {} classes apart", vote.neighbors, payload.classes),
        Head::Regress(vote) => format!("{} nearest neighbours give a value", vote.neighbors),
        Head::Cluster => format!("k-means with {} clusters", payload.rows),
        Head::Encode => "an encoder".to_owned(),
    };
    let mut text = String::from_utf8_lossy(output::PAGE).into_owned();
    let _ = write!(
        text,
        "\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{0}: nearkin report</title><style>{1}</style></head><body><main><h1>{0}</h1><p class=\"soft\">{2}, on {3}.</p>",
        escape(name),
        include_str!("style.css"),
        escape(&what),
        escape(&file_name(data)),
    );
    let mut facts = vec![
        (count(data.len() as u64), "rows on this page".to_owned()),
        (count(u64::from(payload.columns)), "input columns".to_owned()),
    ];
    match measured {
        Some(Outcome::Classes(report)) => {
            facts.push((format!("{:.1} %", report.accuracy * 100.0), "accuracy".to_owned()))
        }
        Some(Outcome::Values { report, .. }) => {
            facts.push((
                report.r2.map_or("none".to_owned(), significant),
                "R², the share of variance explained".to_owned(),
            ));
        }
        None => {}
    }
    facts.push((bytes(sizes.flash), "flash".to_owned()));
    facts.push((bytes(sizes.scratch), "RAM for a call".to_owned()));
    if let Some(estimate) = estimate(model) {
        let short = |n: u64| {
            if n >= 1_000_000 {
                format!("{} M", significant(real(n) / 1e6))
            } else {
                format!("{} k", significant(real(n) / 1e3))
            }
        };
        facts.push((short(estimate.cortex_m4f), "instructions a call, Cortex-M4F (estimate)".to_owned()));
        facts.push((short(estimate.cortex_m0), "instructions a call, Cortex-M0 (estimate)".to_owned()));
    }
    text.push_str("<div class=\"facts\">");
    for (figure, what) in facts {
        let _ = write!(text, "<div><b>{}</b><span>{}</span></div>", escape(&figure), escape(&what));
    }
    text.push_str("</div>");
    match Provenance::of(model) {
        Ok(None) => {}
        Ok(Some(provenance)) => {
            let _ = write!(
                text,
                "<p class=\"soft\">Fitted by nearkin {} from {} ({}, SHA-256 {}).</p>",
                escape(&provenance.nearkin),
                escape(&provenance.data),
                counted(provenance.rows, "row", "rows"),
                escape(&provenance.sha256)
            );
        }
        Err(error) => {
            let _ = write!(text, "<p class=\"soft\">Its origin is not known: {}.</p>", escape(&error.to_string()));
        }
    }
    Ok(text)
}

/// The most columns that the table of the data has, and notes below it.
const LISTED: usize = 100;

/// The data file's name without its folder; `-` is standard input.
fn file_name(data: &Dataset) -> String {
    let name = std::path::Path::new(&data.source.name).file_name();
    match data.source.name.as_str() {
        "-" => "standard input".to_owned(),
        whole => name.map_or_else(|| whole.to_owned(), |name| name.to_string_lossy().into_owned()),
    }
}

/// The columns: what they hold and what is missing.
fn summary(model: &Model<'_>, data: &Dataset, names: &[&str]) -> String {
    let mut text = String::from(
        "<section><h2>Data</h2><div class=\"wide\"><table><thead><tr><th>column</th><th>in the model</th><th>values</th><th class=\"n\">missing</th></tr></thead><tbody>",
    );
    let mut line = |column: &Column, kind: &str| {
        let missing = column.n_missing();
        let share = 100.0 * real(missing as u64) / real(data.len().max(1) as u64);
        let missing = if missing == 0 { "0".to_owned() } else { format!("{} ({share:.1} %)", count(missing as u64)) };
        let _ = write!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{missing}</td></tr>",
            escape(&column.name),
            escape(kind),
            escape(&values(column))
        );
    };
    let columns: Vec<(&Column, u16)> =
        (0u16..).zip(names).filter_map(|(index, name)| Some((data.column(name).ok()?, index))).collect();
    let listed = lists::heaviest(LISTED, columns.iter().map(|(column, _)| column.n_missing() as u64));
    for &(column, index) in listed.iter().map(|&at| &columns[at]) {
        line(column, &kind(model, index));
    }
    if let Some(column) = model.target_name().and_then(|name| data.column(name).ok()) {
        line(column, "target");
    }
    text.push_str("</tbody></table></div>");
    if listed.len() < columns.len() {
        let (shown, all) = (listed.len(), columns.len());
        let _ = write!(
            text,
            "<p class=\"soft\">Of {all} columns the {shown} with most missing cells; inspect --format json has all.</p>"
        );
    }
    if !data.notes.is_empty() {
        text.push_str("<ul>");
        let rest = (data.notes.len() > LISTED).then(|| format!("… and {} more notes", data.notes.len() - LISTED));
        data.notes.iter().take(LISTED).chain(&rest).for_each(|note| {
            let _ = write!(text, "<li>{}</li>", escape(note));
        });
        text.push_str("</ul>");
    }
    text + "</section>"
}

fn kind(model: &Model<'_>, index: u16) -> String {
    match model.column(index).map(|column| column.kind) {
        Some(Kind::Number(number)) if number.scaler.is_some() => "number, scaled".into(),
        Some(Kind::Number(_)) => "number".into(),
        Some(Kind::Category(category)) => match (category.outputs, category.lookup) {
            (_, Lookup::Hash(_)) => format!("hashed, {} outputs", category.width),
            (Outputs::OneHot { .. }, _) => format!("one-hot, {} outputs", category.width),
            (Outputs::Table { .. }, _) => format!("table, {}", counted(u64::from(category.width), "output", "outputs")),
        },
        None => String::new(),
    }
}

fn values(column: &Column) -> String {
    match &column.cells {
        Cells::Numbers(values) => {
            let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
            if finite.is_empty() {
                return "none".to_owned();
            }
            let (low, high) = scatter::range(finite.iter().copied());
            let mean = finite.iter().sum::<f64>() / real(finite.len() as u64);
            format!("{} to {}, mean {}", significant(low), significant(high), significant(mean))
        }
        Cells::Categories(categories) => {
            let counts = categories.counts();
            let mut order: Vec<usize> = (0..counts.len()).filter(|&level| counts[level] > 0).collect();
            order.sort_by_key(|&level| std::cmp::Reverse(counts[level]));
            let shown: Vec<String> = order
                .iter()
                .take(3)
                .map(|&level| format!("{} ({})", categories.levels[level], counts[level]))
                .collect();
            let more = if order.len() > 3 { ", …" } else { "" };
            format!("{}: {}{more}", counted(order.len() as u64, "level", "levels"), shown.join(", "))
        }
    }
}

/// How good the answers are.
fn quality(outcome: &Outcome, how: &str) -> String {
    match outcome {
        Outcome::Classes(report) => {
            let (all, shown) = (report.classes.len(), report.most_confused(heat::SHOWN));
            let names: Vec<String> = shown.iter().map(|&class| report.classes[class].class.clone()).collect();
            let said = if shown.len() < all {
                format!(
                    "Of {all} classes the {} that are confused most are shown; evaluate --format json has all.",
                    shown.len()
                )
            } else {
                String::new()
            };
            let mut text = format!(
                "<section><h2>Confusion matrix</h2><p>Accuracy {:.1} %, balanced {:.1} %, {}. A line for each true class, a column for each predicted one; the colour is the share of the line.</p>{}",
                report.accuracy * 100.0,
                report.balanced_accuracy * 100.0,
                escape(how),
                heat::map(&names, &names, &table(&report.confusion, &shown), "confusion matrix", &said)
            );
            text.push_str("<div class=\"wide\"><table><thead><tr><th>class</th><th class=\"n\">precision</th><th class=\"n\">recall</th><th class=\"n\">F1</th><th class=\"n\">rows</th></tr></thead><tbody>");
            for class in shown.iter().map(|&class| &report.classes[class]) {
                let _ = write!(
                    text,
                    "<tr><td>{}</td><td class=\"n\">{:.1} %</td><td class=\"n\">{:.1} %</td><td class=\"n\">{:.1} %</td><td class=\"n\">{}</td></tr>",
                    escape(&class.class),
                    class.precision * 100.0,
                    class.recall * 100.0,
                    class.f1 * 100.0,
                    count(class.support)
                );
            }
            text + "</tbody></table></div></section>"
        }
        Outcome::Values { report, truth, predicted } => format!(
            "<section><h2>Predicted against true values</h2><p>R² {}, {}.</p><figure>{}</figure></section>",
            report.r2.map_or("not defined".to_owned(), significant),
            escape(how),
            scatter::values(truth, predicted)
        ),
    }
}

fn table(confusion: &ConfusionMatrix, classes: &[usize]) -> Vec<Vec<u64>> {
    classes.iter().map(|&t| classes.iter().map(|&p| confusion.count(t, p)).collect()).collect()
}

/// Accuracy against storage and k.
fn tuning(lines: &[trial::Line], model: &Model<'_>) -> String {
    let series: Vec<(String, Vec<(f64, f64)>)> = lines
        .iter()
        .map(|line| {
            let points = line.scores.iter().map(|&(k, score)| (f64::from(k), score)).collect();
            (format!("{}: {} of flash without provenance", line.storage, bytes(line.flash)), points)
        })
        .collect();
    if series.iter().all(|(_, points)| points.is_empty()) {
        return left_out::section(tuning_title(model), Why::TooFewRows);
    }
    let names: Vec<String> = series.iter().map(|(name, _)| name.clone()).collect();
    // Accuracy is a share of rows; R2 is none.
    let is_share = matches!(model.payload().head, Head::Classify(_));
    let mut text = format!(
        "<section><h2>{}</h2><p class=\"soft\">On the same rows held out; where lines coincide, the cheaper storage loses nothing.</p>{}<figure>{}</figure>",
        tuning_title(model),
        svg::key(&names),
        scatter::lines(&series, "k, the neighbours that vote", is_share)
    );
    text.push_str("<div class=\"wide\"><table><thead><tr><th>storage</th>");
    for (k, _) in &lines[0].scores {
        let _ = write!(text, "<th class=\"n\">k = {k}</th>");
    }
    text.push_str("</tr></thead><tbody>");
    for line in lines {
        let _ = write!(text, "<tr><td>{}</td>", line.storage);
        for (_, score) in &line.scores {
            let score = if is_share { format!("{:.1} %", score * 100.0) } else { significant(*score) };
            let _ = write!(text, "<td class=\"n\">{score}</td>");
        }
        text.push_str("</tr>");
    }
    text + "</tbody></table></div></section>"
}

/// Flash by table.
fn flash(sizes: &Sizes) -> String {
    const LINE: f64 = 24.0;
    const LABEL: f64 = 240.0;
    const BAR: f64 = 420.0;
    let height = LINE * real(sizes.parts.len() as u64);
    let mut svg = Svg::new(LABEL + BAR + 90.0, height);
    for (at, part) in sizes.parts.iter().enumerate() {
        let y = LINE * real(at as u64);
        let length = BAR * real(part.bytes) / real(sizes.flash.max(1));
        svg.text(LABEL - 8.0, y + 16.0, Anchor::End, "", LABEL - 10.0, part.name);
        svg.rect(LABEL, y + 4.0, length.max(1.0), LINE - 8.0, "class=\"bar\"");
        svg.text(LABEL + length.max(1.0) + 6.0, y + 16.0, Anchor::Start, "soft", 84.0, &bytes(part.bytes));
    }
    let (columns, neighbors) = sizes.capacities;
    format!(
        "<section><h2>Flash by table</h2><p class=\"soft\">{} together. RAM: {} for <code>Scratch::&lt;{columns}, {neighbors}&gt;</code>.</p><figure>{}</figure></section>",
        bytes(sizes.flash),
        bytes(sizes.scratch),
        svg.finish("flash by table")
    )
}

/// A count as a number; counts are far below 2^53.
#[allow(clippy::cast_precision_loss)]
fn real(count: u64) -> f64 {
    count as f64
}
