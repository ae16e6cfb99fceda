//! Orders of levels: the vocabulary order of the device, and the order of the codes.

use rustc_hash::FxHashMap;

use crate::encoders::spec::LevelOrder;
use crate::error::{Error, Place, Result, did_you_mean};

/// The levels in both orders, as indices.
#[derive(Debug)]
pub(super) struct Orders {
    /// The order in which the device searches: by bytes, or by number if every level is a canonical integer.
    pub vocabulary: Vec<usize>,
    /// The order of codes, slots and contrast rows.
    pub coded: Vec<usize>,
    /// Whether every level is a canonical integer.
    pub integer: bool,
}

/// Reads a canonical decimal `i32`: no leading `+`, no leading zero, no `-0`.
fn canonical_integer(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical = match digits.as_bytes() {
        [b'0'] => digits.len() == text.len(),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if canonical { text.parse().ok() } else { None }
}

/// Reads a plain number: digits with an optional sign, decimal point and exponent.
fn plain_number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    if plain { text.parse::<f64>().ok().filter(|number| number.is_finite()) } else { None }
}

/// Returns the first 16 bytes, padded with zeros, as a number with the same order.
fn first_bytes(text: &str) -> u128 {
    let mut bytes = [0; 16];
    let n = text.len().min(16);
    bytes[..n].copy_from_slice(&text.as_bytes()[..n]);
    u128::from_be_bytes(bytes)
}

/// Orders the levels `seen` (indices into `names`, in order of appearance); `codes`, the level of each row, locate errors.
///
/// # Errors
/// A level that the given order does not list, or a level that is listed twice.
pub(super) fn order(order: &LevelOrder, names: &[&str], seen: &[usize], codes: &[u32]) -> Result<Orders> {
    let integers: Option<Vec<(i32, usize)>> =
        seen.iter().map(|&at| Some((canonical_integer(names[at])?, at))).collect();
    let integer = !seen.is_empty() && integers.is_some();
    let vocabulary: Vec<usize> = match integers {
        Some(mut keyed) => {
            keyed.sort_unstable();
            keyed.into_iter().map(|(_, at)| at).collect()
        }
        None => {
            // The first bytes beside the index sort thousands of short texts without a memory access for each comparison.
            let mut by_bytes: Vec<(u128, usize)> = seen.iter().map(|&at| (first_bytes(names[at]), at)).collect();
            by_bytes
                .sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| names[a.1].as_bytes().cmp(names[b.1].as_bytes())));
            by_bytes.into_iter().map(|(_, at)| at).collect()
        }
    };
    if let Some(pair) = vocabulary.windows(2).find(|pair| names[pair[0]] == names[pair[1]]) {
        return Err(Error::data(Place::default(), format!("level {:?} is listed twice", names[pair[0]])));
    }
    let coded = match order {
        LevelOrder::Appearance => seen.to_vec(),
        LevelOrder::Sorted if integer => vocabulary.clone(),
        LevelOrder::Sorted => {
            let numbers: Option<Vec<(f64, usize)>> =
                vocabulary.iter().map(|&at| Some((plain_number(names[at])?, at))).collect();
            match numbers {
                Some(mut keyed) => {
                    // The sort is stable: equal numbers (1 and 1.0) keep the order of their bytes. Adding 0 makes -0 equal to 0.
                    keyed.sort_by(|a, b| (a.0 + 0.0).total_cmp(&(b.0 + 0.0)));
                    keyed.into_iter().map(|(_, at)| at).collect()
                }
                None => vocabulary.clone(),
            }
        }
        LevelOrder::Given(listed) => given(listed, names, seen, codes)?,
    };
    Ok(Orders { vocabulary, coded, integer })
}

/// Orders the levels as listed.
fn given(listed: &[String], names: &[&str], seen: &[usize], codes: &[u32]) -> Result<Vec<usize>> {
    let at: FxHashMap<&str, usize> = seen.iter().map(|&at| (names[at], at)).collect();
    let coded: Vec<usize> = listed.iter().filter_map(|name| at.get(name.as_str()).copied()).collect();
    if coded.len() < seen.len() {
        let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
        let unlisted = seen.iter().find(|at| !coded.contains(at)).expect("fewer are listed than seen");
        let name = names[*unlisted];
        let row = codes.iter().position(|&code| usize::try_from(code).is_ok_and(|code| code == *unlisted));
        return Err(Error::data(
            Place { row, ..Place::default() },
            format!(
                "level {name:?} is not in order={}{}; list every level",
                listed.join("|"),
                did_you_mean(name, listed.iter().copied())
            ),
        ));
    }
    Ok(coded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coded(kind: &LevelOrder, names: &[&str]) -> Vec<String> {
        let seen: Vec<usize> = (0..names.len()).collect();
        order(kind, names, &seen, &[]).unwrap().coded.iter().map(|&at| names[at].to_owned()).collect()
    }

    #[test]
    fn plain_numbers_sort_by_value_and_ties_by_bytes() {
        assert_eq!(coded(&LevelOrder::Sorted, &["10", "9", "1.0", "1", "01"]), ["01", "1", "1.0", "9", "10"]);
        assert_eq!(coded(&LevelOrder::Sorted, &["10", "9", "B"]), ["10", "9", "B"]);
    }

    #[test]
    fn texts_sort_by_all_of_their_bytes() {
        let long = "a text of 17 byte";
        let names = [&format!("{long}b"), "b", "a\0", "a", &format!("{long}a"), &long[..16], "\u{e9}", ""];
        let sorted = ["", "a", "a\0", &long[..16], &format!("{long}a"), &format!("{long}b"), "b", "\u{e9}"];
        assert_eq!(coded(&LevelOrder::Sorted, &names), sorted);
    }

    #[test]
    fn only_canonical_integers_make_an_integer_vocabulary() {
        for (text, value) in [("0", Some(0)), ("-7", Some(-7)), ("2147483647", Some(i32::MAX))] {
            assert_eq!(canonical_integer(text), value);
        }
        for text in ["", "-", "-0", "01", "+1", "1.0", " 1", "2147483648", "1e3"] {
            assert_eq!(canonical_integer(text), None, "{text}");
        }
        let orders = order(&LevelOrder::Appearance, &["10", "9"], &[0, 1], &[]).unwrap();
        assert!(orders.integer);
        assert_eq!((orders.vocabulary, orders.coded), (vec![1, 0], vec![0, 1]));
    }

    #[test]
    fn a_level_outside_the_given_order_is_refused() {
        let listed = LevelOrder::Given(vec!["low".into(), "high".into()]);
        let error = order(&listed, &["low", "hihg"], &[0, 1], &[0, 1]).unwrap_err().to_string();
        assert_eq!(error, "row 1: level \"hihg\" is not in order=low|high (did you mean \"high\"?); list every level");
    }
}
