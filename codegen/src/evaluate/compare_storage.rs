//! What each storage costs in bytes and answers, and `--storage auto`: the smallest that costs at most 0.2 points, or one
//! row, in 5-fold cross-validation.
//!
//! # Examples
//! ```
//! use nearkin_codegen::data::read_path;
//! use nearkin_codegen::fit::{Plan, read_options};
//! use nearkin_codegen::evaluate::validate::validate;
//! use nearkin_codegen::progress::Progress;
//! use nearkin_codegen::recipe::{Recipe, Storage};
//! use nearkin_codegen::evaluate::compare_storage::{Cost, Tried, compare, resolve};
//!
//! let recipe = Recipe {
//!     target: Some("species".into()),
//!     drop: vec!["year".into()],
//!     storage: Some(Storage::Auto),
//!     ..Recipe::default()
//! };
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let data = read_path(data.as_ref(), &read_options(&recipe))?;
//! let (plan, tried): (_, Vec<Tried>) = resolve(Plan::new(recipe, &data)?, &data, Progress::NONE)?;
//! assert!(tried.iter().all(|tried| tried.score > 0.9) && plan.storage != Storage::Auto);
//!
//! let own = validate(&plan, &data, Progress::NONE)?.expect("there is a target");
//! let costs: Vec<Cost> = compare(&plan, &data, &own, 4096, Progress::NONE)?;
//! assert_eq!(costs.iter().filter(|cost| cost.chosen).map(|cost| cost.flash).collect::<Vec<_>>(), [4096]);
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

use serde::Serialize;

use crate::Result;
use crate::data::Dataset;
use crate::evaluate::validate::{Quality, ValidationScore, validate};
use crate::evaluate::verify::MAX_CHANGED;
use crate::fit::{Plan, SearchIndex, fit};
use crate::progress::Progress;
use crate::recipe::{Storage, Task, Validation};

/// Folds of the comparison.
const FOLDS: u32 = 5;
/// What a smaller storage may cost.
const POINTS: f64 = 0.002;

/// A storage that was tried.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tried {
    /// Its name.
    pub storage: String,
    /// Accuracy, or R2.
    pub score: f64,
    /// The share of the answers that are others than in `f32`, as [`ValidationScore::changed`] counts.
    pub changed: f64,
}

/// What a storage costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Cost {
    /// Its name.
    pub storage: String,
    /// Whether it is the model's.
    pub chosen: bool,
    /// Bytes of the model.
    pub flash: u64,
    /// Accuracy, or R2, on the rows that `fit` measures with.
    pub score: Option<f64>,
    /// Rows among those whose answer differs from that in `f32`.
    pub changed: Option<u64>,
    /// Rows among those with a number so far out that it is held at the storage's bound.
    pub clamped: u64,
}

/// The largest numbers of rows for a comparison: without prototypes, and with them (choosing them is most of a fit).
const MAX_ROWS: [usize; 2] = [20_000, 4_000];

/// Compares all storages on the rows that `own` was measured with; nothing for more than 20,000 rows (4,000 with
/// prototypes), or for a metric that integer storage does not support.
///
/// `flash` is the size of the fitted model. The other sizes are computed without searching for a better order of rows,
/// which is most of the time of a fit; the bytes that the order needs in this model are added to all.
///
/// # Errors
/// As [`validate`] and [`fit`].
pub fn compare(
    plan: &Plan,
    data: &Dataset,
    own: &ValidationScore,
    flash: u64,
    progress: Progress<'_>,
) -> Result<Vec<Cost>> {
    let most = MAX_ROWS[usize::from(plan.prototypes().is_some())];
    if data.len() > most || !has_integer_form(plan) {
        return Ok(Vec::new());
    }
    let chosen = plan.storage;
    let in_order = |storage: Storage| -> Result<u64> {
        let plan = Plan { storage, reject: None, search_index: SearchIndex::BruteForce, ..plan.clone() };
        Ok(fit(&plan, data, None)?.blob.len() as u64)
    };
    let ordered = in_order(chosen)?;
    let mut costs = Vec::new();
    let mut exact = None;
    for storage in [Storage::F32, Storage::I16, Storage::I8] {
        let measured;
        let found = if storage == chosen {
            own
        } else {
            let Some(other) = validate(&Plan { storage, ..plan.clone() }, data, progress)? else {
                return Ok(Vec::new());
            };
            measured = other;
            &measured
        };
        let bytes = if storage == chosen { flash } else { (in_order(storage)? + flash).saturating_sub(ordered) };
        let exact = exact.get_or_insert_with(|| found.clone());
        costs.push(Cost {
            storage: storage.to_string(),
            chosen: storage == chosen,
            flash: bytes,
            score: found.quality.headline(),
            changed: found.changed(exact),
            clamped: found.clamped,
        });
    }
    Ok(costs)
}

