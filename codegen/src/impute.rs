//! Imputation: the statistic of a column that replaces its missing numbers.
//!
//! # Examples
//! ```
//! use nearkin_codegen::impute::{Statistic, fit};
//!
//! let values = [1.0, 2.0, 2.0, f64::NAN, 7.0];
//! assert_eq!(fit(Statistic::Mean, &values), Some(3.0));
//! assert_eq!(fit(Statistic::Median, &values), Some(2.0));
//! assert_eq!(fit(Statistic::MostFrequent, &values), Some(2.0));
//! assert_eq!(fit(Statistic::Mean, &[]), None);
//! ```

use crate::statistics;

/// A statistic that replaces missing numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statistic {
    /// The mean.
    Mean,
    /// The median; for an even number of values, the mean of the middle two.
    Median,
    /// The most frequent value; the smallest one on a tie.
    MostFrequent,
}

/// Returns `statistic` of the present values (NaN and infinity are missing); `None` if all are missing.
#[must_use]
pub fn fit(statistic: Statistic, values: &[f64]) -> Option<f64> {
    let values = statistics::present(values);
    if values.is_empty() {
        return None;
    }
    Some(match statistic {
        Statistic::Mean => statistics::mean(&values),
        Statistic::Median => statistics::median(&values),
        Statistic::MostFrequent => statistics::most_frequent(&values),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMN: [f64; 6] = [4.0, f64::NAN, 1.0, 4.0, 3.0, f64::INFINITY];

    #[test]
    fn missing_values_do_not_count() {
        assert_eq!(fit(Statistic::Mean, &COLUMN), Some(3.0));
        assert_eq!(fit(Statistic::Median, &COLUMN), Some(3.5));
        assert_eq!(fit(Statistic::MostFrequent, &COLUMN), Some(4.0));
    }

    #[test]
    fn a_column_without_values_has_no_statistic() {
        for statistic in [Statistic::Mean, Statistic::Median, Statistic::MostFrequent] {
            assert_eq!(fit(statistic, &[f64::NAN]), None);
            assert_eq!(fit(statistic, &[]), None);
        }
    }
}
