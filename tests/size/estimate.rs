//! The instructions that `nearkin fit` and the header of baked code estimate are within 15 % of counted instructions.

use std::path::Path;

use nearkin_codegen::data::read_path;
use nearkin_codegen::evaluate::estimate::estimate_on;
use nearkin_codegen::fit::{Plan, fit, read_options};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::recipe::{Prototypes, Recipe};

use crate::bench;

/// The tolerance, relative to the counted instructions.
const TOLERANCE: f64 = 0.15;

/// Data sets and recipes.
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
fn estimates_are_within_15_percent_of_counted_instructions() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("model.nkn");
    let mut inaccurate = Vec::new();
    for (name, recipe) in MODELS {
        let recipe = Recipe::from_toml("model.toml", recipe).expect("a recipe");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/split/{name}_train.csv"));
        let data = read_path(&path, &read_options(&recipe)).expect("the CSV can be read");
        let plan = Plan::new(recipe, &data).expect("the recipe applies to the data");
        let blob = fit(&plan, &data, None).expect("the model can be fitted").blob;
        let aligned = Aligned::new(&blob);
        let are_stored = !plan.prototypes().is_some_and(Prototypes::are_means);
        let model = aligned.load().expect("a fitted model loads");
        let loaded = estimate_on(&model, &data, are_stored)
            .expect("the training rows are accepted")
            .expect("the model predicts");
        std::fs::write(&file, &blob).expect("the temporary folder is writable");
        for (delivery, estimate) in [("loaded", loaded), ("baked", loaded.baked(&model))] {
            let arguments =
                ["--data", name, "--algorithm", delivery, "--model", file.to_str().expect("the path is UTF-8")];
            let lines = bench::measure(&arguments).unwrap_or_else(|message| panic!("{message}"));
            let estimates = [estimate.cortex_m4f, estimate.cortex_m0, estimate.riscv32];
            for ((board, line), estimated) in bench::BOARDS.into_iter().zip(&lines).zip(estimates) {
                let counted = line.number("instructions").expect("the table has the column");
                let deviation = estimated as f64 / counted as f64 - 1.0;
                let line = format!(
                    "{name}, {delivery}, on {board}: {estimated} instructions estimated, {counted} counted, {:+.1} %",
                    100.0 * deviation
                );
                println!("{line}");
                if deviation.abs() > TOLERANCE {
                    inaccurate.push(line);
                }
            }
        }
    }
    assert!(
        inaccurate.is_empty(),
        "run tests/device/costs.py to fit the constants of the estimate again:\n{}",
        inaccurate.join("\n")
    );
}
