//! The GLMM encoder: the random effect of the level in a mixed model with one grouping factor.

mod logit;
mod quadrature;
mod reml;

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::encoders::target_statistics::TargetStatistics;
use crate::encoders::target_values;
use crate::error::Result;

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "glmm",
    summary: "the random effect of the level in a mixed model",
    brief: "effect in a mixed model",
    keys: &[
        key::own("binomial_target", "log-odds: true, false, or auto for a two-valued target [auto]"),
        key::VARIANT,
        key::POSITIVE,
        key::SIGMA,
        key::NOISE,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: true,
    parse: |keys| {
        let binomial_target =
            keys.choice("binomial_target", &[("auto", None), ("true", Some(true)), ("false", Some(false))])?.flatten();
        let article = keys.is_article()?;
        if article && binomial_target == Some(true) {
            return Err(keys.refuse("variant", "article", "the article defines only the linear model"));
        }
        Ok(Method::Glmm(Glmm { binomial_target, article }))
    },
};

/// The GLMM encoder: the random effect of the level.
///
/// The effect is 0 if all rows have different levels, if the target is constant, and for an unknown level.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, Glmm, Method, TargetColumn, fit};
///
/// // The level means are 1 and 5, the intercept is 3; variances 2 (within) and 7 (between) shrink the effects by 7/8.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 1]).with_target(TargetColumn::Numbers(&[0.0, 2.0, 4.0, 6.0]));
/// let encoding = fit(&Method::Glmm(Glmm::default()).into(), &input)?;
/// let [a, b] = [0, 1].map(|level| encoding.outputs_of(level).expect("a level")[0]);
/// assert!((a + 1.75).abs() < 1e-6 && (b - 1.75).abs() < 1e-6);
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Glmm {
    /// Whether to model the log-odds of the larger of two values; by default if the target has two values.
    pub binomial_target: Option<bool>,
    /// Whether to use the article's form: intercept plus random effect of the linear model, for any target.
    pub article: bool,
}

impl Encoder for Glmm {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        if let Some(binomial) = self.binomial_target {
            out.put("binomial_target", binomial, false);
        }
        out.put("variant", "article", !self.article);
    }

    #[expect(clippy::float_cmp, reason = "compares given target values with each other")]
    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        let mut y = target_values::numbers(column)?;
        let low = y.iter().copied().fold(f64::INFINITY, f64::min);
        let high = y.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let two_valued = y.iter().all(|&y| y == low || y == high);
        let binomial = match self.binomial_target {
            Some(true) => {
                y = target_values::zeros_and_ones(column)?;
                true
            }
            Some(false) => false,
            None => two_valued && !self.article,
        };
        if binomial && (low != 0.0 || high != 1.0) {
            y = y.iter().map(|&y| f64::from(u8::from(y == high))).collect();
        }
        let stats = TargetStatistics::new(column, &y);
        if low >= high {
            let value = if self.article { stats.prior } else { 0.0 };
            return Ok(RawEncoding::single(vec![value; column.names.len()], value));
        }
        if stats.all_distinct() && !self.article {
            return Ok(RawEncoding::single(stats.per_level(0.0, |_| 0.0), 0.0));
        }
        if binomial {
            return Ok(RawEncoding::single(logit::effects(&stats)?, 0.0));
        }
        let within: f64 = stats.within(column, &y).iter().sum();
        let model = reml::fit(&stats, within);
        let base = if self.article { model.intercept } else { 0.0 };
        Ok(RawEncoding::single(stats.per_level(base, |group| base + model.effect(group)), base))
    }
}
