//! M-estimate: the level's mean with `m` more rows at the prior.

use super::coding::Coding;
use super::column::Column;
use super::key;
use super::method::{Encoder, Method, MethodInfo};
use super::statistics::Statistics;
use super::syntax::Writer;
use super::targets;
use crate::error::{Error, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "m-estimate",
    summary: "the target's mean with m more rows at the prior",
    brief: "the same with m rows of prior",
    keys: &[key::own("m", "rows of the prior [1]"), key::POSITIVE, key::SIGMA, key::NOISE, key::UNKNOWN, key::MISSING],
    supervised: true,
    parse: |keys| {
        let m = keys.number(&["m"], "it must be 0 or more", |m| m >= 0.0)?.unwrap_or(1.0);
        Ok(Method::MEstimate(MEstimate { m }))
    },
};

/// `(sum + m * prior) / (n + m)`; a column whose rows are all distinct gives the prior.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MEstimate {
    /// The weight of the prior, in rows; 0 gives plain means.
    pub m: f64,
}

impl Default for MEstimate {
    fn default() -> Self {
        Self { m: 1.0 }
    }
}

impl Encoder for MEstimate {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut Writer) {
        out.number("m", self.m, 1.0);
    }

    fn fit(&self, column: &Column) -> Result<Coding> {
        if !(self.m >= 0.0 && self.m.is_finite()) {
            return Err(Error::usage(format!("encoder \"m-estimate\": m={} is refused: it must be 0 or more", self.m)));
        }
        let y = targets::numbers(column)?;
        let stats = Statistics::new(column, &y);
        let rows = stats.rows(stats.prior, |group| {
            if stats.all_distinct() { stats.prior } else { (group.sum + stats.prior * self.m) / (group.n + self.m) }
        });
        Ok(Coding::single(rows, stats.prior))
    }
}
