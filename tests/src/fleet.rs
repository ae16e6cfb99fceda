//! Small models of every head, storage, metric and column kind, fitted from one small table.

use nearkin_codegen::Error;
use nearkin_codegen::data::{Dataset, read_bytes};
use nearkin_codegen::fit::{FittedModel, Plan, fit, read_options};
use nearkin_codegen::recipe::Recipe;

/// Names and recipes (TOML) of the models.
pub const RECIPES: &[(&str, &str)] = &[
    ("classify", "target = 'kind'\ndrop = ['price']\nneighbors = 3"),
    ("classify-i16", "target = 'kind'\ndrop = ['price']\nstorage = 'i16'"),
    ("classify-i8", "target = 'kind'\ndrop = ['price']\nstorage = 'i8'\nreject = 0.9"),
    ("distance-weights", "target = 'kind'\ndrop = ['price']\nweights = 'distance'\nreject = 0.95"),
    ("manhattan", "target = 'kind'\ndrop = ['price']\nmetric = 'manhattan'"),
    ("manhattan-i16", "target = 'kind'\ndrop = ['price']\nmetric = 'manhattan'\nstorage = 'i16'"),
    ("chebyshev", "target = 'kind'\ndrop = ['price']\nmetric = 'chebyshev'"),
    ("chebyshev-i8", "target = 'kind'\ndrop = ['price']\nmetric = 'chebyshev'\nstorage = 'i8'"),
    ("minkowski", "target = 'kind'\ndrop = ['price']\nmetric = 'minkowski:3'"),
    ("hamming", "target = 'kind'\ndrop = ['price']\nmetric = 'hamming'"),
    ("cosine", "target = 'kind'\ndrop = ['price']\nmetric = 'cosine'"),
    ("dot", "target = 'kind'\ndrop = ['price']\nmetric = 'dot'\nreject = 0.9"),
    ("regress", "target = 'price'\ndrop = ['kind']\nneighbors = 4"),
    ("regress-i16", "target = 'price'\ndrop = ['kind']\nstorage = 'i16'\nweights = 'distance'"),
    ("cluster", "drop = ['price', 'kind']\nclusters = 4\nreject = 0.9"),
    ("cluster-i16", "drop = ['price', 'kind']\nclusters = 4\nstorage = 'i16'"),
    ("cluster-i8", "drop = ['price', 'kind']\nclusters = 3\nstorage = 'i8'\nreject = 1.0"),
    ("encode", "model = 'encode'\ndrop = ['price']\ntarget = 'kind'\nencoder = 'target'"),
    ("encode-plain", "model = 'encode'\ndrop = ['price', 'kind']\nencoder = 'helmert'"),
    ("tables", "target = 'price'\ndrop = ['kind']\nencoder = 'm-estimate'"),
    ("tables-i8", "target = 'price'\ndrop = ['kind']\nencoder = 'polynomial'\nstorage = 'i8'"),
    ("hashing", "target = 'kind'\ndrop = ['price']\nencoder = 'hashing'"),
    (
        "hashing-shared",
        "target = 'kind'\ndrop = ['price']\ncategorical = ['floor']\nencoder = 'hashing:shared=true,algorithm=sha256'",
    ),
    (
        "hashing-shared-i16",
        "target = 'kind'\ndrop = ['price']\ncategorical = ['floor']\nencoder = 'hashing:shared=true'\nstorage = 'i16'",
    ),
    ("hashing-i16", "target = 'kind'\ndrop = ['price']\nencoder = 'hashing'\nstorage = 'i16'"),
    ("leave-one-out", "target = 'price'\ndrop = ['kind']\nencoder = 'leave-one-out'"),
    ("leave-one-out-i16", "target = 'price'\ndrop = ['kind']\nencoder = 'leave-one-out'\nstorage = 'i16'"),
    ("scaled", "target = 'kind'\ndrop = ['price']\nscale-encoded = true\nscaler = 'robust'"),
    ("scaled-i8", "target = 'kind'\ndrop = ['price']\nscale-encoded = true\nscaler = 'min-max'\nstorage = 'i8'"),
    ("indicators", "target = 'kind'\ndrop = ['price']\nmissing = { warm = 'mean+indicator' }"),
    ("indicators-i16", "target = 'kind'\ndrop = ['price']\nstorage = 'i16'\nmissing = { warm = 'median+indicator' }"),
    ("integers", "target = 'kind'\ndrop = ['price']\ncategorical = ['floor']\nencode = { floor = 'ordinal' }"),
];

/// A model of the fleet.
#[derive(Debug)]
pub struct Ship {
    /// The name of its recipe.
    pub name: &'static str,
    /// The model.
    pub fitted: FittedModel,
}

/// Fits every recipe.
///
/// # Panics
/// Where one cannot be fitted.
#[must_use]
pub fn fleet() -> Vec<Ship> {
    let fitted = |&(name, recipe): &(&'static str, &str)| Ship {
        name,
        fitted: fit_recipe(recipe, &table(36)).unwrap_or_else(|error| panic!("{name}: {error}")),
    };
    RECIPES.iter().map(fitted).collect()
}

/// Reads `csv` as `recipe` (TOML) asks and fits it.
///
/// # Errors
/// Whatever the recipe or the fit gives.
pub fn fit_recipe(recipe: &str, csv: &str) -> Result<FittedModel, Error> {
    let (plan, data) = plan(recipe, csv)?;
    fit(&plan, &data, None)
}

/// Reads `csv` and plans `recipe` (TOML) for it.
///
/// # Errors
/// Whatever the recipe or the data give.
pub fn plan(recipe: &str, csv: &str) -> Result<(Plan, Dataset), Error> {
    let recipe = Recipe::from_toml("fleet.toml", recipe)?;
    let data = read_bytes("fleet.csv", csv.as_bytes().to_vec(), &read_options(&recipe))?;
    Ok((Plan::new(recipe, &data)?, data))
}

/// A table of `rows` rows: two numbers (one with missing cells), a text, an integer category, a class and a value.
///
/// # Panics
/// Never.
#[must_use]
pub fn table(rows: u32) -> String {
    let mut csv = String::from("long,warm,colour,floor,kind,price\n");
    let colours = ["red", "green", "blue", "grün", ""];
    let kinds = ["plain", "fancy", "odd"];
    for row in 0..rows {
        // A small generator of its own, so that the table never changes.
        let draw = |salt: u32, below: u32| (row.wrapping_mul(2_654_435_761) ^ salt.wrapping_mul(40_503)) / 7 % below;
        let warm = if draw(2, 9) == 0 { String::new() } else { format!("{}.{}", draw(3, 40), draw(4, 10)) };
        let colour = colours[usize::try_from(draw(5, 5)).expect("below 5")];
        let kind = kinds[usize::try_from((draw(1, 90) / 30 + draw(7, 4) / 3) % 3).expect("below 3")];
        csv +=
            &format!("{}.5,{warm},{colour},{},{kind},{}\n", draw(1, 90), draw(6, 4) + 1, draw(1, 90) * 3 + draw(8, 20));
    }
    csv
}
