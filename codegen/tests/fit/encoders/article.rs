//! Exact results of formulas: the article of 17 encoders, contrast matrices, digests, the sigmoid target encoding, the
//! one-of-k example.

use nearkin_codegen::encoders::{Algorithm, EncoderSpec, TargetColumn, bucket, fit, multiply};
use serde_json::Value;

use super::columns::{
    Cell, Coded, Within, assert_close, assert_rows_close, cell, cells, columns, list, load, matrix, number, numbers,
    penguin_target, penguins, tiny,
};

fn article_spec(encoder: &str, params: &Value) -> EncoderSpec {
    let value = |key: &str| params[key].to_string();
    let text = match encoder {
        "Ordinal" => "ordinal".into(),
        "Count" => "count".into(),
        "OneHot" => "one-hot".into(),
        "Sum" => "sum".into(),
        "BackwardDifference" => "backward-difference".into(),
        "Helmert" => "helmert:variant=article".into(),
        "Polynomial" => "polynomial".into(),
        "Binary" => "binary".into(),
        "BaseN" => format!("base-n:base={}", value("base")),
        "Hashing" => format!("hashing:variant=article,components={}", value("output_dimension")),
        "Target" => format!("target:variant=article,smoothing={}", value("smoothing")),
        "MEstimate" => format!("m-estimate:m={}", value("m")),
        "JamesStein" => "james-stein:variant=article".into(),
        "GLMM" => "glmm:variant=article".into(),
        "WOE" => "woe:variant=article".into(),
        "LeaveOneOut" => "leave-one-out:variant=article".into(),
        "CatBoost" => format!("cat-boost:a={}", value("a")),
        other => panic!("{other} is not known"),
    };
    text.parse().unwrap()
}

#[test]
fn enc_article_is_reproduced() {
    let file = load("enc_article");
    let cases = list(&file["cases"]);
    for case in cases {
        let (encoder, params) = (case["encoder"].as_str().unwrap(), &case["params"]);
        let set = tiny(case["dataset"].as_str().unwrap());
        let column = columns(&set["rows"], 1).remove(0);
        let coded = Coded::new(&column);
        let y = case["target"].as_str().map(|target| numbers(&set[target]));
        let mut input = coded.input();
        input.target = y.as_deref().map(TargetColumn::Numbers);
        let spec = article_spec(encoder, params);
        let encoding = fit(&spec, &input).unwrap();
        let tolerance = if encoder == "GLMM" { Within::Absolute(2e-8) } else { 1e-12.into() };
        let what = format!("{encoder} {params} {}", case["dataset"]);
        assert_rows_close(&coded.training(&encoding, &column), &matrix(&case["train"]), tolerance, &what);
        let finite = list(&case["train"]).iter().flat_map(list).all(|value| number(value).is_finite());
        if !finite {
            assert!(encoding.device_objection().is_some(), "{what}");
        }
    }
    assert_eq!(cases.len(), 58);
}

#[test]
fn the_income_examples_matrices_are_reproduced() {
    let file = load("enc_article");
    let example = &file["income_example"];
    let levels: Vec<Cell> = list(&example["levels_in_order"]).iter().map(cell).collect();
    let coded = Coded::new(&levels);
    let order = coded.levels.join("|");
    for (name, method) in [
        ("OneHot", "one-hot:"),
        ("Sum", "sum:"),
        ("BackwardDifference", "backward-difference:"),
        ("Helmert_article", "helmert:variant=article,"),
        ("Helmert_library", "helmert:"),
        ("Polynomial", "polynomial:"),
    ] {
        let encoding = fit(&format!("{method}order={order}").parse().unwrap(), &coded.input()).unwrap();
        let want = matrix(&example["ols"][name]["matrix"]);
        assert_rows_close(&coded.training(&encoding, &levels), &want, 1e-12, name);
        // Each level's mean is intercept + row * coefficients.
        if name != "OneHot" {
            let coefficients = numbers(&example["ols"][name]["coef"]);
            let intercept = number(&example["ols"][name]["intercept"]);
            let fitted: Vec<f64> = coded
                .training(&encoding, &levels)
                .iter()
                .map(|row| intercept + row.iter().zip(&coefficients).map(|(x, b)| x * b).sum::<f64>())
                .collect();
            assert_close(&fitted, &numbers(&example["y"]), 1e-12, name);
        }
    }
}

