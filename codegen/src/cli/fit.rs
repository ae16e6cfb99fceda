//! The arguments of `nearkin fit`, and the recipe that they specify.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};

use crate::cli::choices::choices;
use crate::cli::csv::CsvArgs;
use crate::cli::format::FormatArgs;
use crate::error::{Error, Result};
use crate::recipe::{
    Assignment, ByColumn, Empty, EncoderSpec, Init, Metric, Missing, ModelKind, Names, Prototypes, Recipe, ScalerSpec,
    Storage, Task, Unknown, Weights,
};

/// The heading of the options for columns.
const COLUMNS: &str = "Columns (A,B lists; quote a name with a comma or an equals sign: '\"a,b\"')";
/// The heading of the options for the model. One group, so that the short help fits on a screen.
const MODEL: &str = "Model";

/// The arguments of `fit`.
#[derive(Debug, Clone, Args)]
pub struct FitArgs {
    /// The CSV to fit; - is standard input
    #[arg(value_name = "DATA.csv")]
    pub data: PathBuf,
    /// The model to write; - is standard output
    #[arg(short, long, value_name = "MODEL.nkn")]
    pub output: PathBuf,
    /// Replace an existing file of any kind
    #[arg(long)]
    pub force: bool,
    /// Options from a file; flags override it
    #[arg(long, value_name = "FILE.toml")]
    pub recipe: Option<PathBuf>,
    /// Write all options with reasons, to edit for --recipe
    #[arg(long, value_name = "FILE.toml")]
    pub save_recipe: Option<PathBuf>,
    /// The form of printed results.
    #[command(flatten)]
    pub format: FormatArgs,
    /// The two lengths of help.
    #[command(flatten)]
    pub help: HelpArgs,
    /// The columns.
    #[command(flatten)]
    pub columns: ColumnArgs,
    /// Encoding and scaling of columns.
    #[command(flatten)]
    pub steps: StepArgs,
    /// The kind of model.
    #[command(flatten)]
    pub task: TaskArgs,
    /// Nearest neighbors.
    #[command(flatten)]
    pub neighbors: NeighborArgs,
    /// k-means.
    #[command(flatten)]
    pub clusters: ClusterArgs,
    /// Storage and validation.
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// The dialect of the CSV.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The two lengths of help: `fit` has more options than a screen has lines.
#[derive(Debug, Clone, Default, Args)]
pub struct HelpArgs {
    /// Print this help
    #[arg(short, long, action = ArgAction::HelpShort)]
    pub help: Option<bool>,
    /// Print all options, and the keys of encoders and scalers
    #[arg(long, action = ArgAction::HelpLong)]
    pub help_all: Option<bool>,
}

/// The kind of model.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = MODEL)]
pub struct TaskArgs {
    /// The kind of model [default: knn; kmeans with --clusters]
    #[arg(long, value_name = "KIND", value_parser = choices::<ModelKind>())]
    pub model: Option<ModelKind>,
    /// The kind of prediction [default: inferred from the target]
    #[arg(long, value_name = "TASK", value_parser = choices::<Task>())]
    pub task: Option<Task>,
}

/// The columns that are used, and their kinds.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = COLUMNS)]
pub struct ColumnArgs {
    /// The column to predict
    #[arg(long, value_name = "COL")]
    pub target: Option<String>,
    /// Use only these columns
    #[arg(long, value_name = "A,B")]
    pub features: Vec<Names>,
    /// Do not use these columns
    #[arg(long, value_name = "A,B")]
    pub drop: Vec<Names>,
    /// Read these columns as numbers
    #[arg(long, value_name = "A,B")]
    pub numeric: Vec<Names>,
    /// Read these columns as categories
    #[arg(long, value_name = "A,B")]
    pub categorical: Vec<Names>,
    /// For missing cells: mean, median, level, drop, constant:V, error, …
    #[arg(long, value_name = "COL=POLICY")]
    pub missing: Vec<Assignment<Missing>>,
    /// For categories not seen at fit: error, value, missing, indicator
    #[arg(long, value_name = "COL=POLICY")]
    pub unknown: Vec<Assignment<Unknown>>,
}

/// How columns are encoded and scaled.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Encoding and scaling (NAME or NAME:key=value,…)")]
pub struct StepArgs {
    /// The encoder of categorical columns [default: one-hot]
    #[arg(long, value_name = "NAME")]
    pub encoder: Option<EncoderSpec>,
    /// The encoder of the column COL
    #[arg(long, value_name = "COL=NAME")]
    pub encode: Vec<Assignment<EncoderSpec>>,
    /// The scaler of numeric columns [default: standard]
    #[arg(long, value_name = "NAME")]
    pub scaler: Option<ScalerSpec>,
    /// The scaler of the column COL
    #[arg(long, value_name = "COL=NAME")]
    pub scale: Vec<Assignment<ScalerSpec>>,
    /// Scale encoded columns too
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub scale_encoded: Option<bool>,
}

/// The search for neighbors and their vote.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = MODEL)]
pub struct NeighborArgs {
    /// Neighbors that vote [default: 5; 1 with prototypes other than edited]
    #[arg(short = 'k', long, value_name = "K", allow_negative_numbers = true)]
    pub neighbors: Option<u32>,
    /// euclidean, manhattan, chebyshev, minkowski:P, hamming, cosine, dot
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<Metric>,
    /// Weight of a vote: 1, or 1/distance
    #[arg(long, value_name = "WEIGHTS", value_parser = choices::<Weights>())]
    pub weights: Option<Weights>,
    /// Mark rows beyond this quantile of the training distances as novel
    #[arg(long, value_name = "QUANTILE", allow_negative_numbers = true)]
    pub reject: Option<f64>,
    /// Keep fewer rows: condensed, edited, k-means:N, lvq:N (N per class)
    #[arg(long, value_name = "HOW")]
    pub prototypes: Option<Prototypes>,
}

/// The options of k-means.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "k-means")]
pub struct ClusterArgs {
    /// Fit k-means with K clusters instead of nearest neighbors
    #[arg(long, value_name = "K", help_heading = MODEL, allow_negative_numbers = true)]
    pub clusters: Option<u32>,
    /// Initial centroids: k-means++, random, rows:1,2,3
    #[arg(long, value_name = "START")]
    pub init: Option<Init>,
    /// Number of starts [default: 1; 10 with --init random]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub n_init: Option<u32>,
    /// Maximum number of iterations [default: 300]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_iter: Option<u32>,
    /// Stop when the centroids move less, relative to the variance [default: 0.0001]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub tol: Option<f64>,
    /// For an empty cluster: relocate, keep, zero
    #[arg(long, value_name = "HOW")]
    pub empty: Option<Empty>,
    /// Write the centroids and inertia of each iteration as JSON
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// Storage and validation.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = MODEL)]
pub struct MeasureArgs {
    /// Stored numbers [default: f32]
    #[arg(long, value_name = "TYPE", value_parser = choices::<Storage>())]
    pub storage: Option<Storage>,
    /// Leave the recipe out of the model
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub lean: Option<bool>,
    /// Share of rows held out for validation, 0 for none [default: 0.25]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub holdout: Option<f64>,
    /// Validate by N-fold cross-validation instead
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub cv: Option<u32>,
    /// Keep rows with the same value of COL in one fold
    #[arg(long, value_name = "COL")]
    pub group: Option<String>,
    /// Fit a random sample of N rows
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub sample: Option<u64>,
    /// Seed of every random choice [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl FitArgs {
    /// Returns the checked recipe: the flags override the file of `--recipe`, and defaults are not filled in.
    ///
    /// # Errors
    /// [`Error::Io`] when the recipe's file cannot be read; [`Error::Usage`] when it is wrong, a flag specifies a column
    /// twice, or options contradict each other.
    pub fn resolve(&self) -> Result<Recipe> {
        let flags = self.flags()?;
        let recipe = match &self.recipe {
            Some(path) => Recipe::from_toml(&path.display().to_string(), &read(path)?)?,
            None => Recipe::default(),
        };
        let recipe = Recipe::merge(flags, recipe);
        recipe.check()?;
        Ok(recipe)
    }

