//! category_encoders' recorded answers: `enc_tiny`, `enc_penguins`, `enc_edge`.
//!
//! For a defect of the library, the right result is asserted and the case is counted separately.

use nearkin_codegen::encoders::{self, EncoderSpec, Encoding, Fallback, TargetColumn, fit};
use serde_json::Value;

use super::columns::{
    Cell, Coded, Within, assert_rows_close, columns, list, load, matrix, number, numbers, penguin_target, penguins,
    tiny,
};
use super::defects::Comparison;

/// The outcome of a case.
#[derive(Debug, Default, PartialEq, Eq)]
struct Walked {
    /// Equal to the recorded answer (or to the recorded refusal).
    equal: usize,
    /// Compared with the right answer where the library's is a defect.
    corrected: usize,
    /// Parameters that are refused by decision: smoothing, a, regularization of 0; base 1.
    refused: usize,
    /// SHA-1, which devices do not support.
    sha1: usize,
}

pub(super) const CONTRASTS_AND_DIGITS: [&str; 6] =
    ["Sum", "BackwardDifference", "Helmert", "Polynomial", "Binary", "BaseN"];

fn tolerance(encoder: &str, params: &Value) -> Within {
    match encoder {
        "GLMM" => Within::Absolute(2e-8),
        "JamesStein" if params["model"] == "binary" => 1e-9.into(),
        "Ordinal" | "Count" | "OneHot" | "Binary" | "BaseN" | "Hashing" if params["normalize"].is_null() => 0.0.into(),
        _ => 1e-12.into(),
    }
}

/// Returns the spec for the encoder and parameters of a case; `seen`: whether there are missing cells in training.
fn spec_text(encoder: &str, params: &Value, seen: bool) -> String {
    let coding = CONTRASTS_AND_DIGITS.contains(&encoder);
    let mut keys: Vec<String> = Vec::new();
    let mut missing = "level";
    for (key, value) in params.as_object().unwrap() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match (key.as_str(), text.as_str()) {
            ("handle_unknown", "return_nan") => keys.push("unknown=nan".into()),
            ("handle_unknown", "error") => keys.push("unknown=error".into()),
            // The library codes it as one more level there.
            ("handle_unknown", "indicator") if coding => keys.push("unknown=level".into()),
            ("handle_unknown", "indicator") => keys.push("unknown=indicator".into()),
            ("handle_unknown", constant) => keys.push(format!("unknown=constant:{constant}")),
            ("handle_missing", "return_nan") => missing = "nan",
            ("handle_missing", "error") => missing = "error",
            ("handle_missing", "ignore") => missing = "ignore",
            ("handle_missing", "indicator") if coding && seen => missing = "level",
            ("handle_missing", "indicator") if coding => missing = "reserve",
            ("handle_missing", "indicator") => missing = "indicator",
            ("n_components", n) => keys.push(format!("components={n}")),
            ("hash_method", name) => keys.push(format!("algorithm={name}")),
            ("mapping", _) => {
                let entries = list(&value[0][1]).iter().map(|pair| match pair[0].as_str() {
                    Some(level) => format!("{}:{level}", pair[1]),
                    None => pair[1].to_string(),
                });
                keys.push(format!("mapping={}", entries.collect::<Vec<_>>().join("|")));
            }
            // Noise is multiplied in by the test with the recorded factors; names are always those of levels.
            ("randomized" | "sigma" | "random_state" | "use_cat_names" | "min_group_name", _) => {}
            (key, text) => keys.push(format!("{key}={text}")),
        }
    }
    if encoder == "Hashing" {
        keys.push("shared=true".into());
    }
    keys.push(format!("missing={missing}"));
    let (name, order) = match encoder {
        "Ordinal" => ("ordinal", true),
        "Count" => ("count", false),
        "OneHot" => ("one-hot", true),
        "Sum" => ("sum", true),
        "BackwardDifference" => ("backward-difference", true),
        "Helmert" => ("helmert", true),
        "Polynomial" => ("polynomial", true),
        "Binary" => ("binary", true),
        "BaseN" => ("base-n", true),
        "Hashing" => ("hashing", false),
        "Target" => ("target", false),
        "MEstimate" => ("m-estimate", false),
        "JamesStein" => ("james-stein", false),
        "GLMM" => ("glmm", false),
        "WOE" => ("woe", false),
        "LeaveOneOut" => ("leave-one-out", false),
        "CatBoost" => ("cat-boost", false),
        other => panic!("{other} is not known"),
    };
    if order {
        keys.push("order=appearance".into());
    }
    format!("{name}:{}", keys.join(","))
}

/// All columns of a case, encoded side by side.
pub(super) struct Encoded {
    pub(super) train: Vec<Vec<f64>>,
    pub(super) train_without_y: Vec<Vec<f64>>,
    /// A row is `None` where a cell is refused.
    pub(super) new: Vec<Option<Vec<f64>>>,
}

