//! scikit-learn's recorded results: `OrdinalEncoder`, `OneHotEncoder`, `TargetEncoder`.

use nearkin_codegen::encoders::{Encoding, TargetColumn, fit};
use serde_json::Value;

use super::columns::{
    Cell, Coded, assert_close, assert_rows_close, cell, columns, list, load, matrix, number, numbers, penguin_target,
    penguins, tiny,
};

fn spec_text(case: &Value) -> String {
    let params = &case["params"];
    let mut keys: Vec<String> = Vec::new();
    let ordinal = case["class"] == "OrdinalEncoder";
    if ordinal {
        keys.push("index_start=0".into());
        keys.push(match params.get("encoded_missing_value") {
            None => "missing=nan".into(),
            // This crate's code of a missing cell that is not a level.
            Some(value) if *value == -2 => "missing=ignore".into(),
            Some(value) => panic!("{value}"),
        });
    } else {
        keys.push("missing=level".into());
    }
    for key in ["min_frequency", "max_categories"] {
        if let Some(value) = params.get(key) {
            keys.push(format!("{key}={value}"));
        }
    }
    if let Some(drop) = params["drop"].as_str() {
        keys.push(format!("drop={drop}"));
    }
    keys.push(match (params["handle_unknown"].as_str(), params.get("unknown_value")) {
        (None, _) => "unknown=error".into(),
        (Some("ignore"), _) => "unknown=value".into(),
        (Some("infrequent_if_exist"), _) => "unknown=infrequent".into(),
        (Some(_), Some(value)) if value == "NaN" => "unknown=nan".into(),
        (Some(_), Some(value)) => format!("unknown=constant:{value}"),
        other => panic!("{other:?}"),
    });
    format!("{}:{}", if ordinal { "ordinal" } else { "one-hot" }, keys.join(","))
}

#[test]
fn sk_encoders_is_reproduced() {
    let file = load("sk_encoders");
    let cases = list(&file["cases"]);
    for case in cases {
        let rows = match &case["rows"] {
            Value::Null => tiny(case["dataset"].as_str().unwrap())["rows"].clone(),
            rows => rows.clone(),
        };
        let count = list(&rows[0]).len();
        let (train, new) = (columns(&rows, count), columns(&case["new_rows"], count));
        // scikit-learn treats a missing cell in training as a category; without one, missing is an unknown.
        let text = spec_text(case);
        let mut got_train = vec![Vec::new(); train[0].len()];
        let mut got_new = vec![Some(Vec::new()); new[0].len()];
        for (train, new) in train.iter().zip(&new) {
            let coded = Coded::new(train);
            let encoding = fit(&text.parse().unwrap(), &coded.input()).unwrap();
            for (row, cell) in got_train.iter_mut().zip(train) {
                row.extend(coded.encode(&encoding, cell).unwrap());
            }
            for (row, cell) in got_new.iter_mut().zip(new) {
                match (row.as_mut(), coded.encode(&encoding, cell)) {
                    (Some(row), Some(outputs)) => row.extend(outputs),
                    _ => *row = None,
                }
            }
        }
        assert_rows_close(&got_train, &matrix(&case["train"]), 0.0, &format!("{text}, training rows"));
        if case.get("error_new").is_some() {
            assert!(got_new.iter().any(Option::is_none), "{text}");
        } else {
            let got: Vec<Vec<f64>> = got_new.into_iter().map(Option::unwrap).collect();
            assert_rows_close(&got, &matrix(&case["new"]), 0.0, &format!("{text}, new rows"));
        }
    }
    assert_eq!(cases.len(), 24);
}

/// The target of a case of `sk_target`.
enum Target {
    Classes { codes: Vec<u32>, names: Vec<String> },
    Numbers(Vec<f64>),
}

impl Target {
    fn of(case: &Value) -> Self {
        let target = case["target"].as_str().unwrap();
        if case["target_type"] == "multiclass" {
            let name = |class: &Value| class.as_str().map_or_else(|| class.to_string(), str::to_owned);
            let names: Vec<String> = list(&case["classes"]).iter().map(name).collect();
            let code = |class: &Value| names.iter().position(|name| class == name).unwrap();
            let codes = penguins(target).iter().map(|class| u32::try_from(code(class)).unwrap()).collect();
            Self::Classes { codes, names }
        } else if case["dataset"] == "penguins" {
            Self::Numbers(penguin_target(target))
        } else {
            Self::Numbers(numbers(&tiny(case["dataset"].as_str().unwrap())[target]))
        }
    }

