//! Weight of evidence: how much a level speaks for the ones against the zeros.

use super::coding::Coding;
use super::column::Column;
use super::key;
use super::method::{Encoder, Method, MethodInfo};
use super::statistics::Statistics;
use super::syntax::Writer;
use super::targets;
use crate::error::{Error, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "woe",
    summary: "weight of evidence: ln(share of ones / share of zeros)",
    brief: "weight of evidence, log-odds",
    keys: &[
        key::own("regularization", "added to the ones and the zeros of a level [1]"),
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
        let article = keys.choice("variant", &[("library", false), ("article", true)])?.unwrap_or(false);
        Ok(Method::Woe(Woe { regularization, article }))
    },
};

/// `ln(((ones + r) / (all ones + 2 r)) / ((zeros + r) / (all zeros + 2 r)))`; a level with one row gives 0, as does unknown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Woe {
    /// `r`, added to both counts, twice to both totals.
    pub regularization: f64,
    /// The article's form: no regularization and no rule for one row, so a pure level is infinite.
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

    fn write(&self, out: &mut Writer) {
        out.number("regularization", self.regularization, 1.0);
        out.put("variant", "article", !self.article);
    }

    fn fit(&self, column: &Column) -> Result<Coding> {
        let positive = self.regularization > 0.0 && self.regularization.is_finite();
        if !self.article && !positive {
            let r = self.regularization;
            return Err(Error::usage(format!("encoder \"woe\": regularization={r} is refused: it must be above 0")));
        }
        let y = targets::zeros_and_ones(column)?;
        let stats = Statistics::new(column, &y);
        let ones: f64 = y.iter().sum();
        let zeros = stats.n - ones;
        let r = if self.article { 0.0 } else { self.regularization };
        let rows = stats.rows(0.0, |group| {
            if group.n <= 1.0 && !self.article {
                return 0.0;
            }
            let share_of_ones = (group.sum + r) / (ones + 2.0 * r);
            let share_of_zeros = (group.n - group.sum + r) / (zeros + 2.0 * r);
            libm::log(share_of_ones / share_of_zeros)
        });
        Ok(Coding::single(rows, 0.0))
    }
}
