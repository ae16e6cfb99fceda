//! The golden files, and the 333 complete penguins as numbers and names.

use serde_json::Value;

/// The numeric columns, in the order of the golden matrices.
pub(crate) const NUMERIC: [&str; 4] = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"];

/// Reads a golden file.
pub(crate) fn golden(name: &str) -> Value {
    let path = format!("{}/../tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("the golden file is in the repository"))
        .expect("golden files are JSON")
}

/// A number of a golden file; `"NaN"` is one.
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| value.as_str().expect("a number or its name").parse().expect("NaN or Infinity"))
}

/// A list of numbers.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

/// Whole numbers.
pub(crate) fn indices(value: &Value) -> Vec<usize> {
    let index = |v: &Value| usize::try_from(v.as_u64().expect("a whole number")).expect("small");
    value.as_array().expect("a list").iter().map(index).collect()
}

/// A matrix, row by row, and its number of columns.
pub(crate) fn matrix(value: &Value) -> (Vec<f64>, usize) {
    let rows: Vec<Vec<f64>> = value.as_array().expect("rows").iter().map(numbers).collect();
    (rows.concat(), rows[0].len())
}

/// One column of the penguins.
pub(crate) fn column(name: &str) -> Vec<Value> {
    let penguins = golden("data_penguins.json");
    let at = penguins["columns"].as_array().expect("names").iter().position(|c| c == name).expect("a column");
    penguins["rows"].as_array().expect("rows").iter().map(|row| row[at].clone()).collect()
}

/// One numeric column.
pub(crate) fn numeric(name: &str) -> Vec<f64> {
    column(name).iter().map(number).collect()
}

/// Asserts that two numbers differ by at most `tolerance`, relative to the expected one but at least to 1e-3.
///
/// The floor is for expected values that are rounding noise around zero.
#[track_caller]
pub(crate) fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    if expected.is_nan() {
        assert!(found.is_nan(), "{what}: {found:?} is not NaN");
        return;
    }
    let allowed = tolerance * expected.abs().max(1e-3);
    assert!((found - expected).abs() <= allowed, "{what}: {found:?}, expected {expected:?}");
}

/// Asserts that two lists are close.
#[track_caller]
pub(crate) fn assert_all_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (f, e)) in found.iter().zip(expected).enumerate() {
        assert_close(*f, *e, tolerance, &format!("{what} [{i}]"));
    }
}
