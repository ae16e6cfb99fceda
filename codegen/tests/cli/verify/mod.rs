//! `verify`: its counts, its limits, and vectors that replay bit by bit.

/// Written by `nearkin verify --vectors` for the model of `golden`, below.
mod vectors;

use crate::folder::{Folder, text};
use nearkin::Model;
use nearkin_codegen::model::aligned::Aligned;
use serde_json::Value;

const PENGUINS: &str = "examples/data/penguins.csv";

fn fitted(more: &[&str]) -> Folder {
    let folder = Folder::new();
    folder.copy(PENGUINS, "penguins.csv");
    folder.ok(&[&["fit", "penguins.csv", "--target", "species", "-o", "m.nkn"], more].concat());
    folder
}

fn json(folder: &Folder, more: &[&str]) -> Value {
    let text = folder.ok(&[&["verify", "m.nkn", "penguins.csv", "--format", "json"], more].concat());
    serde_json::from_str(&text).expect("valid JSON")
}

#[test]
fn single_precision_differs_by_its_rounding_and_changes_nothing() {
    for more in [
        &[][..],
        &["--metric", "manhattan", "--weights", "distance"],
        &["--metric", "cosine"],
        &["--metric", "chebyshev", "--encoder", "target"],
        &["--metric", "hamming", "--scaler", "none"],
        &["--metric", "minkowski:3", "--encoder", "binary", "--scale-encoded"],
        &["--encoder", "hashing", "--missing", "bill_length_mm=indicator"],
        &["--encoder", "leave-one-out:positive=Gentoo"],
    ] {
        let results = json(&fitted(more), &[]);
        let error = results["largest_error"]["error"].as_f64().expect("a number");
        // Years near 2008 with a spread of 0.82: half a step of their mean in single precision is 7.5e-5 of that.
        assert!(error < 7.5e-5, "{more:?}: {error}");
        assert_eq!((&results["changed"], &results["rows"]), (&0.into(), &344.into()), "{more:?}: {results}");
    }
}

#[test]
fn integers_are_compared_with_the_rows_before_they_were_rounded() {
    let results = json(&fitted(&["--storage", "i8"]), &["--max-changed", "1"]);
    assert_eq!(results["basis"], "training-rows");
    // The widest number spans 127 steps to either side, about 3 standard deviations: half a step is near 0.01.
    let error = results["largest_error"]["error"].as_f64().expect("a number");
    assert!((1e-3..0.02).contains(&error), "{error}");
}

#[test]
fn categories_stored_as_integers_are_taken_back_to_their_outputs() {
    for more in [
        &["--clusters", "3", "--drop", "species"][..],
        &["--target", "body_mass_g", "--encoder", "leave-one-out"],
        &["--target", "body_mass_g", "--encoder", "target:cv=5"],
        &["--target", "species", "--prototypes", "k-means:5"],
        &["--target", "species", "--missing", "bill_length_mm=mean+indicator", "--prototypes", "lvq:3"],
    ] {
        let folder = Folder::new();
        folder.copy(PENGUINS, "penguins.csv");
        folder.ok(&[&["fit", "penguins.csv", "--storage", "i16", "-o", "m.nkn"], more].concat());
        let results = json(&folder, &["--max-changed", "1"]);
        // Half of the shared step: the widest output spans 1,500 g where the encoder gives means of grams, else no more
        // than 10, and 16 bits have 5,000 steps at least for so few numbers.
        let span = if more.contains(&"body_mass_g") { 1_500.0 } else { 10.0 };
        let error = results["largest_error"]["error"].as_f64().expect("a number");
        assert!(error <= span / 10_000.0, "{more:?}: {error}");
    }
}

#[test]
fn a_difference_between_equally_far_rows_is_counted_apart() {
    let folder = Folder::new();
    // 0.1 and 0.3 are equally far from 0.2, except for rounding, in either precision.
    folder.write("d.csv", b"x,y\n0.1,a\n0.3,b\n0.7,a\n0.9,b\n1.1,b\n1.3,a\n");
    folder.ok(&["fit", "d.csv", "--target", "y", "-k", "1", "--scaler", "none", "--holdout", "0", "-o", "m.nkn"]);
    folder.write("q.csv", b"x\n0.2\n0.8\n1.0\n1.2\n0.5\n0.15\n");
    let output = folder.ok(&["verify", "m.nkn", "q.csv", "--training", "d.csv", "--format", "json"]);
    let results: Value = serde_json::from_str(&output).expect("valid JSON");
    assert_eq!((&results["changed"], &results["passed"]), (&0.into(), &true.into()), "{results}");
    assert!(results["ties"].as_u64().is_some_and(|ties| ties > 0), "{results}");
}

#[test]
fn without_the_training_rows_the_stored_bytes_are_what_is_compared_with() {
    let results = json(&fitted(&["--storage", "i8", "--lean"]), &["--max-changed", "0.02"]);
    assert_eq!((&results["basis"], &results["basis_reason"]), (&"stored-rows".into(), &"no-recipe".into()));
}

