//! Categories that differ only in case or white space.

use rustc_hash::FxHashMap;

use crate::data::{Categories, MISSING_CODE};

/// Returns a text in lower case with single spaces.
fn fold_text(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    words.join(" ")
}

/// Returns the groups of levels that differ only in case or white space: their positions, in order of appearance.
pub(super) fn near_duplicates(levels: &[String]) -> Vec<Vec<usize>> {
    let mut group_of = FxHashMap::default(); // never iterated
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, level) in levels.iter().enumerate() {
        let group = *group_of.entry(fold_text(level)).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Merges levels that differ only in case or white space, with the spelling in `known` if present, otherwise the first.
pub(super) fn fold(categories: Categories, known: &[String]) -> Categories {
    let Categories { levels, mut codes } = categories;
    let all = [known, &levels].concat();
    let mut first: Vec<usize> = (0..all.len()).collect();
    for group in near_duplicates(&all) {
        // If the model has both spellings, they stay separate.
        group.iter().filter(|&&level| level >= known.len()).for_each(|&level| first[level] = group[0]);
        for &level in group.iter().filter(|&&level| level >= known.len()) {
            if let Some(&same) = group.iter().find(|&&other| other < known.len() && all[other] == all[level]) {
                first[level] = same;
            }
        }
    }
    let mut kept: Vec<String> = Vec::new();
    let mut code_of_first: Vec<Option<u32>> = vec![None; all.len()];
    let code_of: Vec<u32> = (known.len()..all.len())
        .map(|at| {
            *code_of_first[first[at]].get_or_insert_with(|| {
                kept.push(all[first[at]].clone());
                u32::try_from(kept.len() - 1).expect("there are at most as many levels as before")
            })
        })
        .collect();
    codes.iter_mut().filter(|code| **code != MISSING_CODE).for_each(|code| *code = code_of[*code as usize]);
    Categories { levels: kept, codes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn case_and_white_space_are_ignored() {
        let texts = levels(&["Low Fat", "x", "low  fat", "LOW\u{a0}FAT", "lowfat", "X"]);
        assert_eq!(near_duplicates(&texts), [vec![0, 2, 3], vec![1, 5]]);
    }

    #[test]
    fn folding_keeps_the_first_spelling() {
        let read =
            || Categories { levels: levels(&["b", "A", "B", "a", "c"]), codes: vec![0, 1, 2, MISSING_CODE, 3, 4] };
        let expected = |names: &[&str], codes: [u32; 6]| Categories { levels: levels(names), codes: codes.to_vec() };
        assert_eq!(fold(read(), &[]), expected(&["b", "A", "c"], [0, 1, 0, MISSING_CODE, 1, 2]));
        // With the spelling of the model, whatever comes first in this file.
        assert_eq!(fold(read(), &levels(&["a", "B", "d"])), expected(&["B", "a", "c"], [0, 1, 0, MISSING_CODE, 1, 2]));
        assert_eq!(fold(read(), &levels(&["A", "a"])), expected(&["b", "A", "a", "c"], [0, 1, 0, MISSING_CODE, 2, 3]));
    }
}
