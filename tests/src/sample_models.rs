//! Small models of every head, storage, metric and column kind, fitted to one small synthetic data set.

use nearkin_codegen::Error;
use nearkin_codegen::data::{Dataset, read_bytes};
use nearkin_codegen::fit::{FittedModel, Plan, fit, read_options};
use nearkin_codegen::recipe::Recipe;

/// The names and recipes (TOML) of the models.
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

/// One of the sample models.
#[derive(Debug)]
pub struct SampleModel {
    /// The name of its recipe.
    pub name: &'static str,
    /// The fitted model.
    pub fitted: FittedModel,
}

/// Fits every recipe to 36 rows.
///
/// # Panics
/// If one cannot be fitted.
#[must_use]
pub fn fit_all() -> Vec<SampleModel> {
    let fit = |&(name, recipe): &(&'static str, &str)| SampleModel { name, fitted: fit_to_36_rows(name, recipe) };
    RECIPES.iter().map(fit).collect()
}

/// Fits the recipe of that name to 36 rows.
///
/// # Panics
/// If there is no recipe of that name, or it cannot be fitted.
#[must_use]
pub fn fit_one(name: &str) -> FittedModel {
    let recipe = RECIPES.iter().find(|(known, _)| *known == name);
    let (_, recipe) = recipe.unwrap_or_else(|| panic!("there is no sample model \"{name}\""));
    fit_to_36_rows(name, recipe)
}

fn fit_to_36_rows(name: &str, recipe: &str) -> FittedModel {
    fit_recipe(recipe, &csv(36)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Reads `csv` with the options of `recipe` (TOML) and fits the model.
///
/// # Errors
/// If the recipe is invalid or does not apply to the data, or fitting fails.
pub fn fit_recipe(recipe: &str, csv: &str) -> Result<FittedModel, Error> {
    let (plan, data) = plan(recipe, csv)?;
    fit(&plan, &data, None)
}

/// Reads `csv` with the options of `recipe` (TOML) and plans the fit.
///
/// # Errors
/// If the recipe is invalid or does not apply to the data.
pub fn plan(recipe: &str, csv: &str) -> Result<(Plan, Dataset), Error> {
    let recipe = Recipe::from_toml("recipe.toml", recipe)?;
    let data = read_bytes("data.csv", csv.as_bytes().to_vec(), &read_options(&recipe))?;
    Ok((Plan::new(recipe, &data)?, data))
}

/// Returns a CSV of `rows` rows with two numeric columns (one with missing values), a text column, an integer category, a
/// class and a numeric target.
///
/// # Panics
/// Never.
#[must_use]
pub fn csv(rows: u32) -> String {
    let mut csv = String::from("long,warm,colour,floor,kind,price\n");
    let colors = ["red", "green", "blue", "grün", ""];
    let kinds = ["plain", "fancy", "odd"];
    for row in 0..rows {
        // A hash of the row rather than `Rng`, so that a longer CSV starts with the rows of a shorter one.
        let draw = |salt: u32, below: u32| (row.wrapping_mul(2_654_435_761) ^ salt.wrapping_mul(40_503)) / 7 % below;
        let warm = if draw(2, 9) == 0 { String::new() } else { format!("{}.{}", draw(3, 40), draw(4, 10)) };
        let color = colors[usize::try_from(draw(5, 5)).expect("below 5")];
        let kind = kinds[usize::try_from((draw(1, 90) / 30 + draw(7, 4) / 3) % 3).expect("below 3")];
        csv +=
            &format!("{}.5,{warm},{color},{},{kind},{}\n", draw(1, 90), draw(6, 4) + 1, draw(1, 90) * 3 + draw(8, 20));
    }
    csv
}
