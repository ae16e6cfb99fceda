//! The 333 complete penguins, as numbers and names.

use serde_json::Value;

use crate::golden::{golden, number};

/// The numeric columns, in the order of the golden matrices.
pub(crate) const NUMERIC: [&str; 4] = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"];

/// Returns one column.
pub(crate) fn column(name: &str) -> Vec<Value> {
    let penguins = golden("data_penguins.json");
    let at = penguins["columns"].as_array().expect("names").iter().position(|c| c == name).expect("a column");
    penguins["rows"].as_array().expect("a list of rows").iter().map(|row| row[at].clone()).collect()
}

/// Returns one numeric column.
pub(crate) fn numeric(name: &str) -> Vec<f64> {
    column(name).iter().map(number).collect()
}
