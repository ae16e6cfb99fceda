//! The sections on the quality of predictions: confusion matrix or scatter plot, and scores against storage and k.

use nearkin::Model;
use nearkin::format::Head;

use crate::cli::report::left_out::{self, Why};
use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::trial::{Line, Outcome};
use crate::cli::report::{heat, scatter, svg, table};
use crate::evaluate::metrics::ClassificationReport;
use crate::text::quantity::{bytes, count, significant};

/// Returns the title of the section on predictions.
pub(super) fn title(model: &Model<'_>) -> &'static str {
    if is_regression(model) { "Predicted against true values" } else { "Confusion matrix" }
}

/// Returns the title of [`tuning`]'s section.
pub(super) fn tuning_title(model: &Model<'_>) -> &'static str {
    if is_regression(model) { "R² against storage and k" } else { "Accuracy against storage and k" }
}

fn is_regression(model: &Model<'_>) -> bool {
    matches!(model.payload().head, Head::Regress(_))
}

/// Returns the section on predictions; `how` says on which rows they were made.
pub(super) fn section(outcome: &Outcome, how: &str) -> Markup {
    match outcome {
        Outcome::Classes(report) => classes(report, how),
        Outcome::Values { report, truth, predicted } => markup!(
            "<section><h2>Predicted against true values</h2><p>R² {}, {}.</p><figure>{}</figure></section>",
            report.r2.map_or("not defined".to_owned(), significant),
            how,
            scatter::values(truth, predicted)
        ),
    }
}

fn classes(report: &ClassificationReport, how: &str) -> Markup {
    let (all, shown) = (report.classes.len(), report.most_confused(heat::SHOWN));
    let names: Vec<String> = shown.iter().map(|&class| report.classes[class].class.clone()).collect();
    let counts: Vec<Vec<u64>> =
        shown.iter().map(|&t| shown.iter().map(|&p| report.confusion.count(t, p)).collect()).collect();
    let note = if shown.len() < all {
        format!(
            "Of {all} classes the {} that are confused most are shown; evaluate --format json has all.",
            shown.len()
        )
    } else {
        String::new()
    };
    let headings = ["class", "precision", "recall", "F1", "rows"].map(str::to_owned);
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let rows = shown.iter().map(|&class| &report.classes[class]).map(|class| {
        let scores = [class.precision, class.recall, class.f1].map(percent);
        [class.class.clone()].into_iter().chain(scores).chain([count(class.support)])
    });
    markup!(
        "<section><h2>Confusion matrix</h2><p>Accuracy {:.1} %, balanced {:.1} %, {}. A line for each true class, a column for each predicted one; the colour is the share of the line.</p>{}{}</section>",
        report.accuracy * 100.0,
        report.balanced_accuracy * 100.0,
        how,
        heat::map(&names, &names, &counts, "confusion matrix", &note),
        table::table(1, headings, rows)
    )
}

/// Returns the section that compares storages and k.
pub(super) fn tuning(lines: &[Line], model: &Model<'_>) -> Markup {
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
    // Accuracy is a share of rows; R2 is not.
    let is_share = matches!(model.payload().head, Head::Classify(_));
    let score = |score: f64| if is_share { format!("{:.1} %", score * 100.0) } else { significant(score) };
    let headings = ["storage".to_owned()].into_iter().chain(lines[0].scores.iter().map(|(k, _)| format!("k = {k}")));
    let rows = lines.iter().map(|line| {
        let scores = line.scores.iter().map(|&(_, value)| score(value));
        [line.storage.to_string()].into_iter().chain(scores).collect::<Vec<_>>()
    });
    markup!(
        "<section><h2>{}</h2><p class=\"soft\">On the same rows held out; where lines coincide, the cheaper storage loses nothing.</p>{}<figure>{}</figure>{}</section>",
        tuning_title(model),
        svg::key(&names),
        scatter::lines(&series, "k, the neighbours that vote", is_share),
        table::table(1, headings, rows)
    )
}
