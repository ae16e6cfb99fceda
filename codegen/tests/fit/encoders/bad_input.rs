//! Bad and borderline input: each has a defined result.

use nearkin_codegen::encoders::{
    BaseN, Blend, CatBoost, ColumnInput, EncoderSpec, Encoding, Fallback, Hashing, LevelOrder, METHODS, MEstimate,
    Method, MissingPolicy, OneHot, Rare, Shape, TargetColumn, TargetEncoder, UnknownPolicy, Woe, fit,
};

use super::columns::{Cell, Coded, assert_close, cells};

const Y: [f64; 4] = [0.0, 1.0, 1.0, 0.0];

/// Every method with its defaults; the target is zeros and ones.
fn fit_all(cells: &[Cell], y: &[f64]) -> Vec<(&'static str, Result<Encoding, String>)> {
    let coded = Coded::new(cells);
    METHODS
        .iter()
        .map(|info| {
            let input = coded.input().with_target(TargetColumn::Numbers(y));
            (info.name, fit(&info.name.parse().unwrap(), &input).map_err(|error| error.to_string()))
        })
        .collect()
}

fn error(spec: &str, cells: &[Cell], y: &[f64]) -> String {
    let coded = Coded::new(cells);
    fit(&spec.parse().unwrap(), &coded.input().with_target(TargetColumn::Numbers(y))).unwrap_err().to_string()
}

fn parse_error(spec: &str) -> String {
    spec.parse::<EncoderSpec>().unwrap_err().to_string()
}

fn first_row(encoding: &Encoding) -> Vec<f64> {
    encoding.outputs_of(0).unwrap()
}

#[test]
fn a_constant_column_is_legal_for_every_method() {
    for (name, encoding) in fit_all(&cells(&["a"; 4]), &Y) {
        let encoding = encoding.unwrap_or_else(|error| panic!("{name}: {error}"));
        let want: &[f64] = match name {
            "ordinal" | "one-hot" | "binary" | "base-n" => &[1.0],
            "count" => &[4.0],
            "sum" | "backward-difference" | "helmert" | "polynomial" => &[],
            "hashing" => &[0.0; 8],
            // As many ones as zeros: no evidence.
            "woe" => &[0.0],
            "glmm" => {
                // No effect either, except that the sum of the weights of the 10-point rule is not exactly 1.
                assert!(first_row(&encoding)[0].abs() < 2e-4);
                continue;
            }
            _ => &[0.5],
        };
        if name == "hashing" {
            assert_eq!((encoding.width(), encoding.levels.len()), (8, 0));
        } else {
            assert_close(&first_row(&encoding), want, 1e-9, name);
        }
        assert_eq!(encoding.device_objection(), None, "{name}");
    }
}

#[test]
fn a_column_of_missing_cells_only_has_missing_as_its_level() {
    for (name, encoding) in fit_all(&[None, None, None, None], &Y) {
        let encoding = encoding.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(encoding.levels.len(), 0, "{name}");
        assert_eq!(encoding.missing, Fallback::Row, "{name}");
        assert_eq!(encoding.device_objection(), None, "{name}");
        assert_eq!(encoding.outputs_of(encoding.missing_code()).unwrap().len(), encoding.width(), "{name}");
    }
    assert_eq!(
        error("ordinal:missing=most-frequent", &[None], &[0.0]),
        "all values are missing, so missing=most-frequent has no level to use; use missing=level"
    );
    assert_eq!(error("ordinal:missing=drop", &[None], &[0.0]), "there are no rows to fit an encoder to");
}

#[test]
fn no_rows_are_refused_by_every_method() {
    for (name, encoding) in fit_all(&[], &[]) {
        assert_eq!(encoding.unwrap_err(), "there are no rows to fit an encoder to", "{name}");
    }
}

#[test]
fn levels_all_distinct_give_finite_numbers() {
    for (name, encoding) in fit_all(&cells(&["a", "b", "c", "d"]), &Y) {
        let encoding = encoding.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(encoding.device_objection(), None, "{name}");
        if matches!(name, "m-estimate" | "james-stein" | "leave-one-out" | "cat-boost") {
            assert_close(&first_row(&encoding), &[0.5], 1e-12, name);
        }
        if matches!(name, "glmm" | "woe") {
            assert_close(&first_row(&encoding), &[0.0], 1e-12, name);
        }
    }
}

