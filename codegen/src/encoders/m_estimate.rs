//! The m-estimate encoder: the level mean with `m` additional rows of the prior.

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
    summary: "the target mean with m additional rows of the prior",
    brief: "target mean with m prior rows",
    keys: &[
        key::own("m", "weight of the prior, in rows [1]"),
        key::POSITIVE,
        key::SIGMA,
        key::NOISE,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: true,
    parse: |keys| {
        let m = keys.number(&["m"], "it must be at least 0", |m| m >= 0.0)?.unwrap_or(1.0);
        Ok(Method::MEstimate(MEstimate { m }))
    },
};

/// The m-estimate encoder: `(sum + m * prior) / (n + m)`, or the prior if all rows have different levels.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, MEstimate, Method, TargetColumn, fit};
///
/// // Level a has the targets 1, 0, 0 and level b has 1, so the prior is 1/2.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
/// let encoding = fit(&Method::MEstimate(MEstimate { m: 1.0 }).into(), &input)?;
/// assert_eq!(encoding.outputs_of(0), Some(vec![(1.0 + 0.5) / (3.0 + 1.0)]));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MEstimate {
    /// The weight of the prior, in rows; 0 uses the plain means.
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
            return Err(Error::usage(format!(
                "encoder \"m-estimate\": m={} is invalid: it must be at least 0",
                self.m
            )));
        }
        let y = target_values::numbers(column)?;
        let stats = TargetStatistics::new(column, &y);
        let rows = stats.per_level(stats.prior, |group| {
            if stats.all_distinct() { stats.prior } else { (group.sum + stats.prior * self.m) / (group.n + self.m) }
        });
        Ok(RawEncoding::single(rows, stats.prior))
    }
}