fn append(row: &mut Vec<f64>, outputs: &[f64], shared: bool) {
    if shared && !row.is_empty() {
        for (sum, value) in row.iter_mut().zip(outputs) {
            *sum += value;
        }
    } else {
        row.extend_from_slice(outputs);
    }
}

fn encode(case: &Case, params: &Value) -> Result<Encoded, String> {
    let n = case.columns[0].len();
    let mut all = Encoded {
        train: vec![Vec::new(); n],
        train_without_y: vec![Vec::new(); n],
        new: vec![Some(Vec::new()); case.new[0].len()],
    };
    for (at, cells) in case.columns.iter().enumerate() {
        let seen = cells.iter().any(Option::is_none);
        let text = spec_text(&case.encoder, params, seen);
        let spec: EncoderSpec = text.parse().map_err(|error| format!("{text}: {error}"))?;
        assert_eq!(spec.to_string().parse::<EncoderSpec>().unwrap(), spec, "{text} does not round-trip");
        let coded = Coded::new(cells);
        let mut input = coded.input();
        input.target = case.y.as_deref().map(TargetColumn::Numbers);
        let encoding: Encoding = fit(&spec, &input).map_err(|error| format!("{text}: {error}"))?;
        let shared = case.encoder == "Hashing";
        let mut training = coded.training(&encoding, cells).concat();
        if let Some(factors) = case.json.get("noise_factors") {
            encoders::multiply(&mut training, &numbers(&factors[at]));
        }
        for (row, outputs) in all.train.iter_mut().zip(training.chunks(encoding.width().max(1))) {
            append(row, outputs, shared);
        }
        for (row, cell) in all.train_without_y.iter_mut().zip(cells) {
            append(row, &coded.encode(&encoding, cell).unwrap(), shared);
        }
        for (row, cell) in all.new.iter_mut().zip(&case.new[at]) {
            match (row.as_mut(), coded.encode(&encoding, cell)) {
                (Some(row), Some(outputs)) => append(row, &outputs, shared),
                _ => *row = None,
            }
        }
    }
    Ok(all)
}

pub(super) struct Case<'a> {
    pub(super) json: &'a Value,
    pub(super) encoder: String,
    pub(super) columns: Vec<Vec<Cell>>,
    pub(super) new: Vec<Vec<Cell>>,
    pub(super) y: Option<Vec<f64>>,
}

impl Case<'_> {
    pub(super) fn missing_seen(&self) -> bool {
        self.columns.iter().flatten().any(Option::is_none)
    }

    pub(super) fn recorded_train(&self) -> Vec<Vec<f64>> {
        match self.json.get("train") {
            Some(rows) => matrix(rows),
            None => {
                let distinct = matrix(&self.json["train_distinct"]);
                let index = list(&self.json["train_row_index"]);
                index.iter().map(|at| distinct[usize::try_from(at.as_u64().unwrap()).unwrap()].clone()).collect()
            }
        }
    }
}

/// Compares one case; `cases` are those of the same file, for the defects that another case corrects.
fn walk(case: &Case, cases: &[Value], walked: &mut Walked) {
    let params = &case.json["params"];
    let id = case.json["id"].as_str().unwrap();
    let what = format!("{id} {} {params}", case.encoder);
    let tolerance = tolerance(&case.encoder, params);
    if params["hash_method"] == "sha1" {
        let error = encode(case, params).err().expect(&what);
        assert!(error.contains("allowed values are md5, sha256"), "{error}");
        walked.sha1 += 1;
        return;
    }
    let zero = |key: &str| params.get(key).is_some_and(|value| number(value) == 0.0);
    if params["base"] == 1 || zero("regularization") || zero("smoothing") || zero("a") {
        let error = encode(case, params).err().expect(&what);
        assert!(error.contains("is invalid: it must be"), "{error}");
        walked.refused += 1;
        return;
    }
    // A crash of the library, not a refusal.
    let crash = case.json["error_fit"] == "AttributeError" || case.json["title"] == "constant numeric y, two levels";
    if case.json.get("error_fit").is_some() && !crash {
        let error = encode(case, params).err().expect(&what);
        assert!(error.contains("which missing=error does not allow"), "{error}");
        walked.equal += 1;
        return;
    }
    let got = encode(case, params).unwrap_or_else(|error| panic!("{what}: {error}"));
    let comparison = Comparison { case, got: &got, cases, tolerance, what: &what };
    if comparison.corrects_a_defect() {
        walked.corrected += 1;
        return;
    }
    assert_rows_close(&got.train, &case.recorded_train(), tolerance, &format!("{what}, training rows"));
    if let Some(rows) = case.json.get("train_without_y") {
        assert_rows_close(&got.train_without_y, &matrix(rows), tolerance, &format!("{what}, training rows without y"));
    }
    if case.json.get("error_new").is_some() {
        assert!(got.new.iter().any(Option::is_none), "{what}: a new row should be refused");
    } else {
        let new: Vec<Vec<f64>> = got.new.iter().map(|row| row.clone().expect(&what)).collect();
        assert_rows_close(&new, &matrix(&case.json["new"]), tolerance, &format!("{what}, new rows"));
    }
    let names = list(&case.json["out_columns"]);
    if !names.is_empty() && case.json["train"][0].is_array() {
        assert_eq!(names.len(), got.train[0].len(), "{what}: outputs");
    }
    walked.equal += 1;
}

