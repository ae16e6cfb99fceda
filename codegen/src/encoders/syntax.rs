//! The text form of an encoder spec: `name:key=value,key=value`, with lists separated by `|` and special characters escaped
//! by `\`.

use std::fmt::Write as _;

use crate::error::{Error, Result, did_you_mean};

/// Splits `text` at every unescaped `separator`; the parts keep their escapes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, c) in text.char_indices() {
        if c == separator && !escaped {
            parts.push(&text[start..at]);
            start = at + c.len_utf8();
        }
        escaped = c == '\\' && !escaped;
    }
    parts.push(&text[start..]);
    parts
}

/// Removes the backslashes that [`escape`] adds.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        // A backslash at the end is literal.
        plain.push(if c == '\\' { chars.next().unwrap_or('\\') } else { c });
    }
    plain
}

/// Adds a backslash before every character with a meaning in the syntax.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ',' | '|') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The `key=value` pairs of one encoder, which its parser removes one by one.
#[derive(Debug)]
pub(super) struct Keys<'a> {
    method: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Keys<'a> {
    /// Reads `text`, the part after `name:`. Keys that are not in `allowed` and duplicate keys are errors.
    pub(super) fn parse(method: &'a str, text: Option<&'a str>, allowed: &[&str]) -> Result<Self> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in text.into_iter().flat_map(|text| split(text, ',')) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(Error::usage(format!(
                    "encoder {method:?}: {part:?} is not key=value; its keys are {}",
                    list(allowed)
                )));
            };
            let key = key.trim();
            if !allowed.contains(&key) {
                return Err(Error::usage(format!(
                    "encoder {method:?} has no key {key:?}{}; its keys are {}",
                    did_you_mean(key, allowed.iter().copied()),
                    list(allowed)
                )));
            }
            if pairs.iter().any(|&(seen, _)| seen == key) {
                return Err(Error::usage(format!("encoder {method:?}: key {key:?} is given twice")));
            }
            pairs.push((key, value));
        }
        Ok(Self { method, pairs })
    }

    fn take_raw(&mut self, key: &str) -> Option<&'a str> {
        let at = self.pairs.iter().position(|&(k, _)| k == key)?;
        Some(self.pairs.remove(at).1)
    }

    /// Returns the text of `key` as written, without removing it.
    pub(super) fn raw(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|&&(k, _)| k == key).map(|&(_, value)| value)
    }

    /// Creates an error about the value of `key`.
    pub(super) fn refuse(&self, key: &str, value: &str, need: &str) -> Error {
        Error::usage(format!("encoder {:?}: {key}={value} is invalid: {need}", self.method))
    }

    /// Removes and returns the text of `key`, if present.
    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        self.take_raw(key).map(unescape)
    }

    /// Removes and returns the list of `key` (`a|b|c`), if present.
    pub(super) fn list(&mut self, key: &str) -> Option<Vec<String>> {
        self.take_raw(key).map(|raw| split(raw, '|').into_iter().map(unescape).collect())
    }

    /// Removes and returns the number of a key or of one of its aliases; two of them at once are an error.
    pub(super) fn number(&mut self, names: &[&str], need: &str, ok: fn(f64) -> bool) -> Result<Option<f64>> {
        let present: Vec<(&str, &str)> =
            names.iter().filter_map(|&name| self.take_raw(name).map(|raw| (name, raw))).collect();
        match present[..] {
            [] => Ok(None),
            [(name, raw)] => match raw.trim().parse::<f64>() {
                Ok(number) if number.is_finite() && ok(number) => Ok(Some(number)),
                _ => Err(self.refuse(name, raw, need)),
            },
            _ => Err(Error::usage(format!(
                "encoder {:?}: {} are aliases; specify only one of them",
                self.method,
                list(names)
            ))),
        }
    }

    /// Removes and returns the whole number of `key`, which must be in `range`.
    pub(super) fn whole(&mut self, key: &str, range: std::ops::RangeInclusive<i64>) -> Result<Option<i64>> {
        let Some(raw) = self.take_raw(key) else { return Ok(None) };
        match raw.trim().parse::<i64>() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(self.refuse(
                key,
                raw,
                &format!("it must be a whole number from {} to {}", range.start(), range.end()),
            )),
        }
    }

    /// Removes and returns the value of `key` among named `choices`.
    pub(super) fn choice<T: Copy>(&mut self, key: &str, choices: &[(&str, T)]) -> Result<Option<T>> {
        let Some(raw) = self.take_raw(key) else { return Ok(None) };
        let raw = raw.trim();
        match choices.iter().find(|(name, _)| *name == raw) {
            Some(&(_, value)) => Ok(Some(value)),
            None => {
                let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
                let near = did_you_mean(raw, names.iter().copied());
                Err(self.refuse(key, raw, &format!("allowed values are {}{near}", list(&names))))
            }
        }
    }

    /// Removes `variant=library|article` and returns whether it is the article's.
    pub(super) fn is_article(&mut self) -> Result<bool> {
        Ok(self.choice("variant", &[("library", false), ("article", true)])?.unwrap_or(false))
    }

    /// Removes and returns the switch `key=true|false`.
    pub(super) fn switch(&mut self, key: &str) -> Result<Option<bool>> {
        self.choice(key, &[("true", true), ("false", false)])
    }
}

/// A writer of the canonical text: only values that differ from their defaults, in the order of the calls.
#[derive(Debug)]
pub(super) struct SpecWriter {
    text: String,
    first: bool,
}

impl SpecWriter {
    pub(super) fn new(method: &str) -> Self {
        Self { text: method.to_owned(), first: true }
    }

    /// Adds `key=value`, already escaped, unless it is the default.
    pub(super) fn put(&mut self, key: &str, value: impl std::fmt::Display, is_default: bool) {
        if !is_default {
            let separator = if std::mem::take(&mut self.first) { ':' } else { ',' };
            write!(self.text, "{separator}{key}={value}").expect("writing to a String cannot fail");
        }
    }

    /// Adds a number unless it is bit-identical to the default.
    pub(super) fn number(&mut self, key: &str, value: f64, default: f64) {
        self.put(key, value, value.to_bits() == default.to_bits());
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// Joins names for a message.
pub(super) fn list(names: &[&str]) -> String {
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_come_back() {
        for text in ["", "plain", "a,b|c", "back\\slash", "\\", "a\\,b", "="] {
            assert_eq!(unescape(&escape(text)), text);
        }
    }

    #[test]
    fn a_list_splits_at_bare_bars_only() {
        let mut keys = Keys::parse("ordinal", Some(r"order=a\|b|c\,d,x=1"), &["order", "x"]).unwrap();
        assert_eq!(keys.list("order").unwrap(), ["a|b", "c,d"]);
        assert_eq!(keys.text("x").unwrap(), "1");
    }

    #[test]
    fn a_wrong_key_gets_the_list_and_the_nearest() {
        let error = Keys::parse("target", Some("smoothin=1"), &["smoothing", "cv"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "encoder \"target\" has no key \"smoothin\" (did you mean \"smoothing\"?); its keys are smoothing, cv"
        );
    }
}
