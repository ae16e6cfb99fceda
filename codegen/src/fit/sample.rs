//! Drawing a sample of the rows, where a recipe sets `sample`.

use crate::data::Dataset;
use crate::random::Random;

/// The random stream of samples.
const STREAM: u64 = 0x7361_6d70;

/// Draws rows, in their order; `None` where there are not more than that.
///
/// The same seed draws the same rows on any machine.
pub(crate) fn sample(data: &Dataset, rows: u64, seed: u64) -> Option<Dataset> {
    let wanted = usize::try_from(rows).ok().filter(|&rows| rows < data.len())?;
    let mut rows: Vec<usize> = (0..data.len()).collect();
    Random::new(seed, STREAM).shuffle(&mut rows);
    rows.truncate(wanted);
    rows.sort_unstable();
    Some(data.take(&rows))
}
