//! One self-contained HTML page about a model and data: no scripts, no requests, light and dark, printable.
//!
//! Plots are SVG. Groups differ in shape as well as in color. If there are too many columns, groups or rows to draw, the
//! page selects some and states this. Every text is escaped, see [`markup`].

mod clusters;
mod columns;
mod distributions;
mod flash;
mod groups;
mod head;
mod heat;
mod holdout;
mod markup;
mod omitted;
mod quality;
mod scatter;
mod svg;
mod table;

use std::path::Path;

use nearkin::Model;
use nearkin::format::Head;

use crate::Result;
use crate::cli::report::groups::Groups;
use crate::cli::report::holdout::{Evaluation, MAX_ROWS};
use crate::cli::report::markup::Markup;
use crate::cli::report::omitted::Reason;
use crate::data::Dataset;
use crate::evaluate::predict::{Prediction, Wants, predict};
use crate::evaluate::training_file::{Absent, Training};
use crate::model::sizes::sizes;
use crate::progress::Progress;
use crate::text::quantity::counted;

/// Returns the page.
///
/// `training` is the training file if `data` is that file: then the model is evaluated on a held-out part, and plots that
/// need fits are drawn; otherwise their sections state why they are missing. `name` and `blob_bytes` are the model's.
///
/// # Errors
/// Whatever is wrong with the data, as in [`predict`].
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
    let again = training.map_err(Reason::Absent).and_then(|training| match training.data.len() {
        rows if rows > MAX_ROWS => Err(Reason::TooManyRows(rows)),
        _ => Ok(training),
    });
    let measured = measured(model, data, &predictions, again)?;
    let sizes = sizes(model, blob_bytes);
    let mut text = head::head(model, name, data, measured.as_ref().ok().map(|(evaluation, _)| evaluation), &sizes);
    text += columns::section(model, data, &names);
    text += distributions::section(data, &names, &groups);
    text += scatter::section(data, &names, &groups);
    match model.payload().head {
        Head::Classify(_) | Head::Regress(_) => {
            text += match measured {
                Ok((evaluation, how)) => quality::section(&evaluation, &how),
                Err(reason) => omitted::section(quality::title(model), reason),
            };
            text += match again {
                Ok(training) => quality::tuning(&holdout::sweep(training)?, model),
                Err(reason) => omitted::section(quality::tuning_title(model), reason),
            };
        }
        Head::Cluster => {
            text += match again {
                Ok(training) => clusters::run(training)?,
                Err(reason) => omitted::section(clusters::TITLE, reason),
            };
            text += clusters::against(model, data, &predictions);
        }
        Head::Encode => {}
    }
    text += flash::section(&sizes);
    text += Markup::constant("</main></body></html>\n");
    Ok(text.into_string())
}

/// Evaluates the model, and describes on which rows: held out of the training file if that can be fitted `again`, else
/// those of `data`, if they are not the training rows.
fn measured(
    model: &Model<'_>,
    data: &Dataset,
    predictions: &[Prediction],
    again: std::result::Result<&Training, Reason>,
) -> Result<std::result::Result<(Evaluation, String), Reason>> {
    if !matches!(model.payload().head, Head::Classify(_) | Head::Regress(_)) {
        return Ok(Err(Reason::NoTarget));
    }
    match again {
        Ok(training) => Ok(holdout::held_out(training)?.ok_or(Reason::TooFewRows).map(|(evaluation, rows)| {
            let rows = counted(rows as u64, "row", "rows");
            (evaluation, format!("on {rows} held out of the training file"))
        })),
        Err(Reason::Absent(absent)) => {
            let evaluation = holdout::evaluate(model, data, predictions)?.ok_or(Reason::NoTarget);
            Ok(evaluation.map(|(evaluation, rows)| (evaluation, omitted::on_file(rows, &file_name(data), absent))))
        }
        Err(reason) => Ok(Err(reason)),
    }
}

/// Returns the name of the data file without its folder; `-` is standard input.
fn file_name(data: &Dataset) -> String {
    let name = Path::new(&data.source.name).file_name();
    match data.source.name.as_str() {
        "-" => "standard input".to_owned(),
        whole => name.map_or_else(|| whole.to_owned(), |name| name.to_string_lossy().into_owned()),
    }
}

/// Converts a count; counts are far below 2^53.
fn real(count: u64) -> f64 {
    count as f64
}
