//! Sums of the target for each level: all that supervised encoders need of the rows.

use crate::encoders::level_column::LevelColumn;

/// Rows and target sum of one level.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Group {
    /// Rows.
    pub n: f64,
    /// Sum of the target.
    pub sum: f64,
}

impl Group {
    /// The mean; NaN without rows.
    pub(super) fn mean(self) -> f64 {
        self.sum / self.n
    }
}

/// The target's sums over levels.
#[derive(Debug)]
pub(super) struct TargetStatistics {
    /// By place; a level without rows has `n` 0.
    pub groups: Vec<Group>,
    /// The mean over all rows, those without a level too.
    pub prior: f64,
    /// All rows.
    pub n: f64,
    /// Levels that have rows.
    pub levels: f64,
}

impl TargetStatistics {
    /// Sums `y` in row order.
    #[allow(clippy::cast_precision_loss)] // row counts are far below 2^53
    pub(super) fn new(column: &LevelColumn, y: &[f64]) -> Self {
        // One more for rows without a level.
        let counts = column.counts.iter().copied().chain([0]);
        let mut groups: Vec<Group> = counts.map(|count| Group { n: count as f64, sum: 0.0 }).collect();
        let mut total = 0.0;
        for (place, &y) in column.row_places().zip(y) {
            groups[place].sum += y;
            total += y;
        }
        groups.pop();
        let n = column.rows() as f64;
        Self { groups, prior: total / n, n, levels: column.seen() as f64 }
    }

    /// Every row has a level of its own.
    #[allow(clippy::float_cmp)] // both are counts
    pub(super) fn all_distinct(&self) -> bool {
        self.levels == self.n
    }

    /// `value` of each group that has rows, the given default for the others.
    pub(super) fn rows(&self, default: f64, value: impl Fn(Group) -> f64) -> Vec<f64> {
        self.groups.iter().map(|&group| if group.n > 0.0 { value(group) } else { default }).collect()
    }

    /// Squared deviations from the level's own mean, summed for each place.
    pub(super) fn within(&self, column: &LevelColumn, y: &[f64]) -> Vec<f64> {
        let mut means: Vec<f64> = self.groups.iter().map(|group| group.mean()).collect();
        means.push(0.0);
        let mut sums = vec![0.0; means.len()];
        for (place, &y) in column.row_places().zip(y) {
            let gap = y - means[place];
            sums[place] += gap * gap;
        }
        sums.pop();
        sums
    }

    /// Squared deviations from the prior, summed over all rows.
    pub(super) fn total(&self, y: &[f64]) -> f64 {
        y.iter().map(|y| (y - self.prior) * (y - self.prior)).sum()
    }
}

/// The logistic function, exact 0 or 1 far out and never NaN for a finite `x`.
pub(super) fn sigmoid(x: f64) -> f64 {
    // exp of a large positive number is infinite, and 1 / infinity is 0.
    1.0 / (1.0 + libm::exp(-x))
}