#[test]
fn one_row_is_legal_where_the_target_need_not_vary() {
    for (name, encoding) in fit_all(&cells(&["a"]), &[1.0]) {
        match name {
            "woe" => assert!(encoding.unwrap_err().contains("there is no 0")),
            _ => assert_eq!(encoding.unwrap_or_else(|e| panic!("{name}: {e}")).device_objection(), None, "{name}"),
        }
    }
}

#[test]
fn a_level_seen_once_has_its_rule() {
    let x = cells(&["a", "a", "a", "b"]);
    let level_b = |spec: &str| {
        let coded = Coded::new(&x);
        let input = coded.input().with_target(TargetColumn::Numbers(&Y));
        coded.encode(&fit(&spec.parse().unwrap(), &input).unwrap(), &Some("b".into())).unwrap()
    };
    for (spec, want) in [("leave-one-out", 0.5), ("cat-boost", 0.5), ("woe", 0.0), ("m-estimate", 0.25)] {
        assert_close(&level_b(spec), &[want], 1e-12, spec);
    }
}

#[test]
fn a_target_that_is_not_finite_is_refused_with_its_row() {
    for info in METHODS.iter().filter(|info| info.supervised) {
        for bad in [f64::NAN, f64::INFINITY] {
            let message = error(info.name, &cells(&["a", "b"]), &[0.0, bad]);
            assert!(message.starts_with(&format!("row 1: the target is {bad}, not a finite number")), "{message}");
        }
    }
}

#[test]
fn no_target_is_refused_by_supervised_methods_only() {
    let coded = Coded::new(&cells(&["a", "b"]));
    for info in METHODS {
        let result = fit(&info.name.parse().unwrap(), &coded.input());
        match info.supervised {
            false => assert!(result.is_ok(), "{}", info.name),
            true => assert_eq!(
                result.unwrap_err().to_string(),
                format!("encoder {:?} requires a target; specify --target", info.name)
            ),
        }
    }
}

#[test]
fn class_targets_are_taken_as_stated() {
    let coded = Coded::new(&cells(&["a", "b", "a", "b"]));
    let text = ["no".to_owned(), "yes".to_owned()];
    let three = ["x".to_owned(), "y".to_owned(), "z".to_owned()];
    let digits = ["0".to_owned(), "1".to_owned()];
    let run = |spec: &str, names: &[String], codes: &[u32]| {
        fit(&spec.parse().unwrap(), &coded.input().with_target(TargetColumn::Classes { codes, names }))
            .map_err(|error| error.to_string())
    };
    // Plain numbers: the larger class is 1.
    assert_close(&first_row(&run("m-estimate:m=0", &digits, &[0, 1, 1, 1]).unwrap()), &[0.5], 1e-12, "digits");
    // Text: scikit-learn's target encoder uses the second class, the others need positive=.
    assert_eq!(run("target", &text, &[0, 1, 1, 0]).unwrap().width(), 1);
    assert!(run("woe", &text, &[0, 1, 1, 0]).unwrap_err().contains("specify positive=CLASS"));
    assert!(run("woe:positive=yes", &text, &[0, 1, 1, 0]).is_ok());
    assert!(run("woe:positive=yea", &text, &[0, 1, 1, 0]).unwrap_err().contains("did you mean \"yes\"?"));
    // More classes: an output for each, or one class against the rest.
    let encoding = run("target:smooth=0,cv=0", &three, &[0, 1, 2, 1]).unwrap();
    assert_eq!(encoding.outputs, three);
    assert_close(&first_row(&encoding), &[0.5, 0.0, 0.5], 1e-12, "three classes");
    assert_eq!(run("target:positive=z,cv=0,smooth=0", &three, &[0, 1, 2, 1]).unwrap().width(), 1);
    assert!(run("glmm", &three, &[0, 1, 2, 1]).unwrap_err().contains("classes x, y, z"));
}

#[test]
fn woe_needs_zeros_and_ones() {
    let x = cells(&["a", "b", "a", "b"]);
    let message = error("woe", &x, &[0.0, 1.0, 2.0, 1.0]);
    assert!(message.starts_with("row 2: ") && message.contains("zeros and ones, not 2;"), "{message}");
    assert!(error("woe", &x, &[1.0; 4]).contains("there is no 0"));
    let coded = Coded::new(&x);
    let y = [3.0, 7.0, 7.0, 3.0];
    let input = coded.input().with_target(TargetColumn::Numbers(&y));
    assert!(fit(&"woe:positive=7".parse().unwrap(), &input).is_ok());
    assert_eq!(error("woe:positive=8", &x, &y), "positive=8 does not occur in the target");
}

