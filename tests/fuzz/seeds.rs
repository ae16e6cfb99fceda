//! Writes the fuzz targets' seeds, one small model of each kind: `cargo run -p nearkin-tests --bin fuzz-seeds`.

use std::path::Path;

use nearkin::format::HEADER_BYTES;
use nearkin_tests::sample_models::{RECIPES, csv, fit_recipe};

/// Rows of each model: enough for every kind of table, few enough for a fuzzer.
const ROWS: u32 = 26;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (name, recipe) in RECIPES {
        let blob = fit_recipe(recipe, &csv(ROWS)).map_err(|error| format!("{name}: {error}"))?.blob;
        std::fs::create_dir_all(folder.join("load"))?;
        std::fs::write(folder.join("load").join(name), &blob)?;
        // The seed of the cells, then the message.
        std::fs::create_dir_all(folder.join("predict"))?;
        std::fs::write(folder.join("predict").join(name), [&1u64.to_le_bytes(), &blob[HEADER_BYTES..]].concat())?;
    }
    // For generated code: the models' number, and rows of the table in the kinds that its columns have.
    let number = |number: f32| [&[0], number.to_le_bytes().as_slice()].concat();
    let (text, missing) = (|place: u8| vec![130 + place], vec![255]);
    let rows = [
        [number(21.5), number(-3.25), text(0), number(2.0)],
        [number(1e30), missing.clone(), text(4), number(-0.0)],
        [number(21.5), number(7.0), text(1), text(6)],
        [number(f32::NAN), missing, text(2), text(8)],
    ];
    std::fs::create_dir_all(folder.join("generated_input"))?;
    for (model, cells) in (0u64..32).zip(rows.iter().cycle().map(|row| row.concat())) {
        let length = u8::try_from(cells.len())?;
        let input = [&model.to_le_bytes(), [length].as_slice(), &cells, &[length, 0, 255]].concat();
        std::fs::write(folder.join("generated_input").join(format!("row-{model}")), input)?;
    }
    Ok(())
}
