//! One self-contained HTML page on a model and data: no script, no request, light and dark, printable.
//!
//! Plots are SVG. Colours come with shapes, so that nothing hangs on colour alone. Where there are too many columns,
//! groups or rows to draw, the page chooses and says so. Every name is escaped.

mod clusters;
mod columns;
mod distributions;
mod flash;
mod groups;
mod head;
mod heat;
mod left_out;
mod markup;
mod quality;
mod scatter;
mod svg;
mod table;
mod trial;

use std::path::Path;

use nearkin::Model;
use nearkin::format::Head;

use crate::Result;
use crate::cli::report::groups::Groups;
use crate::cli::report::left_out::Why;
use crate::cli::report::markup::Markup;
use crate::cli::report::trial::{MAX_ROWS, Outcome};
use crate::data::Dataset;
use crate::evaluate::predict::{Prediction, Wants, predict};
use crate::evaluate::training_file::{Absent, Training};
use crate::model::sizes::sizes;
use crate::progress::Progress;
use crate::text::quantity::counted;

/// Writes the page.
///
/// `training` is the training file where `data` is that file: then the model is measured on a part held out, and runs
/// that need fits are drawn; else their place says why they are not. `name` and `blob_bytes` are the model's.
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
    let again = training.map_err(Why::Absent).and_then(|training| match training.data.len() {
        rows if rows > MAX_ROWS => Err(Why::TooManyRows(rows)),
        _ => Ok(training),
    });
    let measured = measured(model, data, &predictions, again)?;
    let sizes = sizes(model, blob_bytes);
    let mut text = head::head(model, name, data, measured.as_ref().ok().map(|(outcome, _)| outcome), &sizes);
    text += columns::section(model, data, &names);
    text += distributions::section(data, &names, &groups);
    text += scatter::section(data, &names, &groups);
    match model.payload().head {
        Head::Classify(_) | Head::Regress(_) => {
            text += match measured {
                Ok((outcome, how)) => quality::section(&outcome, &how),
                Err(why) => left_out::section(quality::title(model), why),
            };
            text += match again {
                Ok(training) => quality::tuning(&trial::sweep(training)?, model),
                Err(why) => left_out::section(quality::tuning_title(model), why),
            };
        }
        Head::Cluster => {
            text += match again {
                Ok(training) => clusters::run(training)?,
                Err(why) => left_out::section("The run of k-means", why),
            };
            text += clusters::against(model, data, &predictions);
        }
        Head::Encode => {}
    }
    text += flash::section(&sizes);
    text += Markup::constant("</main></body></html>\n");
    Ok(text.into_string())
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

/// The data file's name without its folder; `-` is standard input.
fn file_name(data: &Dataset) -> String {
    let name = Path::new(&data.source.name).file_name();
    match data.source.name.as_str() {
        "-" => "standard input".to_owned(),
        whole => name.map_or_else(|| whole.to_owned(), |name| name.to_string_lossy().into_owned()),
    }
}

/// A count as a number; counts are far below 2^53.
fn real(count: u64) -> f64 {
    count as f64
}