    fn column(&self) -> TargetColumn<'_> {
        match self {
            Self::Classes { codes, names } => TargetColumn::Classes { codes, names },
            Self::Numbers(values) => TargetColumn::Numbers(values),
        }
    }
}

/// Columns of the training rows and of the new rows of a case.
fn training_and_new_columns(case: &Value) -> (Vec<Vec<Cell>>, Vec<Vec<Cell>>) {
    let names: Vec<&str> = list(&case["cols"]).iter().filter_map(Value::as_str).collect();
    if case["dataset"] == "penguins" {
        let train = names.iter().map(|name| penguins(name).iter().map(cell).collect()).collect();
        (train, columns(&load("enc_penguins")["new_rows"][names.join(",")], names.len()))
    } else {
        let set = tiny(case["dataset"].as_str().unwrap());
        (columns(&set["rows"], names.len()), columns(&set["new"], names.len()))
    }
}

/// The fold of each training row.
fn folds(case: &Value, rows: usize) -> Vec<u32> {
    let mut folds = vec![u32::MAX; rows];
    for (fold, rows) in list(&case["cv_test_folds"]).iter().enumerate() {
        for row in list(rows) {
            folds[usize::try_from(row.as_u64().unwrap()).unwrap()] = u32::try_from(fold).unwrap();
        }
    }
    folds
}

/// The recorded cross-fitted training rows.
fn recorded_training_rows(case: &Value) -> Vec<Vec<f64>> {
    if let Some(rows) = case.get("fit_transform") {
        return matrix(rows);
    }
    let distinct = matrix(&case["fit_transform_distinct"]);
    let index = list(&case["fit_transform_row_index"]);
    index.iter().map(|at| distinct[usize::try_from(at.as_u64().unwrap()).unwrap()].clone()).collect()
}

/// Asserts that the encodings of a column's categories, which start at output `first`, and its means are the recorded ones.
fn compare_encodings(case: &Value, column: usize, first: usize, coded: &Coded, encoding: &Encoding, what: &str) {
    let categories: Vec<Cell> = list(&case["categories"][column]).iter().map(cell).collect();
    for class in 0..encoding.width() {
        let got: Vec<f64> = categories.iter().map(|c| coded.encode(encoding, c).unwrap()[class]).collect();
        assert_close(&got, &numbers(&case["encodings"][first + class]), 1e-12, &format!("{what}, encodings"));
    }
    let prior = encoding.outputs_of(encoding.unknown_code()).unwrap();
    let mean = &case["target_mean"];
    let mean = if mean.is_array() { numbers(mean) } else { vec![number(mean)] };
    assert_close(&prior, &mean, 1e-12, &format!("{what}, mean"));
}

#[test]
fn sk_target_is_reproduced() {
    let file = load("sk_target");
    let cases = list(&file["cases"]);
    let mut multiclass = 0;
    for case in cases {
        let (train, new) = training_and_new_columns(case);
        let folds = folds(case, train[0].len());
        let target = Target::of(case);
        multiclass += usize::from(matches!(target, Target::Classes { .. }));
        let smooth = case["smooth"].as_str().map_or_else(|| case["smooth"].to_string(), str::to_owned);
        let text = format!("target:smooth={smooth}");
        let mut got_train = vec![Vec::new(); train[0].len()];
        let mut got_new = vec![Vec::new(); new[0].len()];
        let mut outputs = 0;
        for (column, (train, new)) in train.iter().zip(&new).enumerate() {
            let coded = Coded::new(train);
            let mut input = coded.input().with_target(target.column());
            input.folds = Some(&folds);
            // A column without missing cells has no category for them; scikit-learn treats them as unknown.
            let encoding = fit(&format!("{text},missing=level").parse().unwrap(), &input).unwrap();
            for (row, outputs) in got_train.iter_mut().zip(coded.training(&encoding, train)) {
                row.extend(outputs);
            }
            for (row, cell) in got_new.iter_mut().zip(new) {
                row.extend(coded.encode(&encoding, cell).unwrap());
            }
            compare_encodings(case, column, outputs, &coded, &encoding, &text);
            outputs += encoding.width();
            if let Target::Classes { names, .. } = &target {
                assert_eq!(encoding.outputs, *names);
            }
        }
        assert_rows_close(&got_new, &matrix(&case["new"]), 1e-12, &format!("{text}, new rows"));
        let recorded = recorded_training_rows(case);
        assert_rows_close(&got_train, &recorded, 1e-12, &format!("{text}, cross-fitted rows"));
    }
    assert_eq!((cases.len(), multiclass), (24, 2));
}