#[test]
fn parameters_out_of_range_are_refused() {
    for (spec, part) in [
        ("target:smoothing=0", "smoothing=0 is invalid: it must be above 0"),
        ("target:smoothing=-1", "it must be above 0"),
        ("target:smoothing=nan", "it must be above 0"),
        ("target:cv=1", "cv=1 is invalid"),
        ("target:smooth=auto,smoothing=1", "exclude each other; specify one kind"),
        ("target:k=1,min_samples_leaf=2", "min_samples_leaf, k are aliases"),
        ("cat-boost:a=0", "a=0 is invalid: it must be above 0"),
        ("woe:regularization=0", "regularization=0 is invalid"),
        ("m-estimate:m=-1", "it must be at least 0"),
        ("base-n:base=1", "base=1 is invalid: it must be a whole number from 2 to 65536"),
        ("hashing:components=0", "components=0 is invalid"),
        ("hashing:unknown=error", "unknown=error has no effect: every text has a bucket"),
        ("one-hot:dorp=first", "has no key \"dorp\" (did you mean \"drop\"?); its keys are drop, min_frequency"),
        ("one-hot:drop=firts", "allowed values are none, first"),
        ("one-hot:drop", "\"drop\" is not key=value"),
        ("one-hot:drop=first,drop=first", "key \"drop\" is given twice"),
        ("targte", "unknown encoder \"targte\" (did you mean \"target\"?); the encoders are ordinal, count, one-hot"),
        ("sum:unknown=missin", "allowed values are error, value, missing"),
        ("target:unknown=level", "unknown=level is for contrasts, binary and base-n"),
        ("ordinal:order=a|a", "lists \"a\" twice"),
        ("ordinal:mapping=one:a", "NUMBER:LEVEL"),
        ("ordinal:mapping=1:a|2:a", "mapped twice"),
    ] {
        let message = parse_error(spec);
        assert!(message.contains(part), "{spec}: {message}");
    }
}

#[test]
fn long_and_empty_levels_are_ordinary() {
    let long = "x".repeat(10_000);
    let x: Vec<Cell> = [Some(long.clone()), Some(String::new()), None, Some(String::new())].into();
    for (name, encoding) in fit_all(&x, &Y) {
        let encoding = encoding.unwrap_or_else(|error| panic!("{name}: {error}"));
        if name != "hashing" {
            assert_eq!(encoding.levels, [1, 0], "{name}: the empty level sorts first");
        }
        assert_eq!(encoding.device_objection(), None, "{name}");
    }
    let spec: EncoderSpec = format!("ordinal:order={long}|").parse().unwrap();
    let coded = Coded::new(&x);
    let encoding = fit(&spec, &coded.input()).unwrap();
    assert_close(&coded.encode(&encoding, &Some(String::new())).unwrap(), &[2.0], 0.0, "the empty level");
}

#[test]
fn a_listed_level_without_rows_keeps_its_place() {
    let coded = Coded::new(&cells(&["low", "high"]));
    let encoding = fit(&"ordinal:order=low|mid|high".parse().unwrap(), &coded.input()).unwrap();
    assert_eq!(encoding.declared, ["mid"]);
    let code = |text: &str| coded.encode(&encoding, &Some(text.into())).unwrap()[0];
    assert_eq!([code("low"), code("mid"), code("high"), code("other")], [1.0, 2.0, 3.0, -1.0]);
    let target = fit(
        &"target:missing=constant:none".parse().unwrap(),
        &coded.input().with_target(TargetColumn::Numbers(&[0.0, 1.0])),
    )
    .unwrap();
    assert_eq!(target.declared, ["none"]);
    assert_eq!(target.outputs_of(target.missing_code()).unwrap(), [0.5], "no rows: the prior");
}

