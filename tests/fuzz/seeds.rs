//! Writes the fuzz targets' seeds, one small model of each kind: `cargo run -p nearkin-tests --bin fuzz-seeds`.

use std::path::Path;

use nearkin::format::HEADER_BYTES;
use nearkin_tests::fleet::{RECIPES, fit_recipe, table};

/// Rows of each model: enough for every kind of table, few enough for a fuzzer.
const ROWS: u32 = 26;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (name, recipe) in RECIPES {
        let blob = fit_recipe(recipe, &table(ROWS)).map_err(|error| format!("{name}: {error}"))?.blob;
        std::fs::create_dir_all(folder.join("load"))?;
        std::fs::write(folder.join("load").join(name), &blob)?;
        // The seed of the cells, then the message.
        std::fs::create_dir_all(folder.join("predict"))?;
        std::fs::write(folder.join("predict").join(name), [&1u64.to_le_bytes(), &blob[HEADER_BYTES..]].concat())?;
    }
    Ok(())
}
