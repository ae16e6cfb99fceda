//! The fitted encoding of one column: what each level, a missing cell and an unknown level become.

use crate::encoders::hash::{Algorithm, bucket};
use crate::encoders::table::EncodingTable;

/// A fitted encoding.
///
/// Codes are positions in the device's vocabulary: `0..L` for levels, `L` for missing, `L + 1` for unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoding {
    /// For each code the index of its level in the input's levels; an index past their end is one of `declared`.
    ///
    /// In the device's vocabulary order: by bytes, or by number when `integer_levels`. Empty for hashing.
    pub levels: Vec<usize>,
    /// Levels that the order or a policy names but no row has; known to the device all the same.
    pub declared: Vec<String>,
    /// Every level is a canonical decimal `i32` (`-1`, `0`, `17`; not `01`, `+1`, `-0`), so the vocabulary holds numbers.
    pub integer_levels: bool,
    /// The outputs.
    pub shape: Shape,
    /// What a missing cell gets.
    pub missing: Fallback,
    /// What an unknown level gets.
    pub unknown: Fallback,
    /// The training rows, `n * width` row by row, where they are not a function of the level.
    ///
    /// Rows left out by `missing=drop` are NaN.
    pub training: Option<Vec<f64>>,
    /// The outputs' names without the column's: empty for a single output, else a level, a digit, a class.
    pub outputs: Vec<String>,
}

/// How a code becomes outputs.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A 1 in the slot, zeros elsewhere; no slot is all zeros.
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
    /// A 1 in the bucket of the text's digest; a missing cell sets none.
    Hash {
        /// The number of buckets, and of outputs.
        buckets: u32,
        /// The digest.
        algorithm: Algorithm,
        /// All shared columns add into one set of outputs.
        shared: bool,
    },
}

/// What a cell that is no known level gets.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{Fallback, ColumnInput, EncoderSpec, MISSING_LEVEL, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let spec: EncoderSpec = "ordinal:missing=most-frequent,unknown=error".parse()?;
/// let encoding = fit(&spec, &ColumnInput::new(&levels, &[1, 1, 0, MISSING_LEVEL]))?;
/// assert_eq!((encoding.missing, encoding.unknown), (Fallback::Code(1), Fallback::Error)); // b is the most frequent
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallback {
    /// It is refused.
    Error,
    /// Its own row of the table, or its own slot; for hashing zeros.
    Row,
    /// What the level with this code gets.
    Code(usize),
    /// NaN in every output; no device model can hold it.
    Nan,
}

impl Encoding {
    /// The number of outputs.
    #[must_use]
    pub fn width(&self) -> usize {
        match &self.shape {
            Shape::OneHot { width, .. } => *width,
            Shape::Table(table) => table.width(),
            Shape::Hash { buckets, .. } => *buckets as usize,
        }
    }

    /// The code of a missing cell.
    #[must_use]
    pub fn missing_code(&self) -> usize {
        self.levels.len()
    }

    /// The code of an unknown level.
    #[must_use]
    pub fn unknown_code(&self) -> usize {
        self.levels.len() + 1
    }

    /// The text of the level with `code`, given the input's levels.
    #[must_use]
    pub fn level<'a>(&'a self, input: &'a [String], code: usize) -> Option<&'a str> {
        let &at = self.levels.get(code)?;
        input.get(at).or_else(|| self.declared.get(at - input.len())).map(String::as_str)
    }

    /// The outputs of `code`, or `None` where the answer is an error; hashing knows missing only.
    ///
    /// A code past the unknown one is `None` too.
    #[must_use]
    pub fn outputs_of(&self, code: usize) -> Option<Vec<f64>> {
        let levels = self.levels.len();
        let answer = match code.checked_sub(levels) {
            None => Fallback::Row,
            Some(0) => self.missing,
            Some(1) => self.unknown,
            Some(_) => return None,
        };
        let code = match answer {
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

    /// The outputs of `text` where the shape is [`Shape::Hash`].
    #[must_use]
    pub fn outputs_of_text(&self, text: &str) -> Option<Vec<f64>> {
        let Shape::Hash { buckets, algorithm, .. } = self.shape else { return None };
        let mut out = vec![0.0; buckets as usize];
        out[bucket(text, buckets, algorithm) as usize] = 1.0;
        Some(out)
    }

    /// Why no device model can hold this encoding, if so: a device holds finite numbers only.
    #[must_use]
    pub fn device_objection(&self) -> Option<String> {
        if self.missing == Fallback::Nan {
            return Some(
                "missing=nan gives NaN, which a device model cannot hold; use missing=level or indicator".into(),
            );
        }
        if self.unknown == Fallback::Nan {
            return Some(
                "unknown=nan gives NaN, which a device model cannot hold; use unknown=value or indicator".into(),
            );
        }
        if let Shape::Table(table) = &self.shape
            && let Some(bad) = table.not_finite()
        {
            return Some(format!("a level gets {bad}, which a device model cannot hold; use the default variant"));
        }
        if let Some(bad) = self.training.iter().flatten().find(|x| !x.is_finite()) {
            return Some(format!(
                "a training row gets {bad}, which a device model cannot hold; use the default variant"
            ));
        }
        None
    }
}
