//! Which rows stand for the training rows, as a recipe names it.

use std::fmt;
use std::str::FromStr;

use crate::recipe::Task;
use crate::recipe::choice::unknown_name;

/// How the training rows are thinned out before they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prototypes {
    /// Rows that are needed to classify all the others right (Hart).
    Condensed,
    /// All rows but those that their neighbours outvote (Wilson).
    Edited,
    /// The given number of k-means centroids of each class (of all rows, for a regression).
    KMeans(u32),
    /// The given number of learned vectors of each class (learning vector quantisation).
    Lvq(u32),
}

impl Prototypes {
    /// Every name, as help shows it.
    pub const NAMES: &'static [&'static str] = &["condensed", "edited", "k-means:N", "lvq:N"];

    /// Tells whether the prototypes are vectors of their own, not training rows.
    #[must_use]
    pub fn are_means(self) -> bool {
        matches!(self, Self::KMeans(_) | Self::Lvq(_))
    }

    /// Says why they cannot serve a task; only means of all rows have values.
    #[must_use]
    pub fn conflict(self, task: Task) -> Option<String> {
        let needs_classes = !matches!(self, Self::KMeans(_));
        (needs_classes && task == Task::Regress)
            .then(|| format!("--prototypes {self} needs classes, and the task is regress; use --prototypes k-means:N"))
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
            ("condensed" | "edited", Some(_)) => Err(format!("{name} takes no number, {text:?} has one")),
            ("k-means", count) => number_of(name, count).map(Self::KMeans),
            ("lvq", count) => number_of(name, count).map(Self::Lvq),
            _ => Err(unknown_name("prototypes", text, Self::NAMES.iter().copied())),
        }
    }
}

/// Reads how many prototypes each class has.
fn number_of(name: &str, count: Option<&str>) -> Result<u32, String> {
    match count.map(str::parse::<u32>) {
        Some(Ok(n)) if n > 0 => Ok(n),
        _ => Err(format!("{name} needs the number of prototypes of each class, at least 1, as in {name}:10")),
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
    fn the_number_is_needed_where_it_belongs() {
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
