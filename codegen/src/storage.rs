//! `--storage auto`: the smallest storage that costs at most 0.2 points, or one row, in 5-fold cross-validation.

use serde::Serialize;

use crate::Result;
use crate::data::Dataset;
use crate::fit::Plan;
use crate::measure::{Quality, measure};
use crate::progress::Progress;
use crate::recipe::{Recipe, Storage};

/// Folds of the comparison.
const FOLDS: u32 = 5;
/// What a smaller storage may cost.
const POINTS: f64 = 0.002;

/// A storage that was tried.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tried {
    /// Its name.
    pub storage: String,
    /// Accuracy, or R2.
    pub score: f64,
}

/// Replaces `auto` by the storage that it comes to; gives what was tried, the smallest first.
///
/// Accuracies are of the same folds; a regression compares R2. Metrics that integers cannot serve keep `f32`.
///
/// # Errors
/// As [`measure`].
pub fn resolve(plan: Plan, data: &Dataset, progress: Progress<'_>) -> Result<(Plan, Vec<Tried>)> {
    if plan.recipe.storage != Some(Storage::Auto) {
        return Ok((plan, Vec::new()));
    }
    let with =
        |storage: Storage| Plan { recipe: Recipe { storage: Some(storage), ..plan.recipe.clone() }, ..plan.clone() };
    let score = |storage: Storage| -> Result<Option<(f64, f64)>> {
        let mut tried = with(storage);
        tried.recipe.holdout = None;
        tried.recipe.cv.get_or_insert(FOLDS);
        tried.recipe.check()?;
        Ok(measure(&tried, data, progress)?.and_then(|quality| Some((quality.headline()?, one_row(&quality)))))
    };
    let Some((best, row)) = score(Storage::F32)? else { return Ok((with(Storage::F32), Vec::new())) };
    let mut tried = Vec::new();
    let mut chosen = Storage::F32;
    for storage in [Storage::I8, Storage::I16] {
        // A metric without integer form is refused by the recipe's check, and stays in f32.
        let Ok(Some((score, _))) = score(storage) else { continue };
        tried.push(Tried { storage: storage.to_string(), score });
        // A hair of room for the difference of two rounded shares.
        if chosen == Storage::F32 && score + POINTS.max(row) + 1e-12 >= best {
            chosen = storage;
        }
    }
    tried.push(Tried { storage: Storage::F32.to_string(), score: best });
    Ok((with(chosen), tried))
}

/// The share of one row; a value has no such step.
#[allow(clippy::cast_precision_loss)] // far below 2^53 rows
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

    fn resolved(text: &str, recipe: &str) -> (Option<Storage>, Vec<Tried>) {
        let recipe = Recipe::from_toml("r.toml", recipe).unwrap();
        let data = read_bytes("d.csv", text.as_bytes().to_vec(), &read_options(&recipe)).unwrap();
        let plan = Plan::new(recipe, &data).unwrap();
        let (plan, tried) = resolve(plan, &data, Progress::NONE).unwrap();
        (plan.recipe.storage, tried)
    }

    /// Two classes that bytes tell apart, and two that differ by a thousandth of the range.
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
        assert_eq!((storage, tried.len()), (Some(Storage::I8), 3));
    }

    #[test]
    fn bytes_are_not_taken_where_they_merge_the_classes() {
        let (storage, _) = resolved(&rows(0.6), "target = \"y\"\nstorage = \"auto\"\nscaler = \"none\"\nneighbors = 3");
        assert_eq!(storage, Some(Storage::I16));
    }

    #[test]
    fn a_metric_without_integers_keeps_floats() {
        let (storage, tried) =
            resolved(&rows(500.0), "target = \"y\"\nstorage = \"auto\"\nmetric = \"cosine\"\nscaler = \"none\"");
        assert_eq!((storage, tried.len()), (Some(Storage::F32), 1));
    }
}