    /// Returns the recipe of the flags alone.
    fn flags(&self) -> Result<Recipe> {
        // Every field is named, so that the compiler finds a forgotten flag.
        let Self { data: _, output: _, force: _, recipe: _, save_recipe: _, format: _, task, columns, steps, .. } =
            self;
        let TaskArgs { model, task } = task.clone();
        let ColumnArgs { target, features, drop, numeric, categorical, missing, unknown } = columns;
        let StepArgs { encoder, encode, scaler, scale, scale_encoded } = steps;
        let NeighborArgs { neighbors, metric, weights, reject, prototypes } = self.neighbors;
        let ClusterArgs { clusters, init, n_init, max_iter, tol, empty, trace: _ } = self.clusters.clone();
        let MeasureArgs { storage, lean, holdout, cv, group, sample, seed } = self.measure.clone();
        Ok(Recipe {
            model,
            task,
            target: target.clone(),
            features: joined(features),
            drop: joined(drop),
            numeric: joined(numeric),
            categorical: joined(categorical),
            encoder: encoder.clone(),
            scaler: *scaler,
            scale_encoded: *scale_encoded,
            neighbors,
            metric,
            weights,
            reject,
            prototypes,
            clusters,
            init,
            n_init,
            max_iter,
            tol,
            empty,
            storage,
            holdout,
            cv,
            group,
            sample,
            seed,
            lean,
            encode: by_column("--encode", encode)?,
            scale: by_column("--scale", scale)?,
            missing: by_column("--missing", missing)?,
            unknown: by_column("--unknown", unknown)?,
            csv: self.csv.clone().into(),
        })
    }
}

/// Joins the names of a repeated flag.
fn joined(lists: &[Names]) -> Vec<String> {
    lists.iter().flat_map(|Names(names)| names.iter().cloned()).collect()
}

/// Returns the values of a repeated flag by column.
fn by_column<T: Clone>(flag: &str, values: &[Assignment<T>]) -> Result<ByColumn<T>> {
    let mut columns = BTreeMap::new();
    for Assignment { column, value } in values {
        if columns.insert(column.clone(), value.clone()).is_some() {
            return Err(Error::usage(format!("{flag}: column {column:?} is given twice")));
        }
    }
    Ok(columns)
}

/// Reads a text file; `-` is standard input.
fn read(path: &Path) -> Result<String> {
    let mut text = String::new();
    let result = match path == Path::new("-") {
        true => io::stdin().read_to_string(&mut text).map(|_| text),
        false => fs::read_to_string(path),
    };
    result.map_err(|source| Error::io(path, source))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use crate::recipe::full;
    use clap::Parser;
    use serde_json::Value;

    fn args<'a>(flags: impl IntoIterator<Item = &'a str>) -> Box<FitArgs> {
        let line = ["nearkin", "fit", "d.csv", "-o", "m.nkn"].into_iter().chain(flags);
        match Cli::try_parse_from(line).expect("right usage").command {
            Command::Fit(args) => args,
            other => panic!("{other:?} is not fit"),
        }
    }

