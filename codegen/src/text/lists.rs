//! Long lists, shortened for people: the most important entries and the number of the others.
//!
//! Text output and HTML reports share these rules. JSON output contains every entry.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt::Display;

/// The most lines of a table or list in text output.
pub(crate) const MAX_LINES: usize = 20;
/// The most names in a line of text.
const MAX_NAMES: usize = 12;

/// Returns the positions of the `n` largest weights, ascending; on a tie the earlier one wins.
pub(crate) fn top_n(n: usize, weights: impl IntoIterator<Item = u64>) -> Vec<usize> {
    let mut all: Vec<(u64, usize)> = weights.into_iter().enumerate().map(|(at, weight)| (weight, at)).collect();
    if all.len() > n {
        all.sort_by_key(|&(weight, at)| (Reverse(weight), at));
        all.truncate(n);
    }
    let mut positions: Vec<usize> = all.into_iter().map(|(_, at)| at).collect();
    positions.sort_unstable();
    positions
}

/// Returns a line with the number of entries beyond [`MAX_LINES`], or `None` if there are none; `what` is their noun.
pub(crate) fn and_more(all: usize, what: &str) -> Option<String> {
    (all > MAX_LINES).then(|| format!("… and {} more {what}; --format json lists all", all - MAX_LINES))
}

/// Returns the first names, separated by commas, and the number of the others.
pub(crate) fn names<N: Display>(names: impl IntoIterator<Item = N>) -> String {
    let mut names = names.into_iter();
    let mut shown: Vec<String> =
        names.by_ref().take(MAX_NAMES).map(|name| one_line(&name.to_string()).into_owned()).collect();
    let more = names.count();
    if more > 0 {
        shown.push(format!("… and {more} more"));
    }
    shown.join(", ")
}

/// Returns `COL=VALUE` as a shell argument: in quotes if the name contains white space or other special characters.
pub(crate) fn shell_arg(column: &str, value: &str) -> String {
    let both = format!("{column}={value}");
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if column.chars().all(plain) { both } else { format!("{both:?}") }
}

/// Returns a name for a table cell, with line endings and tabs escaped.
pub(crate) fn one_line(name: &str) -> Cow<'_, str> {
    if !name.contains(['\n', '\r', '\t']) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t"))
}

/// Returns the sizes of groups; of many groups the first sizes and the range of all.
pub(crate) fn sizes(sizes: &[usize]) -> String {
    const MAX_SIZES: usize = 64;
    let mut text = sizes.iter().take(MAX_SIZES).map(usize::to_string).collect::<Vec<_>>().join(" ");
    if let (true, Some(least), Some(most)) = (sizes.len() > MAX_SIZES, sizes.iter().min(), sizes.iter().max()) {
        text += &format!(" … and {} more, ranging from {least} to {most}", sizes.len() - MAX_SIZES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_are_shown_in_their_order() {
        assert_eq!(top_n(MAX_LINES, [0; MAX_LINES]), (0..MAX_LINES).collect::<Vec<_>>());
        assert_eq!(and_more(MAX_LINES, "rows"), None);
        let weights: Vec<u64> = (0..40).map(|at| if at % 2 == 1 { 5 } else { at }).collect();
        // From 6 on, even positions have larger weights than odd ones; of these the first are chosen.
        let expected: Vec<usize> = [1, 3, 5].into_iter().chain((6..40).step_by(2)).collect();
        assert_eq!(top_n(MAX_LINES, weights), expected);
        assert_eq!(and_more(300, "classes").unwrap(), "… and 280 more classes; --format json lists all");
    }

    #[test]
    fn a_column_name_with_white_space_is_quoted() {
        assert_eq!(shell_arg("body_mass.g-1", "mean"), "body_mass.g-1=mean");
        assert_eq!(shell_arg("Druck [bar]", "mean"), "\"Druck [bar]=mean\"");
        assert_eq!(shell_arg("Länge", "mean"), "Länge=mean");
    }

    #[test]
    fn long_lists_end_with_the_number_of_the_others() {
        assert_eq!(names(["a", "b"]), "a, b");
        assert_eq!(names(1..=14), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … and 2 more");
        assert_eq!(names([""; 0]), "");
        assert_eq!(names(["a\nb", "c\td"]), "a\\nb, c\\td");
        assert_eq!(sizes(&[3, 1, 2]), "3 1 2");
        let many: Vec<usize> = (1..=100).rev().collect();
        assert!(sizes(&many).ends_with(" 38 37 … and 36 more, ranging from 1 to 100"));
    }
}
