//! What is asked of one encoder: the method with its parameters, the level order, the policies.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::method::{METHODS, Method, MethodInfo};
use super::syntax::{Keys, Writer, escape, list};
use crate::error::{Error, Result, did_you_mean};

/// An encoder as a user asks for it: `one-hot`, `target:smoothing=10,unknown=error`, `ordinal:order=low|mid|high`.
///
/// The text form round-trips: [`fmt::Display`] writes only what differs from the defaults, in a fixed order.
/// In a value, `,` `|` and `\` are written with a backslash before them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EncoderSpec {
    /// The method and its own parameters.
    pub method: Method,
    /// In which order levels get their codes, slots and contrast rows.
    pub order: LevelOrder,
    /// What a level gets that was not there at fit.
    pub unknown: UnknownPolicy,
    /// What a missing cell gets.
    pub missing: MissingPolicy,
    /// The class that counts as 1 for a supervised method; the others count as 0.
    pub positive: Option<String>,
    /// Standard deviation of the noise: each training row is multiplied by `1 + sigma * z`, `z` standard normal; 0 is none.
    pub sigma: f64,
}

/// The order of the levels.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum LevelOrder {
    /// By number when every level is a plain number, else by bytes.
    #[default]
    Sorted,
    /// As they first appear in the rows.
    Appearance,
    /// As listed. A level that is not listed is refused; a listed level without rows keeps its place.
    Given(Vec<String>),
}

/// What a level gets that was not there at fit.
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

const MISSING: [(&str, MissingPolicy); 10] = [
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

const UNKNOWN: [(&str, UnknownPolicy); 7] = [
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
                Ok(number) if number.is_finite() => Ok(Self::Constant(number)),
                _ => Err(Error::usage(format!("unknown=constant:{number} is refused: it must be a finite number"))),
            };
        }
        named("unknown", text, &UNKNOWN, "constant:NUMBER")
    }
}

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(number) => write!(f, "constant:{number}"),
            other => f.write_str(name_of(other, &UNKNOWN)),
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
            None => named("missing", text, &MISSING, "constant:LEVEL"),
        }
    }
}

impl fmt::Display for MissingPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(level) => write!(f, "constant:{level}"),
            other => f.write_str(name_of(other, &MISSING)),
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

impl From<Method> for EncoderSpec {
    /// The method with the default order and policies.
    fn from(method: Method) -> Self {
        Self {
            method,
            order: LevelOrder::default(),
            unknown: UnknownPolicy::default(),
            missing: MissingPolicy::default(),
            positive: None,
            sigma: 0.0,
        }
    }
}

impl EncoderSpec {
    /// What is known of the method: its name, summary and keys.
    #[must_use]
    pub fn info(&self) -> &'static MethodInfo {
        self.method.info()
    }

    /// Checks that the policies fit the method.
    ///
    /// # Errors
    /// [`Error::Usage`] when the method cannot carry the policy out, with those that it can.
    pub fn check(&self) -> Result<()> {
        let info = self.info();
        let refuse = |what: String, why: &str| Err(Error::usage(format!("encoder {:?}: {what} {why}", info.name)));
        let codes = info.keys.contains(&"order") && !info.keys.contains(&"min_frequency");
        if self.unknown == UnknownPolicy::Level && !codes {
            return refuse("unknown=level".into(), "is for contrasts, binary and base-n; use unknown=indicator");
        }
        if self.missing == MissingPolicy::Reserve && !codes {
            return refuse("missing=reserve".into(), "is for contrasts, binary and base-n; use missing=level");
        }
        if self.unknown == UnknownPolicy::Infrequent && !info.keys.contains(&"min_frequency") {
            return refuse("unknown=infrequent".into(), "is for one-hot and ordinal");
        }
        if matches!(self.unknown, UnknownPolicy::Constant(_)) && info.name == "one-hot" {
            return refuse(format!("unknown={}", self.unknown), "cannot be: a slot is 0 or 1; use unknown=indicator");
        }
        if matches!(self.method, Method::Hashing(_)) {
            if self.unknown != UnknownPolicy::Value {
                return refuse(format!("unknown={}", self.unknown), "has no meaning: any text has a bucket");
            }
            if matches!(
                self.missing,
                MissingPolicy::MostFrequent | MissingPolicy::Constant(_) | MissingPolicy::Indicator
            ) {
                return refuse(
                    format!("missing={}", self.missing),
                    "cannot be: a missing cell sets no bucket; use level, error, drop or nan",
                );
            }
        }
        if self.order != LevelOrder::Sorted && !info.keys.contains(&"order") {
            return refuse("order".into(), "has no meaning: its outputs do not depend on the order of levels");
        }
        if let LevelOrder::Given(names) = &self.order {
            if names.is_empty() {
                return refuse("order".into(), "is refused: it lists no level");
            }
            let mut sorted: Vec<&String> = names.iter().collect();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return refuse("order".into(), &format!("lists {:?} twice", pair[0]));
            }
        }
        if !info.supervised && self.positive.is_some() {
            return refuse("positive".into(), "has no meaning: the target is not used");
        }
        if self.sigma != 0.0 && !info.keys.contains(&"sigma") {
            return refuse("sigma".into(), "has no meaning here: no noise is defined for it");
        }
        if !(self.sigma.is_finite() && self.sigma >= 0.0) {
            return refuse(format!("sigma={}", self.sigma), "is refused: it must be 0 or more");
        }
        Ok(())
    }
}