    fn flags<'a>(flags: impl IntoIterator<Item = &'a str>) -> Recipe {
        args(flags).flags().expect("no column twice")
    }

    /// Adds a key of a recipe and its value as flags.
    fn as_flags(key: &str, value: &Value, flags: &mut Vec<String>) {
        let flag = format!("--{key}");
        match value {
            Value::Object(entries) if key == "csv" => {
                entries.iter().for_each(|(key, value)| as_flags(key, value, flags));
            }
            Value::Object(columns) => {
                for (column, value) in columns {
                    flags.extend([flag.clone(), format!("{column}={}", value.as_str().expect("a text"))]);
                }
            }
            Value::Array(names) => {
                let names: Vec<_> = names.iter().map(|name| name.as_str().expect("a name")).collect();
                flags.extend([flag, names.join(",")]);
            }
            Value::Bool(true) => flags.push(flag),
            Value::Bool(false) => flags.push(format!("{flag}=false")),
            Value::String(text) => flags.extend([flag, text.clone()]),
            number => flags.extend([flag, number.to_string()]),
        }
    }

    #[test]
    fn every_key_of_a_recipe_is_a_flag_of_the_same_name_and_meaning() {
        let recipe = full();
        let Value::Object(keys) = serde_json::to_value(&recipe).expect("it prints") else { panic!("an object") };
        let mut line = Vec::new();
        keys.iter().for_each(|(key, value)| as_flags(key, value, &mut line));
        assert_eq!(flags(line.iter().map(String::as_str)), recipe);
    }

    #[test]
    fn lists_join_and_columns_are_quoted() {
        let recipe = flags([
            "--drop",
            "a,b",
            "--drop",
            "\"c,d\"",
            "--encode",
            "\"e=f\"=ordinal:order=x|y",
            "--scale",
            "g h=none",
        ]);
        assert_eq!(recipe.drop, ["a", "b", "c,d"]);
        assert_eq!(recipe.encode["e=f"].to_string(), "ordinal:order=x|y");
        assert_eq!(recipe.scale["g h"], ScalerSpec::None);
    }

    #[test]
    fn a_column_is_given_once_by_one_flag() {
        let error = args(["--missing", "a=mean", "--missing", "a=drop"]).flags().expect_err("twice");
        assert_eq!(error.to_string(), "--missing: column \"a\" is given twice");
        assert_eq!(error.exit_code(), 2);
    }

    #[test]
    fn a_negative_value_is_a_value() {
        assert_eq!(flags(["--missing-marker=-200"]).csv.missing_marker, ["-200"]);
        assert_eq!(flags(["--missing-marker", "-200"]).csv.missing_marker, ["-200"]);
        assert_eq!(flags(["--missing-marker", "a b", "--missing-marker=--"]).csv.missing_marker, ["a b", "--"]);
        assert_eq!(flags(["--missing", "a=constant:-1"]).missing["a"].to_string(), "constant:-1");
    }

    #[test]
    fn a_yes_can_be_taken_back() {
        assert_eq!(flags(["--lean"]).lean, Some(true));
        assert_eq!(flags(["--lean=false"]).lean, Some(false));
        assert_eq!(flags([]).lean, None);
    }

    #[test]
    fn nothing_said_is_the_empty_recipe() {
        assert_eq!(flags([]), Recipe::default());
    }
}
