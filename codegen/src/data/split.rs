//! Division of rows for validation: held-out rows, stratified folds and folds by group.

use crate::random::Random;
use crate::{Error, Result};

/// The random streams of this file.
const HOLDOUT_STREAM: u64 = 0x5350_4C49_5401;
const FOLDS_STREAM: u64 = 0x5350_4C49_5402;
const GROUPS_STREAM: u64 = 0x5350_4C49_5403;

/// The fold in which each row is a test row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folds {
    /// The fold of each row, `0..n_folds`.
    pub fold_of: Vec<usize>,
    /// The number of folds.
    pub n_folds: usize,
}

impl Folds {
    /// Returns the training rows and the test rows of one fold, both ascending.
    #[must_use]
    pub fn split(&self, fold: usize) -> (Vec<usize>, Vec<usize>) {
        (0..self.fold_of.len()).partition(|&row| self.fold_of[row] != fold)
    }
}

/// Divides `n` rows into training and test rows, both ascending.
///
/// There are `ceil(n * share)` test rows, but at least one row is for training. With `classes` (one code per row; a
/// missing code is a separate class) each class contributes in proportion, by largest remainder, ties to the smaller
/// code. Each class keeps at least one training row, so there may be fewer test rows.
///
/// # Errors
/// [`Error::Usage`] if `share` is not between 0 and 1, or if `classes` does not have `n` codes.
pub fn holdout(classes: Option<&[u32]>, n: usize, share: f64, seed: u64) -> Result<(Vec<usize>, Vec<usize>)> {
    if !(share > 0.0 && share < 1.0) {
        return Err(Error::usage(format!("the held-out share must be between 0 and 1, not {share:?}")));
    }
    let members = members(classes, n)?;
    #[expect(clippy::cast_possible_truncation, reason = "the value is between 0 and n")]
    let wanted = (n as f64 * share).ceil() as usize;
    let counts: Vec<usize> = members.iter().map(Vec::len).collect();
    let mut random = Random::new(seed, HOLDOUT_STREAM);
    let mut is_test = vec![false; n];
    for (mut rows, take) in members.into_iter().zip(apportion(&counts, wanted)) {
        random.shuffle(&mut rows);
        rows[..take].iter().for_each(|&row| is_test[row] = true);
    }
    Ok((0..n).partition(|&row| !is_test[row]))
}

/// Divides `wanted` among classes in proportion to `counts`, leaving at least one row in each.
fn apportion(counts: &[usize], wanted: usize) -> Vec<usize> {
    let total = counts.iter().sum::<usize>().max(1) as u128;
    let exact = |count: usize| count as u128 * wanted as u128;
    let room = |class: usize, taken: usize| taken + 1 < counts[class];
    let mut taken: Vec<usize> = counts
        .iter()
        .map(|&count| usize::try_from(exact(count) / total).map_or(0, |part| part.min(count.saturating_sub(1))))
        .collect();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&class| (std::cmp::Reverse(exact(counts[class]) % total), class));
    // One more for each class in the order of remainders, repeatedly, as long as any class has rows left.
    let mut missing = wanted.saturating_sub(taken.iter().sum());
    while missing > 0 {
        let before = missing;
        for &class in &order {
            if missing > 0 && room(class, taken[class]) {
                taken[class] += 1;
                missing -= 1;
            }
        }
        if missing == before {
            break;
        }
    }
    taken
}

/// Divides `n` rows into folds whose sizes differ by at most one, overall and within each class.
///
/// # Errors
/// [`Error::Usage`] if there are fewer than 2 folds or fewer rows than folds, or if `classes` does not have `n` codes.
pub fn stratified_folds(classes: Option<&[u32]>, n: usize, n_folds: usize, seed: u64) -> Result<Folds> {
    check_folds(n_folds, n, "rows")?;
    let mut random = Random::new(seed, FOLDS_STREAM);
    let mut fold_of = vec![0; n];
    let mut next = 0;
    // Dealt like cards: each class continues where the previous one stopped.
    for mut rows in members(classes, n)? {
        random.shuffle(&mut rows);
        for row in rows {
            fold_of[row] = next;
            next = (next + 1) % n_folds;
        }
    }
    Ok(Folds { fold_of, n_folds })
}

/// Divides rows into folds so that the rows of a group (one code per row; a missing code is a group) share a fold.
///
/// The largest group goes to the fold with the fewest rows, ties to the smaller fold; groups of equal size are shuffled.
///
/// # Errors
/// [`Error::Usage`] if there are fewer than 2 folds or fewer groups than folds.
pub fn group_folds(groups: &[u32], n_folds: usize, seed: u64) -> Result<Folds> {
    let mut members = members(Some(groups), groups.len())?;
    check_folds(n_folds, members.len(), "groups")?;
    Random::new(seed, GROUPS_STREAM).shuffle(&mut members);
    members.sort_by_key(|rows| std::cmp::Reverse(rows.len()));
    let mut sizes = vec![0; n_folds];
    let mut fold_of = vec![0; groups.len()];
    for rows in members {
        let fold = (0..n_folds).min_by_key(|&fold| (sizes[fold], fold)).unwrap_or(0);
        sizes[fold] += rows.len();
        rows.into_iter().for_each(|row| fold_of[row] = fold);
    }
    Ok(Folds { fold_of, n_folds })
}

