//! Random recipes, training data and query rows, each from a seed.

use nearkin_codegen::data::{Dataset, Kind, read_bytes};
use nearkin_codegen::encoders::METHODS;
use nearkin_codegen::fit::{FittedModel, Plan, fit, read_options};
use nearkin_codegen::recipe::Recipe;
use nearkin_tests::rng::Rng;
use nearkin_tests::sample_models::plan;

/// Random training data, a recipe and query rows.
pub(crate) struct RandomCase {
    pub(crate) seed: u64,
    pub(crate) csv: String,
    pub(crate) recipe: String,
    /// The feature columns with their kinds, in the order of the CSV.
    pub(crate) features: Vec<(&'static str, Kind)>,
    /// The features of the query rows, which partly occur in the training data; an empty value is missing.
    pub(crate) queries: Vec<Vec<String>>,
    pub(crate) encoder: &'static str,
    pub(crate) metric: &'static str,
    pub(crate) storage: &'static str,
}

/// Returns every encoder, some of them a second time with parameters that change the number of outputs.
pub(crate) fn encoders() -> Vec<&'static str> {
    let variants = |name| match name {
        "one-hot" => vec![name, "one-hot:max_categories=3"],
        "hashing" => vec![name, "hashing:shared=true"],
        // It requires a binary target.
        "woe" => vec!["woe:positive=b"],
        name => vec![name],
    };
    METHODS.iter().flat_map(|method| variants(method.name)).collect()
}

const SCALERS: [&str; 5] = ["standard", "min-max", "max-abs", "robust", "none"];
const METRICS: [&str; 8] =
    ["euclidean", "euclidean", "manhattan", "chebyshev", "minkowski:3", "hamming", "cosine", "dot"];
const COLUMNS: [(&str, Kind); 6] = [
    ("long", Kind::Numeric),
    ("warm", Kind::Numeric),
    ("weight", Kind::Numeric),
    ("colour", Kind::Categorical),
    ("floor", Kind::Categorical),
    ("code", Kind::Categorical),
];
const COLORS: [&str; 5] = ["red", "green", "blue", "grün", "a b"];
/// Texts that no training row has.
const UNKNOWN: [&str; 4] = ["violet", "RED", "f99", "温度"];
/// Numbers far from the training rows, up to where squares overflow.
const FAR: [&str; 7] = ["0", "-0.0", "1e30", "-3e38", "1e-40", "123456.75", "-250.5"];
/// Query rows of each case.
const QUERIES: usize = 24;

