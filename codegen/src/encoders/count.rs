//! The count encoder: the number of rows with the level.

use crate::encoders::key;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::SpecWriter;
use crate::error::Result;

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "count",
    summary: "the number of rows with the level, or their share",
    brief: "number of rows with the level",
    keys: &[
        key::own("normalize", "true: share of all rows instead of the count [false]"),
        key::own("min_group_size", "levels with fewer rows are grouped; below 1: a share of the rows"),
        key::own("combine_min_nan_groups", "false: missing values are not combined with them [true]"),
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: false,
    parse: |keys| {
        Ok(Method::Count(Count {
            normalize: keys.switch("normalize")?.unwrap_or(false),
            min_group_size: keys.number(&["min_group_size"], "it must be above 0", |x| x > 0.0)?,
            combine_min_nan_groups: keys.switch("combine_min_nan_groups")?.unwrap_or(true),
        }))
    },
};

/// The count encoder: the number of rows with the level.
///
/// Missing values that occur in training count as a level; an unknown level is 0.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, Count, Method, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 2]);
/// let encoding = fit(&Method::Count(Count { normalize: true, ..Count::default() }).into(), &input)?;
/// assert_eq!((encoding.outputs_of(0), encoding.outputs_of(2)), (Some(vec![0.5]), Some(vec![0.25])));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Count {
    /// Whether the share of all rows is used instead of the count.
    pub normalize: bool,
    /// Levels with fewer rows are counted together if there are at least two of them and another level remains; a value
    /// below 1 is a share of all rows.
    pub min_group_size: Option<f64>,
    /// Whether missing values can be one of these levels.
    pub combine_min_nan_groups: bool,
}

impl Default for Count {
    fn default() -> Self {
        Self { normalize: false, min_group_size: None, combine_min_nan_groups: true }
    }
}

impl Encoder for Count {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut SpecWriter) {
        out.put("normalize", self.normalize, !self.normalize);
        if let Some(size) = self.min_group_size {
            out.put("min_group_size", size, false);
        }
        out.put("combine_min_nan_groups", self.combine_min_nan_groups, self.combine_min_nan_groups);
    }

    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding> {
        let n = column.rows() as f64;
        let mut counts: Vec<f64> = column.counts.iter().map(|&count| count as f64).collect();
        if let Some(size) = self.min_group_size {
            let size = if size < 1.0 { size * n } else { size };
            let missing = column.missing_level();
            let small: Vec<usize> = (0..counts.len())
                .filter(|&level| counts[level] < size && (self.combine_min_nan_groups || Some(level) != missing))
                .collect();
            let levels_left = (0..counts.len()).any(|level| Some(level) != missing && !small.contains(&level));
            if small.len() > 1 && levels_left {
                let together = small.iter().map(|&level| counts[level]).sum();
                for &level in &small {
                    counts[level] = together;
                }
            }
        }
        if self.normalize {
            for count in &mut counts {
                *count /= n;
            }
        }
        Ok(RawEncoding::single(counts, 0.0))
    }
}
