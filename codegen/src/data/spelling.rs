//! Categories that differ only in case or blanks.

use rustc_hash::FxHashMap;

use super::{Categories, MISSING};

/// Gives what is left of a text when case and blanks do not count.
fn fold_text(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    words.join(" ")
}

/// Gives the groups of levels that are one when case and blanks do not count: positions, in order of appearance.
pub(super) fn near_duplicates(levels: &[String]) -> Vec<Vec<usize>> {
    let mut group_of = FxHashMap::default(); // looked up, never iterated
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

/// Makes levels that differ only in case or blanks one, spelt as the first.
pub(super) fn fold(categories: Categories) -> Categories {
    let Categories { levels, mut codes } = categories;
    let mut first: Vec<usize> = (0..levels.len()).collect();
    for group in near_duplicates(&levels) {
        group.iter().for_each(|&level| first[level] = group[0]);
    }
    let mut kept = Vec::new();
    let mut code_of: Vec<u32> = Vec::with_capacity(levels.len());
    for (at, level) in levels.into_iter().enumerate() {
        if first[at] == at {
            code_of.push(u32::try_from(kept.len()).expect("not more levels than there were codes"));
            kept.push(level);
        } else {
            code_of.push(code_of[first[at]]);
        }
    }
    codes.iter_mut().filter(|code| **code != MISSING).for_each(|code| *code = code_of[*code as usize]);
    Categories { levels: kept, codes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn case_and_blanks_do_not_count() {
        let texts = levels(&["Low Fat", "x", "low  fat", "LOW\u{a0}FAT", "lowfat", "X"]);
        assert_eq!(near_duplicates(&texts), [vec![0, 2, 3], vec![1, 5]]);
    }

    #[test]
    fn folding_keeps_the_first_spelling() {
        let folded =
            fold(Categories { levels: levels(&["b", "A", "B", "a", "c"]), codes: vec![0, 1, 2, MISSING, 3, 4] });
        assert_eq!(folded, Categories { levels: levels(&["b", "A", "c"]), codes: vec![0, 1, 0, MISSING, 1, 2] });
    }
}
