//! Scalers against scikit-learn's values and the lecture's z-scores.

use crate::golden::{self, assert_close, golden, number, numbers};
use crate::penguins::{self, NUMERIC, numeric};
use nearkin_codegen::scaler::{ScalerSpec, Scaling, fit};
use serde_json::Value;

/// The order of f64 operations differs from numpy's, and `/ s` is computed as `* (1 / s)`.
const TOLERANCE: f64 = 1e-12;

fn scale(scaling: Scaling, x: f64) -> f64 {
    (x - scaling.offset) * scaling.scale
}

/// Converts scikit-learn's class and parameters to a scaler.
fn spec(class: &str, params: &Value) -> ScalerSpec {
    let flag = |name: &str, default: bool| params[name].as_bool().unwrap_or(default);
    let pair =
        |name: &str, default: [f64; 2]| params[name].as_array().map_or(default, |p| [number(&p[0]), number(&p[1])]);
    match class {
        "StandardScaler" => {
            ScalerSpec::Standard { ddof: 0, centering: flag("with_mean", true), scaling: flag("with_std", true) }
        }
        "MinMaxScaler" => {
            let [low, high] = pair("feature_range", [0.0, 1.0]);
            ScalerSpec::MinMax { low, high }
        }
        "MaxAbsScaler" => ScalerSpec::MaxAbs,
        "RobustScaler" => {
            let [low, high] = pair("quantile_range", [25.0, 75.0]);
            ScalerSpec::Robust {
                low,
                high,
                centering: flag("with_centering", true),
                scaling: true,
                unit_variance: flag("unit_variance", false),
            }
        }
        other => panic!("no scaler for {other}"),
    }
}

fn columns(matrix: &Value) -> Vec<Vec<f64>> {
    if matrix.is_string() {
        return NUMERIC.map(numeric).to_vec();
    }
    let rows: Vec<Vec<f64>> = matrix.as_array().expect("a list of rows").iter().map(numbers).collect();
    (0..rows[0].len()).map(|j| rows.iter().map(|row| row[j]).collect()).collect()
}

#[test]
fn every_case_of_scikit_learn_is_met() {
    let file = golden("scalers.json");
    let cases = file["cases"].as_array().expect("a list of cases");
    assert_eq!(cases.len(), 66);
    for case in cases {
        let (class, params) = (case["class"].as_str().expect("a class"), &case["params"]);
        let matrix = &file["matrices"][case["matrix"].as_str().expect("a matrix")];
        let what = format!("{class} {params} {}", case["matrix"]);
        let spec = spec(class, params);
        let fitted: Vec<Scaling> = columns(&matrix["train"]).iter().map(|c| fit(&spec, c)).collect();

        for (j, scaling) in fitted.iter().enumerate() {
            if let Some(expected) = case["scale_"].as_array() {
                // min-max stores the factor, the others the divisor.
                let factor = if class == "MinMaxScaler" { number(&expected[j]) } else { 1.0 / number(&expected[j]) };
                assert_close(scaling.scale / factor, 1.0, TOLERANCE, &format!("{what}: scale {j}"));
            }
            let offset = match class {
                "StandardScaler" if params["with_mean"] != false => number(&case["mean_"][j]),
                "RobustScaler" if params["with_centering"] != false => number(&case["center_"][j]),
                "MinMaxScaler" => -number(&case["min_"][j]) / number(&case["scale_"][j]),
                _ => 0.0,
            };
            assert_close(scaling.offset, offset, TOLERANCE, &format!("{what}: offset {j}"));
        }

        // The device does not clip, so the test does.
        let clip = |x: f64| if params["clip"] == true && !x.is_nan() { x.clamp(0.0, 1.0) } else { x };
        for (inputs, outputs) in [(&matrix["train"], &case["train"]), (&matrix["new"], &case["new"])] {
            let inputs = columns(inputs);
            for (i, row) in outputs.as_array().expect("a list of rows").iter().enumerate() {
                for (j, expected) in numbers(row).into_iter().enumerate() {
                    let x = inputs[j][i];
                    // If x and the offset nearly cancel, this error remains of an offset with a relative error of 1e-15.
                    let cancelled = 4.0 * f64::EPSILON * x.abs().max(fitted[j].offset.abs()) * fitted[j].scale;
                    let found = clip(scale(fitted[j], x));
                    if (found - expected).abs() > cancelled {
                        assert_close(found, expected, TOLERANCE, &format!("{what}: {i}, {j}"));
                    }
                }
            }
        }
    }
}

#[test]
fn pandas_z_scores_are_ddof_1() {
    let expected = &golden("scalers.json")["zscore_ddof1_penguins"];
    let spec: ScalerSpec = "standard:ddof=1".parse().expect("a known name");
    for (j, name) in NUMERIC.into_iter().enumerate() {
        let values = numeric(name);
        let scaling = fit(&spec, &values);
        assert_close(scaling.offset, number(&expected["mean"][j]), TOLERANCE, name);
        assert_close(1.0 / scaling.scale, number(&expected["std_ddof1"][j]), TOLERANCE, name);
        for (i, row) in expected["first_rows"].as_array().expect("a list of rows").iter().enumerate() {
            assert_close(scale(scaling, values[i]), number(&row[j]), TOLERANCE, name);
        }
    }
}

#[test]
fn z_scores_of_the_lecture_and_of_the_distances_are_met() {
    let spec: ScalerSpec = "standard:ddof=1".parse().expect("a known name");
    let columns = NUMERIC.map(numeric);
    let z: Vec<Vec<f64>> = columns
        .iter()
        .map(|values| {
            let scaling = fit(&spec, values);
            values.iter().map(|&x| scale(scaling, x)).collect()
        })
        .collect();
    let distance = |columns: &[Vec<f64>], row: usize| {
        columns.iter().fold(0.0, |sum, c| sum + (c[0] - c[row]) * (c[0] - c[row])).sqrt()
    };

    let lecture = golden("lecture.json");
    let labels = penguins::column("label");
    for row in lecture["zscore_rows"].as_array().expect("a list of rows") {
        let i = labels.iter().position(|l| *l == row["label"]).expect("a penguin");
        for (j, z) in z.iter().enumerate() {
            assert_close(z[i], number(&row["z"][j]), TOLERANCE, "lecture");
        }
    }
    for (name, columns) in [("L2_all", &columns[..]), ("L2_scaled_all", &z)] {
        for (i, expected) in numbers(&lecture[name]).into_iter().enumerate() {
            assert_close(distance(columns, i), expected, TOLERANCE, name);
        }
    }

    let distances = golden("distances.json");
    for (place, &i) in golden::indices(&distances["rows"]).iter().enumerate() {
        for j in 0..NUMERIC.len() {
            assert_close(z[j][i], number(&distances["zscore_ddof1"]["points"][place][j]), TOLERANCE, "distances");
        }
    }
}
