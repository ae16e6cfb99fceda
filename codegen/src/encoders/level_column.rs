//! One categorical column prepared for an encoder: the levels in coded order, with their row counts.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::encoders::method::Method;
use crate::encoders::order::{Orders, order};
use crate::encoders::policy::{MissingPolicy, UnknownPolicy};
use crate::encoders::spec::{EncoderSpec, LevelOrder};
use crate::error::{Error, Place, Result};

/// The code of a missing cell in [`ColumnInput::codes`].
pub const MISSING_LEVEL: u32 = u32::MAX;

/// The index of a level that is not coded.
const NONE: u32 = u32::MAX;

/// The target of the training rows.
#[derive(Debug, Clone, Copy)]
pub enum TargetColumn<'a> {
    /// A class for each row.
    Classes {
        /// The class of each row, as an index into `names`.
        codes: &'a [u32],
        /// The class names, in order.
        names: &'a [String],
    },
    /// A number for each row.
    Numbers(&'a [f64]),
}

/// A categorical column to fit.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, MISSING_LEVEL, Method, TargetColumn, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned()];
/// let codes = [0, 1, 0, MISSING_LEVEL];
/// let input = ColumnInput::new(&levels, &codes);
/// let counts = fit(&Method::Count(Default::default()).into(), &input)?;
/// assert_eq!(counts.outputs_of(0), Some(vec![2.0]));
/// assert_eq!(counts.outputs_of(counts.missing_code()), Some(vec![1.0]));
/// // A target with a different length is an error.
/// let input = input.with_target(TargetColumn::Numbers(&[1.0]));
/// assert_eq!(fit(&Method::Sum.into(), &input).unwrap_err().to_string(), "the column has 4 rows, but the target has 1");
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ColumnInput<'a> {
    /// The distinct levels, in order of appearance. A level without rows counts as not seen.
    pub levels: &'a [String],
    /// The level of each row, as an index into `levels`, or [`MISSING_LEVEL`].
    pub codes: &'a [u32],
    /// The target, for supervised encoders.
    pub target: Option<TargetColumn<'a>>,
    /// The fold of each row for cross-fitting; if absent, folds are drawn from the seed.
    pub folds: Option<&'a [u32]>,
    /// The seed of noise and folds.
    pub seed: u64,
    /// The random stream of the seed, which should differ between columns.
    pub stream: u64,
}

impl<'a> ColumnInput<'a> {
    /// Creates a column without a target; seed and stream are 0.
    #[must_use]
    pub fn new(levels: &'a [String], codes: &'a [u32]) -> Self {
        Self { levels, codes, target: None, folds: None, seed: 0, stream: 0 }
    }

    /// Returns the column with a target.
    #[must_use]
    pub fn with_target(self, target: TargetColumn<'a>) -> Self {
        Self { target: Some(target), ..self }
    }

    /// Checks lengths and ranges.
    fn check(&self) -> Result<()> {
        let fail = |message: String| Err(Error::data(Place::default(), message));
        let n = self.codes.len();
        if n == 0 {
            return fail("there are no rows to fit an encoder to".into());
        }
        let levels = u32::try_from(self.levels.len()).unwrap_or(u32::MAX);
        let is_bad = |code: u32| code >= levels && code != MISSING_LEVEL;
        // The check of all codes vectorizes; only if one is bad, its position is searched.
        if self.codes.iter().fold(false, |bad, &code| bad | is_bad(code)) {
            let row = self.codes.iter().position(|&code| is_bad(code)).expect("a code is out of range");
            return Err(Error::data(
                Place::default().row(row),
                format!("level index {} is out of range 0..{levels}", self.codes[row]),
            ));
        }
        let target = match self.target {
            None => n,
            Some(TargetColumn::Classes { codes, .. }) => codes.len(),
            Some(TargetColumn::Numbers(numbers)) => numbers.len(),
        };
        if target != n {
            return fail(format!("the column has {n} rows, but the target has {target}"));
        }
        if let Some(folds) = self.folds
            && folds.len() != n
        {
            return fail(format!("the column has {n} rows, but {} folds are given", folds.len()));
        }
        Ok(())
    }
}

