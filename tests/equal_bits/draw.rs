//! Recipes, tables and questions drawn at random from a seed.

use nearkin_codegen::data::{Dataset, Kind, read_bytes};
use nearkin_codegen::encoders::METHODS;
use nearkin_codegen::fit::{FittedModel, Plan, fit, read_options};
use nearkin_codegen::recipe::Recipe;
use nearkin_tests::dice::Dice;
use nearkin_tests::fleet::plan;

/// A table, a recipe for it, and rows to ask about.
pub(crate) struct Draw {
    pub(crate) seed: u64,
    pub(crate) csv: String,
    pub(crate) recipe: String,
    /// The columns that the model keeps, with their kinds, in the table's order.
    pub(crate) features: Vec<(&'static str, Kind)>,
    /// Cells of those columns: rows of the table and rows that nobody has seen; an empty cell is missing.
    pub(crate) questions: Vec<Vec<String>>,
    pub(crate) encoder: &'static str,
    pub(crate) metric: &'static str,
    pub(crate) storage: &'static str,
}

/// Every encoder, and some again with parameters that change their shape.
pub(crate) fn encoders() -> Vec<&'static str> {
    let variants = |name| match name {
        "one-hot" => vec![name, "one-hot:max_categories=3"],
        "hashing" => vec![name, "hashing:shared=true"],
        // It is for ones and zeros.
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
const COLOURS: [&str; 5] = ["red", "green", "blue", "grün", "a b"];
/// What no training row has.
const STRANGE: [&str; 4] = ["violet", "RED", "f99", "温度"];
/// Numbers far from the training rows, up to where squares overflow.
const FAR: [&str; 7] = ["0", "-0.0", "1e30", "-3e38", "1e-40", "123456.75", "-250.5"];
/// Rows that a drawn model is asked about.
const QUESTIONS: usize = 24;

/// Draws a table of up to six columns, a recipe for it, and questions.
pub(crate) fn draw(seed: u64) -> Draw {
    let mut dice = Dice::new(seed);
    let levels = 2 + dice.index(4);
    let count = 25 + dice.below(60);
    let rows: Vec<Vec<String>> = (0..count)
        .map(|_| {
            let kind = dice.index(2);
            let mut cells = cells(&mut dice, kind, levels);
            cells.extend([["a", "b"][kind].to_owned(), format!("{}.25", dice.below(900))]);
            cells
        })
        .collect();
    let mut csv = String::from("long,warm,weight,colour,floor,code,kind,price\n");
    for row in &rows {
        csv += &row.join(",");
        csv.push('\n');
    }
    // One column at the least; all six most often.
    let must = dice.index(COLUMNS.len());
    let kept: Vec<usize> = (0..COLUMNS.len()).filter(|&place| place == must || dice.below(4) > 0).collect();
    let features: Vec<(&'static str, Kind)> = kept.iter().map(|&place| COLUMNS[place]).collect();
    let question = |dice: &mut Dice| {
        let row = dice.index(rows.len());
        let mut cells: Vec<String> = kept.iter().map(|&place| rows[row][place].clone()).collect();
        for (cell, (_, kind)) in cells.iter_mut().zip(&features) {
            let new = match (dice.below(9), kind) {
                (0, _) => "",
                (1, Kind::Numeric) => *dice.pick(&FAR),
                (1, _) => *dice.pick(&STRANGE),
                _ => continue,
            };
            new.clone_into(cell);
        }
        cells
    };
    let questions = (0..QUESTIONS).map(|_| question(&mut dice)).collect();
    let (encoder, metric) = (*dice.pick(&encoders()), *dice.pick(&METRICS));
    let storage = *dice.pick(&["f32", "f32", "i16", "i8"]);
    let (recipe, clusters) = recipe(&mut dice, &features, encoder, metric, storage);
    Draw {
        seed,
        csv,
        recipe,
        features,
        questions,
        encoder,
        metric: if clusters { "euclidean" } else { metric },
        storage,
    }
}

/// The cells of a table's row, without its targets.
fn cells(dice: &mut Dice, kind: usize, levels: usize) -> Vec<String> {
    let long = format!("{}.{}", dice.below(50) + 20 * kind as u64, dice.below(1000));
    let warm = if dice.below(8) == 0 { String::new() } else { format!("-{}.5", dice.below(300)) };
    let weight = format!("{}e-3", dice.below(90_000));
    let colour = if dice.below(12) == 0 { "" } else { COLOURS[dice.index(levels)] };
    vec![long, warm, weight, colour.to_owned(), format!("f{}", dice.below(7)), (dice.below(5) * 10).to_string()]
}

/// A recipe, and whether it makes clusters.
fn recipe(dice: &mut Dice, features: &[(&str, Kind)], encoder: &str, metric: &str, storage: &str) -> (String, bool) {
    let has = |name: &str| features.iter().any(|(column, _)| *column == name);
    let names: Vec<String> = features.iter().map(|(name, _)| format!("'{name}'")).collect();
    let scaler = dice.pick(&SCALERS);
    let mut recipe = format!("features = [{}]\nencoder = '{encoder}'\nscaler = '{scaler}'\n", names.join(", "));
    // Without being told, these integers would be numbers.
    if has("code") {
        recipe += "categorical = ['code']\n";
    }
    let head = dice.below(8);
    match head {
        0 => recipe += &format!("clusters = 3\nstorage = '{storage}'\n"),
        1 => recipe += "model = 'encode'\ntarget = 'kind'\n",
        2 | 3 => recipe += &format!("target = 'price'\nmetric = '{metric}'\nstorage = '{storage}'\n"),
        _ => recipe += &format!("target = 'kind'\nmetric = '{metric}'\nstorage = '{storage}'\n"),
    }
    if head >= 2 {
        recipe += &format!("neighbors = {}\n", 1 + dice.below(5));
        if dice.below(3) == 0 && metric != "dot" {
            recipe += "weights = 'distance'\n";
        }
        if dice.below(10) == 0 {
            recipe += &format!("prototypes = '{}'\n", dice.pick(&["condensed", "edited", "k-means:6"]));
        }
    }
    if head != 1 && dice.below(4) == 0 {
        recipe += "reject = 0.9\n";
    }
    if dice.below(3) == 0 {
        recipe += "scale-encoded = true\n";
    }
    let mut policies = |column: &str, table: &str, choices: &[&str]| {
        let choice = *dice.pick(choices);
        if has(column) && !choice.is_empty() {
            recipe += &format!("[{table}]\n{column} = '{choice}'\n");
        }
    };
    policies("warm", "missing", &["", "", "mean", "median", "constant:-20.5", "mean+indicator", "indicator"]);
    policies("colour", "unknown", &["", "", "error", "value", "missing", "indicator"]);
    (recipe, head == 0)
}

impl Draw {
    /// Whether the model stores the table's rows, each under its number.
    pub(crate) fn stores_every_row(&self) -> bool {
        !self.recipe.contains("prototypes")
    }

    /// Fits it; `None` where its parts do not go together.
    pub(crate) fn fit(&self) -> Option<(Plan, Dataset, FittedModel)> {
        let (plan, data) = plan(&self.recipe, &self.csv).ok()?;
        let fitted = fit(&plan, &data, None).ok()?;
        Some((plan, data, fitted))
    }

    /// The questions as the host reads them: a CSV in the kinds that the model has.
    pub(crate) fn asked(&self) -> Dataset {
        let recipe = Recipe::from_toml("draw.toml", &self.recipe).expect("it was fitted with");
        let mut options = read_options(&recipe);
        options.target = None;
        options.kinds = self.features.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect();
        options.features = Some(self.features.iter().map(|(name, _)| (*name).to_owned()).collect());
        let header: Vec<&str> = self.features.iter().map(|(name, _)| *name).collect();
        // A column that no question needs, so that a row of missing cells is no blank line.
        let lines = self.questions.iter().map(|row| format!("{},.\n", row.join(",")));
        let csv = format!("{},more\n{}", header.join(","), lines.collect::<String>());
        read_bytes("questions.csv", csv.into_bytes(), &options).expect("the questions can be read")
    }
}
