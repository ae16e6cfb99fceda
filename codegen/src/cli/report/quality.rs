//! The sections on the quality of predictions: confusion matrix or scatter plot, and scores by storage and k.

use nearkin::Model;
use nearkin::format::Head;

use crate::cli::report::holdout::{Evaluation, Line};
use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::omitted::{self, Reason};
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

/// Returns the section on predictions; `how` states for which rows.
pub(super) fn section(evaluation: &Evaluation, how: &str) -> Markup {
    match evaluation {
        Evaluation::Classes(report) => classes(report, how),
        Evaluation::Values { report, truth, predicted } => markup!(
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
            "Of {all} classes, the {} that are confused most are shown; nearkin evaluate --format json lists all.",
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
        "<section><h2>Confusion matrix</h2><p>Accuracy {:.1} %, balanced {:.1} %, {}. Rows: true class, columns: predicted class; the color is the share of the row.</p>{}{}</section>",
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
        return omitted::section(tuning_title(model), Reason::TooFewRows);
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
        "<section><h2>{}</h2><p class=\"soft\">On the same held-out rows. Where lines coincide, the smaller storage costs no quality.</p>{}<figure>{}</figure>{}</section>",
        tuning_title(model),
        svg::key(&names),
        scatter::lines(&series, "k (neighbors that vote)", is_share),
        table::table(1, headings, rows)
    )
}