/// The column as an encoder receives it.
#[derive(Debug)]
pub(super) struct LevelColumn<'a> {
    /// The encoder's spec.
    pub spec: &'a EncoderSpec,
    /// Rows, target, seed and stream.
    pub input: ColumnInput<'a>,
    /// The text of each coded level; `None` is missing as a separate level, always the last.
    pub names: Vec<Option<&'a str>>,
    /// The number of rows of each coded level; 0 for a level that only the order lists.
    pub counts: Vec<usize>,
    /// Whether an additional level index is reserved for unknown levels.
    pub reserves_unknown: bool,
    /// The level index of each input level; the last entry is for missing cells.
    level_indices: Vec<u32>,
    /// The vocabulary, as indices into the input levels followed by the declared ones.
    pub vocabulary: Vec<usize>,
    /// The level index of each level of the vocabulary.
    pub vocabulary_levels: Vec<usize>,
    /// See [`crate::encoders::Encoding::integer_levels`].
    pub integer_levels: bool,
    /// The vocabulary code of the level that replaces missing cells.
    pub missing_code: Option<usize>,
    /// Whether missing cells occur.
    pub missing_seen: bool,
    /// The level index of each row, computed on first use; methods that need it read it several times.
    row_levels: OnceCell<Vec<u32>>,
}