/// Generates training data with up to six features, a recipe and query rows.
pub(crate) fn random_case(seed: u64) -> RandomCase {
    let mut rng = Rng::new(seed);
    let rows = random_rows(&mut rng);
    let mut csv = String::from("long,warm,weight,colour,floor,code,kind,price\n");
    for row in &rows {
        csv += &row.join(",");
        csv.push('\n');
    }
    // At least one column, often all six.
    let always = rng.index(COLUMNS.len());
    let kept: Vec<usize> = (0..COLUMNS.len()).filter(|&column| column == always || rng.below(4) > 0).collect();
    let features: Vec<(&'static str, Kind)> = kept.iter().map(|&column| COLUMNS[column]).collect();
    let queries = (0..QUERIES).map(|_| random_query(&mut rng, &rows, &kept)).collect();
    let (encoder, metric) = (*rng.choose(&encoders()), *rng.choose(&METRICS));
    let storage = *rng.choose(&["f32", "f32", "i16", "i8"]);
    let (recipe, clusters) = random_recipe(&mut rng, &features, encoder, metric, storage);
    let metric = if clusters { "euclidean" } else { metric };
    RandomCase { seed, csv, recipe, features, queries, encoder, metric, storage }
}

fn random_rows(rng: &mut Rng) -> Vec<Vec<String>> {
    let levels = 2 + rng.index(4);
    let count = 25 + rng.below(60);
    (0..count)
        .map(|_| {
            let kind = rng.index(2);
            let mut cells = random_features(rng, kind, levels);
            cells.extend([["a", "b"][kind].to_owned(), format!("{}.25", rng.below(900))]);
            cells
        })
        .collect()
}

/// Returns the values of all six features of one row.
fn random_features(rng: &mut Rng, kind: usize, levels: usize) -> Vec<String> {
    let long = format!("{}.{}", rng.below(50) + 20 * kind as u64, rng.below(1000));
    let warm = if rng.below(8) == 0 { String::new() } else { format!("-{}.5", rng.below(300)) };
    let weight = format!("{}e-3", rng.below(90_000));
    let color = if rng.below(12) == 0 { "" } else { COLORS[rng.index(levels)] };
    vec![long, warm, weight, color.to_owned(), format!("f{}", rng.below(7)), (rng.below(5) * 10).to_string()]
}

/// Returns the `kept` features of a training row, some of them missing or replaced by values that no training row has.
fn random_query(rng: &mut Rng, rows: &[Vec<String>], kept: &[usize]) -> Vec<String> {
    let row = &rows[rng.index(rows.len())];
    let value = |&column: &usize| {
        let replaced = match (rng.below(9), COLUMNS[column].1) {
            (0, _) => "",
            (1, Kind::Numeric) => *rng.choose(&FAR),
            (1, _) => *rng.choose(&UNKNOWN),
            _ => &row[column],
        };
        replaced.to_owned()
    };
    kept.iter().map(value).collect()
}

/// Returns a recipe, and whether it is for k-means.
fn random_recipe(
    rng: &mut Rng,
    features: &[(&str, Kind)],
    encoder: &str,
    metric: &str,
    storage: &str,
) -> (String, bool) {
    let has = |name: &str| features.iter().any(|(column, _)| *column == name);
    let names: Vec<String> = features.iter().map(|(name, _)| format!("'{name}'")).collect();
    let scaler = rng.choose(&SCALERS);
    let mut recipe = format!("features = [{}]\nencoder = '{encoder}'\nscaler = '{scaler}'\n", names.join(", "));
    // By default these integers would be read as numbers.
    if has("code") {
        recipe += "categorical = ['code']\n";
    }
    let head = rng.below(8);
    match head {
        0 => recipe += &format!("clusters = 3\nstorage = '{storage}'\n"),
        1 => recipe += "model = 'encode'\ntarget = 'kind'\n",
        2 | 3 => recipe += &format!("target = 'price'\nmetric = '{metric}'\nstorage = '{storage}'\n"),
        _ => recipe += &format!("target = 'kind'\nmetric = '{metric}'\nstorage = '{storage}'\n"),
    }
    if head >= 2 {
        recipe += &format!("neighbors = {}\n", 1 + rng.below(5));
        if rng.below(3) == 0 && metric != "dot" {
            recipe += "weights = 'distance'\n";
        }
        if rng.below(10) == 0 {
            recipe += &format!("prototypes = '{}'\n", rng.choose(&["condensed", "edited", "k-means:6"]));
        }
    }
    if head != 1 && rng.below(4) == 0 {
        recipe += "reject = 0.9\n";
    }
    if rng.below(3) == 0 {
        recipe += "scale-encoded = true\n";
    }
    let mut policy = |column: &str, table: &str, choices: &[&str]| {
        let choice = *rng.choose(choices);
        if has(column) && !choice.is_empty() {
            recipe += &format!("[{table}]\n{column} = '{choice}'\n");
        }
    };
    policy("warm", "missing", &["", "", "mean", "median", "constant:-20.5", "mean+indicator", "indicator"]);
    policy("colour", "unknown", &["", "", "error", "value", "missing", "indicator"]);
    (recipe, head == 0)
}

impl RandomCase {
    /// Whether the model stores all training rows, in their order.
    pub(crate) fn stores_every_row(&self) -> bool {
        !self.recipe.contains("prototypes")
    }

    /// Fits the model; `None` if the options cannot be combined.
    pub(crate) fn fit(&self) -> Option<(Plan, Dataset, FittedModel)> {
        let (plan, data) = plan(&self.recipe, &self.csv).ok()?;
        let fitted = fit(&plan, &data, None).ok()?;
        Some((plan, data, fitted))
    }

    /// Returns the query rows as the host reads them from a CSV, with the kinds of the model's columns.
    pub(crate) fn query_dataset(&self) -> Dataset {
        let recipe = Recipe::from_toml("recipe.toml", &self.recipe).expect("the model was fitted with it");
        let mut options = read_options(&recipe);
        options.target = None;
        options.kinds = self.features.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect();
        options.features = Some(self.features.iter().map(|(name, _)| (*name).to_owned()).collect());
        let header: Vec<&str> = self.features.iter().map(|(name, _)| *name).collect();
        // One more column, so that a row of missing values is not a blank line.
        let lines = self.queries.iter().map(|row| format!("{},.\n", row.join(",")));
        let csv = format!("{},more\n{}", header.join(","), lines.collect::<String>());
        read_bytes("queries.csv", csv.into_bytes(), &options).expect("the queries can be read")
    }
}
