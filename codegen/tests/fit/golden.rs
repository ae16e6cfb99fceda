//! Golden files, the numbers in them, and comparison of numbers.

use serde_json::Value;

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
    let index = |v: &Value| usize::try_from(v.as_u64().expect("a whole number")).expect("a small number");
    value.as_array().expect("a list").iter().map(index).collect()
}

/// A matrix, row by row, and its number of columns.
pub(crate) fn matrix(value: &Value) -> (Vec<f64>, usize) {
    let rows: Vec<Vec<f64>> = value.as_array().expect("a list of rows").iter().map(numbers).collect();
    (rows.concat(), rows[0].len())
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
