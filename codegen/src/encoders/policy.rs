//! Policies: the encoding of an unknown level and of a missing cell.

use std::fmt;
use std::str::FromStr;

use crate::encoders::syntax::list;
use crate::error::{Error, Result, did_you_mean};

/// The encoding of a level that did not occur in training.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::UnknownPolicy;
///
/// assert_eq!("constant:0.5".parse::<UnknownPolicy>()?, UnknownPolicy::Constant(0.5));
/// assert_eq!(UnknownPolicy::Missing.to_string(), "missing");
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub enum UnknownPolicy {
    /// An error at run time.
    Error,
    /// The method's default: zeros, -1 (ordinal), 0 (count, woe, glmm), the prior (target statistics).
    #[default]
    Value,
    /// The encoding of a missing cell.
    Missing,
    /// As `value`, and 1 in an additional output.
    Indicator,
    /// An additional last level (contrasts, binary, base-n).
    Level,
    /// The group of rare levels, if there is one (one-hot, ordinal).
    Infrequent,
    /// This number in every output.
    Constant(f64),
    /// NaN in every output; for the host library only, since a device model cannot store NaN.
    Nan,
}

/// The encoding of a missing cell.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::MissingPolicy;
///
/// assert_eq!("value".parse::<MissingPolicy>()?, MissingPolicy::Level);
/// assert_eq!(MissingPolicy::Constant("a".into()).to_string(), "constant:a");
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum MissingPolicy {
    /// `level` if missing cells occur in training, otherwise `error`.
    #[default]
    Auto,
    /// An error, in training and at run time.
    Error,
    /// The most frequent level; on a tie the first in sorted order.
    MostFrequent,
    /// This level.
    Constant(String),
    /// A separate last level if missing cells occur in training, otherwise the method's default (alias: `value`).
    Level,
    /// A separate last level, whether or not missing cells occur in training (contrasts, binary, base-n).
    Reserve,
    /// The method's default; missing rows are not a level but count for the prior.
    Ignore,
    /// Rows with missing cells are excluded from fitting; an error at run time.
    Drop,
    /// As `ignore`, and 1 in an additional output.
    Indicator,
    /// NaN in every output; for the host library only, since a device model cannot store NaN.
    Nan,
}

const MISSING_NAMES: [(&str, MissingPolicy); 10] = [
    ("auto", MissingPolicy::Auto),
    ("error", MissingPolicy::Error),
    ("most-frequent", MissingPolicy::MostFrequent),
    ("level", MissingPolicy::Level),
    ("value", MissingPolicy::Level),
    ("reserve", MissingPolicy::Reserve),
    ("ignore", MissingPolicy::Ignore),
    ("drop", MissingPolicy::Drop),
    ("indicator", MissingPolicy::Indicator),
    ("nan", MissingPolicy::Nan),
];

const UNKNOWN_NAMES: [(&str, UnknownPolicy); 7] = [
    ("error", UnknownPolicy::Error),
    ("value", UnknownPolicy::Value),
    ("missing", UnknownPolicy::Missing),
    ("indicator", UnknownPolicy::Indicator),
    ("level", UnknownPolicy::Level),
    ("infrequent", UnknownPolicy::Infrequent),
    ("nan", UnknownPolicy::Nan),
];

impl FromStr for UnknownPolicy {
    type Err = Error;

    /// Reads `error`, `value`, `missing`, `indicator`, `level`, `infrequent`, `nan` or `constant:NUMBER`.
    fn from_str(text: &str) -> Result<Self> {
        if let Some(number) = text.strip_prefix("constant:") {
            return match number.trim().parse::<f64>() {
                Ok(number) if number.abs() <= f64::from(f32::MAX) => Ok(Self::Constant(number)),
                _ => Err(Error::usage(format!(
                    "unknown=constant:{number} is invalid: it must be a finite number in single precision"
                ))),
            };
        }
        named("unknown", text, &UNKNOWN_NAMES, "constant:NUMBER")
    }
}

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(number) => write!(f, "constant:{number}"),
            other => f.write_str(name_of(other, &UNKNOWN_NAMES)),
        }
    }
}

impl FromStr for MissingPolicy {
    type Err = Error;

    /// Reads `auto`, `error`, `most-frequent`, `level` (or `value`), `reserve`, `ignore`, `drop`, `indicator`, `nan`
    /// or `constant:LEVEL`.
    fn from_str(text: &str) -> Result<Self> {
        match text.strip_prefix("constant:") {
            Some(level) => Ok(Self::Constant(level.to_owned())),
            None => named("missing", text, &MISSING_NAMES, "constant:LEVEL"),
        }
    }
}

impl fmt::Display for MissingPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(level) => write!(f, "constant:{level}"),
            other => f.write_str(name_of(other, &MISSING_NAMES)),
        }
    }
}

/// Finds the policy with a name.
fn named<T: Clone>(key: &str, text: &str, choices: &[(&str, T)], more: &str) -> Result<T> {
    let names = choices.iter().map(|&(name, _)| name).chain([more]).collect::<Vec<_>>();
    choices.iter().find(|(name, _)| *name == text).map(|(_, value)| value.clone()).ok_or_else(|| {
        let near = did_you_mean(text, names.iter().copied());
        Error::usage(format!("{key}={text} is invalid: allowed values are {}{near}", list(&names)))
    })
}

fn name_of<'a, T: PartialEq>(value: &T, choices: &[(&'a str, T)]) -> &'a str {
    choices.iter().find(|(_, v)| v == value).expect("every plain policy is in the list").0
}