#[test]
fn indicators_are_more_outputs() {
    let x: Vec<Cell> = [Some("a".into()), None, Some("b".into()), Some("unknown".into())].into();
    let coded = Coded::new(&x);
    let input = coded.input().with_target(TargetColumn::Numbers(&Y));
    let run = |spec: &str| fit(&spec.parse().unwrap(), &input).unwrap();
    let one_hot = run("one-hot:missing=indicator,unknown=indicator");
    assert_eq!(one_hot.outputs, ["a", "b", "unknown", "missing", "unknown_"]);
    assert!(matches!(one_hot.shape, Shape::OneHot { missing: Some(3), unknown: Some(4), width: 5, .. }));
    let row = |encoding: &Encoding, cell: Cell| coded.encode(encoding, &cell).unwrap();
    assert_eq!(row(&one_hot, None), [0.0, 0.0, 0.0, 1.0, 0.0]);
    let target = run("leave-one-out:missing=indicator,unknown=indicator");
    assert_eq!(target.outputs, ["", "missing", "unknown"]);
    assert_eq!(row(&target, None), [0.5, 1.0, 0.0]);
    assert_eq!(row(&target, Some("zz".into())), [0.5, 0.0, 1.0]);
    assert_eq!(row(&target, Some("a".into())), [0.5, 0.0, 0.0]);
    let training: Vec<f64> = target.training.unwrap();
    assert_eq!(training[3..6], [0.5, 1.0, 0.0], "the missing row");
    assert_eq!(training.len(), 12);
}

#[test]
fn dropped_rows_do_not_count_and_keep_their_place() {
    let x: Vec<Cell> = [Some("a".into()), None, Some("a".into()), Some("b".into())].into();
    let coded = Coded::new(&x);
    let y = [1.0, 100.0, 3.0, 5.0];
    let encoding =
        fit(&"leave-one-out:missing=drop".parse().unwrap(), &coded.input().with_target(TargetColumn::Numbers(&y)))
            .unwrap();
    // Prior (1 + 3 + 5) / 3.
    assert_close(&encoding.training.clone().unwrap(), &[3.0, f64::NAN, 1.0, 3.0], 1e-12, "training rows");
    assert_eq!(encoding.missing, Fallback::Error);
    assert_eq!(encoding.outputs_of(encoding.missing_code()), None);
}

#[test]
fn noise_multiplies_training_rows_only_and_repeats() {
    let x = cells(&["a", "b", "a", "b"]);
    let coded = Coded::new(&x);
    let run = |spec: &str, seed: u64| {
        let mut input = coded.input().with_target(TargetColumn::Numbers(&Y));
        input.seed = seed;
        fit(&spec.parse().unwrap(), &input).unwrap()
    };
    for info in METHODS.iter().filter(|info| info.supervised) {
        let (plain, noisy) = (run(info.name, 1), run(&format!("{}:sigma=0.1", info.name), 1));
        assert_eq!(plain.shape, noisy.shape, "{}", info.name);
        let rows = coded.training(&plain, &x).concat();
        let mut random = nearkin_codegen::random::Random::new(1, 0);
        let want: Vec<f64> = rows.iter().map(|value| value * (1.0 + 0.1 * random.normal())).collect();
        assert_eq!(noisy.training.as_ref().unwrap(), &want, "{}", info.name);
        assert_eq!(noisy, run(&format!("{}:noise=0.1", info.name), 1));
    }
    assert_ne!(run("target:sigma=0.1", 1).training, run("target:sigma=0.1", 2).training);
}

#[test]
fn own_folds_are_balanced_and_repeat() {
    let n = 100_u32;
    let coded = Coded { levels: vec!["a".into()], codes: vec![0; n as usize] };
    let y: Vec<f64> = (0..n).map(|row| f64::from(row * row)).collect();
    let mut input = coded.input().with_target(TargetColumn::Numbers(&y));
    fn run(input: &ColumnInput) -> Vec<f64> {
        fit(&"target:smooth=0".parse().unwrap(), input).unwrap().training.unwrap()
    }
    let rows = run(&input);
    assert_eq!(rows, run(&input));
    // One level: a row gets the mean of the other folds, so five values, each in twenty rows, with the prior as mean.
    let mut distinct = rows.clone();
    distinct.sort_by(f64::total_cmp);
    distinct.dedup();
    assert_eq!(distinct.len(), 5);
    assert!(distinct.iter().all(|value| rows.iter().filter(|row| *row == value).count() == 20));
    assert_close(&[rows.iter().sum::<f64>() / 100.0], &[3283.5], 1e-12, "mean of the means");
    input.seed = 7;
    assert_ne!(rows, run(&input));
    let few = Coded { levels: vec!["a".into()], codes: vec![0; 3] };
    let error =
        fit(&"target:smooth=auto".parse().unwrap(), &few.input().with_target(TargetColumn::Numbers(&[1.0, 2.0, 3.0])))
            .unwrap_err();
    assert_eq!(error.to_string(), "cv=5 needs at least 5 rows, but there are 3");
}

