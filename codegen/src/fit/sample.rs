//! Drawing some of the rows, where a recipe asks for a sample.

use crate::Result;
use crate::data::Dataset;
use crate::fit::plan::Plan;
use crate::random::Random;

/// The random stream of samples.
const STREAM: u64 = 0x7361_6d70;

/// Draws as many rows as the plan's recipe says, in their order, and plans anew for them; a warning says how many.
///
/// The same seed draws the same rows on any machine. Without a sample, or with one of all rows, nothing changes.
///
/// # Errors
/// As [`Plan::new`], where the rows drawn do not suit the recipe.
pub(crate) fn sampled(plan: Plan, data: Dataset, warnings: &mut Vec<String>) -> Result<(Plan, Dataset)> {
    let Some(wanted) = plan.recipe.sample.and_then(|rows| usize::try_from(rows).ok()) else { return Ok((plan, data)) };
    if wanted >= data.len() {
        return Ok((plan, data));
    }
    let mut rows: Vec<usize> = (0..data.len()).collect();
    Random::new(plan.recipe.seed.unwrap_or(0), STREAM).shuffle(&mut rows);
    rows.truncate(wanted);
    rows.sort_unstable();
    warnings.push(format!("{wanted} of {} rows were drawn; the others are not in the model", data.len()));
    let drawn = data.take(&rows);
    Ok((Plan::new(plan.recipe, &drawn)?, drawn))
}
