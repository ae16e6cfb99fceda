//! Columns that share outputs can sum to values that no training row has: integer storage must represent them, and distances
//! must agree with `f32`.

use nearkin::{Model, Scratch, Value};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::sample_models::fit_recipe;

const COLUMNS: usize = 6;
const LEVELS: [&str; 3] = ["north", "south", "west"];

/// Rows in which only one hashed column differs from the others, so that sums in training stay small.
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
    model.regress(row, &mut scratch).expect("the hashing encoder accepts any text").distance()
}

#[test]
fn sums_that_no_training_row_has_are_stored_and_measured_correctly() {
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
            let [in_f32, in_i16, in_i8] = ["f32", "i16", "i8"].map(fit).map(|blob| Aligned::new(&blob));
            let [in_f32, in_i16, in_i8] =
                [&in_f32, &in_i16, &in_i8].map(|blob| blob.load().expect("fitting loads it, too"));
            for case in 0..LEVELS.len().pow(6) {
                let level = |column: u32| Value::Text(LEVELS[case / LEVELS.len().pow(column) % LEVELS.len()]);
                let row: Vec<Value<'_>> = (0..6).map(level).collect();
                let expected = distance(&in_f32, &row);
                // Half a step for each of six columns and at most eight outputs; the step of `i8` is 6 / 255 here.
                for (model, within) in [(&in_i16, 0.01), (&in_i8, 0.15)] {
                    let found = distance(model, &row);
                    assert!(
                        (found - expected).abs() <= within,
                        "{components} {metric} {row:?}: {found}, expected {expected}"
                    );
                }
            }
        }
    }
}
