//! Rare levels, which share one output, as scikit-learn's `min_frequency` and `max_categories`.

use crate::encoders::syntax::{Keys, SpecWriter};
use crate::error::Result;

/// The rule that decides which levels are rare.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{ColumnInput, Method, Ordinal, Rare, fit};
///
/// // Five rows of a, two of b, one of c: with at most two groups, b and c share one.
/// let rare = Rare { min_frequency: None, max_categories: Some(2) };
/// let levels = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 0, 0, 0, 1, 1, 2]);
/// let encoding = fit(&Method::Ordinal(Ordinal { rare, ..Ordinal::default() }).into(), &input)?;
/// assert_eq!([0, 1, 2].map(|code| encoding.outputs_of(code)), [1.0, 2.0, 2.0].map(|output| Some(vec![output])));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rare {
    /// Levels with fewer rows are rare; a value below 1 is a share of all rows.
    pub min_frequency: Option<f64>,
    /// The maximum number of groups: the most frequent levels, and one group for the others.
    pub max_categories: Option<usize>,
}

impl Rare {
    /// Reads the keys `min_frequency` and `max_categories`.
    pub(super) fn parse(keys: &mut Keys) -> Result<Self> {
        Ok(Self {
            min_frequency: keys.number(&["min_frequency"], "it must be above 0", |x| x > 0.0)?,
            max_categories: keys
                .whole("max_categories", 1..=i64::from(u32::MAX))?
                .map(|most| usize::try_from(most).expect("it is positive and 32 bits")),
        })
    }

    /// Writes the keys that are set.
    pub(super) fn write(&self, out: &mut SpecWriter) {
        if let Some(fewest) = self.min_frequency {
            out.put("min_frequency", fewest, false);
        }
        if let Some(most) = self.max_categories {
            out.put("max_categories", most, false);
        }
    }

    /// Returns for each level whether it is rare, given its row count; of equal counts, the earlier level is rare first.
    pub(super) fn mask(&self, counts: &[usize], n_rows: usize) -> Vec<bool> {
        let mut rare = vec![false; counts.len()];
        if let Some(fewest) = self.min_frequency {
            let fewest = if fewest < 1.0 { fewest * n_rows as f64 } else { fewest };
            for (rare, &count) in rare.iter_mut().zip(counts) {
                *rare = (count as f64) < fewest;
            }
        }
        let frequent = rare.iter().filter(|&&rare| !rare).count();
        let groups = frequent + usize::from(frequent < counts.len());
        if let Some(most) = self.max_categories.filter(|&most| groups > most) {
            let mut by_count: Vec<usize> = (0..counts.len()).collect();
            by_count.sort_by_key(|&level| counts[level]);
            for &level in &by_count[..counts.len().saturating_sub(most.saturating_sub(1))] {
                rare[level] = true;
            }
        }
        rare
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_counts_make_the_earlier_level_rare() {
        let rare = Rare { max_categories: Some(2), min_frequency: None };
        assert_eq!(rare.mask(&[3, 4, 4], 11), [true, true, false]);
        assert_eq!(rare.mask(&[3, 4], 7), [false, false]);
    }

    #[test]
    fn a_frequency_below_one_is_a_share_of_rows() {
        let rare = Rare { min_frequency: Some(0.3), max_categories: None };
        assert_eq!(rare.mask(&[2, 3, 5], 10), [true, false, false]);
    }
}
