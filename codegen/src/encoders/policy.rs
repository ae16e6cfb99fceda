//! Policies: what an unknown level and a missing cell get.

use std::fmt;
use std::str::FromStr;

use crate::encoders::syntax::list;
use crate::error::{Error, Result, did_you_mean};

/// What a level gets that was not there at fit.
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
    /// Refused at run time.
    Error,
    /// The method's own answer: zeros, -1 (ordinal), 0 (count, woe, glmm), the prior (target statistics).
    #[default]
    Value,
    /// The same as a missing cell.
    Missing,
    /// As `value`, and one more output which is 1.
    Indicator,
    /// One more level of the coding, the last (contrasts, binary, base-n).
    Level,
    /// The group of rare levels, where there is one (one-hot, ordinal).
    Infrequent,
    /// This number in every output.
    Constant(f64),
    /// NaN in every output; the host library only, no device model can hold it.
    Nan,
}

/// What a missing cell gets.
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
    /// `level` when missing cells are there at fit, else `error`.
    #[default]
    Auto,
    /// Refused, at fit and at run time.
    Error,
    /// The most frequent level; on a tie the one earlier in the sorted order.
    MostFrequent,
    /// This level.
    Constant(String),
    /// A level of its own, the last, when there at fit; else the method's own answer (`value` is the same word).
    Level,
    /// A level of its own, the last, whether or not it was there at fit (contrasts, binary, base-n).
    Reserve,
    /// The method's own answer for what it does not know; missing rows form no level but count for the prior.
    Ignore,
    /// Rows with it are left out of fitting; refused at run time.
    Drop,
    /// As `ignore`, and one more output which is 1.
    Indicator,
    /// NaN in every output; the host library only, no device model can hold it.
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
                    "unknown=constant:{number} is refused: it must be a number of single precision"
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

fn named<T: Clone>(key: &str, text: &str, choices: &[(&str, T)], more: &str) -> Result<T> {
    let names = choices.iter().map(|&(name, _)| name).chain([more]).collect::<Vec<_>>();
    choices.iter().find(|(name, _)| *name == text).map(|(_, value)| value.clone()).ok_or_else(|| {
        let near = did_you_mean(text, names.iter().copied());
        Error::usage(format!("{key}={text} is refused: allowed are {}{near}", list(&names)))
    })
}

fn name_of<'a, T: PartialEq>(value: &T, choices: &[(&'a str, T)]) -> &'a str {
    choices.iter().find(|(_, v)| v == value).expect("every plain policy is in the list").0
}
