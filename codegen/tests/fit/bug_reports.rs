//! Cases from public bug reports about k-means, neighbors and scalers (`tests/golden/bug_reports.json`).
#![expect(clippy::float_cmp, reason = "the results in the reports are exact")]

use nearkin_codegen::kmeans::{self, Empty, Init, KMeansOptions};
use nearkin_codegen::scaler::{self, ScalerSpec};

use crate::text_model::TextModel;

const REPORTS: &str = include_str!("../../../tests/golden/bug_reports.json");

fn report(id: &str) -> serde_json::Value {
    let file: serde_json::Value = serde_json::from_str(REPORTS).unwrap();
    let reports = file["reports"].as_array().unwrap();
    reports.iter().find(|report| report["id"] == id).unwrap_or_else(|| panic!("no report {id}")).clone()
}

fn numbers(value: &serde_json::Value) -> Vec<f64> {
    match value {
        serde_json::Value::Array(items) => items.iter().flat_map(numbers).collect(),
        other => vec![other.as_f64().unwrap()],
    }
}

/// Returns the classes of the queries after a fit to a CSV with columns `x0`, `x1`, …
fn classes(input: &serde_json::Value) -> Result<Vec<f64>, nearkin_codegen::Error> {
    let width = input["train"][0].as_array().unwrap().len();
    let header: Vec<String> = (0..width).map(|column| format!("x{column}")).collect();
    let cells = |row: &serde_json::Value| numbers(row).iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let mut train = format!("{},y\n", header.join(","));
    for (row, y) in input["train"].as_array().unwrap().iter().zip(input["y"].as_array().unwrap()) {
        train += &format!("{},{y}\n", cells(row));
    }
    let mut query = format!("{}\n", header.join(","));
    input["query"].as_array().unwrap().iter().for_each(|row| query += &format!("{}\n", cells(row)));
    let weights = input["weights"].as_str().unwrap_or("uniform");
    let k = &input["k"];
    let recipe = format!(
        "target = \"y\"\ntask = \"classify\"\nscaler = \"none\"\nneighbors = {k}\nweights = \"{weights}\"\nnumeric = {header:?}"
    );
    let model = TextModel::fit(&train, &recipe)?;
    let names = model.class_names(&model.predict(&query, 0)?);
    Ok(names.iter().map(|name| name.parse().expect("classes are numbers")).collect())
}

#[test]
fn b27_k_means_stops_on_duplicated_points() {
    let report = report("B27");
    let mut options = KMeansOptions::new(6);
    options.init = Init::Rows((0..6).collect());
    options.empty = Empty::Keep;
    let found = kmeans::fit(&numbers(&report["input"]["points"]), 2, &options, None).unwrap();
    let labels: Vec<f64> = found.labels.iter().map(|&label| f64::from(u32::try_from(label).unwrap())).collect();
    assert_eq!(labels, numbers(&report["expected"]));
    assert!(found.converged());
}

#[test]
fn b28_labels_belong_to_the_centroids_that_are_returned() {
    let points = numbers(&report("B28")["input"]["points"]);
    for iterations in 1..4 {
        let mut options = KMeansOptions::new(2);
        options.init = Init::Rows(vec![0, 1]);
        options.max_iter = iterations;
        let found = kmeans::fit(&points, 1, &options, None).unwrap();
        for (point, &label) in points.iter().zip(&found.labels) {
            let gaps: Vec<f64> = found.centroids.iter().map(|centroid| (point - centroid).abs()).collect();
            let nearest = (0..gaps.len()).min_by(|&a, &b| gaps[a].total_cmp(&gaps[b])).unwrap();
            assert_eq!(label, nearest, "after {iterations} iterations");
        }
    }
}

#[test]
fn b29_equal_votes_go_to_the_smaller_class() {
    let report = report("B29");
    assert_eq!(classes(&report["input"]).unwrap(), numbers(&report["expected"]));
}

#[test]
fn b30_equal_distances_go_to_the_earlier_row_for_any_order_of_columns() {
    let report = report("B30");
    let mut input = report["input"].clone();
    assert_eq!(classes(&input).unwrap(), numbers(&report["expected"]));
    for row in input["train"].as_array_mut().unwrap() {
        row.as_array_mut().unwrap().reverse();
    }
    assert_eq!(classes(&input).unwrap(), numbers(&report["expected"]));
}

#[test]
fn b31_an_exact_match_decides_alone_and_gives_no_nan() {
    let report = report("B31");
    assert_eq!(classes(&report["input"]).unwrap(), numbers(&report["expected"]));
}

#[test]
fn b32_k_out_of_range_is_refused_with_both_numbers() {
    let input = |k: u32| serde_json::json!({"train": [[1], [2], [3]], "y": [1, 2, 1], "query": [[1]], "k": k});
    let zero = classes(&input(0)).unwrap_err().to_string();
    assert!(zero.contains("--neighbors 0") && zero.contains("at least 1"), "{zero}");
    let four = classes(&input(4)).unwrap_err().to_string();
    assert!(four.contains("--neighbors 4") && four.contains("3 rows"), "{four}");
}

#[test]
fn b33_a_constant_column_scales_to_zero() {
    let scaling = scaler::fit(&ScalerSpec::STANDARD, &vec![14.62; 1000]);
    assert!(scaling.constant && scaling.scale == 1.0);
    assert!(((14.62 - scaling.offset) * scaling.scale).abs() < 1e-12);
}

#[test]
fn b34_a_column_of_tiny_numbers_is_not_constant() {
    let report = report("B34");
    let column = numbers(&report["input"]["column"]);
    let scaling = scaler::fit(&ScalerSpec::STANDARD, &column);
    for (x, expected) in column.iter().zip(numbers(&report["expected"])) {
        assert!(((x - scaling.offset) * scaling.scale - expected).abs() < 1e-12);
    }
}

#[test]
fn b35_new_data_may_leave_the_range_of_min_max() {
    let report = report("B35");
    let scaling = scaler::fit(&ScalerSpec::MIN_MAX, &numbers(&report["input"]["fit"]));
    let scaled: Vec<f64> =
        numbers(&report["input"]["transform"]).iter().map(|x| (x - scaling.offset) * scaling.scale).collect();
    assert_eq!(scaled, numbers(&report["expected"]));
}

#[test]
fn b39_the_same_seed_gives_the_same_clusters() {
    assert_eq!(report("B39")["input"]["what"], "k-means twice on the same input");
    let points: Vec<f64> = (0..600u32).map(|i| f64::from(i.wrapping_mul(2_654_435_761) >> 8)).collect();
    let options = KMeansOptions::new(7);
    let once = kmeans::fit(&points, 3, &options, None).unwrap();
    let again = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap()
        .install(|| kmeans::fit(&points, 3, &options, None).unwrap());
    assert_eq!(once.labels, again.labels);
    assert!(once.centroids.iter().zip(&again.centroids).all(|(a, b)| a.to_bits() == b.to_bits()));
}