#[test]
fn contrast_matrices_are_reproduced() {
    let file = load("contrast_matrices");
    let matrices = list(&file["matrices"]);
    for case in matrices {
        let n = case["levels"].as_u64().unwrap();
        // Letters: in order of appearance and of bytes alike.
        let levels: Vec<Cell> =
            (b'a'..).take(usize::try_from(n).unwrap()).map(|b| Some(char::from(b).into())).collect();
        let coded = Coded::new(&levels);
        for (name, method) in [
            ("Sum", "sum"),
            ("BackwardDifference", "backward-difference"),
            ("Helmert", "helmert"),
            ("Helmert_article", "helmert:variant=article"),
            ("Polynomial_exact", "polynomial"),
        ] {
            let encoding = fit(&method.parse().unwrap(), &coded.input()).unwrap();
            let rows = coded.training(&encoding, &levels);
            assert_rows_close(&rows, &matrix(&case[name]), 1e-12, &format!("{name} {n}"));
        }
    }
    assert_eq!(matrices.len(), 9);
}

#[test]
fn buckets_are_the_digests_remainders() {
    let file = load("hashes");
    let words = list(&file["words"]);
    let mut compared = 0;
    for word in words {
        for (name, algorithm) in [("md5", Algorithm::Md5), ("sha256", Algorithm::Sha256)] {
            for (n, want) in word[name]["mod"].as_object().unwrap() {
                let text = word["text"].as_str().unwrap();
                let got = bucket(text, n.parse().unwrap(), algorithm);
                assert_eq!(u64::from(got), want.as_u64().unwrap(), "{text:?} {name} mod {n}");
                compared += 1;
            }
        }
    }
    // 27 words, 9 moduli, 2 digests; the file's SHA-1 is not offered.
    assert_eq!(compared, 27 * 9 * 2);
}

#[test]
fn kaggle_target_is_reproduced() {
    let file = load("kaggle_target");
    let cases = list(&file["cases"]);
    let mut noisy = 0;
    for case in cases {
        let target = case["target"].as_str().unwrap();
        let (column, y) = if case["dataset"] == "penguins" {
            (penguins(case["col"].as_str().unwrap()).iter().map(cell).collect(), penguin_target(target))
        } else {
            let set = tiny(case["dataset"].as_str().unwrap());
            (columns(&set["rows"], 1).remove(0), numbers(&set[target]))
        };
        let coded = Coded::new(&column);
        let input = coded.input().with_target(TargetColumn::Numbers(&y));
        let spec = format!("target:k={},f={},noise=0,missing=ignore", case["k"], case["f"]);
        let encoding = fit(&spec.parse().unwrap(), &input).unwrap();
        let encode = |cell: &Cell| coded.encode(&encoding, cell).unwrap()[0];
        for (level, want) in case["encodings"].as_object().unwrap() {
            assert_close(&[encode(&Some(level.clone()))], &[number(want)], 1e-12, level);
        }
        let new: Vec<f64> = list(&case["new_rows"]).iter().map(|value| encode(&cell(value))).collect();
        assert_close(&new, &numbers(&case["new"]), 1e-12, &spec);
        if let Some(train) = case.get("train") {
            let mut rows: Vec<f64> = column.iter().map(encode).collect();
            assert_close(&rows, &numbers(train), 1e-12, &spec);
            if let Some(noise) = case.get("noise") {
                let level = number(&noise["noise_level"]);
                let factors: Vec<f64> = numbers(&noise["standard_normal"]).iter().map(|z| 1.0 + level * z).collect();
                multiply(&mut rows, &factors);
                assert_close(&rows, &numbers(&noise["train"]), 1e-12, &spec);
                noisy += 1;
            }
        }
    }
    assert_eq!((cases.len(), noisy), (21, list(&file["cases"]).iter().filter(|c| c.get("noise").is_some()).count()));
    assert!(noisy > 0);
}

#[test]
fn the_one_of_k_example_is_reproduced() {
    let file = load("onehot_factor");
    let features: Vec<Vec<String>> = list(&file["features"])
        .iter()
        .map(|words| list(words).iter().map(|w| w.as_str().unwrap().into()).collect())
        .collect();
    let fitted: Vec<_> = features
        .iter()
        .map(|words| {
            let coded = Coded::new(&cells(&words.iter().map(String::as_str).collect::<Vec<_>>()));
            let spec = format!("one-hot:order={}", words.join("|"));
            let encoding = fit(&spec.parse().unwrap(), &coded.input()).unwrap();
            (coded, encoding)
        })
        .collect();
    let widths: Vec<f64> =
        fitted.iter().map(|(_, encoding)| f64::from(u32::try_from(encoding.width()).unwrap())).collect();
    assert_close(&widths, &numbers(&file["shape"]), 0.0, "shape");
    let examples = list(&file["examples"]);
    for example in examples {
        let words = list(&example["words"]).iter().map(cell);
        let row: Vec<f64> =
            words.zip(&fitted).flat_map(|(word, (coded, encoding))| coded.encode(encoding, &word).unwrap()).collect();
        assert_close(&row, &numbers(&example["onehot"]), 0.0, "row");
    }
    assert_eq!(examples.len(), 2);
}
