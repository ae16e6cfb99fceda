//! The linear mixed model, fitted by REML: exact in its only unknown, the ratio of variances.

use crate::encoders::target_statistics::{Group, TargetStatistics};

/// The fitted model.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reml {
    /// The fixed effect.
    pub intercept: f64,
    /// Variance between levels over variance within them.
    ratio: f64,
}

/// Levels with the same number of rows, which act as one: only the mean and the spread of their means matter.
#[derive(Debug, Clone, Copy)]
struct Size {
    rows: f64,
    levels: f64,
    mean: f64,
    squares: f64,
}

/// Number of steps of the search for the global minimum, in ratio / (1 + ratio).
const STEPS: usize = 1000;
/// Number of bisections of the bracket around the minimum.
const HALVINGS: usize = 128;
/// Larger ratios give the same model as an infinite ratio, to the last bit.
const LARGEST_RATIO: f64 = 1e18;

/// The profile likelihood as a function of the ratio.
struct Profile {
    sizes: Vec<Size>,
    within: f64,
    n: f64,
}

impl Profile {
    /// Returns the intercept, the weighted squares, the sum of weights and the sum of squared weights.
    fn sums(&self, ratio: f64) -> (f64, f64, f64, f64) {
        let weight = |size: &Size| size.rows / (1.0 + size.rows * ratio);
        let total: f64 = self.sizes.iter().map(|size| size.levels * weight(size)).sum();
        let squared: f64 = self.sizes.iter().map(|size| size.levels * weight(size) * weight(size)).sum();
        let mean = self.sizes.iter().map(|size| size.levels * weight(size) * size.mean).sum::<f64>() / total;
        (mean, self.squares(ratio, mean, 1), total, squared)
    }

    /// Returns the squared differences of the level means from `mean`, weighted with a power of their weight.
    fn squares(&self, ratio: f64, mean: f64, power: u8) -> f64 {
        let term = |size: &Size| {
            let weight = size.rows / (1.0 + size.rows * ratio);
            let weight = if power == 2 { weight * weight } else { weight };
            weight * (size.squares + size.levels * (size.mean - mean) * (size.mean - mean))
        };
        self.sizes.iter().map(term).sum()
    }

    /// Returns twice the negative profile log-likelihood, up to a constant.
    fn value(&self, ratio: f64) -> f64 {
        let (_, between, total, _) = self.sums(ratio);
        let logs: f64 = self.sizes.iter().map(|size| size.levels * libm::log1p(size.rows * ratio)).sum();
        (self.n - 1.0) * libm::log(self.within + between) + logs + libm::log(total)
    }

    /// Returns its derivative with respect to the ratio.
    fn slope(&self, ratio: f64) -> f64 {
        let (mean, between, total, squared) = self.sums(ratio);
        -(self.n - 1.0) * self.squares(ratio, mean, 2) / (self.within + between) + total - squared / total
    }
}

/// Fits the levels; `within` is the sum of squared deviations from the level means.
pub(super) fn fit(stats: &TargetStatistics, within: f64) -> Reml {
    let profile = Profile { sizes: sizes(stats), within, n: stats.groups.iter().map(|group| group.n).sum() };
    let ratio_at = |step: usize| {
        let share = step as f64 / STEPS as f64;
        share / (1.0 - share)
    };
    let lowest = (0..STEPS)
        .map(|step| (profile.value(ratio_at(step)), step))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(0, |(_, step)| step);
    let ratio = if lowest == 0 && profile.slope(0.0) >= 0.0 {
        0.0
    } else {
        let (mut low, mut high) = (ratio_at(lowest.saturating_sub(1)), ratio_at((lowest + 1).min(STEPS - 1)));
        while profile.slope(high) < 0.0 && high < LARGEST_RATIO {
            (low, high) = (high, high * 2.0);
        }
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if profile.slope(middle) < 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        (low + high) / 2.0
    };
    Reml { intercept: profile.sums(ratio).0, ratio }
}

/// Groups the levels by their number of rows.
fn sizes(stats: &TargetStatistics) -> Vec<Size> {
    let mut levels: Vec<Group> = stats.groups.iter().copied().filter(|group| group.n > 0.0).collect();
    levels.sort_by(|a, b| a.n.total_cmp(&b.n));
    levels
        .chunk_by(|a, b| a.n.total_cmp(&b.n).is_eq())
        .map(|same| {
            let levels = same.len() as f64;
            let mean = same.iter().map(|group| group.mean()).sum::<f64>() / levels;
            let squares = same.iter().map(|group| (group.mean() - mean) * (group.mean() - mean)).sum();
            Size { rows: same[0].n, levels, mean, squares }
        })
        .collect()
}

impl Reml {
    /// Returns the level's random effect: the shrunk difference between its mean and the intercept.
    pub(super) fn effect(&self, group: Group) -> f64 {
        let shrink = self.ratio * (group.n / (1.0 + group.n * self.ratio));
        shrink * (group.mean() - self.intercept)
    }
}
