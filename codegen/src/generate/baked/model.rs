//! The model's constant: its tables and counts.

use std::fmt::Write as _;

use nearkin::Metric;
use nearkin::format::{Head, Payload, RowStorage, Vote};

use crate::generate::baked::writer::BakedWriter;
use crate::generate::items::{ALLOW, ALLOW_NUMBERS};
use crate::generate::literal;
use crate::generate::search_tables::SearchTables;

impl BakedWriter<'_, '_> {
    /// Writes the type that holds the model.
    pub(super) fn model(&mut self) {
        let tables = SearchTables::of(self.model);
        self.table(
            "TABLES",
            "u32",
            "words",
            tables.words.len(),
            tables.words.iter().flat_map(|word| word.to_le_bytes()),
        );
        let payload = self.model.payload();
        let Payload { columns, width, numbers, codes, rows, classes, threshold, .. } = *payload;
        let sections = tables.sections.map(literal::integer).join(", ");
        let _ = write!(
            self.rust,
            "/// The model.
#[allow({ALLOW})]
enum Baked {{}}

#[allow({ALLOW_NUMBERS})]
#[rustfmt::skip]
impl ::nearkin::baked::Baked for Baked {{
    const MODEL: ::nearkin::baked::BakedModel = ::nearkin::baked::BakedModel::new(::nearkin::format::Payload {{
        head: {head},
        metric: ::nearkin::Metric::{metric},
        storage: {storage},
        columns: {columns},
        width: {width},
        numbers: {numbers},
        codes: {codes},
        rows: {rows},
        classes: {classes},
        threshold: {threshold},
        schema: SCHEMA,
        sections: [{sections}],
        pad: &[],
        tables: &[],
        provenance: &[],
    }}, &TABLES);
}}

",
            head = head(payload.head),
            metric = metric(payload.metric),
            storage = storage(payload.storage),
            columns = literal::integer(columns),
            width = literal::integer(width),
            numbers = literal::integer(numbers),
            codes = literal::integer(codes),
            rows = literal::integer(rows),
            classes = literal::integer(classes),
            threshold = literal::option(threshold.map(literal::integer)),
        );
    }
}

fn head(head: Head) -> String {
    let vote = |vote: Vote| {
        format!(
            "(::nearkin::format::Vote {{ neighbors: {}, weighting: ::nearkin::format::Weighting::{:?} }})",
            literal::integer(vote.neighbors),
            vote.weighting
        )
    };
    let (name, parameters) = match head {
        Head::Encode => ("Encode", String::new()),
        Head::Cluster => ("Cluster", String::new()),
        Head::Classify(parameters) => ("Classify", vote(parameters)),
        Head::Regress(parameters) => ("Regress", vote(parameters)),
    };
    format!("::nearkin::format::Head::{name}{parameters}")
}

fn metric(metric: Metric) -> String {
    match metric {
        Metric::Minkowski(p) => format!("Minkowski({})", literal::float(p)),
        other => format!("{other:?}"),
    }
}

fn storage(storage: RowStorage) -> String {
    let (name, step, bound) = match storage {
        RowStorage::F32 => return "::nearkin::format::RowStorage::F32".to_owned(),
        RowStorage::I16 { step, bound } => ("I16", step, bound),
        RowStorage::I8 { step, bound } => ("I8", step, bound),
    };
    let (step, bound) = (literal::float(step), literal::integer(bound));
    format!("::nearkin::format::RowStorage::{name} {{ step: {step}, bound: {bound} }}")
}
