//! The prototypes of a recipe.

use std::fmt;
use std::str::FromStr;

use crate::recipe::Task;
use crate::recipe::choice::unknown_name;

/// The rows that are stored instead of all training rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prototypes {
    /// The rows needed to classify all others correctly (Hart).
    Condensed,
    /// All rows except those that their neighbors misclassify (Wilson).
    Edited,
    /// The given number of k-means centroids of each class (for a regression, of all rows).
    KMeans(u32),
    /// The given number of learned vectors of each class (learning vector quantization).
    Lvq(u32),
}

impl Prototypes {
    /// Every name, as in the help.
    #[doc(hidden)]
    pub const NAMES: &'static [&'static str] = &["condensed", "edited", "k-means:N", "lvq:N"];

    /// Returns whether the prototypes are computed vectors, not training rows.
    #[doc(hidden)]
    #[must_use]
    pub fn are_means(self) -> bool {
        matches!(self, Self::KMeans(_) | Self::Lvq(_))
    }

    /// Returns the message if the task does not allow these prototypes; only means of all rows have values.
    #[doc(hidden)]
    #[must_use]
    pub fn conflict(self, task: Task) -> Option<String> {
        let needs_classes = !matches!(self, Self::KMeans(_));
        (needs_classes && task == Task::Regress).then(|| {
            format!("--prototypes {self} requires classes, but the task is regress; use --prototypes k-means:N")
        })
    }
}

impl FromStr for Prototypes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, count) = match text.split_once(':') {
            Some((name, count)) => (name, Some(count)),
            None => (text, None),
        };
        match (name, count) {
            ("condensed", None) => Ok(Self::Condensed),
            ("edited", None) => Ok(Self::Edited),
            ("condensed" | "edited", Some(_)) => Err(format!("{name} has no parameter, but {text:?} has one")),
            ("k-means", count) => number_of(name, count).map(Self::KMeans),
            ("lvq", count) => number_of(name, count).map(Self::Lvq),
            _ => Err(unknown_name("prototypes", text, Self::NAMES.iter().copied())),
        }
    }
}

/// Parses the number of prototypes per class.
fn number_of(name: &str, count: Option<&str>) -> Result<u32, String> {
    match count.map(str::parse::<u32>) {
        Some(Ok(n)) if n > 0 => Ok(n),
        _ => Err(format!("{name} requires the number of prototypes per class, at least 1, as in {name}:10")),
    }
}

impl fmt::Display for Prototypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Condensed => f.pad("condensed"),
            Self::Edited => f.pad("edited"),
            Self::KMeans(n) => f.pad(&format!("k-means:{n}")),
            Self::Lvq(n) => f.pad(&format!("lvq:{n}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_and_prints_the_same() {
        for name in Prototypes::NAMES {
            let text = name.replace(":N", ":12");
            assert_eq!(text.parse::<Prototypes>().expect("a listed name").to_string(), text);
        }
    }

    #[test]
    fn the_number_of_prototypes_is_required() {
        for wrong in ["k-means", "k-means:", "k-means:0", "k-means:-1", "k-means:2.5", "lvq"] {
            assert!(wrong.parse::<Prototypes>().unwrap_err().contains("at least 1"), "{wrong}");
        }
        assert!("edited:3".parse::<Prototypes>().is_err());
        assert_eq!(
            "kmeans:3".parse::<Prototypes>().unwrap_err(),
            "unknown prototypes \"kmeans:3\" (did you mean \"k-means\"?); use one of condensed, edited, k-means:N, lvq:N"
        );
    }
}