fn check_folds(n_folds: usize, n: usize, what: &str) -> Result<()> {
    if n_folds < 2 {
        return Err(Error::usage(format!("--cv {n_folds}: at least 2 folds are required")));
    }
    if n < n_folds {
        return Err(Error::usage(format!("--cv {n_folds}: there are only {n} {what}")));
    }
    Ok(())
}

/// Returns the rows of each class in ascending order, sorted by code; without classes, all rows as one class.
fn members(classes: Option<&[u32]>, n: usize) -> Result<Vec<Vec<usize>>> {
    let Some(classes) = classes else { return Ok(vec![(0..n).collect()]) };
    if classes.len() != n {
        return Err(Error::usage(format!("{} class codes for {n} rows", classes.len())));
    }
    let mut rows: Vec<usize> = (0..n).collect();
    rows.sort_by_key(|&row| (classes[row], row));
    Ok(rows.chunk_by(|&a, &b| classes[a] == classes[b]).map(<[usize]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::MISSING_CODE;

    fn counts(classes: &[u32], rows: &[usize]) -> [usize; 3] {
        [0, 1, 2].map(|class| rows.iter().filter(|&&row| classes[row] == class).count())
    }

    fn classes(sizes: [usize; 3]) -> Vec<u32> {
        [0, 1, 2].into_iter().zip(sizes).flat_map(|(class, size)| std::iter::repeat_n(class, size)).collect()
    }

    #[test]
    fn holdout_takes_each_class_in_proportion() {
        let classes = classes([50, 30, 20]);
        let (train, test) = holdout(Some(&classes), 100, 0.2, 7).unwrap();
        assert_eq!((counts(&classes, &test), counts(&classes, &train)), ([10, 6, 4], [40, 24, 16]));
        assert!(train.is_sorted() && test.is_sorted());
        let mut all = [train, test].concat();
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn every_class_keeps_a_training_row() {
        let classes = classes([2, 1, 3]);
        for seed in 0..20 {
            let (train, _) = holdout(Some(&classes), 6, 0.9, seed).unwrap();
            assert_eq!(counts(&classes, &train), [1, 1, 1]);
        }
        assert_eq!(holdout(None, 1, 0.5, 0).unwrap(), (vec![0], vec![]));
        assert_eq!(holdout(None, 0, 0.5, 0).unwrap(), (vec![], vec![]));
        assert_eq!(holdout(Some(&[MISSING_CODE, MISSING_CODE]), 2, 0.5, 0).unwrap().1.len(), 1);
    }

    #[test]
    fn remainders_decide_and_ties_go_to_the_smaller_code() {
        // 4 of 10 from 5, 3, 2: exactly 2, 1.2 and 0.8.
        assert_eq!(apportion(&[5, 3, 2], 4), [2, 1, 1]);
        // 1 of 4 from 2 and 2: half each.
        assert_eq!(apportion(&[2, 2], 1), [1, 0]);
    }

    #[test]
    fn the_same_seed_gives_the_same_split_and_another_differs() {
        let split = |seed| holdout(None, 100, 0.25, seed).unwrap();
        assert_eq!(split(1), split(1));
        assert_ne!(split(1), split(2));
        assert_eq!(split(1).1.len(), 25);
    }

    #[test]
    fn folds_balance_rows_and_classes() {
        let classes = classes([11, 7, 5]);
        let folds = stratified_folds(Some(&classes), 23, 5, 3).unwrap();
        for fold in 0..5 {
            let (train, test) = folds.split(fold);
            assert_eq!(train.len() + test.len(), 23);
            assert!((4..=5).contains(&test.len()));
            let counts = counts(&classes, &test);
            assert!((2..=3).contains(&counts[0]) && (1..=2).contains(&counts[1]) && counts[2] == 1, "{counts:?}");
        }
        assert_eq!(folds, stratified_folds(Some(&classes), 23, 5, 3).unwrap());
    }

    #[test]
    fn groups_stay_together_and_folds_are_balanced() {
        let groups: Vec<u32> =
            (0u32..).zip([6, 5, 4, 3, 3, 3]).flat_map(|(group, size)| vec![10 * group; size]).collect();
        let folds = group_folds(&groups, 3, 0).unwrap();
        for group in &groups {
            let mut of: Vec<_> =
                groups.iter().zip(&folds.fold_of).filter(|(g, _)| *g == group).map(|(_, fold)| fold).collect();
            of.dedup();
            assert_eq!(of.len(), 1, "group {group}");
        }
        // 6+3, 5+3, 4+3 by hand.
        let mut sizes: Vec<_> = (0..3).map(|fold| folds.split(fold).1.len()).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [7, 8, 9]);
    }

    #[test]
    fn impossible_divisions_are_rejected() {
        for share in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(holdout(None, 9, share, 0).is_err());
        }
        assert_eq!(stratified_folds(None, 9, 1, 0).unwrap_err().to_string(), "--cv 1: at least 2 folds are required");
        assert_eq!(group_folds(&[1, 1, 2], 3, 0).unwrap_err().to_string(), "--cv 3: there are only 2 groups");
        assert!(holdout(Some(&[1]), 2, 0.5, 0).is_err());
    }
}
