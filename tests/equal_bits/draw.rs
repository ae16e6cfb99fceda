//! Recipes and tables drawn at random from a seed.

use nearkin_tests::dice::Dice;

/// A table, its cells as they were drawn, and a recipe for it.
pub(crate) struct Draw {
    pub(crate) csv: String,
    pub(crate) rows: Vec<Vec<String>>,
    pub(crate) recipe: String,
    pub(crate) encoder: &'static str,
    pub(crate) metric: &'static str,
    pub(crate) storage: &'static str,
}

const ENCODERS: [&str; 17] = [
    "ordinal",
    "count",
    "one-hot",
    "sum",
    "backward-difference",
    "helmert",
    "polynomial",
    "binary",
    "base-n",
    "hashing",
    "hashing:shared=true",
    "target",
    "m-estimate",
    "james-stein",
    "leave-one-out",
    "cat-boost",
    "glmm",
];
const SCALERS: [&str; 5] = ["standard", "min-max", "max-abs", "robust", "none"];
const METRICS: [&str; 7] = ["euclidean", "manhattan", "chebyshev", "minkowski:3", "hamming", "cosine", "dot"];
const COLOURS: [&str; 5] = ["red", "green", "blue", "grün", "a b"];

/// Draws a table of two numbers and two categories, and a recipe for it.
pub(crate) fn draw(seed: u64) -> Draw {
    let mut dice = Dice::new(seed);
    let levels = 2 + dice.index(4);
    let count = 25 + dice.below(60);
    let rows: Vec<Vec<String>> = (0..count)
        .map(|_| {
            let kind = dice.index(2);
            let long = format!("{}.{}", dice.below(50) + 20 * kind as u64, dice.below(1000));
            let warm = if dice.below(8) == 0 { String::new() } else { format!("-{}.5", dice.below(300)) };
            let colour = COLOURS[dice.index(levels)].to_owned();
            let floor = format!("f{}", dice.below(7));
            vec![long, warm, colour, floor, ["a", "b"][kind].to_owned(), format!("{}.25", dice.below(900))]
        })
        .collect();
    let mut csv = String::from("long,warm,colour,floor,kind,price\n");
    for row in &rows {
        csv += &row.join(",");
        csv.push('\n');
    }
    let (encoder, scaler) = (*dice.pick(&ENCODERS), *dice.pick(&SCALERS));
    let metric = *dice.pick(&METRICS);
    let storage = *dice.pick(&["f32", "f32", "i16", "i8"]);
    let mut recipe = format!("encoder = '{encoder}'\nscaler = '{scaler}'\nstorage = '{storage}'\n");
    match dice.below(5) {
        0 => recipe += "clusters = 3\ndrop = ['kind', 'price']\n",
        1 | 2 => recipe += &format!("target = 'price'\ndrop = ['kind']\nmetric = '{metric}'\nneighbors = 4\n"),
        _ => recipe += &format!("target = 'kind'\ndrop = ['price']\nmetric = '{metric}'\nneighbors = 3\n"),
    }
    if dice.below(3) == 0 {
        recipe += "scale-encoded = true\n";
    }
    if dice.below(3) == 0 && !recipe.contains("clusters") && metric != "dot" {
        recipe += "weights = 'distance'\n";
    }
    if dice.below(4) == 0 {
        recipe += "reject = 0.9\n";
    }
    let metric = if recipe.contains("clusters") { "euclidean" } else { metric };
    Draw { csv, rows, recipe, encoder, metric, storage }
}
