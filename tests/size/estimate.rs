//! The instructions that `fit` prints, and the header of baked code, are those that are counted, within 15 %.

use std::path::Path;

use nearkin_codegen::data::read_path;
use nearkin_codegen::evaluate::estimate::estimate_on;
use nearkin_codegen::fit::{Plan, fit, read_options};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::recipe::{Prototypes, Recipe};

use crate::bench;

/// How far an estimate may be off, as a share of what is counted.
const TOLERANCE: f64 = 0.15;

/// Data, and how the model is fitted.
const MODELS: [(&str, &str); 5] = [
    ("digits", "target = \"digit\"\nscaler = \"none\"\nstorage = \"i8\"\nneighbors = 3"),
    ("digits", "target = \"digit\"\nscaler = \"none\"\nstorage = \"i8\"\nprototypes = \"lvq:10\""),
    ("penguins", "target = \"species\"\nstorage = \"i8\"\nneighbors = 3"),
    ("iris", "target = \"species\"\nstorage = \"i8\"\nneighbors = 3"),
    (
        "anomaly",
        "target = \"novel\"\nclusters = 32\nreject = 1.0\nstorage = \"i8\"\ninit = \"rows:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,\
         17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\"",
    ),
];

#[test]
fn estimates_are_within_15_percent_of_what_is_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("model.nkn");
    let mut off = Vec::new();
    for (name, recipe) in MODELS {
        let recipe = Recipe::from_toml("model.toml", recipe).expect("a recipe");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/split/{name}_train.csv"));
        let data = read_path(&path, &read_options(&recipe)).expect("a file of the project");
        let plan = Plan::new(recipe, &data).expect("a plan");
        let blob = fit(&plan, &data, None).expect("fits").blob;
        let aligned = Aligned::new(&blob);
        let are_stored = !plan.prototypes().is_some_and(Prototypes::are_means);
        let model = aligned.load().expect("sound");
        let loaded = estimate_on(&model, &data, are_stored).expect("its own rows").expect("it predicts");
        std::fs::write(&file, &blob).expect("a temporary file");
        for (delivery, estimate) in [("loaded", loaded), ("baked", loaded.baked(&model))] {
            let arguments = ["--data", name, "--algorithm", delivery, "--model", file.to_str().expect("plain ASCII")];
            let lines = bench::measured(&arguments).unwrap_or_else(|message| panic!("{message}"));
            let estimates = [estimate.cortex_m4f, estimate.cortex_m0, estimate.riscv32];
            for ((board, line), estimated) in bench::BOARDS.into_iter().zip(&lines).zip(estimates) {
                let counted = line.number("instructions").expect("a table");
                #[allow(clippy::cast_precision_loss)] // far below 2^53
                let share = estimated as f64 / counted as f64 - 1.0;
                let stands = format!(
                    "{name}, {delivery}, on {board}: {estimated} estimated, {counted} counted, {:+.1} %",
                    100.0 * share
                );
                println!("{stands}");
                if share.abs() > TOLERANCE {
                    off.push(stands);
                }
            }
        }
    }
    assert!(off.is_empty(), "tests/device/costs.py fits the estimate anew:\n{}", off.join("\n"));
}
