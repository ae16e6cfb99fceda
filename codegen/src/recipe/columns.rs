//! Column names on the command line: lists of them, and `COL=VALUE`.
//!
//! A name that contains the separator is quoted as in a CSV: `"a,b"`, with `""` for a quote inside.
//! A bare name ends at the first `,` of a list or the first `=` of an assignment and is trimmed; the value after the
//! first `=` is taken whole, so it may contain `=` and `,` freely.

use std::fmt;
use std::str::FromStr;

/// Column names separated by commas: `a,b,"c,d"`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

/// A value for one column: `col=value`, `"a=b"=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment<T> {
    /// The column's name, without quotes.
    pub column: String,
    /// Its value.
    pub value: T,
}

impl FromStr for Names {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut names = Vec::new();
        let mut rest = text;
        loop {
            let (name, after) = take_name(rest, ',')?;
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
        match take_name(text, '=')? {
            (column, Some(value)) => match value.parse() {
                Ok(value) => Ok(Self { column, value }),
                Err(error) => Err(format!("column {column:?}: {error}")),
            },
            (_, None) => Err(format!("{text:?} has no '=': write COLUMN=VALUE")),
        }
    }
}

/// Takes a name off `text`, and gives what follows the `separator`, if there is one.
fn take_name(text: &str, separator: char) -> Result<(String, Option<&str>), String> {
    let trimmed = text.trim_start();
    let Some(quoted) = trimmed.strip_prefix('"') else {
        let (name, after) = match text.split_once(separator) {
            Some((name, after)) => (name, Some(after)),
            None => (text, None),
        };
        return match name.trim() {
            "" => Err(format!("a column's name is missing in {text:?} (quote it when it contains {separator:?})")),
            name => Ok((name.to_owned(), after)),
        };
    };
    let mut name = String::new();
    let mut rest = quoted;
    loop {
        let Some((part, after)) = rest.split_once('"') else {
            return Err(format!("{text:?} has an opening quote without its end"));
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
        None => Err(format!("after the quoted name {name:?} comes {rest:?}, not {separator:?}")),
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
    fn wrong_assignments_say_why() {
        let refused = |text: &str| text.parse::<Assignment<String>>().unwrap_err();
        assert_eq!(refused("abc"), "\"abc\" has no '=': write COLUMN=VALUE");
        assert_eq!(refused("=x"), "a column's name is missing in \"=x\" (quote it when it contains '=')");
        assert_eq!(refused("\"a"), "\"\\\"a\" has an opening quote without its end");
        assert_eq!(refused("\"a\"b=x"), "after the quoted name \"a\" comes \"b=x\", not '='");
        assert!("k=x".parse::<Assignment<u32>>().unwrap_err().starts_with("column \"k\": "));
    }
}
