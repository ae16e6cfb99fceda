//! The plan of a fit and its rows: all rows of the data, or a sample.

use crate::Result;
use crate::data::Dataset;
use crate::fit::plan::Plan;
use crate::random::Random;
use crate::recipe::Recipe;

/// The random stream of samples.
const STREAM: u64 = 0x7361_6d70;

/// Plans a fit, and draws a sample of the rows where the recipe sets one; adds to `warnings`.
///
/// # Errors
/// As [`Plan::new`], for all rows or for those drawn.
pub(crate) fn plan_and_sample(recipe: Recipe, data: Dataset, warnings: &mut Vec<String>) -> Result<(Plan, Dataset)> {
    let plan = Plan::new(recipe.clone(), &data)?;
    let Some(drawn) = recipe.sample.and_then(|rows| sample(&data, rows, plan.seed)) else { return Ok((plan, data)) };
    warnings.push(format!("{} of {} rows were drawn; the model does not contain the others", drawn.len(), data.len()));
    Ok((Plan::new(recipe, &drawn)?, drawn))
}

/// Draws rows, in their order; `None` where there are not more than that.
///
/// The same seed draws the same rows on any machine.
fn sample(data: &Dataset, rows: u64, seed: u64) -> Option<Dataset> {
    let wanted = usize::try_from(rows).ok().filter(|&rows| rows < data.len())?;
    let mut rows: Vec<usize> = (0..data.len()).collect();
    Random::new(seed, STREAM).shuffle(&mut rows);
    rows.truncate(wanted);
    rows.sort_unstable();
    Some(data.take(&rows))
}
