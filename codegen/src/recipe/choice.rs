//! Options with a fixed set of named values.

use crate::error::did_you_mean;

/// An enum with one name for each value.
pub trait Choice: Copy + PartialEq + 'static {
    /// The noun for messages: `metric`, `task`, ….
    const WHAT: &'static str;
    /// Every name with its value, in the order of the help.
    const NAMES: &'static [(&'static str, Self)];
    /// Alternative names used by other tools; if there are any, names are not case-sensitive.
    const ALIASES: &'static [(&'static str, Self)] = &[];

    /// Returns the name of this value.
    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }

    /// Returns the value with the name `text`.
    ///
    /// # Errors
    /// A message with the nearest name and all names, if there is no such name.
    fn choose(text: &str) -> Result<Self, String> {
        let is_match = |name: &str| name == text || (!Self::ALIASES.is_empty() && name.eq_ignore_ascii_case(text));
        match Self::NAMES.iter().chain(Self::ALIASES).find(|(name, _)| is_match(name)) {
            Some((_, value)) => Ok(*value),
            None => Err(unknown_name(Self::WHAT, text, Self::NAMES.iter().map(|(name, _)| *name))),
        }
    }
}

/// Returns the message for an unknown name, with the nearest of `names` and all of them.
pub(super) fn unknown_name<'a>(what: &str, wrong: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    // Parameters after a colon are not part of the name.
    let near = did_you_mean(wrong.split(':').next().unwrap_or(wrong), names.clone().map(bare));
    format!("unknown {what} {wrong:?}{near}; use one of {}", names.collect::<Vec<_>>().join(", "))
}

/// Returns the name without the placeholder of its parameter: `minkowski` for `minkowski:P`.
fn bare(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Encoding, Task};
    use crate::recipe::{ModelKind, Storage, Unknown, Weights};

    fn every_name_reads_back<T: Choice + std::fmt::Debug>() {
        for &(name, value) in T::NAMES {
            assert_eq!(T::choose(name), Ok(value));
            assert_eq!(value.name(), name);
        }
    }

    #[test]
    fn names_and_values_are_one_to_one() {
        every_name_reads_back::<ModelKind>();
        every_name_reads_back::<Task>();
        every_name_reads_back::<Weights>();
        every_name_reads_back::<Storage>();
        every_name_reads_back::<Unknown>();
        every_name_reads_back::<Encoding>();
    }

    #[test]
    fn an_unknown_name_is_rejected_with_the_nearest_and_the_list() {
        assert_eq!(
            ModelKind::choose("kmean").unwrap_err(),
            "unknown model \"kmean\" (did you mean \"kmeans\"?); use one of knn, kmeans, encode"
        );
        assert_eq!(Task::choose("zzzzzzz").unwrap_err(), "unknown task \"zzzzzzz\"; use one of classify, regress");
    }

    #[test]
    fn an_encoding_has_the_names_of_other_tools() {
        for name in ["utf8", "utf-8", "UTF-8", "UTF8", "utf_8", "utf-8-sig"] {
            assert_eq!(Encoding::choose(name), Ok(Encoding::Utf8), "{name}");
        }
        for name in ["latin1", "Latin-1", "ISO-8859-1", "iso8859-1", "windows-1252", "cp1252", "CP1252"] {
            assert_eq!(Encoding::choose(name), Ok(Encoding::Latin1), "{name}");
        }
        for name in ["utf16", "UTF-16", "utf-16le"] {
            assert_eq!(Encoding::choose(name), Ok(Encoding::Utf16), "{name}");
        }
        // Without a byte-order mark, UTF-16 is read as little-endian.
        assert!(Encoding::choose("utf-16be").is_err());
    }

    #[test]
    fn names_are_exact() {
        assert!(Task::choose("Classify").is_err());
        assert!(Task::choose("").is_err());
        assert!(Task::choose(" classify").is_err());
    }
}
