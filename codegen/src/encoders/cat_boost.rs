//! The CatBoost encoder: the smoothed target mean, where a training row uses only the rows before it.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::encoders::target_statistics::{Group, TargetStatistics};
use crate::encoders::target_values;
use crate::error::{Error, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "cat-boost",
    summary: "the target mean; training rows use only the rows before them",
    brief: "target mean of earlier rows",
    keys: &[
        key::own("a", "weight of the prior, in rows [1]"),
        key::POSITIVE,
        key::SIGMA,
        key::NOISE,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: true,
    parse: |keys| {
        let a = keys.number(&["a"], "it must be above 0, otherwise the first row of a level is 0/0", |a| a > 0.0)?;
        Ok(Method::CatBoost(CatBoost { a: a.unwrap_or(1.0) }))
    },
};

/// The CatBoost encoder: `(sum + a * prior) / (n + a)`, over the preceding rows for a training row and over all rows for a
/// new row.
///
/// A level with a single row is encoded as the prior for new rows, as in category_encoders.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{CatBoost, ColumnInput, Method, TargetColumn, fit};
///
/// // Level a has the targets 1, 0, 0 and level b has 1, so the prior is 1/2.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
/// let encoding = fit(&Method::CatBoost(CatBoost { a: 1.0 }).into(), &input)?;
/// assert_eq!(encoding.outputs_of(0), Some(vec![(1.0 + 0.5) / (3.0 + 1.0)]));
/// // The first row of a level has only the prior.
/// assert_eq!(encoding.training, Some(vec![0.5, 1.5 / 2.0, 0.5, 1.5 / 3.0]));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CatBoost {
    /// The weight of the prior, in rows.
    pub a: f64,
}

impl Default for CatBoost {
    fn default() -> Self {
        Self { a: 1.0 }
    }
}

impl Encoder for CatBoost {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        out.number("a", self.a, 1.0);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        if !(self.a > 0.0 && self.a.is_finite()) {
            return Err(Error::usage(format!("encoder \"cat-boost\": a={} is invalid: it must be above 0", self.a)));
        }
        let y = target_values::numbers(column)?;
        let stats = TargetStatistics::new(column, &y);
        let smooth = |group: Group| (group.sum + stats.prior * self.a) / (group.n + self.a);
        let mut before = vec![Group::default(); stats.groups.len() + 1];
        let no_level = stats.groups.len();
        let training = column
            .row_levels()
            .zip(&*y)
            .map(|(level, &y)| {
                let group = &mut before[level];
                let value = if level == no_level { stats.prior } else { smooth(*group) };
                group.n += 1.0;
                group.sum += y;
                value
            })
            .collect();
        let rows = stats.per_level(stats.prior, |group| if group.n > 1.0 { smooth(group) } else { stats.prior });
        Ok(RawEncoding { training: Some(training), ..RawEncoding::single(rows, stats.prior) })
    }
}