#[test]
fn integer_levels_sort_by_number_and_text_by_bytes() {
    let run = |texts: &[&str]| {
        let coded = Coded::new(&cells(texts));
        let encoding = fit(&"ordinal".parse().unwrap(), &coded.input()).unwrap();
        let names: Vec<String> =
            (0..encoding.levels.len()).map(|code| encoding.level(&coded.levels, code).unwrap().to_owned()).collect();
        let codes: Vec<f64> = (0..names.len()).map(|code| encoding.outputs_of(code).unwrap()[0]).collect();
        (encoding.integer_levels, names, codes)
    };
    assert_eq!(run(&["10", "-1", "9"]), (true, ["-1", "9", "10"].map(String::from).into(), vec![1.0, 2.0, 3.0]));
    // Plain numbers that are not canonical integers: vocabulary in byte order, codes in numeric order.
    assert_eq!(run(&["10", "9", "1.5"]), (false, ["1.5", "10", "9"].map(String::from).into(), vec![1.0, 3.0, 2.0]));
    assert_eq!(run(&["b", "B", "é"]), (false, ["B", "b", "é"].map(String::from).into(), vec![1.0, 2.0, 3.0]));
}

#[test]
fn wrong_codes_classes_and_folds_are_refused() {
    let coded = Coded { levels: vec!["a".into()], codes: vec![0, 7] };
    let message = fit(&"ordinal".parse().unwrap(), &coded.input()).unwrap_err().to_string();
    assert_eq!(message, "row 1: level index 7 is out of range 0..1");
    let twice = Coded { levels: vec!["a".into(), "a".into()], codes: vec![0, 1] };
    assert_eq!(
        fit(&"ordinal".parse().unwrap(), &twice.input()).unwrap_err().to_string(),
        "level \"a\" is listed twice"
    );
    let names = ["x".to_owned()];
    let fine = Coded { levels: vec!["a".into()], codes: vec![0, 0] };
    let input = fine.input().with_target(TargetColumn::Classes { codes: &[0, 3], names: &names });
    assert_eq!(
        fit(&"target".parse().unwrap(), &input).unwrap_err().to_string(),
        "row 1: target class 3 is out of range 0..1"
    );
    let mut input = fine.input().with_target(TargetColumn::Numbers(&[0.0, 1.0]));
    input.folds = Some(&[0]);
    let message = |input: &ColumnInput| fit(&"target:cv=2".parse().unwrap(), input).unwrap_err().to_string();
    assert!(message(&input).contains("1 folds are given"));
    input.folds = Some(&[1, 1]);
    assert_eq!(message(&input), "all rows are in one fold, so none are left to fit; specify at least two folds");
    input.folds = Some(&[1, u32::MAX]);
    assert_eq!(message(&input), "row 1: fold 4294967295 is out of range: there are 2 rows");
}

