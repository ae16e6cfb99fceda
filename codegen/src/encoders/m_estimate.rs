//! M-estimate: the level's mean with `m` more rows at the prior.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::encoders::target_statistics::TargetStatistics;
use crate::encoders::target_values;
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
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, MEstimate, Method, TargetColumn, fit};
///
/// // Three rows of a with the targets 1, 0, 0 and one of b with 1: the prior is 1/2.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
/// let encoding = fit(&Method::MEstimate(MEstimate { m: 1.0 }).into(), &input)?;
/// assert_eq!(encoding.outputs_of(0), Some(vec![(1.0 + 0.5) / (3.0 + 1.0)]));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
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

    fn write(&self, out: &mut SpecWriter) {
        out.number("m", self.m, 1.0);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        if !(self.m >= 0.0 && self.m.is_finite()) {
            return Err(Error::usage(format!("encoder \"m-estimate\": m={} is refused: it must be 0 or more", self.m)));
        }
        let y = target_values::numbers(column)?;
        let stats = TargetStatistics::new(column, &y);
        let rows = stats.rows(stats.prior, |group| {
            if stats.all_distinct() { stats.prior } else { (group.sum + stats.prior * self.m) / (group.n + self.m) }
        });
        Ok(RawEncoding::single(rows, stats.prior))
    }
}