/// 2^24 + 1 is not an `f32`: the device has two equal rows, of which the smaller wins. In `f64` they differ.
#[test]
fn the_reference_is_fitted_again_in_f64_to_the_training_file() {
    let folder = Folder::new();
    folder.write("d.csv", b"x,y\n16777216,a\n16777217,b\n16777190,a\n");
    folder.write("q.csv", b"x\n16777217\n16777217\n16777200\n");
    let fit = ["fit", "d.csv", "--target", "y", "-k", "1", "--scaler", "none", "--holdout", "0"];
    let verify = |name: &str, more: &[&str]| {
        let all = [&["verify", name, "--format", "json", "--max-changed", "1"], more].concat();
        let results: Value = serde_json::from_str(&folder.ok(&all)).expect("valid JSON");
        results
    };
    folder.ok(&[&fit[..], &["-o", "m.nkn"]].concat());
    folder.ok(&[&fit[..], &["--lean", "-o", "lean.nkn"]].concat());
    let results = verify("m.nkn", &["d.csv"]);
    assert_eq!((&results["basis"], &results["changed"]), (&"training-rows".into(), &1.into()));
    assert_eq!((&results["basis_reason"], &results["changes"][0]["line"]), (&Value::Null, &3.into()));
    assert_eq!(verify("lean.nkn", &["d.csv"])["changed"], 0);
    // Other rows: the training rows are not available, unless their file is given.
    let results = verify("m.nkn", &["q.csv"]);
    assert_eq!((&results["basis_reason"], &results["changed"]), (&"no-training-file".into(), &0.into()));
    let results = verify("m.nkn", &["q.csv", "--training", "d.csv"]);
    assert_eq!((&results["basis"], &results["changed"]), (&"training-rows".into(), &2.into()));
    let refused = |model: &str| text(&folder.run(&["verify", model, "d.csv", "--training", "q.csv"]).stderr).to_owned();
    assert_eq!(
        refused("m.nkn"),
        "nearkin: q.csv: it is not the file that the model was fitted to, \"d.csv\" (its SHA-256 differs)\n"
    );
    assert_eq!(
        refused("lean.nkn"),
        "nearkin: q.csv: the model contains no recipe (it was fitted with --lean), so it cannot be fitted again to \
         this file\n"
    );
}

/// The mean of 0, 1 and 1 is two thirds, which is not an `f32`: it fills the cell and centers the column.
#[test]
fn parameters_are_not_rounded_in_the_reference() {
    let folder = Folder::new();
    folder.write("d.csv", b"x,w\n0,1\n1,2\n1,4\n,8\n");
    let fit = ["fit", "d.csv", "--model", "encode", "--scaler", "standard:scaling=false", "--missing", "x=mean"];
    folder.ok(&[&fit[..], &["-o", "m.nkn"]].concat());
    let results: Value =
        serde_json::from_str(&folder.ok(&["verify", "m.nkn", "d.csv", "--format", "json"])).expect("valid JSON");
    // Device: x - fl(2/3), rounded once more; 1 - fl(2/3) has room for the difference, so that alone is its error.
    let rounding = f64::from(2.0f32 / 3.0) - 2.0 / 3.0;
    assert_eq!(results["largest_error"]["error"].as_f64(), Some(rounding.abs()));
    assert_eq!((&results["largest_error"]["column"], &results["changed"]), (&"x".into(), &0.into()));
}

#[test]
fn samples_clusters_and_training_encodings_are_fitted_again_too() {
    for (more, changed) in [
        (&["--sample", "100", "--features", "island,year"][..], 0),
        (&["--model", "kmeans", "--clusters", "4"], 0),
        (&["--model", "kmeans", "--clusters", "4", "--storage", "i16"], 0),
        (&["--encoder", "cat-boost:positive=Gentoo,sigma=0.1"], 0),
        (&["--task", "regress", "--target", "body_mass_g", "--weights", "distance"], 0),
    ] {
        let folder = Folder::new();
        folder.copy(PENGUINS, "penguins.csv");
        let target: &[&str] = if more.contains(&"--target") { &[] } else { &["--target", "species"] };
        folder.ok(&[&["fit", "penguins.csv", "-o", "m.nkn"], target, more].concat());
        let results = json(&folder, &[]);
        assert_eq!((&results["basis"], &results["changed"]), (&"training-rows".into(), &changed.into()), "{more:?}");
    }
}

#[test]
fn prototypes_are_compared_with_themselves_before_they_were_rounded() {
    for prototypes in ["condensed", "k-means:4", "lvq:4"] {
        let results = json(&fitted(&["--storage", "i8", "--prototypes", prototypes]), &["--max-changed", "0.02"]);
        assert_eq!(results["basis"], "training-rows", "{prototypes}");
        let results = json(&fitted(&["--prototypes", prototypes]), &[]);
        assert_eq!(results["changed"], 0, "{prototypes}");
    }
}

