//! GLMM: the level's random effect in a mixed model with one grouping.

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
    summary: "the level's random effect in a mixed model",
    brief: "effect in a mixed model",
    keys: &[
        key::own("binomial_target", "log-odds: true, false, or auto for two values [auto]"),
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
        let article = keys.choice("variant", &[("library", false), ("article", true)])?.unwrap_or(false);
        if article && binomial_target == Some(true) {
            return Err(keys.refuse("variant", "article", "the article has the linear model only"));
        }
        Ok(Method::Glmm(Glmm { binomial_target, article }))
    },
};

/// The random effect; a column whose rows are all distinct gives 0, as do a constant target and an unknown level.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, Glmm, Method, TargetColumn, fit};
///
/// // Means 1 and 5 around 3; variances 2 within a level and 7 between levels keep 7 of 8 parts of the distance.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 1]).with_target(TargetColumn::Numbers(&[0.0, 2.0, 4.0, 6.0]));
/// let encoding = fit(&Method::Glmm(Glmm::default()).into(), &input)?;
/// let [a, b] = [0, 1].map(|level| encoding.outputs_of(level).expect("a level")[0]);
/// assert!((a + 1.75).abs() < 1e-6 && (b - 1.75).abs() < 1e-6);
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Glmm {
    /// Log-odds of the larger of two values; by default when the target has two values.
    pub binomial_target: Option<bool>,
    /// The article's form: intercept plus random effect of the linear model, whatever the target.
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

    #[allow(clippy::float_cmp)] // the target's values are compared with each other, not computed
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
            return Ok(RawEncoding::single(stats.rows(0.0, |_| 0.0), 0.0));
        }
        if binomial {
            return Ok(RawEncoding::single(logit::effects(&stats)?, 0.0));
        }
        let within: f64 = stats.within(column, &y).iter().sum();
        let model = reml::fit(&stats, within);
        let base = if self.article { model.intercept } else { 0.0 };
        Ok(RawEncoding::single(stats.rows(base, |group| base + model.effect(group)), base))
    }
}
