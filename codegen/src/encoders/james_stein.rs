//! The James-Stein encoder: the level mean, shrunk towards the prior by variances.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::encoders::target_statistics::{Group, TargetStatistics};
use crate::encoders::target_values;
use crate::error::Result;

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "james-stein",
    summary: "the target mean, shrunk by the ratio of variances",
    brief: "target mean, shrunk",
    keys: &[
        key::own("model", "independent, pooled, beta or binary [independent]"),
        key::VARIANT,
        key::POSITIVE,
        key::SIGMA,
        key::NOISE,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: true,
    parse: |keys| {
        let models = [
            ("independent", Shrinkage::Independent),
            ("pooled", Shrinkage::Pooled),
            ("beta", Shrinkage::Beta),
            ("binary", Shrinkage::Binary),
        ];
        let article = keys.is_article()?;
        let model = keys.choice("model", &models)?.unwrap_or_default();
        if article && model != Shrinkage::Independent {
            return Err(keys.refuse("variant", "article", "the article defines only model=independent"));
        }
        Ok(Method::JamesStein(JamesStein { model, article }))
    },
};

/// The James-Stein encoder: the shrunk level mean.
///
/// It is the prior (0 for `binary`) if all rows have different levels, and for an unknown level.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, JamesStein, Method, Shrinkage, TargetColumn, fit};
///
/// // Level a has the targets 1, 0, 0 and level b has 1, so the prior is 1/2.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
/// // The mean 1/3 has the weight 3/7, the prior 4/7.
/// let spec = Method::JamesStein(JamesStein { model: Shrinkage::Beta, article: false }).into();
/// let outputs = fit(&spec, &input)?.outputs_of(0).expect("a is a level");
/// assert!((outputs[0] - 3.0 / 7.0).abs() < 1e-15);
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JamesStein {
    /// How strongly the mean is shrunk.
    pub model: Shrinkage,
    /// Whether to use the article's form of `independent`: the weight is not clipped to 0..1, and a level with one row is NaN.
    pub article: bool,
}

/// How strongly a level mean is shrunk towards the prior: the key `model`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shrinkage {
    /// Weight `1 - r (K - 3) / (K - 1)`, where `r` is the level's variance divided by the sum of the level's and the target's
    /// variance; a single row has variance 0.
    #[default]
    Independent,
    /// One weight for all levels, from the spread of their means.
    Pooled,
    /// Weight `n / (n + N)`.
    Beta,
    /// Log-odds, for a target of zeros and ones; an unknown level is 0.
    Binary,
}

impl Encoder for JamesStein {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        match self.model {
            Shrinkage::Independent => {}
            Shrinkage::Pooled => out.put("model", "pooled", false),
            Shrinkage::Beta => out.put("model", "beta", false),
            Shrinkage::Binary => out.put("model", "binary", false),
        }
        out.put("variant", "article", !self.article);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        if self.model == Shrinkage::Binary {
            let y = target_values::zeros_and_ones(column)?;
            return Ok(RawEncoding::single(log_odds(&TargetStatistics::new(column, &y)), 0.0));
        }
        let y = target_values::numbers(column)?;
        let stats = TargetStatistics::new(column, &y);
        let prior = stats.prior;
        let rows = match self.model {
            _ if stats.all_distinct() && !self.article => stats.per_level(prior, |_| prior),
            Shrinkage::Independent => self.independent(column, &y, &stats),
            Shrinkage::Pooled => pooled(&y, &stats),
            Shrinkage::Beta | Shrinkage::Binary => stats.per_level(prior, |group| {
                let all = group.n + stats.n;
                group.n / all * group.mean() + stats.n / all * prior
            }),
        };
        Ok(RawEncoding::single(rows, prior))
    }
}