#[test]
fn a_limit_that_is_exceeded_is_exit_code_1_after_the_report() {
    let folder = fitted(&["--storage", "i8"]);
    let output = folder.run(&["verify", "m.nkn", "penguins.csv", "--max-error", "1e-6"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with("FAILED\n"), "{}", text(&output.stdout));
    assert_eq!(text(&output.stderr), "nearkin: penguins.csv: the largest encoded error exceeds --max-error 0.000001\n");
    let output = folder.run(&["verify", "m.nkn", "penguins.csv", "--max-changed", "2"]);
    assert_eq!(text(&output.stderr), "nearkin: --max-changed 2: must be between 0 and 1\n");
    assert_eq!(output.status.code(), Some(2));
    for limit in ["nan", "-1"] {
        let output = folder.run(&["verify", "m.nkn", "penguins.csv", &format!("--max-error={limit}")]);
        assert!(text(&output.stderr).ends_with(": must be 0 or more\n"), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
    }
}

/// Near 2^24 single precision has whole numbers only: a query that rounds to the middle of two rows ties on the device.
#[test]
fn a_changed_label_shows_both_classes_and_the_margin() {
    let folder = Folder::new();
    folder.write("d.csv", b"x,y\n16777212,a\n16777218,b\n16777190,a\n");
    folder.ok(&["fit", "d.csv", "--target", "y", "-k", "1", "--scaler", "none", "--holdout", "0", "-o", "m.nkn"]);
    folder.write("q.csv", b"x\n16777215.2\n");
    // Device: 16777215: 3 and 3, the smaller row: a. Reference: 3.2 and 2.8: b.
    let output = folder.run(&["verify", "m.nkn", "q.csv", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let results: Value = serde_json::from_slice(&output.stdout).expect("valid JSON");
    let change = &results["changes"][0];
    assert_eq!((&change["device"], &change["reference"], &change["line"]), (&"a".into(), &"b".into(), &2.into()));
    assert_eq!(change["nearest"][1]["votes"], 1.0);
    let distance = change["nearest"][0]["distance"].as_f64().expect("a number");
    assert!((distance - 3.2).abs() < 1e-6, "{distance}");
    let margin = change["margin"].as_f64().expect("a number");
    assert!((margin - 0.4 / 3.2).abs() < 1e-6, "{margin}");
}

/// The model of the committed vectors: whole numbers, so that it never changes.
fn golden() -> Folder {
    let folder = Folder::new();
    folder.write(
        "rooms.csv",
        b"floor,light,people,use\n1,300,2,office\n1,320,3,office\n2,80,0,store\n2,75,1,store\n3,500,9,hall\n3,,8,hall\n",
    );
    let fit = ["fit", "rooms.csv", "--target", "use", "--categorical", "floor", "-k", "3", "--scaler", "none"];
    folder.ok(&[&fit[..], &["--holdout", "0", "--lean", "-o", "rooms.nkn"]].concat());
    folder
}

#[test]
fn the_rust_module_compiles_and_replays_and_is_the_one_that_is_written() {
    let folder = golden();
    folder.ok(&["verify", "rooms.nkn", "rooms.csv", "--vectors", "v.rs", "--vectors", "v.csv"]);
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/verify/vectors.rs");
    let written = folder.read("v.rs");
    if std::env::var_os("NEARKIN_UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(committed, &written).expect("written");
    }
    assert_eq!(text(&written), std::fs::read_to_string(committed).expect("there"));
    let blob = Aligned::new(&folder.read("rooms.nkn"));
    let model = Model::from_bytes(blob.bytes()).expect("the model is valid");
    assert_eq!(vectors::check(&model), Ok(()));
    assert_eq!(vectors::VECTORS.len(), 6);
    let csv = String::from_utf8(folder.read("v.csv")).expect("text");
    assert_eq!(csv.lines().count(), 7);
    let first = csv.lines().nth(1).expect("a row");
    // Floor 1 of three: 1, 0, 0; then 300 and 2 as they are. 3f800000 is 1, 43960000 is 300, 40000000 is 2.
    assert!(first.starts_with("2,1,300,2,3f800000,00000000,00000000,43960000,40000000,0:0 "), "{first}");
    assert!(first.ends_with(",office"), "{first}");
}

#[test]
fn a_model_with_other_predictions_is_detected() {
    let folder = golden();
    let fit = ["fit", "rooms.csv", "--target", "use", "--categorical", "floor", "-k", "3", "--scaler", "none"];
    folder.ok(&[&fit[..], &["--holdout", "0", "--lean", "--metric", "manhattan", "-o", "rooms.nkn"]].concat());
    let blob = Aligned::new(&folder.read("rooms.nkn"));
    let model = Model::from_bytes(blob.bytes()).expect("the model is valid");
    assert_eq!(vectors::check(&model), Err(2));
}

#[test]
fn an_ending_decides_the_form_of_vectors() {
    let folder = golden();
    let output = folder.run(&["verify", "rooms.nkn", "rooms.csv", "--vectors", "v.json"]);
    assert_eq!(text(&output.stderr), "nearkin: --vectors v.json: the file extension must be .csv or .rs\n");
    assert_eq!(output.status.code(), Some(2));
}
