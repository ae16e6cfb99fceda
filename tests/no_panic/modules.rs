//! Writes generated code of small models of every kind: `cargo run -p nearkin-tests --bin generated-modules -- FOLDER`.

use nearkin_tests::generated_modules::GeneratedModules;
use nearkin_tests::sample_models::{RECIPES, csv, fit_recipe};

/// Rows of each model: enough for every kind of table.
const ROWS: u32 = 26;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).ok_or("name the folder to write")?;
    let mut modules = GeneratedModules::new(folder.into());
    for (name, recipe) in RECIPES {
        let blob = fit_recipe(recipe, &csv(ROWS)).map_err(|error| format!("{name}: {error}"))?.blob;
        modules.add(&name.replace('-', "_"), &blob);
    }
    let _ = modules.finish();
    Ok(())
}
