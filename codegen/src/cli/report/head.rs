//! The start of the page: the model, and the figures that matter most.

use nearkin::Model;
use nearkin::format::Head;

use crate::cli::report::holdout::Evaluation;
use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::{file_name, real};
use crate::data::Dataset;
use crate::evaluate::estimate::estimate;
use crate::model::provenance::Provenance;
use crate::model::sizes::Sizes;
use crate::output;
use crate::text::quantity::{bytes, count, counted, significant};

/// Returns everything up to the first section; `<main>` stays open.
pub(super) fn head(
    model: &Model<'_>,
    name: &str,
    data: &Dataset,
    measured: Option<&Evaluation>,
    sizes: &Sizes,
) -> Markup {
    let payload = model.payload();
    let what = match payload.head {
        Head::Classify(vote) => format!("kNN classifier, k = {}, {} classes", vote.neighbors, payload.classes),
        Head::Regress(vote) => format!("kNN regressor, k = {}", vote.neighbors),
        Head::Cluster => format!("k-means, {} clusters", payload.rows),
        Head::Encode => "Encoder".to_owned(),
    };
    let mut text = Markup::constant(output::PAGE);
    text += markup!(
        "\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{}: nearkin report</title><style>{}</style></head><body><main><h1>{}</h1><p class=\"soft\">{}; data: {}</p>",
        name,
        Markup::constant(include_str!("style.css")),
        name,
        what,
        file_name(data),
    );
    text += facts(model, data, measured, sizes);
    text += provenance(model);
    text
}

fn facts(model: &Model<'_>, data: &Dataset, measured: Option<&Evaluation>, sizes: &Sizes) -> Markup {
    let mut facts = vec![
        (count(data.len() as u64), "rows on this page"),
        (count(u64::from(model.payload().columns)), "input columns"),
    ];
    facts.extend(match measured {
        Some(Evaluation::Classes(report)) => Some((format!("{:.1} %", report.accuracy * 100.0), "accuracy")),
        Some(Evaluation::Values { report, .. }) => {
            Some((report.r2.map_or("none".to_owned(), significant), "R², the share of variance explained"))
        }
        None => None,
    });
    facts.push((bytes(sizes.flash), "flash"));
    facts.push((bytes(sizes.scratch), "RAM (scratch)"));
    if let Some(estimate) = estimate(model) {
        facts.push((short(estimate.cortex_m4f), "instructions per call, Cortex-M4F (estimate)"));
        facts.push((short(estimate.cortex_m0), "instructions per call, Cortex-M0 (estimate)"));
    }
    let mut boxes = Markup::default();
    for (figure, what) in facts {
        boxes += markup!("<div><b>{}</b><span>{}</span></div>", figure, what);
    }
    markup!("<div class=\"facts\">{}</div>", boxes)
}

/// Returns a count in thousands or millions.
fn short(n: u64) -> String {
    if n >= 1_000_000 {
        format!("{} M", significant(real(n) / 1e6))
    } else {
        format!("{} k", significant(real(n) / 1e3))
    }
}

fn provenance(model: &Model<'_>) -> Markup {
    match Provenance::of(model) {
        Ok(None) => Markup::default(),
        Ok(Some(provenance)) => markup!(
            "<p class=\"soft\">Fitted by nearkin {} from {} ({}, SHA-256 {}).</p>",
            provenance.nearkin,
            provenance.data,
            counted(provenance.rows, "row", "rows"),
            provenance.sha256
        ),
        Err(error) => markup!("<p class=\"soft\">Provenance unavailable: {}.</p>", error.to_string()),
    }
}
