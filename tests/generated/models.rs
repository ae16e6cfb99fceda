//! The models that code is generated from; together they cover each head, storage, metric and kind of column.

use std::path::{Path, PathBuf};

use nearkin_codegen::Fit;
use nearkin_codegen::data::read_path;
use nearkin_codegen::evaluate::verify::{to_rust, vectors};
use nearkin_codegen::fit::read_options;
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::recipe::Recipe;

/// A model: its data and its recipe.
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    /// The path of the CSV, relative to `tests`.
    data: &'static str,
    recipe: &'static str,
}

impl Spec {
    fn data(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(self.data)
    }

    fn recipe(&self) -> Recipe {
        Recipe::from_toml(self.name, self.recipe).expect("the recipe is valid")
    }

    /// Fits the model and returns its bytes.
    pub(crate) fn fit(&self) -> Vec<u8> {
        let (data, recipe) = (self.data(), self.recipe());
        // Validation takes time and is tested elsewhere.
        let holdout = recipe.target.is_some().then_some(0.0);
        let fit = Fit::from_csv(data).with(|into| *into = Recipe { holdout, ..recipe });
        fit.fit().unwrap_or_else(|error| panic!("{}: {error}", self.name)).blob
    }

    /// Returns the module of test vectors of the first ten rows.
    pub(crate) fn vectors(&self, blob: &[u8]) -> String {
        let data = read_path(&self.data(), &read_options(&self.recipe())).expect("the model was fitted to it");
        let aligned = Aligned::new(blob);
        let model = aligned.load().expect("a fitted model loads");
        let rows: Vec<usize> = (0..data.len().min(10)).collect();
        to_rust(&model, self.name, &vectors(&model, &data, &rows).expect("the training rows are accepted"))
    }
}

const PENGUINS: &str = "data/split/penguins_train.csv";
const IRIS: &str = "data/split/iris_train.csv";
const CONSTANTS: &str = "generated/data/constants.csv";

#[rustfmt::skip]
pub(crate) const MODELS: &[Spec] = &[
    Spec { name: "penguins", data: "../examples/data/penguins.csv", recipe: "drop = ['year']\ntarget = 'species'\nneighbors = 3\nstorage = 'i8'" },
    Spec { name: "penguins_f32", data: PENGUINS, recipe: "target = 'species'\nweights = 'distance'\nreject = 0.9" },
    Spec { name: "penguins_target", data: PENGUINS, recipe: "target = 'body_mass_g'\nencoder = 'target'\nstorage = 'i16'" },
    Spec { name: "penguins_manhattan", data: PENGUINS, recipe: "target = 'species'\nencoder = 'helmert'\nmetric = 'manhattan'\nweights = 'distance'\nscale-encoded = true" },
    Spec { name: "penguins_hash", data: PENGUINS, recipe: "target = 'species'\nencoder = 'hashing'\nstorage = 'i8'" },
    Spec { name: "penguins_cosine", data: PENGUINS, recipe: "target = 'species'\nmetric = 'cosine'\nencoder = 'one-hot'" },
    Spec { name: "penguins_encoder", data: PENGUINS, recipe: "model = 'encode'\nencoder = 'binary'" },
    Spec { name: "clusters", data: IRIS, recipe: "clusters = 5\nreject = 0.9\nstorage = 'i16'\ndrop = ['species']" },
    Spec { name: "clusters_f32", data: IRIS, recipe: "clusters = 4\ndrop = ['species']" },
    Spec { name: "iris_minkowski", data: IRIS, recipe: "target = 'species'\nmetric = 'minkowski:3'" },
    Spec { name: "digits", data: "data/split/digits_train.csv", recipe: "target = 'digit'\nneighbors = 3\nstorage = 'i8'\nscaler = 'none'" },
    Spec { name: "hostile", data: "generated/data/hostile.csv", recipe: "target = 'class'\nneighbors = 2\n[unknown]\nlevel = 'error'" },
    // Numbers that clippy takes for constants (pi, e, the square root of 2) as stored numbers, imputed values, outputs, parameters.
    Spec { name: "constants", data: CONSTANTS, recipe: "target = 'load'\nencoder = 'one-hot'\nscaler = 'none'\nmetric = 'minkowski:3.14'\nneighbors = 2\n[missing]\nturns = 'median'" },
    Spec { name: "constants_clusters", data: CONSTANTS, recipe: "drop = ['load', 'room']\nclusters = 2\nscaler = 'none'\nstorage = 'i16'\n[missing]\nturns = 'median'" },
    // Rows of a few bytes, which clippy would pass by value: of one number, and of categories only.
    Spec { name: "one_number", data: IRIS, recipe: "target = 'species'\nfeatures = ['petal width (cm)']\nreject = 0.9" },
    Spec { name: "one_of_three", data: PENGUINS, recipe: "target = 'species'\nfeatures = ['island', 'sex']\nstorage = 'i8'" },
    Spec { name: "one_cluster", data: IRIS, recipe: "clusters = 2\nfeatures = ['petal width (cm)']\nstorage = 'i8'" },
    Spec { name: "one_encoded", data: PENGUINS, recipe: "model = 'encode'\nfeatures = ['island']\nencoder = 'ordinal'" },
    // Names that are keywords or equal generated items and variables, differ only in case or punctuation, or are very long.
    Spec { name: "names", data: "generated/data/names.csv", recipe: "target = \"Input\\n*/ fn\"" },
];
