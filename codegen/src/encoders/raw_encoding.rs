//! The result of an encoder's fit, before policies and the vocabulary order are applied.

use crate::encoders::hash::Hashing;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::table::LevelRows;
use crate::error::{Error, Place, Result};

/// The largest table: 256 MB of numbers.
const MAX_CELLS: usize = 1 << 25;

/// The encoding of the coded levels.
#[derive(Debug)]
pub(super) struct RawEncoding {
    /// The outputs by level index.
    pub codes: CodeTable,
    /// The method's outputs for an unknown level, `width` numbers.
    pub unknown: Vec<f64>,
    /// The method's outputs for a missing cell that is not a level.
    pub missing: Vec<f64>,
    /// The index of a level in the group of rare levels, if there is one.
    pub infrequent: Option<usize>,
    /// The training rows, if they are not a function of the level.
    pub training: Option<Vec<f64>>,
    /// The names of the outputs.
    pub outputs: Vec<String>,
}

/// The outputs by level index.
#[derive(Debug)]
pub(super) enum CodeTable {
    /// A row of numbers for each level.
    Rows(LevelRows),
    /// A slot for each level.
    Slots(Vec<Option<u32>>),
    /// Buckets of a digest, without levels.
    Hash(Hashing),
}

impl RawEncoding {
    /// Creates a table of `rows`, with `default` for cells without a level.
    pub(super) fn table(rows: Vec<f64>, default: Vec<f64>, outputs: Vec<String>) -> Self {
        Self::rows(LevelRows::Stored(rows), default, outputs)
    }

    /// Creates a table like [`RawEncoding::table`], of rows that need not be stored.
    pub(super) fn rows(rows: LevelRows, default: Vec<f64>, outputs: Vec<String>) -> Self {
        let missing = default.clone();
        Self { codes: CodeTable::Rows(rows), unknown: default, missing, infrequent: None, training: None, outputs }
    }

    /// Creates a table with one output.
    pub(super) fn single(rows: Vec<f64>, default: f64) -> Self {
        Self::table(rows, vec![default], vec![String::new()])
    }

    /// Creates a table of `width` numbered outputs, each computed from level index and output index by `cell`.
    ///
    /// # Errors
    /// If the table would be too large.
    pub(super) fn numbered(column: &LevelColumn, width: usize, cell: impl Fn(usize, usize) -> f64) -> Result<Self> {
        let levels = column.coded_levels();
        let cells = levels.checked_mul(width).filter(|&cells| cells <= MAX_CELLS).ok_or_else(|| {
            Error::data(
                Place::default(),
                format!(
                    "{} levels need a table of {levels} x {width} numbers, which is too large; use target, hashing or count, or drop the column",
                    column.names.len()
                ),
            )
        })?;
        let mut rows = Vec::with_capacity(cells);
        for level in 0..levels {
            rows.extend((0..width).map(|output| cell(level, output)));
        }
        Ok(Self::table(rows, vec![0.0; width], (0..width).map(|output| output.to_string()).collect()))
    }
}

/// Returns `name`, followed by underscores as long as it is already taken.
pub(super) fn unique(name: &str, taken: &[String]) -> String {
    let mut unique = name.to_owned();
    while taken.contains(&unique) {
        unique.push('_');
    }
    unique
}
