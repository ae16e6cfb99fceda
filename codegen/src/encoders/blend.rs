//! The weight of a level's mean against the prior.

use crate::encoders::target_statistics::sigmoid;

/// How the level mean is blended with the prior: the weight of the level mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blend {
    /// `1 / (1 + exp(-(n - min_samples_leaf) / smoothing))`, as in category_encoders.
    Sigmoid {
        /// The number of rows at which the level mean has the weight 1/2.
        min_samples_leaf: f64,
        /// How slowly the weight grows with the number of rows.
        smoothing: f64,
    },
    /// `n / (n + smooth)`, as scikit-learn's `TargetEncoder(smooth=...)`.
    Smooth(f64),
    /// The empirical Bayes weight `v n / (v n + ssd / n)`, where `v` is the target's variance and `ssd` the level's sum of
    /// squared deviations, as scikit-learn's `smooth="auto"`.
    Auto,
}

impl Blend {
    /// Returns the blended value of a level with `n` rows, target sum `sum` and squared deviations `within`.
    pub(super) fn value(self, n: f64, sum: f64, within: f64, prior: f64, variance: f64) -> f64 {
        if n <= 0.0 {
            return prior;
        }
        let mean = sum / n;
        let weight = match self {
            Self::Smooth(smooth) => return (sum + smooth * prior) / (n + smooth),
            Self::Sigmoid { min_samples_leaf, smoothing } => sigmoid((n - min_samples_leaf) / smoothing),
            Self::Auto => {
                let total = variance * n + within / n;
                if total <= 0.0 {
                    return prior; // neither the target nor the level varies
                }
                variance * n / total
            }
        };
        prior * (1.0 - weight) + mean * weight
    }
}