impl FromStr for EncoderSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        let Some(info) = METHODS.iter().find(|info| info.name == name) else {
            let names: Vec<&str> = METHODS.iter().map(|info| info.name).collect();
            return Err(Error::usage(format!(
                "there is no encoder {name:?}{}; the encoders are {}",
                did_you_mean(name, names.iter().copied()),
                list(&names)
            )));
        };
        let mut keys = Keys::parse(info.name, rest, info.keys)?;
        // The two words are told from levels of that name by the raw text: those are written with a backslash.
        let order = match keys.raw("order") {
            None | Some("sorted") => LevelOrder::Sorted,
            Some("appearance") => LevelOrder::Appearance,
            Some(_) => LevelOrder::Given(Vec::new()),
        };
        let order = match (order, keys.list("order")) {
            (LevelOrder::Given(_), Some(names)) => LevelOrder::Given(names),
            (word, _) => word,
        };
        let spec = Self {
            order,
            unknown: keys.text("unknown").map_or(Ok(UnknownPolicy::default()), |text| text.trim().parse())?,
            missing: keys.text("missing").map_or(Ok(MissingPolicy::default()), |text| text.parse())?,
            positive: keys.text("positive"),
            sigma: keys.number(&["sigma", "noise"], "it must be 0 or more", |x| x >= 0.0)?.unwrap_or(0.0),
            method: (info.parse)(&mut keys)?,
        };
        spec.check()?;
        Ok(spec)
    }
}

impl fmt::Display for EncoderSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Writer::new(self.info().name);
        self.method.encoder().write(&mut out);
        match &self.order {
            LevelOrder::Sorted => {}
            LevelOrder::Appearance => out.put("order", "appearance", false),
            LevelOrder::Given(names) if matches!(&names[..], [one] if one == "sorted" || one == "appearance") => {
                out.put("order", format!("\\{}", names[0]), false);
            }
            LevelOrder::Given(names) => {
                out.put("order", names.iter().map(|name| escape(name)).collect::<Vec<_>>().join("|"), false);
            }
        }
        if let Some(class) = &self.positive {
            out.put("positive", escape(class), false);
        }
        out.number("sigma", self.sigma, 0.0);
        out.put("unknown", &self.unknown, self.unknown == UnknownPolicy::default());
        out.put("missing", escape(&self.missing.to_string()), self.missing == MissingPolicy::default());
        f.write_str(&out.finish())
    }
}

impl TryFrom<String> for EncoderSpec {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

impl From<EncoderSpec> for String {
    fn from(spec: EncoderSpec) -> Self {
        spec.to_string()
    }
}