#[test]
fn enc_tiny_is_reproduced() {
    let file = load("enc_tiny");
    let cases = list(&file["cases"]);
    let mut walked = Walked::default();
    for json in cases {
        let set = tiny(json["dataset"].as_str().unwrap());
        let count = list(&json["cols"]).len();
        let case = Case {
            json,
            encoder: json["encoder"].as_str().unwrap().to_owned(),
            columns: columns(&set["rows"], count),
            new: columns(&set["new"], count),
            y: json["target"].as_str().map(|target| numbers(&set[target])),
        };
        walk(&case, cases, &mut walked);
    }
    println!("enc_tiny: {walked:?}");
    assert_eq!(walked, Walked { equal: 495, corrected: 46, refused: 8, sha1: 4 });
}

#[test]
fn enc_penguins_is_reproduced() {
    let file = load("enc_penguins");
    let cases = list(&file["cases"]);
    let mut walked = Walked::default();
    for json in cases {
        let names: Vec<&str> = list(&json["cols"]).iter().filter_map(Value::as_str).collect();
        let text = |name: &&str| penguins(name).iter().map(super::columns::cell).collect();
        let case = Case {
            json,
            encoder: json["encoder"].as_str().unwrap().to_owned(),
            columns: names.iter().map(text).collect(),
            new: columns(&file["new_rows"][names.join(",")], names.len()),
            y: json["target"].as_str().map(penguin_target),
        };
        walk(&case, cases, &mut walked);
    }
    println!("enc_penguins: {walked:?}");
    assert_eq!(walked, Walked { equal: 52, corrected: 8, refused: 0, sha1: 0 });
}

#[test]
fn enc_edge_is_reproduced() {
    let file = load("enc_edge");
    let cases = list(&file["cases"]);
    let mut walked = Walked::default();
    for json in cases {
        let count = list(&json["cols"]).len();
        let case = Case {
            json,
            encoder: json["encoder"].as_str().unwrap().to_owned(),
            columns: columns(&json["rows"], count),
            new: columns(&json["new_rows"], count),
            y: (!json["y"].is_null()).then(|| numbers(&json["y"])),
        };
        walk(&case, cases, &mut walked);
    }
    println!("enc_edge: {walked:?}");
    assert_eq!(walked, Walked { equal: 47, corrected: 11, refused: 4, sha1: 0 });
    // The file also records results for Python objects that are not text; here every cell is text.
    assert_eq!(list(&file["hash_object_column"]["values"]).len(), 6);
    assert_eq!(list(&file["ordinal_object_column"]["values"]).len(), 6);
}

#[test]
fn every_glmm_case_is_the_exact_optimum_not_the_librarys() {
    // The recorded values are the exact ones; the library's own distance from them is up to a percent.
    let file = load("enc_tiny");
    let with_distance = list(&file["cases"]).iter().filter(|case| case.get("library_within_abs").is_some()).count();
    assert_eq!(with_distance, 32);
}

#[test]
fn codes_follow_the_policies() {
    let coded = Coded::new(&[Some("a".into()), None, Some("b".into()), Some("b".into())]);
    let answer = |text: &str| {
        let encoding = fit(&text.parse().unwrap(), &coded.input()).unwrap();
        (encoding.missing, encoding.unknown)
    };
    assert_eq!(answer("ordinal"), (Fallback::Row, Fallback::Row));
    assert_eq!(answer("ordinal:unknown=error"), (Fallback::Row, Fallback::Error));
    assert_eq!(answer("ordinal:missing=most-frequent,unknown=missing"), (Fallback::Code(1), Fallback::Code(1)));
    assert_eq!(answer("ordinal:missing=constant:a"), (Fallback::Code(0), Fallback::Row));
    assert_eq!(answer("ordinal:missing=drop"), (Fallback::Error, Fallback::Row));
    assert_eq!(answer("ordinal:missing=nan,unknown=nan"), (Fallback::Nan, Fallback::Nan));
    let without = Coded::new(&[Some("a".into()), Some("b".into())]);
    let auto = fit(&"ordinal".parse().unwrap(), &without.input()).unwrap();
    assert_eq!(auto.missing, Fallback::Error, "a column without missing cells at fit refuses them");
}