/// Replaces `auto` with the storage that it selects; also returns all storages that were compared, smallest first.
///
/// All scores (accuracy, or R2 for a regression) use the same folds. Metrics without integer storage keep `f32`.
///
/// # Errors
/// As [`validate`].
pub fn resolve(plan: Plan, data: &Dataset, progress: Progress<'_>) -> Result<(Plan, Vec<Tried>)> {
    if plan.storage != Storage::Auto {
        return Ok((plan, Vec::new()));
    }
    let folds = match &plan.validation {
        Validation::Folds { .. } => plan.validation.clone(),
        Validation::None | Validation::Holdout(_) => Validation::Folds { folds: FOLDS, group: None },
    };
    let score = |storage: Storage| -> Result<Option<(f64, ValidationScore)>> {
        let plan = Plan { storage, validation: folds.clone(), ..plan.clone() };
        Ok(validate(&plan, data, progress)?.and_then(|found| Some((found.quality.headline()?, found))))
    };
    let Some((best, exact)) = score(Storage::F32)? else {
        return Ok((Plan { storage: Storage::F32, ..plan }, Vec::new()));
    };
    let (row, rows) = (one_row(&exact.quality), rows(&exact.quality));
    let mut tried = Vec::new();
    let mut chosen = Storage::F32;
    let candidates: &[Storage] = if has_integer_form(&plan) { &[Storage::I8, Storage::I16] } else { &[] };
    for &storage in candidates {
        let Ok(Some((score, found))) = score(storage) else { continue };
        let changed = found.changed(&exact).unwrap_or(0) as f64 / rows as f64;
        tried.push(Tried { storage: storage.to_string(), score, changed });
        // A hair of room for the difference of two rounded shares.
        if chosen == Storage::F32 && score + POINTS.max(row) + 1e-12 >= best {
            chosen = storage;
        }
    }
    tried.push(Tried { storage: Storage::F32.to_string(), score: best, changed: 0.0 });
    Ok((Plan { storage: chosen, ..plan }, tried))
}

fn has_integer_form(plan: &Plan) -> bool {
    nearkin::Metric::from(plan.metric()).has_integer_form()
}

/// Warns if the storage that `auto` chose by its score changes more predictions than `verify` allows by default.
pub(crate) fn warning(plan: &Plan, tried: &[Tried]) -> Option<String> {
    let chosen = plan.storage.to_string();
    let found = tried.iter().find(|tried| tried.storage == chosen && tried.changed > MAX_CHANGED)?;
    let what = if plan.task == Some(Task::Regress) { "R2" } else { "accuracy" };
    Some(format!(
        "--storage auto chose {chosen}, whose {what} is as good; {:.1} % of the predictions differ from f32, so verify \
         needs a --max-changed above {MAX_CHANGED}; to avoid this, fit with --storage f32",
        found.changed * 100.0
    ))
}

/// The rows that were answered.
fn rows(quality: &Quality) -> u64 {
    match quality {
        Quality::Classification(report) => report.rows.max(1),
        Quality::Regression(report) => report.rows.max(1) as u64,
    }
}

/// The share of one row; a value has no such step.
fn one_row(quality: &Quality) -> f64 {
    match quality {
        Quality::Classification(report) => 1.0 / report.rows.max(1) as f64,
        Quality::Regression(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::read_bytes;
    use crate::fit::read_options;
    use crate::recipe::Recipe;

    fn resolved(text: &str, recipe: &str) -> (Storage, Vec<Tried>) {
        let recipe = Recipe::from_toml("r.toml", recipe).unwrap();
        let data = read_bytes("d.csv", text.as_bytes().to_vec(), &read_options(&recipe)).unwrap();
        let plan = Plan::new(recipe, &data).unwrap();
        let (plan, tried) = resolve(plan, &data, Progress::NONE).unwrap();
        (plan.storage, tried)
    }

    /// Two classes that i8 separates, and two that differ by a thousandth of the range.
    fn rows(step: f64) -> String {
        (0..40).fold("x,w,y\n".to_owned(), |text, row| {
            let class = row % 2;
            text + &format!("{},{},{}\n", f64::from(class) * step, row / 20 * 1000, ["a", "b"][class as usize])
        })
    }

    #[test]
    fn bytes_are_taken_where_they_lose_nothing() {
        let (storage, tried) =
            resolved(&rows(500.0), "target = \"y\"\nstorage = \"auto\"\nscaler = \"none\"\nneighbors = 3");
        assert_eq!((storage, tried.len()), (Storage::I8, 3));
    }

    #[test]
    fn bytes_are_not_taken_where_they_merge_the_classes() {
        let (storage, _) = resolved(&rows(0.6), "target = \"y\"\nstorage = \"auto\"\nscaler = \"none\"\nneighbors = 3");
        assert_eq!(storage, Storage::I16);
    }

    #[test]
    fn values_that_are_as_good_may_be_others_which_is_said() {
        // The targets follow x; bytes merge neighbors, so that others vote, without being worse.
        let text = (0..400).fold("x,y\n".to_owned(), |text, row| {
            text + &format!(
                "{},{}\n",
                f64::from(row) + f64::from(row * 7 % 5) / 8.0,
                f64::from(row) + f64::from(row * 3 % 7) / 4.0
            )
        });
        let recipe = Recipe::from_toml("r.toml", "target = \"y\"\nstorage = \"auto\"").unwrap();
        let data = read_bytes("d.csv", text.into_bytes(), &read_options(&recipe)).unwrap();
        let (plan, tried) = resolve(Plan::new(recipe, &data).unwrap(), &data, Progress::NONE).unwrap();
        assert_eq!((plan.storage, tried[0].changed > MAX_CHANGED), (Storage::I8, true), "{tried:?}");
        let warning = warning(&plan, &tried).expect("it is said");
        assert!(warning.starts_with("--storage auto chose i8, whose R2 is as good; "), "{warning}");
        let none = [Tried { storage: "i8".into(), score: 1.0, changed: MAX_CHANGED }];
        assert_eq!(super::warning(&plan, &none), None);
    }

    #[test]
    fn a_metric_without_integers_keeps_floats() {
        let (storage, tried) =
            resolved(&rows(500.0), "target = \"y\"\nstorage = \"auto\"\nmetric = \"cosine\"\nscaler = \"none\"");
        assert_eq!((storage, tried.len()), (Storage::F32, 1));
    }
}
