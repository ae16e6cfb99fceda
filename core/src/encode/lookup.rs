//! The lookup of a category: by text, by integer, or by hash.

use crate::encode::hash::HashAlgorithm;
use crate::texts::Texts;
use crate::value::Value;

/// The mapping from the value of a category to its code.
///
/// # Examples
/// ```
/// use nearkin::Value;
/// use nearkin::encode::{Category, CodeOutputs, Lookup};
///
/// let outputs = CodeOutputs::OneHot { slots: None, scaled: None, stored: &[] };
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

/// The result of a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LookupResult {
    Code(u16),
    Unknown,
    Missing,
    WrongKind,
}

impl Lookup<'_> {
    /// Finds the code of `value` among `levels` levels. O(log levels) comparisons, or one digest.
    pub(crate) fn find(&self, value: Value<'_>, levels: u16) -> LookupResult {
        let index = match (self, value) {
            (_, Value::Missing) => return LookupResult::Missing,
            (_, Value::Number(number)) if !number.is_finite() => return LookupResult::Missing,
            (_, Value::Code(code)) => (code < levels).then_some(usize::from(code)),
            (Self::Texts(texts), Value::Text(text)) => texts.find(text),
            (Self::Integers(integers), Value::Int(integer)) => integers.binary_search(&integer).ok(),
            (Self::Integers(integers), Value::Text(text)) => {
                canonical(text).and_then(|integer| integers.binary_search(&integer).ok())
            }
            (Self::Hash(algorithm), Value::Text(text)) => algorithm.bucket(text, levels).map(usize::from),
            _ => return LookupResult::WrongKind,
        };
        match index.and_then(|index| u16::try_from(index).ok()) {
            Some(code) => LookupResult::Code(code),
            None => LookupResult::Unknown,
        }
    }
}

/// Parses an integer in canonical form: no plus sign, no leading zero, no `-0`.
///
/// `str::parse` accepts more and is larger.
pub(crate) fn canonical(text: &str) -> Option<i32> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.first().is_none_or(|&first| first == b'0' && (negative || digits.len() > 1)) {
        return None;
    }
    let mut magnitude = 0u32;
    for digit in digits.iter().map(|byte| u32::from(byte.wrapping_sub(b'0'))) {
        if digit > 9 || magnitude > i32::MAX.unsigned_abs() / 10 {
            return None;
        }
        magnitude = magnitude * 10 + digit;
    }
    let value = if negative { magnitude.wrapping_neg() } else { magnitude }.cast_signed();
    // An overflow changes the sign.
    ((value < 0) == negative).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_spelling_of_an_integer_is_canonical() {
        assert_eq!(canonical("12"), Some(12));
        assert_eq!(canonical("-7"), Some(-7));
        assert_eq!(canonical("0"), Some(0));
        assert_eq!(canonical("2147483647"), Some(i32::MAX));
        assert_eq!(canonical("-2147483648"), Some(i32::MIN));
        for other in [
            "",
            "-",
            "-0",
            "+1",
            "01",
            "00",
            "1.0",
            "1e3",
            " 1",
            "2147483648",
            "-2147483649",
            "4294967296",
            "-4294967297",
            "9999999999",
            "1-",
            "--1",
        ] {
            assert_eq!(canonical(other), None, "{other:?}");
        }
    }

    #[test]
    fn integers_are_found_as_integers_and_as_text() {
        let lookup = Lookup::Integers(&[-3, 10, 20]);
        assert_eq!(lookup.find(Value::Int(10), 3), LookupResult::Code(1));
        assert_eq!(lookup.find(Value::Text("20"), 3), LookupResult::Code(2));
        assert_eq!(lookup.find(Value::Text("020"), 3), LookupResult::Unknown);
        assert_eq!(lookup.find(Value::Code(2), 3), LookupResult::Code(2));
        assert_eq!(lookup.find(Value::Code(3), 3), LookupResult::Unknown);
        assert_eq!(lookup.find(Value::Number(10.0), 3), LookupResult::WrongKind);
        assert_eq!(lookup.find(Value::Number(f32::NAN), 3), LookupResult::Missing);
    }
}
