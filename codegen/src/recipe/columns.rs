//! Column names on the command line: lists of them, and `COL=VALUE`.
//!
//! A name that contains the separator is quoted as in CSV: `"a,b"`, with `""` for a quote inside.
//! An unquoted name ends at the first `,` of a list or the first `=` of an assignment and is trimmed; the value is
//! everything after the first `=`, so it may contain `=` and `,`.

use std::fmt;
use std::str::FromStr;

/// Column names separated by commas: `a,b,"c,d"`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

/// A value for one column: `col=value`, `"a=b"=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment<T> {
    /// The name of the column, without quotes.
    pub column: String,
    /// The value.
    pub value: T,
}

impl FromStr for Names {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut names = Vec::new();
        let mut rest = text;
        loop {
            let (name, after) = split_name(rest, ',')?;
            names.push(name);
            match after {
                Some(after) => rest = after,
                None => return Ok(Self(names)),
            }
        }
    }
}

impl<T: FromStr<Err: fmt::Display>> FromStr for Assignment<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match split_name(text, '=')? {
            (column, Some(value)) => match value.parse() {
                Ok(value) => Ok(Self { column, value }),
                Err(error) => Err(format!("column {column:?}: {error}")),
            },
            (_, None) => Err(format!("{text:?} has no '='; write COLUMN=VALUE")),
        }
    }
}

/// Splits a name off `text`; returns it and the text after the `separator`, if there is one.
fn split_name(text: &str, separator: char) -> Result<(String, Option<&str>), String> {
    let trimmed = text.trim_start();
    let Some(quoted) = trimmed.strip_prefix('"') else {
        let (name, after) = match text.split_once(separator) {
            Some((name, after)) => (name, Some(after)),
            None => (text, None),
        };
        return match name.trim() {
            "" => Err(format!("missing column name in {text:?} (quote a name that contains {separator:?})")),
            name => Ok((name.to_owned(), after)),
        };
    };
    let mut name = String::new();
    let mut rest = quoted;
    loop {
        let Some((part, after)) = rest.split_once('"') else {
            return Err(format!("{text:?} has no closing quote"));
        };
        name.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                name.push('"');
                rest = more;
            }
            None => {
                rest = after.trim_start();
                break;
            }
        }
    }
    match rest.strip_prefix(separator) {
        Some(after) => Ok((name, Some(after))),
        None if rest.is_empty() => Ok((name, None)),
        None => Err(format!("expected {separator:?} after the quoted name {name:?}, found {rest:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.parse::<Names>().expect("a list").0
    }

    fn assignment(text: &str) -> (String, String) {
        let Assignment { column, value } = text.parse::<Assignment<String>>().expect("an assignment");
        (column, value)
    }

    #[test]
    fn names_are_split_at_commas_and_trimmed() {
        assert_eq!(names("a"), ["a"]);
        assert_eq!(names("a,b c, d "), ["a", "b c", "d"]);
        assert_eq!(names("a=b,c:d"), ["a=b", "c:d"]);
    }

    #[test]
    fn quotes_keep_commas_blanks_and_quotes() {
        assert_eq!(names("\"a,b\",c"), ["a,b", "c"]);
        assert_eq!(names(" \" a \" , \"say \"\"hi\"\"\""), [" a ", "say \"hi\""]);
        assert_eq!(names("5\" screen"), ["5\" screen"]);
    }

    #[test]
    fn an_empty_name_needs_quotes() {
        assert!("".parse::<Names>().is_err());
        assert!("a,,b".parse::<Names>().is_err());
        assert!("a,".parse::<Names>().is_err());
        assert_eq!(names("\"\""), [""]);
    }

    #[test]
    fn an_assignment_is_split_at_the_first_equals_sign() {
        assert_eq!(assignment("a=one-hot:drop=first,x=1"), ("a".into(), "one-hot:drop=first,x=1".into()));
        assert_eq!(assignment("island name = x"), ("island name".into(), " x".into()));
        assert_eq!(assignment("a,b=x"), ("a,b".into(), "x".into()));
    }

    #[test]
    fn a_quoted_name_may_contain_an_equals_sign() {
        assert_eq!(assignment("\"a=b\"=x=y"), ("a=b".into(), "x=y".into()));
        assert_eq!(assignment("\"a \"\"b\"\"\"=x"), ("a \"b\"".into(), "x".into()));
    }

    #[test]
    fn errors_in_assignments_are_explained() {
        let error = |text: &str| text.parse::<Assignment<String>>().unwrap_err();
        assert_eq!(error("abc"), "\"abc\" has no '='; write COLUMN=VALUE");
        assert_eq!(error("=x"), "missing column name in \"=x\" (quote a name that contains '=')");
        assert_eq!(error("\"a"), "\"\\\"a\" has no closing quote");
        assert_eq!(error("\"a\"b=x"), "expected '=' after the quoted name \"a\", found \"b=x\"");
        assert!("k=x".parse::<Assignment<u32>>().unwrap_err().starts_with("column \"k\": "));
    }
}
