//! The specifications that other parts of the crate own, as a recipe holds them.
//!
//! Each is text with `FromStr`, `Display` and `PartialEq`; the recipe needs nothing else of it, so that the owner's
//! type replaces the one here by a `pub use`. Here the name is checked, its parameters are kept as typed.

use std::fmt;
use std::str::FromStr;

use super::choice::unknown_name;

/// Name and summary of each encoder.
pub const METHODS: &[(&str, &str)] = &[
    ("ordinal", "1..L in level order"),
    ("count", "rows of the level"),
    ("one-hot", "a 1 among zeros (default)"),
    ("sum", "sum contrasts"),
    ("backward-difference", "contrasts of neighbouring levels"),
    ("helmert", "contrasts with the mean of the levels before"),
    ("polynomial", "orthogonal polynomials of the level order"),
    ("binary", "binary digits of the code"),
    ("base-n", "digits of the code in base n"),
    ("hashing", "a slot by hash, any text"),
    ("target", "mean of the target, blended with the prior"),
    ("m-estimate", "mean of the target with m rows of the prior"),
    ("james-stein", "mean of the target, shrunk by variances"),
    ("glmm", "random effect of a mixed model"),
    ("woe", "weight of evidence of two classes"),
    ("leave-one-out", "mean of the target without the row itself"),
    ("cat-boost", "running mean of the target"),
];

/// Name and summary of each scaler.
pub const SCALERS: &[(&str, &str)] = &[
    ("standard", "(x - mean) / standard deviation (default); ddof=1 is pandas' z-score"),
    ("min-max", "the range becomes low..high"),
    ("max-abs", "x / largest absolute value"),
    ("robust", "(x - median) / distance of two percentiles"),
    ("none", "the values as they are"),
];

/// An encoder with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncoderSpec(String);

/// A scaler with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScalerSpec(String);

/// The start of k-means: `k-means++`, `random`, `rows:1,2,3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Init(String);

/// What an empty cluster becomes: `relocate`, `keep`, `zero`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Empty(String);

/// Gives `text` when its name is one of `names`.
fn named(what: &str, text: &str, names: &[&str]) -> Result<String, String> {
    let name = text.split(':').next().unwrap_or(text);
    match names.iter().any(|known| known.split(':').next() == Some(name)) {
        true => Ok(text.to_owned()),
        false => Err(unknown_name(what, text, names.iter().copied())),
    }
}

impl FromStr for EncoderSpec {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        named("encoder", text, &METHODS.iter().map(|(name, _)| *name).collect::<Vec<_>>()).map(Self)
    }
}

impl FromStr for ScalerSpec {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        named("scaler", text, &SCALERS.iter().map(|(name, _)| *name).collect::<Vec<_>>()).map(Self)
    }
}

impl FromStr for Init {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        named("start of k-means", text, &["k-means++", "random", "rows:1,2,3"]).map(Self)
    }
}

impl FromStr for Empty {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        named("treatment of empty clusters", text, &["relocate", "keep", "zero"]).map(Self)
    }
}

impl fmt::Display for EncoderSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for ScalerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
