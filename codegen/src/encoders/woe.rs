//! The weight-of-evidence encoder: how strongly a level indicates ones rather than zeros.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::encoders::target_statistics::TargetStatistics;
use crate::encoders::target_values;
use crate::error::{Error, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "woe",
    summary: "weight of evidence: ln(share of ones / share of zeros)",
    brief: "weight of evidence, log-odds",
    keys: &[
        key::own("regularization", "added to the number of ones and of zeros of a level [1]"),
        key::VARIANT,
        key::POSITIVE,
        key::SIGMA,
        key::NOISE,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: true,
    parse: |keys| {
        let need = "it must be above 0; variant=article is the unsmoothed form";
        let regularization = keys.number(&["regularization"], need, |r| r > 0.0)?.unwrap_or(1.0);
        let article = keys.is_article()?;
        Ok(Method::Woe(Woe { regularization, article }))
    },
};

/// The weight-of-evidence encoder: `ln(((ones + r) / (all ones + 2 r)) / ((zeros + r) / (all zeros + 2 r)))`.
///
/// A level with a single row and an unknown level are 0.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, Method, TargetColumn, Woe, fit};
///
/// // Level a has the targets 1, 0, 0 and level b has 1.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
/// // With 1 added to both counts: 2 of 4 ones against 3 of 4 zeros.
/// let encoding = fit(&Method::Woe(Woe { regularization: 1.0, article: false }).into(), &input)?;
/// let outputs = encoding.outputs_of(0).expect("a is a level");
/// assert!((outputs[0] - (2.0_f64 / 3.0).ln()).abs() < 1e-15);
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Woe {
    /// `r`, added once to both counts and twice to both totals.
    pub regularization: f64,
    /// Whether to use the article's form: no regularization and no rule for single rows, so a pure level is infinite.
    pub article: bool,
}

impl Default for Woe {
    fn default() -> Self {
        Self { regularization: 1.0, article: false }
    }
}

impl Encoder for Woe {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        out.number("regularization", self.regularization, 1.0);
        out.put("variant", "article", !self.article);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        let positive = self.regularization > 0.0 && self.regularization.is_finite();
        if !self.article && !positive {
            let r = self.regularization;
            return Err(Error::usage(format!("encoder \"woe\": regularization={r} is invalid: it must be above 0")));
        }
        let y = target_values::zeros_and_ones(column)?;
        let stats = TargetStatistics::new(column, &y);
        let ones: f64 = y.iter().sum();
        let zeros = stats.n - ones;
        let r = if self.article { 0.0 } else { self.regularization };
        let rows = stats.per_level(0.0, |group| {
            if group.n <= 1.0 && !self.article {
                return 0.0;
            }
            let share_of_ones = (group.sum + r) / (ones + 2.0 * r);
            let share_of_zeros = (group.n - group.sum + r) / (zeros + 2.0 * r);
            libm::log(share_of_ones / share_of_zeros)
        });
        Ok(RawEncoding::single(rows, 0.0))
    }
}
