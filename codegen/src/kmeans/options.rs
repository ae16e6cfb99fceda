//! The options of k-means, as text and as enums.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::error::{Error, Result, did_you_mean};

/// The options of a k-means fit.
#[derive(Debug, Clone, PartialEq)]
pub struct KMeansOptions {
    /// The number of clusters, from 1 to the number of rows.
    pub clusters: usize,
    /// Where the centroids start.
    pub init: Init,
    /// The number of starts, of which the one with the smallest inertia wins; given rows are started from once.
    pub n_init: usize,
    /// The maximum number of iterations of one start, at least 1.
    pub max_iter: usize,
    /// For [`Stop::Shift`]: the tolerance, relative to the mean variance of the features; at least 0.
    pub tol: f64,
    /// The stopping rule.
    pub stop: Stop,
    /// The rule for a cluster without rows.
    pub empty: Empty,
    /// The seed of the random starts.
    pub seed: u64,
}

impl KMeansOptions {
    /// Creates scikit-learn's defaults: k-means++, one start, 300 iterations, tolerance 1e-4; seed 0.
    #[must_use]
    pub fn new(clusters: usize) -> Self {
        Self {
            clusters,
            init: Init::KMeansPlusPlus,
            n_init: 1,
            max_iter: 300,
            tol: 1e-4,
            stop: Stop::Shift,
            empty: Empty::Relocate,
            seed: 0,
        }
    }
}

/// The starting centroids; written `k-means++`, `random` or `rows:1,2,3`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Init {
    /// Distant rows: each is drawn with a probability proportional to the squared distance to the nearest chosen row, the
    /// best of `2 + ln k` draws (greedy, as in scikit-learn).
    #[default]
    KMeansPlusPlus,
    /// Distinct rows, drawn at random.
    Random,
    /// These training rows, counted from 0, one for each cluster.
    Rows(Vec<usize>),
}

impl Init {
    /// Returns scikit-learn's default number of starts: 10 for random rows, otherwise 1.
    #[must_use]
    pub fn default_n_init(&self) -> usize {
        if *self == Self::Random { 10 } else { 1 }
    }
}

/// The stopping rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stop {
    /// Stops when no row changes its cluster, or when the sum of the squared shifts of all centroids is at most `tol` times
    /// the mean variance of the features (scikit-learn). The result is the centroids after the last update.
    #[default]
    Shift,
    /// Stops when every coordinate shifts by at most `1e-8 + 1e-5 * |new|` (numpy's `allclose`). The result is the centroids
    /// before the last update. `tol` is not used.
    AllClose,
}

/// The reason why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// No row changed its cluster.
    Unchanged,
    /// The centroids shifted by at most the tolerance.
    Tolerance,
    /// The maximum number of iterations was reached.
    MaxIter,
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unchanged => "converged: no row changed its cluster",
            Self::Tolerance => "converged: centroids moved less than the tolerance",
            Self::MaxIter => "stopped by --max-iter",
        })
    }
}

/// The rule for a cluster without rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Empty {
    /// Its centroid moves to the row that is farthest from its own centroid (scikit-learn).
    #[default]
    Relocate,
    /// Its centroid does not move.
    Keep,
    /// Its centroid moves to the origin.
    Zero,
}

const INITS: [&str; 3] = ["k-means++", "random", "rows:1,2,3"];

impl FromStr for Init {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        if let Some(list) = text.strip_prefix("rows:") {
            let row = |word: &str| {
                word.trim().parse::<usize>().map_err(|_| {
                    Error::usage(format!(
                        "start {text:?}: {:?} is not a row number (rows are numbered from 0)",
                        word.trim()
                    ))
                })
            };
            return list.split(',').map(row).collect::<Result<_>>().map(Self::Rows);
        }
        match text {
            "k-means++" => Ok(Self::KMeansPlusPlus),
            "random" => Ok(Self::Random),
            _ => Err(unknown("start", text, &INITS)),
        }
    }
}

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KMeansPlusPlus => f.write_str("k-means++"),
            Self::Random => f.write_str("random"),
            Self::Rows(rows) => {
                f.write_str("rows")?;
                rows.iter().enumerate().try_for_each(|(i, row)| write!(f, "{}{row}", if i == 0 { ':' } else { ',' }))
            }
        }
    }
}

impl Stop {
    const ALL: [Self; 2] = [Self::Shift, Self::AllClose];

    fn name(self) -> &'static str {
        match self {
            Self::Shift => "shift",
            Self::AllClose => "all-close",
        }
    }
}

impl Empty {
    const ALL: [Self; 3] = [Self::Relocate, Self::Keep, Self::Zero];

    fn name(self) -> &'static str {
        match self {
            Self::Relocate => "relocate",
            Self::Keep => "keep",
            Self::Zero => "zero",
        }
    }
}

impl FromStr for Stop {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|s| s.name() == text.trim());
        found.ok_or_else(|| unknown("stopping rule", text, &Self::ALL.map(Self::name)))
    }
}

impl FromStr for Empty {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|e| e.name() == text.trim());
        found.ok_or_else(|| unknown("rule for empty clusters", text, &Self::ALL.map(Self::name)))
    }
}

fn unknown(what: &str, text: &str, names: &[&str]) -> Error {
    let near = did_you_mean(text.trim(), names.iter().copied());
    Error::usage(format!("{what} {:?} is not known{near}; allowed: {}", text.trim(), names.join(", ")))
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Init {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Init {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Stop {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Stop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Empty {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Empty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back_to_equal_values() {
        for text in ["k-means++", "random", "rows:285,316,216"] {
            let init: Init = text.parse().unwrap();
            assert_eq!(init.to_string(), text);
            assert_eq!(serde_json::from_str::<Init>(&serde_json::to_string(&init).unwrap()).unwrap(), init);
        }
        for empty in Empty::ALL {
            assert_eq!(empty.to_string().parse::<Empty>().unwrap(), empty);
            assert_eq!(serde_json::from_str::<Empty>(&serde_json::to_string(&empty).unwrap()).unwrap(), empty);
        }
        for stop in Stop::ALL {
            assert_eq!(stop.to_string().parse::<Stop>().unwrap(), stop);
            assert_eq!(serde_json::from_str::<Stop>(&serde_json::to_string(&stop).unwrap()).unwrap(), stop);
        }
    }

    #[test]
    fn wrong_names_are_refused_with_what_is_allowed() {
        assert_eq!(
            "kmeans++".parse::<Init>().unwrap_err().to_string(),
            "start \"kmeans++\" is not known (did you mean \"k-means++\"?); allowed: k-means++, random, rows:1,2,3"
        );
        assert_eq!(
            "rows:1,x".parse::<Init>().unwrap_err().to_string(),
            "start \"rows:1,x\": \"x\" is not a row number (rows are numbered from 0)"
        );
        assert_eq!(
            "drop".parse::<Empty>().unwrap_err().to_string(),
            "rule for empty clusters \"drop\" is not known; allowed: relocate, keep, zero"
        );
    }
}
