//! The fitted encoding of one column: the outputs of each level, of a missing cell and of an unknown level.

use crate::encoders::hash::{Algorithm, bucket};
use crate::encoders::table::EncodingTable;

/// A fitted encoding.
///
/// Codes are positions in the device's vocabulary: `0..L` for levels, `L` for missing, `L + 1` for unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoding {
    /// For each code the index of its level in the input's levels; an index past their end refers to `declared`.
    ///
    /// Codes are in the device's vocabulary order: by bytes, or by number if `integer_levels`. Empty for hashing.
    pub levels: Vec<usize>,
    /// Levels that the order or a policy lists without any rows; the device knows them too.
    pub declared: Vec<String>,
    /// Whether every level is a canonical decimal `i32` (`-1`, `0`, `17`; not `01`, `+1`, `-0`), so the vocabulary has numbers.
    pub integer_levels: bool,
    /// The outputs.
    pub shape: Shape,
    /// The encoding of a missing cell.
    pub missing: Fallback,
    /// The encoding of an unknown level.
    pub unknown: Fallback,
    /// The training rows, `n * width` row by row, if they are not a function of the level.
    ///
    /// Rows that `missing=drop` excludes are NaN.
    pub training: Option<Vec<f64>>,
    /// The names of the outputs, without the column's name: empty for a single output, otherwise a level, a digit or a class.
    pub outputs: Vec<String>,
}

/// The kind of table that maps a code to outputs.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// 1 in the slot of the code, 0 elsewhere; a code without a slot is all zeros.
    OneHot {
        /// The slot of each level, in code order.
        slots: Vec<Option<u32>>,
        /// The slot of a missing cell.
        missing: Option<u32>,
        /// The slot of an unknown level.
        unknown: Option<u32>,
        /// The number of outputs.
        width: usize,
    },
    /// A row of numbers for each code.
    Table(EncodingTable),
    /// 1 in the bucket of the text's digest; a missing cell has no bucket.
    Hash {
        /// The number of buckets, and of outputs.
        buckets: u32,
        /// The digest algorithm.
        algorithm: Algorithm,
        /// Whether all shared columns add to one set of outputs.
        shared: bool,
    },
}

/// The encoding of a cell that is not a known level.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{Fallback, ColumnInput, EncoderSpec, MISSING_LEVEL, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let spec: EncoderSpec = "ordinal:missing=most-frequent,unknown=error".parse()?;
/// let encoding = fit(&spec, &ColumnInput::new(&levels, &[1, 1, 0, MISSING_LEVEL]))?;
/// assert_eq!((encoding.missing, encoding.unknown), (Fallback::Code(1), Fallback::Error)); // b is the most frequent level
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallback {
    /// An error at run time.
    Error,
    /// Its own row of the table or its own slot; zeros for hashing.
    Row,
    /// The encoding of the level with this code.
    Code(usize),
    /// NaN in every output, which a device model cannot store.
    Nan,
}

impl Encoding {
    /// Returns the number of outputs.
    #[must_use]
    pub fn width(&self) -> usize {
        match &self.shape {
            Shape::OneHot { width, .. } => *width,
            Shape::Table(table) => table.width(),
            Shape::Hash { buckets, .. } => *buckets as usize,
        }
    }

    /// Returns the code of a missing cell.
    #[must_use]
    pub fn missing_code(&self) -> usize {
        self.levels.len()
    }

    /// Returns the code of an unknown level.
    #[must_use]
    pub fn unknown_code(&self) -> usize {
        self.levels.len() + 1
    }

    /// Returns the text of the level with `code`, given the input's levels.
    #[must_use]
    pub fn level<'a>(&'a self, input: &'a [String], code: usize) -> Option<&'a str> {
        let &at = self.levels.get(code)?;
        input.get(at).or_else(|| self.declared.get(at - input.len())).map(String::as_str)
    }

    /// Returns the outputs of `code`, or `None` if it is an error or does not exist.
    ///
    /// Hashing has only the code of a missing cell.
    #[must_use]
    pub fn outputs_of(&self, code: usize) -> Option<Vec<f64>> {
        let levels = self.levels.len();
        let fallback = match code.checked_sub(levels) {
            None => Fallback::Row,
            Some(0) => self.missing,
            Some(1) => self.unknown,
            Some(_) => return None,
        };
        let code = match fallback {
            Fallback::Error => return None,
            Fallback::Nan => return Some(vec![f64::NAN; self.width()]),
            Fallback::Row => code,
            Fallback::Code(code) => code,
        };
        let mut out = vec![0.0; self.width()];
        match &self.shape {
            Shape::Table(table) => table.write(code, &mut out),
            Shape::Hash { .. } => {}
            Shape::OneHot { slots, missing, unknown, .. } => {
                let slot = if code < levels {
                    slots[code]
                } else if code == levels {
                    *missing
                } else {
                    *unknown
                };
                if let Some(slot) = slot {
                    out[slot as usize] = 1.0;
                }
            }
        }
        Some(out)
    }

    /// Returns the outputs of `text` if the shape is [`Shape::Hash`].
    #[must_use]
    pub fn outputs_of_text(&self, text: &str) -> Option<Vec<f64>> {
        let Shape::Hash { buckets, algorithm, .. } = self.shape else { return None };
        let mut out = vec![0.0; buckets as usize];
        out[bucket(text, buckets, algorithm) as usize] = 1.0;
        Some(out)
    }

    /// Returns the reason why a device model cannot store this encoding, if any: it stores finite numbers only.
    #[must_use]
    pub fn device_objection(&self) -> Option<String> {
        if self.missing == Fallback::Nan {
            return Some(
                "missing=nan produces NaN, which a device model cannot store; use missing=level or indicator".into(),
            );
        }
        if self.unknown == Fallback::Nan {
            return Some(
                "unknown=nan produces NaN, which a device model cannot store; use unknown=value or indicator".into(),
            );
        }
        if let Shape::Table(table) = &self.shape
            && let Some(bad) = table.not_finite()
        {
            return Some(format!(
                "a level is encoded as {bad}, which a device model cannot store; use the default variant"
            ));
        }
        if let Some(bad) = self.training.iter().flatten().find(|x| !x.is_finite()) {
            return Some(format!(
                "a training row is encoded as {bad}, which a device model cannot store; use the default variant"
            ));
        }
        None
    }
}
