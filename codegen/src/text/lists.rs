//! What people are shown of a long list: those entries that matter most, and how many more there are.
//!
//! One rule for texts and pages. JSON has every entry, and a text that leaves some out says so.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt::Display;

/// The most lines of a table or a list in a text.
pub(crate) const LINES: usize = 20;
/// The most names in a row of text.
const NAMES: usize = 12;

/// Gives the positions, ascending, of the `most` entries that weigh most; of equal ones the earlier.
pub(crate) fn heaviest(most: usize, weights: impl IntoIterator<Item = u64>) -> Vec<usize> {
    let mut all: Vec<(u64, usize)> = weights.into_iter().enumerate().map(|(at, weight)| (weight, at)).collect();
    if all.len() > most {
        all.sort_by_key(|&(weight, at)| (Reverse(weight), at));
        all.truncate(most);
    }
    let mut positions: Vec<usize> = all.into_iter().map(|(_, at)| at).collect();
    positions.sort_unstable();
    positions
}

/// Says how many of `all` entries, which are `what`, were left out after [`LINES`]; `None` when none was.
pub(crate) fn rest(all: usize, what: &str) -> Option<String> {
    (all > LINES).then(|| format!("… and {} more {what}; --format json has all", all - LINES))
}

/// Gives the first names with commas, and how many more there are.
pub(crate) fn names<N: Display>(names: impl IntoIterator<Item = N>) -> String {
    let mut names = names.into_iter();
    let mut shown: Vec<String> =
        names.by_ref().take(NAMES).map(|name| one_line(&name.to_string()).into_owned()).collect();
    let more = names.count();
    if more > 0 {
        shown.push(format!("… and {more} more"));
    }
    shown.join(", ")
}

/// Gives `COL=VALUE` as a shell takes it: in quotes where the name has a blank or whatever else may mean something there.
pub(crate) fn given(column: &str, value: &str) -> String {
    let both = format!("{column}={value}");
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if column.chars().all(plain) { both } else { format!("{both:?}") }
}

/// Gives a name as it stands in a table: line ends and tabs, which quoted cells can hold, are spelt out.
pub(crate) fn one_line(name: &str) -> Cow<'_, str> {
    if !name.contains(['\n', '\r', '\t']) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t"))
}

/// Gives how many rows each of some groups has; of many groups the first, and the range of all.
pub(crate) fn sizes(sizes: &[usize]) -> String {
    /// Numbers are shorter than names.
    const SIZES: usize = 64;
    let mut text = sizes.iter().take(SIZES).map(usize::to_string).collect::<Vec<_>>().join(" ");
    if let (true, Some(least), Some(most)) = (sizes.len() > SIZES, sizes.iter().min(), sizes.iter().max()) {
        text += &format!(" … and {} more, all from {least} to {most}", sizes.len() - SIZES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_shown_up_to_the_limit_and_then_the_heaviest_in_their_order() {
        assert_eq!(heaviest(LINES, [0; LINES]), (0..LINES).collect::<Vec<_>>());
        assert_eq!(rest(LINES, "rows"), None);
        let weights: Vec<u64> = (0..40).map(|at| if at % 2 == 1 { 5 } else { at }).collect();
        // From 6 on the even ones weigh more than the odd ones, and of these the first are taken.
        let expected: Vec<usize> = [1, 3, 5].into_iter().chain((6..40).step_by(2)).collect();
        assert_eq!(heaviest(LINES, weights), expected);
        assert_eq!(rest(300, "classes").unwrap(), "… and 280 more classes; --format json has all");
    }

    #[test]
    fn a_column_with_a_blank_is_given_in_quotes() {
        assert_eq!(given("body_mass.g-1", "mean"), "body_mass.g-1=mean");
        assert_eq!(given("Druck [bar]", "mean"), "\"Druck [bar]=mean\"");
        assert_eq!(given("Länge", "mean"), "Länge=mean");
    }

    #[test]
    fn names_end_with_how_many_more() {
        assert_eq!(names(["a", "b"]), "a, b");
        assert_eq!(names(1..=14), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … and 2 more");
        assert_eq!(names([""; 0]), "");
        assert_eq!(names(["a\nb", "c\td"]), "a\\nb, c\\td");
        assert_eq!(sizes(&[3, 1, 2]), "3 1 2");
        let many: Vec<usize> = (1..=100).rev().collect();
        assert!(sizes(&many).ends_with(" 38 37 … and 36 more, all from 1 to 100"));
    }
}
