//! `nearkin fit`: what the user typed, and the recipe that it means.

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

/// Options of the columns, the target among them.
const COLUMNS: &str = "Columns (A,B lists; quote a name with a comma or an equals sign: '\"a,b\"')";
/// Options of what is fitted, stored and measured. One group, so that the short help fits a screen.
const MODEL: &str = "Model";

/// The arguments of `fit`.
#[derive(Debug, Clone, Args)]
pub struct FitArgs {
    /// The CSV to fit; - is standard input
    #[arg(value_name = "DATA.csv")]
    pub data: PathBuf,
    /// Where the model goes; - is standard output
    #[arg(short, long, value_name = "MODEL.nkn")]
    pub output: PathBuf,
    /// Replace an existing file, whatever it is
    #[arg(long)]
    pub force: bool,
    /// Options from a file; flags beat it
    #[arg(long, value_name = "FILE.toml")]
    pub recipe: Option<PathBuf>,
    /// Write all options with reasons, to be edited for --recipe
    #[arg(long, value_name = "FILE.toml")]
    pub save_recipe: Option<PathBuf>,
    /// How results are printed.
    #[command(flatten)]
    pub format: FormatArgs,
    /// Ways to be told more.
    #[command(flatten)]
    pub help: HelpArgs,
    /// Which columns.
    #[command(flatten)]
    pub columns: ColumnArgs,
    /// What happens to a column.
    #[command(flatten)]
    pub steps: StepArgs,
    /// What is fitted.
    #[command(flatten)]
    pub task: TaskArgs,
    /// Neighbours.
    #[command(flatten)]
    pub neighbors: NeighborArgs,
    /// Clusters.
    #[command(flatten)]
    pub clusters: ClusterArgs,
    /// Size and measurement.
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// How the CSV is written.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The two lengths of help: `fit` has more options than a screen has lines.
#[derive(Debug, Clone, Default, Args)]
pub struct HelpArgs {
    /// Print this help
    #[arg(short, long, action = ArgAction::HelpShort)]
    pub help: Option<bool>,
    /// All options, of the CSV too, and keys of encoders and scalers
    #[arg(long, action = ArgAction::HelpLong)]
    pub help_all: Option<bool>,
}

/// What is fitted.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = MODEL)]
pub struct TaskArgs {
    /// What to fit [default: knn; kmeans with --clusters]
    #[arg(long, value_name = "KIND", value_parser = choices::<ModelKind>())]
    pub model: Option<ModelKind>,
    /// What to predict [default: from the target]
    #[arg(long, value_name = "TASK", value_parser = choices::<Task>())]
    pub task: Option<Task>,
}

/// Which columns are used, and as what.
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
    /// A missing cell of COL: mean, median, level, drop, constant:V, error, …
    #[arg(long, value_name = "COL=POLICY")]
    pub missing: Vec<Assignment<Missing>>,
    /// A category of COL not seen at fit: error, value, missing, indicator
    #[arg(long, value_name = "COL=POLICY")]
    pub unknown: Vec<Assignment<Unknown>>,
}

/// How columns are encoded and scaled.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Encoding and scaling (NAME or NAME:key=value,…)")]
pub struct StepArgs {
    /// Encode categorical columns by it [default: one-hot]
    #[arg(long, value_name = "NAME")]
    pub encoder: Option<EncoderSpec>,
    /// Encode the column COL by it
    #[arg(long, value_name = "COL=NAME")]
    pub encode: Vec<Assignment<EncoderSpec>>,
    /// Scale numeric columns by it [default: standard]
    #[arg(long, value_name = "NAME")]
    pub scaler: Option<ScalerSpec>,
    /// Scale the column COL by it
    #[arg(long, value_name = "COL=NAME")]
    pub scale: Vec<Assignment<ScalerSpec>>,
    /// Scale encoded columns too
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub scale_encoded: Option<bool>,
}

/// How neighbours are found and vote.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = MODEL)]
pub struct NeighborArgs {
    /// How many rows vote [default: 5, but 1 with prototypes other than edited]
    #[arg(short = 'k', long, value_name = "K", allow_negative_numbers = true)]
    pub neighbors: Option<u32>,
    /// euclidean, manhattan, chebyshev, minkowski:P, hamming, cosine, dot
    #[arg(long, value_name = "METRIC")]
    pub metric: Option<Metric>,
    /// What a vote counts: 1, or 1/distance
    #[arg(long, value_name = "WEIGHTS", value_parser = choices::<Weights>())]
    pub weights: Option<Weights>,
    /// Call a row novel beyond this quantile of training distances
    #[arg(long, value_name = "QUANTILE", allow_negative_numbers = true)]
    pub reject: Option<f64>,
    /// Keep fewer rows: condensed, edited, k-means:N, lvq:N (N for each class)
    #[arg(long, value_name = "HOW")]
    pub prototypes: Option<Prototypes>,
}

/// How k-means runs.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "k-means")]
pub struct ClusterArgs {
    /// k-means with so many clusters, in place of nearest neighbours
    #[arg(long, value_name = "K", help_heading = MODEL, allow_negative_numbers = true)]
    pub clusters: Option<u32>,
    /// The start: k-means++, random, rows:1,2,3
    #[arg(long, value_name = "START")]
    pub init: Option<Init>,
    /// How many starts to try [default: 1; 10 when random]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub n_init: Option<u32>,
    /// The most iterations [default: 300]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_iter: Option<u32>,
    /// The movement that ends it, relative to the variance [default: 0.0001]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub tol: Option<f64>,
    /// What an empty cluster becomes: relocate, keep, zero
    #[arg(long, value_name = "HOW")]
    pub empty: Option<Empty>,
    /// Write each iteration's centroids and inertia as JSON
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// How large the model is and how it is measured.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = MODEL)]
pub struct MeasureArgs {
    /// Stored numbers [default: f32]
    #[arg(long, value_name = "TYPE", value_parser = choices::<Storage>())]
    pub storage: Option<Storage>,
    /// Leave the recipe out of the model
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub lean: Option<bool>,
    /// Share of rows held out to measure accuracy, 0 for none [default: 0.25]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub holdout: Option<f64>,
    /// Measure by N folds instead
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub cv: Option<u32>,
    /// Keep rows with the same value of COL in one fold
    #[arg(long, value_name = "COL")]
    pub group: Option<String>,
    /// Fit N rows drawn at random
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub sample: Option<u64>,
    /// The start of every random choice [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl FitArgs {
    /// Gives the checked recipe: the flags over the file of `--recipe`, defaults not filled in.
    ///
    /// # Errors
    /// [`Error::Io`] when the recipe's file cannot be read; [`Error::Usage`] for what is wrong in it, a column given twice
    /// by one flag, or options that contradict each other.
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

    /// Gives what the flags alone say.
    fn flags(&self) -> Result<Recipe> {
        // Naming every field makes the compiler find a flag that is forgotten.
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

/// Gives the names of a list that was given in parts.
fn joined(lists: &[Names]) -> Vec<String> {
    lists.iter().flat_map(|Names(names)| names.iter().cloned()).collect()
}

/// Gives the values of a repeated flag by column.
fn by_column<T: Clone>(flag: &str, values: &[Assignment<T>]) -> Result<ByColumn<T>> {
    let mut columns = BTreeMap::new();
    for Assignment { column, value } in values {
        if columns.insert(column.clone(), value.clone()).is_some() {
            return Err(Error::usage(format!("{flag} gives column {column:?} twice")));
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

    /// Gives a key of a recipe and its value as flags.
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
        assert_eq!(error.to_string(), "--missing gives column \"a\" twice");
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
