//! Leave-one-out: the level's mean; a training row gets it without itself.

use super::coding::Coding;
use super::column::Column;
use super::key;
use super::method::{Encoder, Method, MethodInfo};
use super::statistics::Statistics;
use super::syntax::Writer;
use super::targets;
use crate::error::Result;

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "leave-one-out",
    summary: "the target's mean; without itself for a training row",
    brief: "target's mean without the row",
    keys: &[key::VARIANT, key::POSITIVE, key::SIGMA, key::NOISE, key::UNKNOWN, key::MISSING],
    supervised: true,
    parse: |keys| {
        let article = keys.choice("variant", &[("library", false), ("article", true)])?.unwrap_or(false);
        Ok(Method::LeaveOneOut(LeaveOneOut { article }))
    },
};

/// New rows: the level's mean. Training rows: `(sum - y) / (n - 1)`. A level with one row gives the prior.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeaveOneOut {
    /// The article's form: the training row of a level with one row is NaN.
    pub article: bool,
}

impl Encoder for LeaveOneOut {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut Writer) {
        out.put("variant", "article", !self.article);
    }

    fn fit(&self, column: &Column) -> Result<Coding> {
        let y = targets::numbers(column)?;
        let stats = Statistics::new(column, &y);
        let single = if self.article { f64::NAN } else { stats.prior };
        let training = column
            .row_places()
            .zip(&*y)
            .map(|(place, y)| match stats.groups.get(place) {
                Some(group) if group.n > 1.0 => (group.sum - y) / (group.n - 1.0),
                Some(_) => single,
                None => stats.prior,
            })
            .collect();
        let rows = stats.rows(stats.prior, |group| if group.n > 1.0 { group.mean() } else { stats.prior });
        Ok(Coding { training: Some(training), ..Coding::single(rows, stats.prior) })
    }
}
