//! The order of classes.

/// Returns the positions of class names in class order: by number if all are plain numbers, otherwise by bytes.
///
/// This is the order of `np.unique`, which scikit-learn uses.
pub(crate) fn class_order(names: &[&str]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    let plain = |name: &&str| {
        let digits = name.bytes().all(|byte| byte.is_ascii_digit() || b".-+eE".contains(&byte));
        if digits { name.parse::<f64>().ok().filter(|number| number.is_finite()) } else { None }
    };
    let numbers: Option<Vec<f64>> = names.iter().map(plain).collect();
    match numbers {
        Some(numbers) => order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]).then(names[a].cmp(names[b]))),
        None => order.sort_by_key(|&at| names[at]),
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_sort_as_numbers_and_words_as_bytes() {
        let sorted = |names: &[&'static str]| class_order(names).iter().map(|&at| names[at]).collect::<Vec<_>>();
        assert_eq!(sorted(&["10", "9", "-1"]), ["-1", "9", "10"]);
        assert_eq!(sorted(&["10", "9", "x"]), ["10", "9", "x"]);
        assert_eq!(sorted(&["b", "B", "a"]), ["B", "a", "b"]);
    }
}
