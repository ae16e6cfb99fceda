//! What an encoder makes of the coded levels, before policies and the vocabulary order are applied.

use crate::encoders::hash::Hashing;
use crate::encoders::level_column::LevelColumn;
use crate::encoders::table::LevelRows;
use crate::error::{Error, Place, Result};

/// The largest table that is made: 256 MB of numbers.
const MAX_CELLS: usize = 1 << 25;

/// The outputs of each coded level.
#[derive(Debug)]
pub(super) struct RawEncoding {
    /// The outputs by place.
    pub body: CodeTable,
    /// What the method itself says of an unknown level, `width` numbers.
    pub unknown: Vec<f64>,
    /// What the method itself says of a missing cell that is no level.
    pub missing: Vec<f64>,
    /// The place whose outputs the group of rare levels has.
    pub infrequent: Option<usize>,
    /// The training rows, where they are not a function of the level.
    pub training: Option<Vec<f64>>,
    /// The outputs' names.
    pub outputs: Vec<String>,
}

/// The outputs by place.
#[derive(Debug)]
pub(super) enum CodeTable {
    /// A row of numbers for each place.
    Rows(LevelRows),
    /// A slot for each place.
    Slots(Vec<Option<u32>>),
    /// No levels: a digest.
    Hash(Hashing),
}

impl RawEncoding {
    /// A table of `rows`, `default` for what has no level.
    pub(super) fn table(rows: Vec<f64>, default: Vec<f64>, outputs: Vec<String>) -> Self {
        Self::rows(LevelRows::Kept(rows), default, outputs)
    }

    /// As [`RawEncoding::table`], of rows that need not be kept.
    pub(super) fn rows(rows: LevelRows, default: Vec<f64>, outputs: Vec<String>) -> Self {
        let missing = default.clone();
        Self { body: CodeTable::Rows(rows), unknown: default, missing, infrequent: None, training: None, outputs }
    }

    /// A table of one output.
    pub(super) fn single(rows: Vec<f64>, default: f64) -> Self {
        Self::table(rows, vec![default], vec![String::new()])
    }

    /// A table of `width` numbered outputs, made cell by cell from place and output.
    ///
    /// # Errors
    /// When the table would be absurdly large.
    pub(super) fn numbered(column: &LevelColumn, width: usize, cell: impl Fn(usize, usize) -> f64) -> Result<Self> {
        let places = column.coding_places();
        let cells = places.checked_mul(width).filter(|&cells| cells <= MAX_CELLS).ok_or_else(|| {
            Error::data(
                Place::default(),
                format!(
                    "{} levels become {width} outputs, a table of {places} x {width} numbers; use target, hashing or count, or drop the column",
                    column.names.len()
                ),
            )
        })?;
        let mut rows = Vec::with_capacity(cells);
        for place in 0..places {
            rows.extend((0..width).map(|output| cell(place, output)));
        }
        Ok(Self::table(rows, vec![0.0; width], (0..width).map(|output| output.to_string()).collect()))
    }
}

/// `name`, with underscores behind it while a level has that name too.
pub(super) fn unique(name: &str, taken: &[String]) -> String {
    let mut unique = name.to_owned();
    while taken.contains(&unique) {
        unique.push('_');
    }
    unique
}
