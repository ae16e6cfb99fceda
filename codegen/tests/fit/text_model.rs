//! A model that is fitted to the text of a CSV file, and its predictions for the rows of another.

use nearkin::Model;
use nearkin_codegen::Result;
use nearkin_codegen::data::{Dataset, ReadOptions, read_bytes};
use nearkin_codegen::evaluate::predict::{Answer, Prediction, Wants, predict};
use nearkin_codegen::fit::{FittedModel, Plan, fit, read_options};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_codegen::progress::Progress;
use nearkin_codegen::recipe::Recipe;

/// A recipe, the rows that it is fitted to, and the plan of the fit.
pub(crate) struct Planned {
    pub(crate) plan: Plan,
    pub(crate) data: Dataset,
    read: ReadOptions,
}

impl Planned {
    /// Reads a recipe (TOML) and a CSV; errors name the file `t.csv`.
    pub(crate) fn new(csv: &str, recipe: &str) -> Result<Self> {
        let recipe = Recipe::from_toml("recipe.toml", recipe)?;
        let read = read_options(&recipe);
        let data = read_bytes("t.csv", csv.into(), &read)?;
        Ok(Self { plan: Plan::new(recipe, &data)?, data, read })
    }

    /// Fits the plan.
    pub(crate) fn fit(self) -> Result<TextModel> {
        let fitted = fit(&self.plan, &self.data, None)?;
        let blob = Aligned::new(&fitted.blob);
        Ok(TextModel { fitted, blob, read: ReadOptions { target_may_be_absent: true, ..self.read } })
    }
}

/// A fitted model with its blob.
#[derive(Debug)]
pub(crate) struct TextModel {
    pub(crate) fitted: FittedModel,
    pub(crate) blob: Aligned,
    read: ReadOptions,
}

impl TextModel {
    /// Fits a recipe (TOML) to the rows of a CSV, without holding rows out.
    pub(crate) fn fit(csv: &str, recipe: &str) -> Result<Self> {
        Planned::new(csv, &format!("holdout = 0\n{recipe}"))?.fit()
    }

    /// The loaded model.
    pub(crate) fn model(&self) -> Model<'_> {
        self.blob.load().expect("a fitted model is valid")
    }

    /// Predictions for the rows of a CSV, each with its `nearest` training rows; errors name the file `q.csv`.
    pub(crate) fn predict(&self, csv: &str, nearest: usize) -> Result<Vec<Prediction>> {
        let data = read_bytes("q.csv", csv.into(), &self.read)?;
        predict(&self.model(), &data, Wants { probabilities: true, nearest }, Progress::NONE)
    }

    /// The names of predicted classes.
    pub(crate) fn class_names(&self, predictions: &[Prediction]) -> Vec<String> {
        let model = self.model();
        let name = |prediction: &Prediction| match prediction.answer {
            Answer::Class(class) => model.class_name(class).expect("a predicted class has a name").to_owned(),
            ref other => panic!("{other:?} is not a class"),
        };
        predictions.iter().map(name).collect()
    }
}
