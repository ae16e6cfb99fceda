//! Statistics of the target for each level, which is all that supervised encoders need from the rows.

use crate::encoders::level_column::LevelColumn;

/// Row count and target sum of one level.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Group {
    /// Number of rows.
    pub n: f64,
    /// Sum of the target.
    pub sum: f64,
}

impl Group {
    /// Returns the mean; NaN without rows.
    pub(super) fn mean(self) -> f64 {
        self.sum / self.n
    }
}

/// The target's sums for all levels.
#[derive(Debug)]
pub(super) struct TargetStatistics {
    /// By level index; a level without rows has `n` 0.
    pub groups: Vec<Group>,
    /// The mean over all rows, including rows without a level.
    pub prior: f64,
    /// Number of rows.
    pub n: f64,
    /// Number of levels that have rows.
    pub levels: f64,
}

impl TargetStatistics {
    /// Adds up `y` in row order.
    pub(super) fn new(column: &LevelColumn, y: &[f64]) -> Self {
        // One more group for rows without a level.
        let counts = column.counts.iter().copied().chain([0]);
        let mut groups: Vec<Group> = counts.map(|count| Group { n: count as f64, sum: 0.0 }).collect();
        let mut total = 0.0;
        for (level, &y) in column.row_levels().zip(y) {
            groups[level].sum += y;
            total += y;
        }
        groups.pop();
        let n = column.rows() as f64;
        Self { groups, prior: total / n, n, levels: column.seen() as f64 }
    }

    /// Returns whether all rows have different levels.
    #[expect(clippy::float_cmp, reason = "both are counts")]
    pub(super) fn all_distinct(&self) -> bool {
        self.levels == self.n
    }

    /// Returns `value` for each level that has rows and `default` for the others.
    pub(super) fn per_level(&self, default: f64, value: impl Fn(Group) -> f64) -> Vec<f64> {
        self.groups.iter().map(|&group| if group.n > 0.0 { value(group) } else { default }).collect()
    }

    /// Returns the sum of squared deviations from the level mean, for each level.
    pub(super) fn within(&self, column: &LevelColumn, y: &[f64]) -> Vec<f64> {
        let mut means: Vec<f64> = self.groups.iter().map(|group| group.mean()).collect();
        means.push(0.0);
        let mut sums = vec![0.0; means.len()];
        for (level, &y) in column.row_levels().zip(y) {
            let difference = y - means[level];
            sums[level] += difference * difference;
        }
        sums.pop();
        sums
    }

    /// Returns the sum of squared deviations from the prior over all rows.
    pub(super) fn total(&self, y: &[f64]) -> f64 {
        y.iter().map(|y| (y - self.prior) * (y - self.prior)).sum()
    }
}

/// Returns the logistic function: exactly 0 or 1 for large arguments, and never NaN for a finite `x`.
pub(super) fn sigmoid(x: f64) -> f64 {
    // exp overflows to infinity, and 1 / infinity is 0.
    1.0 / (1.0 + libm::exp(-x))
}
