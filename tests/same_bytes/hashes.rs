//! SHA-256 of models and of their predictions, compared with those in `sha256.txt`.

use std::collections::BTreeMap;
use std::fs;

use nearkin_tests::sample_models::{RECIPES, csv, fit_recipe};
use sha2::{Digest, Sha256};

use crate::workplace::{TABLE, Workplace, project, recipes};

/// The kept hashes whose names start with `group/`, by name.
fn kept(group: &str) -> BTreeMap<&'static str, &'static str> {
    let lines = include_str!("sha256.txt").lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once(' ').expect("each line has a name and a hash"));
    pairs.filter_map(|(name, hash)| Some((name.strip_prefix(group)?.strip_prefix('/')?, hash))).collect()
}

/// Asserts that these are all the files of a group, with the kept hashes; names every file that differs.
fn compare(group: &str, files: impl IntoIterator<Item = (String, Vec<u8>)>) {
    let mut kept = kept(group);
    let mut different = Vec::new();
    for (name, bytes) in files {
        let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if kept.remove(name.as_str()) != Some(&hash) {
            different.push(name);
        }
    }
    assert!(different.is_empty(), "{group}: bytes have changed: {different:?}");
    assert!(kept.is_empty(), "{group}: files are missing: {kept:?}");
}

#[test]
fn models_fitted_by_recipe_and_their_predictions_are_kept() {
    let workplace = Workplace::new();
    let files = recipes().flat_map(|(name, recipe)| {
        let model = workplace.fit(recipe);
        let command = if recipe.contains("model = 'encode'") { "encode" } else { "predict" };
        let rows = workplace.ok(&[command, "model.nkn", TABLE]);
        [(format!("{name}.nkn"), model), (format!("{name}.csv"), rows)]
    });
    compare("recipes", files);
}

#[test]
fn models_fitted_by_the_library_are_kept() {
    let fitted = |&(name, recipe): &(&str, &str)| {
        let fitted = fit_recipe(recipe, &csv(26)).unwrap_or_else(|error| panic!("{name}: {error}"));
        (format!("{name}.nkn"), fitted.blob)
    };
    compare("modules", RECIPES.iter().map(fitted));
}

#[test]
fn the_examples_models_and_their_predictions_are_kept() {
    let workplace = Workplace::new();
    let data = project("tests/data/split/penguins_test.csv");
    let mut files = Vec::new();
    for entry in fs::read_dir(project("examples/models")).expect("the folder is in the repository") {
        let path = entry.expect("its entries can be read").path();
        let text = |path: &std::path::Path| path.to_str().expect("the project's path is UTF-8").to_owned();
        let name = text(path.file_name().expect("an entry has a name").as_ref());
        if let Some(model) = name.strip_suffix(".nkn") {
            files.push((format!("{model}.csv"), workplace.ok(&["predict", &text(&path), &text(&data)])));
        }
        if name.ends_with(".nkn") || name.ends_with(".tables") {
            files.push((name, fs::read(&path).expect("it can be read")));
        }
    }
    compare("examples", files);
}

#[test]
fn models_of_real_data_with_default_options_and_their_predictions_are_kept() {
    let workplace = Workplace::new();
    let files = [
        ("penguins", "species"),
        ("iris", "species"),
        ("wine", "cultivar"),
        ("car_evaluation", "acceptability"),
        ("banknote", "forged"),
        ("german_credit", "risk"),
    ]
    .into_iter()
    .flat_map(|(name, target)| {
        let data = project(&format!("tests/data/real/{name}.csv"));
        let data = data.to_str().expect("the project's path is UTF-8");
        workplace.ok(&["fit", data, "--target", target, "--force", "-o", "model.nkn"]);
        let model = fs::read(workplace.path("model.nkn")).expect("fit wrote it");
        [(format!("{name}.nkn"), model), (format!("{name}.csv"), workplace.ok(&["predict", "model.nkn", data]))]
    });
    compare("real", files);
}
