//! scikit-learn's predictions for real data, row by row: all that do not depend on a tie are equal.
//!
//! `tests/sklearn/make_neighbors.py` recorded them.

use std::path::{Path, PathBuf};

use nearkin_codegen::data::{Dataset, read_path};
use nearkin_codegen::evaluate::metrics::adjusted_rand_score;
use nearkin_codegen::evaluate::predict::{Answer, Prediction, Wants, predict};
use nearkin_codegen::fit::{Plan, fit, read_options};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::progress::Progress;
use nearkin_codegen::recipe::Recipe;
use serde_json::Value;

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

fn answers(name: &str) -> Value {
    let text = std::fs::read_to_string(tests().join("sklearn").join(name)).expect("the file is in the repository");
    serde_json::from_str(&text).expect("valid JSON")
}

fn data(path: &str, recipe: &Recipe) -> Dataset {
    read_path(&tests().join("data").join(path), &read_options(recipe)).expect("sound data")
}

fn recipe(text: &str) -> Recipe {
    Recipe::from_toml("test.toml", text).expect("a valid recipe")
}

/// Fits one data set and predicts another: the class of each row, and its prediction.
fn answer(plan: &Plan, train: &Dataset, test: &Dataset, nearest: usize) -> Vec<(String, Prediction)> {
    let fitted = fit(plan, train, None).expect("the fit succeeds");
    let aligned = Aligned::new(&fitted.blob);
    let model = aligned.load().expect("the model is valid");
    let wants = Wants { probabilities: false, nearest };
    let class = |prediction: Prediction| match prediction.answer {
        Answer::Class(class) => (model.class_name(class).expect("a class").to_owned(), prediction),
        other => panic!("{other:?} is no class"),
    };
    predict(&model, test, wants, Progress::NONE).expect("every row has a prediction").into_iter().map(class).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The class of every row.
fn truth(data: &Dataset, target: &str) -> Vec<String> {
    let column = data.column(target).expect("the target");
    let nearkin_codegen::data::Cells::Categories(categories) = &column.cells else { panic!("{target} has no classes") };
    (0..data.len()).map(|row| categories.text(row).expect("no class is missing").to_owned()).collect()
}

/// The fixed splits: predictions, and the distances to the nearest four.
#[test]
fn on_fixed_splits_predictions_equal_those_of_scikit_learn_except_for_ties() {
    let file = answers("splits.json");
    for name in ["penguins", "iris", "digits"] {
        let expected = &file[name];
        let target = text(&expected["target"]);
        let recipe = recipe(&format!(
            "target = \"{target}\"\ntask = \"classify\"\nneighbors = {}\nscaler = {}\nholdout = 0",
            expected["k"], expected["scaler"]
        ));
        let (train, test) =
            (data(&format!("split/{name}_train.csv"), &recipe), data(&format!("split/{name}_test.csv"), &recipe));
        let plan = Plan::new(recipe, &train).expect("the recipe fits the data");
        let found = answer(&plan, &train, &test, 4);
        let (mut ties, mut ties_apart) = (0, 0);
        for (row, (class, prediction)) in found.iter().enumerate() {
            let same = class == text(&expected["predicted"][row]);
            if expected["tied"][row] == 1 {
                ties += 1;
                ties_apart += usize::from(!same);
            } else {
                assert!(same, "{name}, row {row}: {class}, not {}", expected["predicted"][row]);
            }
            for (&(_, distance), expected) in prediction.nearest.iter().zip(list(&expected["distances"][row])) {
                let (found, expected) = (f64::from(distance), number(expected));
                // Scaled values are rounded to single precision: an absolute error of about 1e-6.
                assert!((found - expected).abs() <= 1e-5 * expected.max(0.1), "{name}, row {row}: {found}, {expected}");
            }
        }
        // As in the README of tests/sklearn: rows, ties, and predictions that differ in a tie (integers: exactly equal distances).
        let counts = (found.len(), ties, ties_apart);
        let known = [("penguins", (100, 0, 0)), ("iris", (50, 3, 0)), ("digits", (797, 10, 1))];
        assert!(known.contains(&(name, counts)), "{name}: {counts:?}");
        let right = found.iter().zip(truth(&test, target)).filter(|((class, _), truth)| class == truth).count();
        #[expect(clippy::cast_possible_truncation, reason = "hundreds")]
        let theirs_right = (number(&expected["accuracy"]) * found.len() as f64).round() as usize;
        assert!(right.abs_diff(theirs_right) <= ties_apart, "{name}: {right}, not {theirs_right}");
    }
}

/// Compares five folds of a real data set; returns the number of predictions that differ, each of which must be a tie.
fn folds(name: &str, expected: &Value) -> usize {
    let target = text(&expected["target"]);
    let recipe = recipe(&format!(
        "target = \"{target}\"\ntask = \"classify\"\nneighbors = {}\ndrop = {}\nholdout = 0",
        expected["k"], expected["drop"]
    ));
    let data = data(&format!("real/{name}.csv"), &recipe);
    let plan = Plan::new(recipe, &data).expect("the recipe fits the data");
    let truth = truth(&data, target);
    let classes: Vec<&str> = list(&expected["classes"]).iter().map(text).collect();
    let [fold, predicted, tied] = ["fold", "predicted", "tied"].map(|key| text(&expected[key]).as_bytes());
    assert_eq!(fold.len(), data.len(), "{name}");
    let (mut apart, mut ties, mut right, mut theirs_right) = (0, 0, 0, 0);
    for number in b'0'..=b'4' {
        let (test, train): (Vec<usize>, Vec<usize>) = (0..data.len()).partition(|&row| fold[row] == number);
        let found = answer(&plan, &data.take(&train), &data.take(&test), 0);
        for (&row, (class, prediction)) in test.iter().zip(&found) {
            let letter = char::from(predicted[row]).to_digit(36).expect("a class") as usize;
            let same = class == classes[letter];
            assert!(same || tied[row] == b'1', "{name}, row {row}: {class}, not {}", classes[letter]);
            apart += usize::from(!same);
            ties += usize::from(prediction.ties.neighbors);
            right += usize::from(*class == truth[row]);
            theirs_right += usize::from(classes[letter] == truth[row]);
        }
    }
    assert_eq!(Some(theirs_right as u64), expected["correct"].as_u64(), "{name}: read as scikit-learn read it");
    assert!(right.abs_diff(theirs_right) <= apart, "{name}");
    if name == "car_evaluation" {
        assert_eq!(ties, 1728, "every answer hangs on a tie");
    }
    apart
}

macro_rules! on_real_data {
    ($($name:ident, $apart:literal;)*) => {
        $(mod $name {
            /// With the same folds, all predictions are equal except for ties.
            #[test]
            fn folds_are_answered_as_by_scikit_learn() {
                let file = super::answers("folds.json");
                assert_eq!(super::folds(stringify!($name), &file[stringify!($name)]), $apart);
            }

            /// With the same initial centroids, the inertia is equal within 1e-6, and the partition is the same.
            #[test]
            fn k_means_ends_where_scikit_learn_ends() {
                let file = super::answers("folds.json");
                super::k_means(stringify!($name), &file[stringify!($name)]);
            }
        })*
    };
}

// Name, and the number of predictions that differ, all of them ties.
on_real_data! {
    penguins, 0;
    iris, 0;
    wine, 0;
    digits, 0;
    nano_gestures_features, 0;
    mushroom, 0;
    car_evaluation, 47;
    wifi_localization, 0;
    robot_sensor24, 0;
    room_occupancy_with_gaps, 0;
    german_credit, 0;
    banknote, 0;
}

fn k_means(name: &str, expected: &Value) {
    let target = text(&expected["target"]);
    let clusters = list(&expected["classes"]).len();
    let mut dropped = list(&expected["drop"]).to_vec();
    dropped.push(target.into());
    let expected = &expected["k_means"];
    let start: Vec<String> = list(&expected["start"]).iter().map(Value::to_string).collect();
    let features = recipe(&format!(
        "clusters = {clusters}\ninit = \"rows:{}\"\ndrop = {}",
        start.join(","),
        Value::Array(dropped)
    ));
    let rows = data(&format!("real/{name}.csv"), &features);
    let plan = Plan::new(features, &rows).expect("the recipe fits the data");
    let found = fit(&plan, &rows, None).expect("the fit succeeds").clusters.expect("clusters");
    // If rows are equally far from two centroids, scikit-learn's result depends on its rounding; this crate uses plain steps.
    let tied = expected["ties"] != 0;
    let inertia = number(&expected[if tied { "inertia_ties_to_smaller" } else { "inertia" }]);
    assert!((found.inertia / inertia - 1.0).abs() <= 1e-6, "{name}: inertia {}, not {inertia}", found.inertia);
    if tied {
        return;
    }
    assert_eq!(Some(found.iterations as u64), expected["iterations"].as_u64(), "{name}");
    let classes = recipe(&format!("target = \"{target}\"\ntask = \"classify\""));
    let truth = truth(&data(&format!("real/{name}.csv"), &classes), target);
    let mut names: Vec<&String> = truth.iter().collect();
    names.sort();
    names.dedup();
    let truth: Vec<usize> = truth.iter().map(|class| names.binary_search(&class).expect("listed")).collect();
    let labels: Vec<usize> = found.labels.iter().map(|&label| label as usize).collect();
    let index = adjusted_rand_score(&truth, &labels).expect("as many");
    assert!((index - number(&expected["adjusted_rand_index"])).abs() <= 1e-9, "{name}: {index}");
}
