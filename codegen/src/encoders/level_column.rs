//! One categorical column made ready for an encoder: levels in coded order with their rows.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::encoders::method::Method;
use crate::encoders::order::{Orders, order};
use crate::encoders::policy::{MissingPolicy, UnknownPolicy};
use crate::encoders::spec::{EncoderSpec, LevelOrder};
use crate::error::{Error, Place, Result};

/// The code of a missing cell in [`ColumnInput::codes`].
pub const MISSING_LEVEL: u32 = u32::MAX;

/// "No such place" among coded levels.
const NONE: u32 = u32::MAX;

/// The target of the training rows.
#[derive(Debug, Clone, Copy)]
pub enum TargetColumn<'a> {
    /// A class for each row.
    Classes {
        /// The class of each row, an index into `names`.
        codes: &'a [u32],
        /// The classes in their order.
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
/// // A target of another length is refused.
/// let input = input.with_target(TargetColumn::Numbers(&[1.0]));
/// assert_eq!(fit(&Method::Sum.into(), &input).unwrap_err().to_string(), "the column has 4 rows and the target has 1");
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ColumnInput<'a> {
    /// The distinct levels, in order of appearance. One without rows counts as never seen.
    pub levels: &'a [String],
    /// The level of each row, an index into `levels`, or [`MISSING_LEVEL`].
    pub codes: &'a [u32],
    /// The target, for supervised encoders.
    pub target: Option<TargetColumn<'a>>,
    /// The fold of each row for cross-fitting; without it folds are drawn from the seed.
    pub folds: Option<&'a [u32]>,
    /// The seed of noise and folds.
    pub seed: u64,
    /// The stream of the seed; give every column its own.
    pub stream: u64,
}

impl<'a> ColumnInput<'a> {
    /// A column without target; seed and stream are 0.
    #[must_use]
    pub fn new(levels: &'a [String], codes: &'a [u32]) -> Self {
        Self { levels, codes, target: None, folds: None, seed: 0, stream: 0 }
    }

    /// The same column with a target.
    #[must_use]
    pub fn with_target(self, target: TargetColumn<'a>) -> Self {
        Self { target: Some(target), ..self }
    }

    /// Checks lengths and ranges.
    fn check(&self) -> Result<()> {
        let fail = |message: String| Err(Error::data(Place::default(), message));
        let n = self.codes.len();
        if n == 0 {
            return fail("there are no rows to fit an encoder on".into());
        }
        let levels = u32::try_from(self.levels.len()).unwrap_or(u32::MAX);
        let is_bad = |code: u32| code >= levels && code != MISSING_LEVEL;
        // All of them are looked at, many at once; only where one is bad it is searched for.
        if self.codes.iter().fold(false, |bad, &code| bad | is_bad(code)) {
            let row = self.codes.iter().position(|&code| is_bad(code)).expect("one was found");
            return Err(Error::data(
                Place::default().row(row),
                format!("level number {} of {levels}", self.codes[row]),
            ));
        }
        let target = match self.target {
            None => n,
            Some(TargetColumn::Classes { codes, .. }) => codes.len(),
            Some(TargetColumn::Numbers(numbers)) => numbers.len(),
        };
        if target != n {
            return fail(format!("the column has {n} rows and the target has {target}"));
        }
        if let Some(folds) = self.folds
            && folds.len() != n
        {
            return fail(format!("the column has {n} rows and {} folds are given", folds.len()));
        }
        Ok(())
    }
}

/// The column as encoders see it.
#[derive(Debug)]
pub(super) struct LevelColumn<'a> {
    /// What is asked.
    pub spec: &'a EncoderSpec,
    /// Target, seed and stream; its rows are those that are fitted.
    pub input: ColumnInput<'a>,
    /// The text of each coded level; `None` is missing as a level of its own, always the last.
    pub names: Vec<Option<&'a str>>,
    /// Rows of each coded level; 0 for one that is only named by the order.
    pub counts: Vec<usize>,
    /// One more place in the coding is kept for unknown levels.
    pub unknown_place: bool,
    /// The place of each input level among the coded ones; the last entry is that of missing cells.
    places: Vec<u32>,
    /// The vocabulary, as indices into input levels and declared ones.
    pub vocabulary: Vec<usize>,
    /// The place of each level of the vocabulary.
    pub vocabulary_places: Vec<usize>,
    /// See [`super::Encoding::integer_levels`].
    pub integer_levels: bool,
    /// The level that stands for missing cells, as a vocabulary code.
    pub missing_code: Option<usize>,
    /// Missing cells are there.
    pub missing_seen: bool,
    /// The place of each row's level, once a method has asked: those that walk the rows do so several times.
    row_places: OnceCell<Vec<u32>>,
}

