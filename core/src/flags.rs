//! The flags of a prediction.

use core::fmt;

/// A set of flags that describe a row and its prediction: missing, unknown, outside, novel.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::{Flags, Model, Scratch, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let mut scratch = Scratch::<4, 3>::new();
/// let row = ["Hawaii".into(), 5.0.into(), 40.0.into(), 1e9.into(), 9000.0.into(), Value::Missing];
/// let flags: Flags = model.classify(&row, &mut scratch)?.flags();
/// assert!(flags.has_unknown() && flags.has_missing()); // the island; the sex
/// assert!(flags.is_outside() && flags.is_novel()); // the flipper; no penguin is like that
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Flags(u8);

/// Prints the names of the flags that are set.
impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Self::MISSING, "missing"),
            (Self::UNKNOWN, "unknown"),
            (Self::OUTSIDE, "outside"),
            (Self::NOVEL, "novel"),
        ];
        let set = names.into_iter().filter(|&(flag, _)| self.has(flag)).map(|(_, name)| name);
        f.debug_set().entries(set).finish()
    }
}

impl Flags {
    pub(crate) const MISSING: u8 = 1;
    pub(crate) const UNKNOWN: u8 = 2;
    pub(crate) const OUTSIDE: u8 = 4;
    pub(crate) const NOVEL: u8 = 8;

    pub(crate) fn set(&mut self, flag: u8) {
        self.0 |= flag;
    }

    pub(crate) fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    /// Returns whether a missing cell was replaced, as its column specifies.
    #[must_use]
    pub fn has_missing(self) -> bool {
        self.has(Self::MISSING)
    }

    /// Returns whether a category did not occur in the training data.
    #[must_use]
    pub fn has_unknown(self) -> bool {
        self.has(Self::UNKNOWN)
    }

    /// Returns whether a number was out of range: it was clamped to the bound of the storage, or distances overflow.
    #[must_use]
    pub fn is_outside(self) -> bool {
        self.has(Self::OUTSIDE)
    }

    /// Returns whether the row is farther from the training rows than the model's threshold; `false` without a threshold.
    #[must_use]
    pub fn is_novel(self) -> bool {
        self.has(Self::NOVEL)
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    #[test]
    fn flags_print_their_names() {
        assert_eq!(format!("{:?}", Flags::default()), "{}");
        assert_eq!(format!("{:?}", Flags(15)), r#"{"missing", "unknown", "outside", "novel"}"#);
    }
}
