//! Shared outputs add up to what no training row has: integer storage must hold it, and measure it as `f32` does.

use nearkin::{Model, Scratch, Value};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::fleet::fit_recipe;

const COLUMNS: usize = 6;
const LEVELS: [&str; 3] = ["north", "south", "west"];

/// One hashed column differs from row to row, so that sums in training stay small.
fn csv() -> String {
    let mut csv = String::from("a,b,c,d,e,f,y\n");
    for row in 0..12 {
        let cell = |column: usize| LEVELS[if row % COLUMNS == column { 1 + row % 2 } else { 0 }];
        let cells: Vec<&str> = (0..COLUMNS).map(cell).collect();
        csv += &format!("{},{}\n", cells.join(","), row * 3);
    }
    csv
}

fn distance(model: &Model<'_>, row: &[Value<'_>]) -> f32 {
    let mut scratch = Scratch::<16, 1>::new();
    model.regress(row, &mut scratch).expect("any text is hashed").distance()
}

#[test]
fn sums_that_no_training_row_has_fit_and_are_measured() {
    for components in [2, 3, 8] {
        for metric in ["euclidean", "manhattan", "chebyshev"] {
            let fit = |storage: &str| {
                let encoder = format!("hashing:shared=true,components={components}");
                let recipe = format!(
                    "target = 'y'\ntask = 'regress'\nneighbors = 1\nencoder = '{encoder}'\nmetric = '{metric}'\nstorage = '{storage}'"
                );
                fit_recipe(&recipe, &csv())
                    .unwrap_or_else(|error| panic!("{components} {metric} {storage}: {error}"))
                    .blob
            };
            let [exact, short, byte] = ["f32", "i16", "i8"].map(fit).map(|blob| Aligned::new(&blob));
            let [exact, short, byte] = [&exact, &short, &byte].map(|blob| blob.load().expect("fitting has loaded it"));
            for case in 0..LEVELS.len().pow(6) {
                let level = |column: u32| Value::Text(LEVELS[case / LEVELS.len().pow(column) % LEVELS.len()]);
                let row: Vec<Value<'_>> = (0..6).map(level).collect();
                let wanted = distance(&exact, &row);
                // Half a step for each of six columns and at most eight outputs; a byte's step is 6 / 255 here.
                for (model, within) in [(&short, 0.01), (&byte, 0.15)] {
                    let found = distance(model, &row);
                    assert!((found - wanted).abs() <= within, "{components} {metric} {row:?}: {found}, exact {wanted}");
                }
            }
        }
    }
}