impl<'a> LevelColumn<'a> {
    /// Puts `input` in order; `declared` are levels that the spec names without rows.
    ///
    /// # Errors
    /// Wrong lengths or codes, no rows, missing cells where they are refused, levels outside a given order.
    pub(super) fn new(spec: &'a EncoderSpec, input: ColumnInput<'a>, declared: &'a [String]) -> Result<Self> {
        input.check()?;
        let missing_at = input.levels.len() + declared.len();
        let mut rows = count_rows(input.codes, missing_at);
        let missing_seen = rows[missing_at] > 0;
        if missing_seen && spec.missing == MissingPolicy::Error {
            let row = input.codes.iter().position(|&code| code == MISSING_LEVEL).expect("one was counted");
            return Err(Error::data(
                Place::default().row(row),
                "the cell is missing and missing=error refuses it; use missing=level or missing=most-frequent",
            ));
        }
        let names: Vec<&str> = input.levels.iter().chain(declared).map(String::as_str).collect();
        let seen: Vec<usize> = (0..names.len()).filter(|&at| rows[at] > 0 || at >= input.levels.len()).collect();
        let Orders { vocabulary, mut coded, integer } = order(&spec.order, &names, &seen, input.codes)?;
        let missing_as = match &spec.missing {
            MissingPolicy::MostFrequent => {
                // The first of the largest, in vocabulary order.
                let best = vocabulary.iter().copied().reduce(|best, at| if rows[at] > rows[best] { at } else { best });
                let Some(best) = best else {
                    return Err(Error::data(
                        Place::default(),
                        "every cell is missing, so missing=most-frequent has no level to take; use missing=level",
                    ));
                };
                Some(best)
            }
            MissingPolicy::Constant(name) => names.iter().position(|n| n == name),
            _ => None,
        };
        let own_level = match spec.missing {
            MissingPolicy::Auto | MissingPolicy::Level => missing_seen,
            // A one-hot slot cannot be NaN; elsewhere the level still counts, as in category_encoders.
            MissingPolicy::Nan => missing_seen && !matches!(spec.method, Method::OneHot(_)),
            MissingPolicy::Reserve => true,
            _ => false,
        };
        let mut places = vec![NONE; names.len() + 1];
        for (place, &at) in coded.iter().enumerate() {
            places[at] = place_number(place)?;
        }
        let vocabulary_places: Vec<usize> = vocabulary.iter().map(|&at| places[at] as usize).collect();
        let mut coded_names: Vec<Option<&str>> = coded.iter().map(|&at| Some(names[at])).collect();
        if own_level {
            places[missing_at] = place_number(coded.len())?;
            coded.push(missing_at);
            coded_names.push(None);
        } else if let Some(at) = missing_as {
            places[missing_at] = places[at];
            rows[at] += rows[missing_at];
        }
        Ok(Self {
            spec,
            input,
            counts: coded.iter().map(|&at| rows[at]).collect(),
            names: coded_names,
            unknown_place: spec.unknown == UnknownPolicy::Level,
            places,
            missing_code: missing_as.and_then(|at| vocabulary.iter().position(|&v| v == at)),
            vocabulary,
            vocabulary_places,
            integer_levels: integer,
            missing_seen,
            row_places: OnceCell::new(),
        })
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.input.codes.len()
    }

    /// The number of coded levels that have rows.
    pub(super) fn seen(&self) -> usize {
        self.counts.iter().filter(|&&n| n > 0).count()
    }

    /// The number of places in a coding of levels: the coded levels, and one for unknown when asked.
    pub(super) fn coding_places(&self) -> usize {
        self.names.len() + usize::from(self.unknown_place)
    }

    /// The place of missing as a level of its own.
    pub(super) fn missing_place(&self) -> Option<usize> {
        self.names.last().is_some_and(Option::is_none).then(|| self.names.len() - 1)
    }

    /// The place of each row's level; `names.len()` for a row without one.
    pub(super) fn row_places(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        let places = self.row_places.get_or_init(|| {
            let missing_at = self.places.len() - 1;
            let none = u32::try_from(self.names.len()).expect("places were counted in 32 bits");
            let place = |&code: &u32| self.places[(code as usize).min(missing_at)].min(none);
            self.input.codes.iter().map(place).collect()
        });
        places.iter().map(|&place| place as usize)
    }
}

/// The rows of each code up to `missing_at`, where those of [`MISSING_LEVEL`] are, which is past every level.
fn count_rows(codes: &[u32], missing_at: usize) -> Vec<usize> {
    /// So few levels follow themselves often, and a count waits for the one before it: four are kept apart.
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

fn place_number(place: usize) -> Result<u32> {
    u32::try_from(place)
        .ok()
        .filter(|&place| place < NONE - 1)
        .ok_or_else(|| Error::data(Place::default(), "a column cannot have more than four billion levels"))
}

/// The levels that `spec` names and `input` lacks rows of.
pub(super) fn declared(spec: &EncoderSpec, input: &ColumnInput) -> Vec<String> {
    let named: Cow<[String]> = match (&spec.order, &spec.missing) {
        (LevelOrder::Given(names), MissingPolicy::Constant(level)) if !names.contains(level) => {
            // Refused later as a level outside the order.
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
