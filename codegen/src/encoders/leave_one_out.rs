//! The leave-one-out encoder: the level mean, without the row itself for training rows.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::encoders::target_statistics::TargetStatistics;
use crate::encoders::target_values;
use crate::error::Result;

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "leave-one-out",
    summary: "the target mean; training rows leave themselves out",
    brief: "target mean without the row",
    keys: &[key::VARIANT, key::POSITIVE, key::SIGMA, key::NOISE, key::UNKNOWN, key::MISSING],
    supervised: true,
    parse: |keys| {
        let article = keys.is_article()?;
        Ok(Method::LeaveOneOut(LeaveOneOut { article }))
    },
};

/// The leave-one-out encoder: the level mean for new rows, `(sum - y) / (n - 1)` for training rows.
///
/// A level with a single row is encoded as the prior.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, LeaveOneOut, Method, TargetColumn, fit};
///
/// // Level a has the targets 1, 0, 0 and level b has 1, so the prior is 1/2.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
/// let encoding = fit(&Method::LeaveOneOut(LeaveOneOut::default()).into(), &input)?;
/// assert_eq!(encoding.outputs_of(0), Some(vec![1.0 / 3.0]));
/// assert_eq!(encoding.training, Some(vec![0.0, 0.5, 0.5, 0.5])); // b has no other rows
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeaveOneOut {
    /// Whether to use the article's form: the training row of a level with one row is NaN.
    pub article: bool,
}

impl Encoder for LeaveOneOut {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        out.put("variant", "article", !self.article);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        let y = target_values::numbers(column)?;
        let stats = TargetStatistics::new(column, &y);
        let single = if self.article { f64::NAN } else { stats.prior };
        let training = column
            .row_levels()
            .zip(&*y)
            .map(|(level, y)| match stats.groups.get(level) {
                Some(group) if group.n > 1.0 => (group.sum - y) / (group.n - 1.0),
                Some(_) => single,
                None => stats.prior,
            })
            .collect();
        let rows = stats.per_level(stats.prior, |group| if group.n > 1.0 { group.mean() } else { stats.prior });
        Ok(RawEncoding { training: Some(training), ..RawEncoding::single(rows, stats.prior) })
    }
}
