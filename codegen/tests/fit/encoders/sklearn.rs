//! scikit-learn's recorded results: `OrdinalEncoder`, `OneHotEncoder`, `TargetEncoder`.

use nearkin_codegen::encoders::{TargetColumn, fit};
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

#[test]
fn sk_target_is_reproduced() {
    let file = load("sk_target");
    let cases = list(&file["cases"]);
    let penguins_new = load("enc_penguins");
    let mut multiclass = 0;
    for case in cases {
        let names: Vec<&str> = list(&case["cols"]).iter().filter_map(Value::as_str).collect();
        let target = case["target"].as_str().unwrap();
        let is_penguins = case["dataset"] == "penguins";
        let (train, new): (Vec<Vec<Cell>>, Vec<Vec<Cell>>) = if is_penguins {
            (
                names.iter().map(|name| penguins(name).iter().map(cell).collect()).collect(),
                columns(&penguins_new["new_rows"][names.join(",")], names.len()),
            )
        } else {
            let set = tiny(case["dataset"].as_str().unwrap());
            (columns(&set["rows"], names.len()), columns(&set["new"], names.len()))
        };
        let n = train[0].len();
        let mut folds = vec![u32::MAX; n];
        for (fold, rows) in list(&case["cv_test_folds"]).iter().enumerate() {
            for row in list(rows) {
                folds[usize::try_from(row.as_u64().unwrap()).unwrap()] = u32::try_from(fold).unwrap();
            }
        }
        let class_names: Vec<String> = list(&case["classes"])
            .iter()
            .map(|class| class.as_str().map_or_else(|| class.to_string(), str::to_owned))
            .collect();
        let values: Vec<f64>;
        let class_codes: Vec<u32>;
        let target = if case["target_type"] == "multiclass" {
            multiclass += 1;
            let classes = penguins(target);
            let code = |class: &Value| class_names.iter().position(|name| class == name).unwrap();
            class_codes = classes.iter().map(|class| u32::try_from(code(class)).unwrap()).collect();
            TargetColumn::Classes { codes: &class_codes, names: &class_names }
        } else {
            values = if is_penguins {
                penguin_target(target)
            } else {
                numbers(&tiny(case["dataset"].as_str().unwrap())[target])
            };
            TargetColumn::Numbers(&values)
        };
        let smooth = case["smooth"].as_str().map_or_else(|| case["smooth"].to_string(), str::to_owned);
        let text = format!("target:smooth={smooth}");
        let mut got_train = vec![Vec::new(); n];
        let mut got_new = vec![Vec::new(); new[0].len()];
        let mut output = 0;
        for (column, (train, new)) in train.iter().zip(&new).enumerate() {
            let coded = Coded::new(train);
            let mut input = coded.input().with_target(target);
            input.folds = Some(&folds);
            // A column without missing cells has no category for them; scikit-learn treats them as unknown.
            let encoding = fit(&format!("{text},missing=level").parse().unwrap(), &input).unwrap();
            for (row, outputs) in got_train.iter_mut().zip(coded.training(&encoding, train)) {
                row.extend(outputs);
            }
            for (row, cell) in got_new.iter_mut().zip(new) {
                row.extend(coded.encode(&encoding, cell).unwrap());
            }
            let categories: Vec<Cell> = list(&case["categories"][column]).iter().map(cell).collect();
            for class in 0..encoding.width() {
                let got: Vec<f64> = categories.iter().map(|c| coded.encode(&encoding, c).unwrap()[class]).collect();
                assert_close(&got, &numbers(&case["encodings"][output]), 1e-12, &format!("{text}, encodings"));
                output += 1;
            }
            if let TargetColumn::Classes { names, .. } = target {
                assert_eq!(encoding.outputs, *names);
            }
            let prior = encoding.outputs_of(encoding.unknown_code()).unwrap();
            let mean = if case["target_mean"].is_array() {
                numbers(&case["target_mean"])
            } else {
                vec![number(&case["target_mean"])]
            };
            assert_close(&prior, &mean, 1e-12, &format!("{text}, mean"));
        }
        let recorded = match case.get("fit_transform") {
            Some(rows) => matrix(rows),
            None => {
                let distinct = matrix(&case["fit_transform_distinct"]);
                let index = list(&case["fit_transform_row_index"]);
                index.iter().map(|at| distinct[usize::try_from(at.as_u64().unwrap()).unwrap()].clone()).collect()
            }
        };
        assert_rows_close(&got_new, &matrix(&case["new"]), 1e-12, &format!("{text}, new rows"));
        assert_rows_close(&got_train, &recorded, 1e-12, &format!("{text}, cross-fitted rows"));
    }
    assert_eq!((cases.len(), multiclass), (24, 2));
}