#[test]
fn specs_built_by_hand_are_checked_too() {
    let x = Coded::new(&cells(&["a", "b", "a", "b"]));
    let input = x.input().with_target(TargetColumn::Numbers(&Y));
    let nothing = Rare { max_categories: Some(0), min_frequency: None };
    for (method, part) in [
        (Method::Hashing(Hashing { components: 0, ..Hashing::default() }), "components=0 is invalid"),
        (Method::Woe(Woe { regularization: 0.0, article: false }), "regularization=0 is invalid"),
        (Method::MEstimate(MEstimate { m: f64::NAN }), "m=NaN is invalid"),
        (Method::CatBoost(CatBoost { a: 0.0 }), "a=0 is invalid"),
        (Method::BaseN(BaseN { base: 1 }), "base=1 is invalid"),
        (Method::Target(TargetEncoder { cv: 1, ..TargetEncoder::default() }), "cv=1 is invalid"),
        (
            Method::Target(TargetEncoder { blend: Blend::Sigmoid { min_samples_leaf: 1.0, smoothing: 0.0 }, cv: 0 }),
            "smoothing=0 is invalid",
        ),
    ] {
        let message = fit(&EncoderSpec::from(method), &input).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    let spec = EncoderSpec::from(Method::OneHot(OneHot { rare: nothing, ..OneHot::default() }));
    assert_eq!(fit(&spec, &input).unwrap().outputs, ["infrequent"], "every level is in the one group");
    let spec = EncoderSpec { sigma: f64::NAN, ..EncoderSpec::from(Method::Target(TargetEncoder::default())) };
    assert!(fit(&spec, &input).unwrap_err().to_string().contains("sigma=NaN is invalid"));
}

#[test]
fn specs_round_trip_through_their_text() {
    for text in [
        "one-hot",
        "one-hot:drop=first,unknown=indicator",
        "ordinal:order=a\\,b|c\\|d|e=f",
        "ordinal:order=\\sorted",
        "ordinal:index_start=0,mapping=10:a:b|-1.5:|0",
        "target:min_samples_leaf=1,smoothing=0.5,unknown=error",
        "target:smooth=auto,cv=3,positive=a\\,b",
        "cat-boost:a=2.5,sigma=0.05",
        "count:normalize=true,unknown=constant:-3",
        "hashing:components=16,algorithm=sha256,shared=true",
        "helmert:variant=article,order=appearance,missing=reserve",
        "woe:positive=yes,missing=constant:a\\,b",
    ] {
        let spec: EncoderSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), text);
        let json = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<EncoderSpec>(&json).unwrap(), spec);
    }
    for (text, canonical) in [
        ("one-hot:drop=if_binary,order=sorted", "one-hot:drop=if-binary"),
        ("target:k=1,f=2,noise=0", "target:min_samples_leaf=1,smoothing=2"),
        ("target:variant=article", "target:min_samples_leaf=1"),
        ("hashing:variant=article", "hashing:algorithm=sha256"),
        ("ordinal:missing=value", "ordinal:missing=level"),
        ("target:smooth=2,cv=5", "target:smooth=2"),
    ] {
        assert_eq!(text.parse::<EncoderSpec>().unwrap().to_string(), canonical);
    }
    let given = EncoderSpec {
        order: LevelOrder::Given(vec!["appearance".into()]),
        unknown: UnknownPolicy::Level,
        missing: MissingPolicy::Ignore,
        ..EncoderSpec::from(Method::Sum)
    };
    assert_eq!(given.to_string().parse::<EncoderSpec>().unwrap(), given);
    for info in METHODS {
        assert_eq!(info.name.parse::<EncoderSpec>().unwrap().to_string(), info.name);
    }
}

#[test]
fn a_table_of_absurd_size_is_refused() {
    // 21 digits for each of 1.6 million levels.
    let levels: Vec<String> = (0..1_600_000).map(|n| n.to_string()).collect();
    let coded = Coded { levels, codes: (0..1_600_000).collect() };
    let error = fit(&"binary".parse().unwrap(), &coded.input()).unwrap_err().to_string();
    assert!(
        error.starts_with("1600000 levels need a table of 1600000 x 21 numbers, which is too large; use "),
        "{error}"
    );
}

#[test]
fn contrasts_of_thousands_of_levels_are_worked_out_one_row_at_a_time() {
    let levels: Vec<String> = (1000..7000).map(|n| n.to_string()).collect();
    let coded = Coded { levels, codes: (0..6000).collect() };
    let row = |method: &str, code: usize| {
        let row = fit(&method.parse().unwrap(), &coded.input()).unwrap().outputs_of(code).unwrap();
        assert_eq!(row.len(), 5999, "{method}");
        row
    };
    assert!(row("sum", 5999).iter().all(|&value| value == -1.0));
    assert!(row("sum", 17).iter().enumerate().all(|(j, &value)| value == f64::from(u8::from(j == 17))));
    let helmert = row("helmert", 3000);
    assert_eq!((helmert[2998], helmert[2999], helmert[3000]), (0.0, 3000.0, -1.0));
    let steps = row("backward-difference", 3000);
    assert_eq!((steps[2999], steps[3000]), (3000.0 / 6000.0, (3001.0 - 6000.0) / 6000.0));
    // The linear polynomial: the level counted from the middle, of length 1.
    let slope = (12.0 / (6000.0 * (6000.0 * 6000.0 - 1.0_f64))).sqrt();
    for code in [0, 1, 2999, 3000, 5999] {
        let expected = (f64::from(u32::try_from(code).unwrap()) - 2999.5) * slope;
        assert!((row("polynomial", code)[0] - expected).abs() < 1e-14, "{code}");
    }
    // Missing cells were not seen, and an unknown level is the zero row.
    assert!(row("polynomial", 6001).iter().all(|&value| value == 0.0));
}
