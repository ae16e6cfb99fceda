//! How a category is found: by text, by integer, or by hash.

use crate::encode::hash::HashAlgorithm;
use crate::texts::Texts;
use crate::value::Value;

/// The way from a category's value to its code.
///
/// # Examples
/// ```
/// use nearkin::Value;
/// use nearkin::encode::{Category, Lookup, Outputs};
///
/// let outputs = Outputs::OneHot { slots: None, scaled: None, stored: &[] };
/// let lookup = Lookup::Integers(&[-3, 10, 20]);
/// let years = Category { lookup, levels: 3, width: 3, missing: None, unknown: None, outputs, shared: false };
/// assert_eq!(years.find(Value::Int(10)), Some(1));
/// assert_eq!(years.find(Value::Text("20")), Some(2));
/// assert_eq!(years.find(Value::Int(11)), None);
/// ```
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Lookup<'a> {
    /// Byte-sorted texts; the code is the index.
    Texts(Texts<'a>),
    /// Sorted integers; the code is the index.
    Integers(&'a [i32]),
    /// The bucket of a hash; every text has one.
    Hash(HashAlgorithm),
}

/// What a look-up gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Code(u16),
    Unknown,
    Missing,
    WrongKind,
}

impl Lookup<'_> {
    /// Finds the code of `value` among `levels` levels. O(log levels) comparisons, or one digest.
    pub(crate) fn find(&self, value: Value<'_>, levels: u16) -> Found {
        let index = match (self, value) {
            (_, Value::Missing) => return Found::Missing,
            (_, Value::Number(number)) if !number.is_finite() => return Found::Missing,
            (_, Value::Code(code)) => (code < levels).then_some(usize::from(code)),
            (Self::Texts(texts), Value::Text(text)) => texts.find(text),
            (Self::Integers(integers), Value::Int(integer)) => integers.binary_search(&integer).ok(),
            (Self::Integers(integers), Value::Text(text)) => {
                canonical(text).and_then(|integer| integers.binary_search(&integer).ok())
            }
            (Self::Hash(algorithm), Value::Text(text)) => algorithm.bucket(text, levels).map(usize::from),
            _ => return Found::WrongKind,
        };
        match index.and_then(|index| u16::try_from(index).ok()) {
            Some(code) => Found::Code(code),
            None => Found::Unknown,
        }
    }
}

/// Parses an integer written the one canonical way: no plus sign, no leading zero, no `-0`.
pub(crate) fn canonical(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let first = *digits.first()?;
    let plain = first.is_ascii_digit() && (first != b'0' || (digits.len() == 1 && text.len() == 1));
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_spelling_of_an_integer_is_canonical() {
        assert_eq!(canonical("12"), Some(12));
        assert_eq!(canonical("-7"), Some(-7));
        assert_eq!(canonical("0"), Some(0));
        for other in ["", "-", "-0", "+1", "01", "00", "1.0", "1e3", " 1", "2147483648"] {
            assert_eq!(canonical(other), None, "{other:?}");
        }
    }

    #[test]
    fn integers_are_found_as_integers_and_as_text() {
        let lookup = Lookup::Integers(&[-3, 10, 20]);
        assert_eq!(lookup.find(Value::Int(10), 3), Found::Code(1));
        assert_eq!(lookup.find(Value::Text("20"), 3), Found::Code(2));
        assert_eq!(lookup.find(Value::Text("020"), 3), Found::Unknown);
        assert_eq!(lookup.find(Value::Code(2), 3), Found::Code(2));
        assert_eq!(lookup.find(Value::Code(3), 3), Found::Unknown);
        assert_eq!(lookup.find(Value::Number(10.0), 3), Found::WrongKind);
        assert_eq!(lookup.find(Value::Number(f32::NAN), 3), Found::Missing);
    }
}