impl<'a> LevelColumn<'a> {
    /// Orders the levels of `input`; `declared` are levels that the spec lists without rows.
    ///
    /// # Errors
    /// Wrong lengths or codes, no rows, missing cells with `missing=error`, levels outside a given order.
    pub(super) fn new(spec: &'a EncoderSpec, input: ColumnInput<'a>, declared: &'a [String]) -> Result<Self> {
        input.check()?;
        let missing_at = input.levels.len() + declared.len();
        let mut rows = count_rows(input.codes, missing_at);
        let missing_seen = rows[missing_at] > 0;
        if missing_seen && spec.missing == MissingPolicy::Error {
            let row = input.codes.iter().position(|&code| code == MISSING_LEVEL).expect("the count is not 0");
            return Err(Error::data(
                Place::default().row(row),
                "the value is missing, which missing=error does not allow; use missing=level or missing=most-frequent",
            ));
        }
        let names: Vec<&str> = input.levels.iter().chain(declared).map(String::as_str).collect();
        let seen: Vec<usize> = (0..names.len()).filter(|&at| rows[at] > 0 || at >= input.levels.len()).collect();
        let Orders { vocabulary, mut coded, integer } = order(&spec.order, &names, &seen, input.codes)?;
        let missing_as = missing_replacement(spec, &names, &vocabulary, &rows)?;
        let own_level = missing_is_level(spec, missing_seen);
        let mut level_indices = vec![NONE; names.len() + 1];
        for (level, &at) in coded.iter().enumerate() {
            level_indices[at] = level_index(level)?;
        }
        let vocabulary_levels: Vec<usize> = vocabulary.iter().map(|&at| level_indices[at] as usize).collect();
        let mut coded_names: Vec<Option<&str>> = coded.iter().map(|&at| Some(names[at])).collect();
        if own_level {
            level_indices[missing_at] = level_index(coded.len())?;
            coded.push(missing_at);
            coded_names.push(None);
        } else if let Some(at) = missing_as {
            level_indices[missing_at] = level_indices[at];
            rows[at] += rows[missing_at];
        }
        Ok(Self {
            spec,
            input,
            counts: coded.iter().map(|&at| rows[at]).collect(),
            names: coded_names,
            reserves_unknown: spec.unknown == UnknownPolicy::Level,
            level_indices,
            missing_code: missing_as.and_then(|at| vocabulary.iter().position(|&v| v == at)),
            vocabulary,
            vocabulary_levels,
            integer_levels: integer,
            missing_seen,
            row_levels: OnceCell::new(),
        })
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> usize {
        self.input.codes.len()
    }

    /// Returns the number of coded levels that have rows.
    pub(super) fn seen(&self) -> usize {
        self.counts.iter().filter(|&&n| n > 0).count()
    }

    /// Returns the number of level indices: the coded levels, and one if an index is reserved for unknown levels.
    pub(super) fn coded_levels(&self) -> usize {
        self.names.len() + usize::from(self.reserves_unknown)
    }

    /// Returns the index of missing as a separate level.
    pub(super) fn missing_level(&self) -> Option<usize> {
        self.names.last().is_some_and(Option::is_none).then(|| self.names.len() - 1)
    }

    /// Returns the level index of each row; `names.len()` for a row without a level.
    pub(super) fn row_levels(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        let levels = self.row_levels.get_or_init(|| {
            let missing_at = self.level_indices.len() - 1;
            let no_level = u32::try_from(self.names.len()).expect("level indices have 32 bits");
            let level = |&code: &u32| self.level_indices[(code as usize).min(missing_at)].min(no_level);
            self.input.codes.iter().map(level).collect()
        });
        levels.iter().map(|&level| level as usize)
    }
}

/// Returns the level that replaces missing cells, if any: an index into `names`.
fn missing_replacement(
    spec: &EncoderSpec,
    names: &[&str],
    vocabulary: &[usize],
    rows: &[usize],
) -> Result<Option<usize>> {
    match &spec.missing {
        MissingPolicy::MostFrequent => {
            // The first of the largest counts, in vocabulary order.
            let best = vocabulary.iter().copied().reduce(|best, at| if rows[at] > rows[best] { at } else { best });
            best.map(Some).ok_or_else(|| {
                Error::data(
                    Place::default(),
                    "all values are missing, so missing=most-frequent has no level to use; use missing=level",
                )
            })
        }
        MissingPolicy::Constant(name) => Ok(names.iter().position(|n| n == name)),
        _ => Ok(None),
    }
}

/// Returns whether missing cells are a separate level.
fn missing_is_level(spec: &EncoderSpec, missing_seen: bool) -> bool {
    match spec.missing {
        MissingPolicy::Auto | MissingPolicy::Level => missing_seen,
        // A one-hot slot cannot be NaN; elsewhere the level still counts, as in category_encoders.
        MissingPolicy::Nan => missing_seen && !matches!(spec.method, Method::OneHot(_)),
        MissingPolicy::Reserve => true,
        _ => false,
    }
}

/// Counts the rows of each code; those of [`MISSING_LEVEL`] are at `missing_at`, past every level.
fn count_rows(codes: &[u32], missing_at: usize) -> Vec<usize> {
    /// With few levels, equal ones often follow each other, and an increment waits for the previous one of the same counter.
    /// Four separate arrays of counters avoid this.
    const FEW: usize = 256;
    let count = |codes: &[u32], rows: &mut [usize]| {
        codes.iter().for_each(|&code| rows[(code as usize).min(missing_at)] += 1);
    };
    let mut rows = vec![0; missing_at + 1];
    if missing_at >= FEW {
        count(codes, &mut rows);
        return rows;
    }
    let mut lanes = [[0_usize; FEW]; 4];
    let blocks = codes.chunks_exact(lanes.len());
    count(blocks.remainder(), &mut rows);
    for block in blocks {
        for (lane, &code) in lanes.iter_mut().zip(block) {
            lane[(code as usize).min(missing_at)] += 1;
        }
    }
    for (at, rows) in rows.iter_mut().enumerate() {
        *rows += lanes.iter().map(|lane| lane[at]).sum::<usize>();
    }
    rows
}

/// Converts a level index to 32 bits.
fn level_index(level: usize) -> Result<u32> {
    u32::try_from(level)
        .ok()
        .filter(|&level| level < NONE - 1)
        .ok_or_else(|| Error::data(Place::default(), "a column cannot have more than four billion levels"))
}

/// Returns the levels that `spec` lists and for which `input` has no rows.
pub(super) fn declared(spec: &EncoderSpec, input: &ColumnInput) -> Vec<String> {
    let named: Cow<[String]> = match (&spec.order, &spec.missing) {
        (LevelOrder::Given(names), MissingPolicy::Constant(level)) if !names.contains(level) => {
            // This is an error later: a level outside the order.
            names.iter().chain([level]).cloned().collect::<Vec<_>>().into()
        }
        (LevelOrder::Given(names), _) => names.into(),
        (_, MissingPolicy::Constant(level)) => std::slice::from_ref(level).into(),
        _ => return Vec::new(),
    };
    let mut seen = vec![false; input.levels.len()];
    for &code in input.codes {
        if let Some(seen) = seen.get_mut(code as usize) {
            *seen = true;
        }
    }
    let known: rustc_hash::FxHashSet<&str> =
        input.levels.iter().zip(&seen).filter(|&(_, &seen)| seen).map(|(name, _)| name.as_str()).collect();
    named.iter().filter(|name| !known.contains(name.as_str())).cloned().collect()
}
