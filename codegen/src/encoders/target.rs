//! The target encoder: the level mean, blended with the prior by the number of rows.

use crate::encoders::blend::Blend;
use crate::encoders::cross_fit;
use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::{Keys, SpecWriter};
use crate::encoders::target_statistics::TargetStatistics;
use crate::encoders::target_values;
use crate::error::{Error, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "target",
    summary: "the target mean, blended with the prior by row count",
    brief: "target mean, blended",
    keys: &[
        key::own("smoothing", "how slowly the weight of the level mean grows, in rows [10]"),
        key::own("f", "alias of smoothing"),
        key::own("min_samples_leaf", "rows at which level mean and prior have equal weight [20]"),
        key::own("k", "alias of min_samples_leaf"),
        key::own("smooth", "scikit-learn's blend: auto, or rows of the prior; sets cv=5"),
        key::own("cv", "cross-fitting: number of folds for training rows, 0 for none [0]"),
        key::VARIANT,
        key::POSITIVE,
        key::SIGMA,
        key::NOISE,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: true,
    parse,
};

/// The target encoder: the blended level mean.
///
/// A target with more than two classes has an output for each class, as in scikit-learn.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{Blend, ColumnInput, Method, TargetEncoder, TargetColumn, fit};
///
/// // Level a has the targets 1, 0, 0 and level b has 1, so the prior is 1/2.
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 0]).with_target(TargetColumn::Numbers(&[1.0, 0.0, 1.0, 0.0]));
/// // The mean 1/3 has the weight 3/5, the prior 2/5.
/// let spec = Method::Target(TargetEncoder { blend: Blend::Smooth(2.0), cv: 0 }).into();
/// let outputs = fit(&spec, &input)?.outputs_of(0).expect("a is a level");
/// assert!((outputs[0] - 0.4).abs() < 1e-15);
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TargetEncoder {
    /// The weight of the level mean.
    pub blend: Blend,
    /// Number of folds for cross-fitting: a training row is encoded from the rows of the other folds; 0 for none.
    pub cv: usize,
}

impl Default for TargetEncoder {
    fn default() -> Self {
        Self { blend: Blend::Sigmoid { min_samples_leaf: 20.0, smoothing: 10.0 }, cv: 0 }
    }
}

/// scikit-learn's number of folds.
const SKLEARN_FOLDS: usize = 5;

fn parse(keys: &mut Keys) -> Result<Method> {
    let above_zero = "it must be above 0 (for plain means use m-estimate:m=0)";
    let article = keys.is_article()?;
    let smoothing = keys.number(&["smoothing", "f"], above_zero, |x| x > 0.0)?;
    let leaf = keys.number(&["min_samples_leaf", "k"], "it must be at least 0", |x| x >= 0.0)?;
    let smooth = match keys.raw("smooth").map(str::trim) {
        Some("auto") => keys.text("smooth").map(|_| Blend::Auto),
        _ => keys.number(&["smooth"], "it must be auto, or at least 0", |x| x >= 0.0)?.map(Blend::Smooth),
    };
    let cv = keys.whole("cv", 0..=1_000_000)?.map(|cv| usize::try_from(cv).expect("the range starts at 0"));
    if cv == Some(1) {
        return Err(keys.refuse("cv", "1", "it must be 0 for none, or at least 2 folds"));
    }
    let blend = match smooth {
        Some(_) if smoothing.is_some() || leaf.is_some() || article => {
            return Err(Error::usage(
                "encoder \"target\": smooth (scikit-learn) and smoothing or min_samples_leaf (category_encoders) exclude each other; specify one kind",
            ));
        }
        Some(blend) => blend,
        None => Blend::Sigmoid {
            min_samples_leaf: leaf.unwrap_or(if article { 1.0 } else { 20.0 }),
            smoothing: smoothing.unwrap_or(10.0),
        },
    };
    Ok(Method::Target(TargetEncoder { blend, cv: cv.unwrap_or(default_folds(blend)) }))
}

fn default_folds(blend: Blend) -> usize {
    if matches!(blend, Blend::Sigmoid { .. }) { 0 } else { SKLEARN_FOLDS }
}

impl Encoder for TargetEncoder {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        match self.blend {
            Blend::Sigmoid { min_samples_leaf, smoothing } => {
                out.number("min_samples_leaf", min_samples_leaf, 20.0);
                out.number("smoothing", smoothing, 10.0);
            }
            Blend::Smooth(smooth) => out.put("smooth", smooth, false),
            Blend::Auto => out.put("smooth", "auto", false),
        }
        out.put("cv", self.cv, self.cv == default_folds(self.blend));
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        if let Blend::Sigmoid { smoothing, .. } = self.blend
            && !(smoothing > 0.0 && smoothing.is_finite())
        {
            return Err(Error::usage(format!(
                "encoder \"target\": smoothing={smoothing} is invalid: it must be above 0 (for plain means use m-estimate:m=0)"
            )));
        }
        if self.cv == 1 {
            return Err(Error::usage(
                "encoder \"target\": cv=1 is invalid: it must be 0 for none, or at least 2 folds",
            ));
        }
        let targets = target_values::for_each_output(column)?;
        let width = targets.len();
        let folds = match self.cv {
            0 => None,
            cv => Some(cross_fit::folds(column, cv)?),
        };
        let mut rows = vec![0.0; column.names.len() * width];
        let mut default = vec![0.0; width];
        let mut training = folds.as_ref().map(|_| vec![0.0; column.rows() * width]);
        for (output, (_, y)) in targets.iter().enumerate() {
            let stats = TargetStatistics::new(column, y);
            let within = if self.blend == Blend::Auto { stats.within(column, y) } else { Vec::new() };
            let variance = if self.blend == Blend::Auto { stats.total(y) / stats.n } else { 0.0 };
            for (level, group) in stats.groups.iter().enumerate() {
                let within = within.get(level).copied().unwrap_or(0.0);
                rows[level * width + output] = self.blend.value(group.n, group.sum, within, stats.prior, variance);
            }
            default[output] = stats.prior;
            if let (Some(training), Some(folds)) = (&mut training, &folds) {
                cross_fit::fill(column, y, folds, self.blend, training, width, output);
            }
        }
        let outputs = targets.into_iter().map(|(name, _)| name).collect();
        Ok(RawEncoding { training, ..RawEncoding::table(rows, default, outputs) })
    }
}
