//! The section on the data: each column's values and missing cells, and notes on the file.

use std::cmp::Reverse;

use nearkin::Model;
use nearkin::encode::{CodeOutputs, InputKind, Lookup};

use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::scatter::range;
use crate::cli::report::{real, table};
use crate::data::{Cells, Column, Dataset};
use crate::text::lists;
use crate::text::quantity::{count, counted, significant};

/// The most columns in the table, and notes below it.
const LISTED: usize = 100;

/// Returns the section.
pub(super) fn section(model: &Model<'_>, data: &Dataset, names: &[&str]) -> Markup {
    let row = |column: &Column, kind: String| {
        let missing = column.n_missing();
        let share = 100.0 * real(missing as u64) / real(data.len().max(1) as u64);
        let missing = if missing == 0 { "0".to_owned() } else { format!("{} ({share:.1} %)", count(missing as u64)) };
        [column.name.clone(), kind, values(column), missing]
    };
    let columns: Vec<(&Column, u16)> =
        (0u16..).zip(names).filter_map(|(index, name)| Some((data.column(name).ok()?, index))).collect();
    let listed = lists::top_n(LISTED, columns.iter().map(|(column, _)| column.n_missing() as u64));
    let inputs = listed.iter().map(|&at| &columns[at]).map(|&(column, index)| row(column, kind(model, index)));
    let target = model.target_name().and_then(|name| data.column(name).ok()).map(|column| row(column, "target".into()));
    let headings = ["column", "in the model", "values", "missing"].map(str::to_owned);
    let mut text = table::table(3, headings, inputs.chain(target));
    if listed.len() < columns.len() {
        text += markup!(
            "<p class=\"soft\">Of {} columns, the {} with the most missing cells are listed; nearkin inspect --format json lists all.</p>",
            columns.len(),
            listed.len()
        );
    }
    if !data.notes.is_empty() {
        let rest = (data.notes.len() > LISTED).then(|| format!("… and {} more notes", data.notes.len() - LISTED));
        let mut notes = Markup::default();
        for note in data.notes.iter().take(LISTED).chain(&rest) {
            notes += markup!("<li>{}</li>", note);
        }
        text += markup!("<ul>{}</ul>", notes);
    }
    markup!("<section><h2>Data</h2>{}</section>", text)
}

fn kind(model: &Model<'_>, index: u16) -> String {
    match model.column(index).map(|column| column.kind) {
        Some(InputKind::Number(number)) if number.scaler.is_some() => "number, scaled".into(),
        Some(InputKind::Number(_)) => "number".into(),
        Some(InputKind::Category(category)) => match (category.outputs, category.lookup) {
            (_, Lookup::Hash(_)) => format!("hashed, {} outputs", category.width),
            (CodeOutputs::OneHot { .. }, _) => format!("one-hot, {} outputs", category.width),
            (CodeOutputs::Table { .. }, _) => {
                format!("table, {}", counted(u64::from(category.width), "output", "outputs"))
            }
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
            let (low, high) = range(finite.iter().copied());
            let mean = finite.iter().sum::<f64>() / real(finite.len() as u64);
            format!("{} to {}, mean {}", significant(low), significant(high), significant(mean))
        }
        Cells::Categories(categories) => {
            let counts = categories.counts();
            let mut order: Vec<usize> = (0..counts.len()).filter(|&level| counts[level] > 0).collect();
            order.sort_by_key(|&level| Reverse(counts[level]));
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