impl JamesStein {
    fn independent(self, column: &LevelColumn, y: &[f64], stats: &TargetStatistics) -> Vec<f64> {
        let target_variance = stats.total(y) / (stats.n - 1.0);
        let within = stats.within(column, y);
        let levels = stats.levels;
        let value = |(group, &within): (&Group, &f64)| {
            if group.n <= 0.0 {
                return stats.prior;
            }
            if group.n <= 1.0 && self.article {
                return f64::NAN;
            }
            let variance = if group.n > 1.0 { within / (group.n - 1.0) } else { 0.0 };
            // With one level or without variance, the level mean is the prior.
            let both = variance + target_variance;
            if levels <= 1.0 || both <= 0.0 {
                return stats.prior;
            }
            let weight = 1.0 - variance / both * ((levels - 3.0) / (levels - 1.0));
            let weight = if self.article { weight } else { weight.clamp(0.0, 1.0) };
            weight * group.mean() + (1.0 - weight) * stats.prior
        };
        stats.groups.iter().zip(&within).map(value).collect()
    }
}

fn pooled(y: &[f64], stats: &TargetStatistics) -> Vec<f64> {
    let gap = |group: &Group| if group.n > 0.0 { group.mean() - stats.prior } else { 0.0 };
    let spread: f64 = stats.groups.iter().map(|group| gap(group) * gap(group)).sum();
    let rows_of_levels: f64 = stats.groups.iter().map(|group| group.n).sum();
    let variance = stats.total(y) / (stats.n - 1.0) / (rows_of_levels / stats.levels);
    let shrink = if spread > 0.0 { ((stats.levels - 3.0) * variance / spread).clamp(0.0, 1.0) } else { 0.0 };
    stats.groups.iter().map(|group| stats.prior + (1.0 - shrink) * gap(group)).collect()
}

/// Returns the shrunk log-odds ratio of each level against the rest; the between-level deviation solves
/// `weighted squares = K - 1`.
fn log_odds(stats: &TargetStatistics) -> Vec<f64> {
    /// Number of bisections: more than a double has bits.
    const HALVINGS: usize = 200;
    let levels = stats.levels;
    if levels <= 1.0 || stats.all_distinct() {
        return stats.per_level(0.0, |_| 0.0);
    }
    let ones: f64 = stats.groups.iter().map(|group| group.sum).sum();
    let zeros = stats.groups.iter().map(|group| group.n).sum::<f64>() - ones;
    // The log-odds ratio of a level, with 1/2 added to each count, and its variance.
    let cells = |group: Group| {
        let (level_ones, level_zeros) = (group.sum + 0.5, group.n - group.sum + 0.5);
        let (other_ones, other_zeros) = (ones - group.sum + 0.5, zeros - (group.n - group.sum) + 0.5);
        let ratio = libm::log(other_zeros * level_ones / (level_zeros * other_ones));
        (ratio, 1.0 / level_ones + 1.0 / level_zeros + 1.0 / other_ones + 1.0 / other_zeros)
    };
    let known: Vec<(f64, f64)> = stats.groups.iter().filter(|group| group.n > 0.0).map(|&group| cells(group)).collect();
    let at = |sigma: f64| {
        let weight = |variance: f64| 1.0 / (sigma * sigma + variance);
        let total: f64 = known.iter().map(|&(_, variance)| weight(variance)).sum();
        let mean = known.iter().map(|&(ratio, variance)| weight(variance) * ratio).sum::<f64>() / total;
        let squares: f64 =
            known.iter().map(|&(ratio, variance)| weight(variance) * (ratio - mean) * (ratio - mean)).sum();
        (mean, squares)
    };
    let mut sigma = 0.0;
    if at(0.0).1 > levels - 1.0 {
        // The squares fall to 0 as sigma grows, so the loop ends.
        let (mut low, mut high) = (0.0, 1.0);
        while at(high).1 > levels - 1.0 {
            high *= 2.0;
        }
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if at(middle).1 > levels - 1.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        sigma = (low + high) / 2.0;
    }
    let mean = at(sigma).0;
    stats.per_level(0.0, |group| {
        let (ratio, variance) = cells(group);
        let shrink = (levels - 3.0) * variance / ((levels - 1.0) * (sigma * sigma + variance));
        mean + (1.0 - shrink.clamp(0.0, 1.0)) * (ratio - mean)
    })
}
