//! Test vectors of `nearkin verify`, checked by firmware on three emulated chips as a user checks them on a board.

use std::path::Path;

use nearkin_codegen::Fit;
use nearkin_codegen::data::read_path;
use nearkin_codegen::evaluate::verify::{to_rust, vectors};
use nearkin_codegen::fit::read_options;
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::recipe::Recipe;

use crate::emulator::Emulator;
use crate::{LIMIT, firmware};

/// The targets, and a machine for each that has enough memory for the model and all vectors.
const CHIPS: [(&str, Emulator); 3] = [
    ("thumbv6m-none-eabi", Emulator::MPS2_AN385),
    ("thumbv7em-none-eabihf", Emulator::MPS2_AN386),
    ("riscv32imac-unknown-none-elf", Emulator::VIRT),
];

/// Fits a model of the penguins; returns it and a module with the vectors of every eighth row.
fn model_and_vectors(recipe: &str) -> (Vec<u8>, String) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/data/penguins.csv");
    let recipe = Recipe::from_toml("recipe.toml", recipe).expect("the recipe is valid");
    let rows = read_path(&data, &read_options(&recipe)).expect("the CSV can be read");
    let blob = Fit::from_csv(data).with(|own| *own = recipe).fit().expect("the model can be fitted").blob;
    let aligned = Aligned::new(&blob);
    let model = aligned.load().expect("a fitted model loads");
    let selected: Vec<usize> = (0..rows.len()).step_by(8).collect();
    let vectors = vectors(&model, &rows, &selected).expect("the training rows are accepted");
    assert_eq!(vectors.len(), 43);
    (blob, to_rust(&model, "penguins.nkn", &vectors))
}

/// Returns the output of firmware that contains `model` and checks the vectors of `module`.
#[track_caller]
fn replay(model: &[u8], module: &str, (target, board): (&str, Emulator)) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (blob, rust) = (folder.path().join("m.nkn"), folder.path().join("vectors.rs"));
    std::fs::write(&blob, model).expect("written");
    std::fs::write(&rust, module).expect("written");
    let environment =
        [("NEARKIN_BENCH_MODEL", blob.display().to_string()), ("NEARKIN_BENCH_MODULE", rust.display().to_string())];
    let arguments = ["--bin", "vectors", "--features", "vectors", "--target", target];
    firmware::build("tests/device/firmware", &arguments, &environment)
        .and_then(|firmware| board.run(&firmware, &[], LIMIT))
        .unwrap_or_else(|message| panic!("{message}"))
        .printed
}

/// A classifier in integers with text columns, a regressor in single precision, and k-means.
const RECIPES: [&str; 3] = [
    "target = 'species'\nneighbors = 3\nstorage = 'i8'",
    "target = 'body_mass_g'\ntask = 'regress'\nweights = 'distance'\nmissing.sex = 'level'",
    "clusters = 4\ndrop = ['species']\nstorage = 'i16'",
];

// One test rather than three: each build writes the same file, so that several would wait for each other.
#[test]
fn vectors_match_on_each_chip_and_another_model_is_detected() {
    for (recipe, chip) in RECIPES.into_iter().zip(CHIPS) {
        let (model, module) = model_and_vectors(recipe);
        assert_eq!(replay(&model, &module, chip), "equal\n", "{recipe}\n{}", chip.0);
    }
    let (_, module) = model_and_vectors(RECIPES[0]);
    let (other, _) = model_and_vectors("target = 'species'\nneighbors = 3\nmetric = 'manhattan'\nstorage = 'i8'");
    // The first row of the data is the second line of the file.
    assert_eq!(replay(&other, &module, CHIPS[0]), "line 2 differs\n");
}
