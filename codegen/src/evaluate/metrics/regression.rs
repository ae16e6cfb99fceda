//! The report on a regression.

use std::fmt;

use serde::Serialize;

use crate::error::Result;
use crate::evaluate::metrics::{check_pair, invalid};
use crate::statistics::mean;
use crate::text::digits::significant;

/// The scores of a regression; errors are in the units of the target.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RegressionReport {
    /// The number of rows evaluated.
    pub rows: usize,
    /// The share of the variance of the target that the predictions explain: at most 1, 0 for always predicting the mean.
    /// `None` for fewer than two rows.
    pub r2: Option<f64>,
    /// The mean absolute error.
    pub mean_absolute_error: f64,
    /// The square root of the mean squared error.
    pub root_mean_squared_error: f64,
    /// The largest absolute error.
    pub max_error: f64,
    /// The mean of predicted minus true values.
    pub bias: f64,
    /// Notes about special cases.
    pub notes: Vec<String>,
}

impl RegressionReport {
    /// Computes the scores from a true and a predicted number for each row.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for lists of different lengths, no rows, or numbers that are not finite.
    pub fn new(truth: &[f64], predicted: &[f64]) -> Result<Self> {
        check(truth, predicted)?;
        let errors: Vec<f64> = truth.iter().zip(predicted).map(|(t, p)| p - t).collect();
        let r2 = r2_score(truth, predicted)?;
        let mut notes = Vec::new();
        if r2.is_none() {
            notes.push("R2 is undefined for fewer than two rows".to_owned());
        } else if truth.windows(2).all(|w| w[0].total_cmp(&w[1]).is_eq()) {
            notes.push("all true values are equal, so R2 is 1 if all predictions are correct, otherwise 0".to_owned());
        }
        Ok(Self {
            rows: truth.len(),
            r2,
            mean_absolute_error: mean_absolute_error(truth, predicted)?,
            root_mean_squared_error: root_mean_squared_error(truth, predicted)?,
            max_error: errors.iter().fold(0.0, |m, e| e.abs().max(m)),
            bias: mean(&errors),
            notes,
        })
    }
}

fn check(truth: &[f64], predicted: &[f64]) -> Result<()> {
    check_pair(truth.len(), predicted.len())?;
    let not_finite = |(_, (t, p)): &(usize, (&f64, &f64))| !(t.is_finite() && p.is_finite());
    match truth.iter().zip(predicted).enumerate().find(not_finite) {
        Some((row, (t, p))) => {
            Err(invalid(format!("row {}: true value {t}, predicted value {p}: both must be finite", row + 1)))
        }
        None => Ok(()),
    }
}

/// Returns R2, `1 - sum (t - p)^2 / sum (t - mean)^2`, or `None` for fewer than two rows.
///
/// If all true values are equal, R2 is 1 if all predictions are correct, otherwise 0, as in scikit-learn.
///
/// # Errors
/// The errors of [`RegressionReport::new`].
pub fn r2_score(truth: &[f64], predicted: &[f64]) -> Result<Option<f64>> {
    check(truth, predicted)?;
    if truth.len() < 2 {
        return Ok(None);
    }
    let center = mean(truth);
    let unexplained = truth.iter().zip(predicted).fold(0.0, |sum, (t, p)| sum + (t - p) * (t - p));
    let total = truth.iter().fold(0.0, |sum, t| sum + (t - center) * (t - center));
    Ok(Some(match (unexplained == 0.0, total == 0.0) {
        (true, _) => 1.0,
        (false, true) => 0.0,
        (false, false) => 1.0 - unexplained / total,
    }))
}

/// Returns the mean of `|t - p|`.
///
/// # Errors
/// The errors of [`RegressionReport::new`].
pub fn mean_absolute_error(truth: &[f64], predicted: &[f64]) -> Result<f64> {
    check(truth, predicted)?;
    Ok(mean(&truth.iter().zip(predicted).map(|(t, p)| (t - p).abs()).collect::<Vec<_>>()))
}

/// Returns the square root of the mean of `(t - p)^2`.
///
/// # Errors
/// The errors of [`RegressionReport::new`].
pub fn root_mean_squared_error(truth: &[f64], predicted: &[f64]) -> Result<f64> {
    check(truth, predicted)?;
    Ok(mean(&truth.iter().zip(predicted).map(|(t, p)| (t - p) * (t - p)).collect::<Vec<_>>()).sqrt())
}

impl fmt::Display for RegressionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let r2 = self.r2.map_or_else(|| "not defined".to_owned(), |r2| format!("{r2:.4}"));
        writeln!(f, "R2    {r2}  ({} rows)", self.rows)?;
        writeln!(f, "MAE   {}", significant(self.mean_absolute_error))?;
        writeln!(f, "RMSE  {}", significant(self.root_mean_squared_error))?;
        writeln!(f, "max   {}", significant(self.max_error))?;
        writeln!(f, "bias  {}", significant(self.bias))?;
        self.notes.iter().try_for_each(|note| writeln!(f, "note: {note}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scikit-learn 1.9.1: `r2_score`, `mean_absolute_error`, `root_mean_squared_error` of
    /// `[3,-0.5,2,7], [2.5,0.0,2,8]`.
    #[test]
    fn errors_equal_those_of_scikit_learn() {
        let report = RegressionReport::new(&[3.0, -0.5, 2.0, 7.0], &[2.5, 0.0, 2.0, 8.0]).unwrap();
        assert!((report.r2.unwrap() - 0.948_608_137_044_967_9).abs() < 1e-15);
        assert!((report.root_mean_squared_error - 0.612_372_435_695_794_5).abs() < 1e-15);
        assert_eq!((report.mean_absolute_error, report.max_error, report.bias), (0.5, 1.0, 0.25));
    }

    /// Errors 1/3, 100 and -0.5 of 3 rows: means 33.61 and 33.28; squares 10000.361, of which a third has the root 57.736.
    #[test]
    fn the_text_has_three_significant_digits() {
        let report = RegressionReport::new(&[1.0, 2.0, 300.0], &[1.0 + 1.0 / 3.0, 102.0, 299.5]).unwrap();
        let text = report.to_string();
        let errors: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(errors, ["MAE   33.6", "RMSE  57.7", "max   100", "bias  33.3"]);
    }

    #[test]
    fn equal_true_values_give_one_or_zero() {
        // scikit-learn 1.9.1: r2_score([2,2],[2,2]) is 1.0, r2_score([2,2],[2,3]) is 0.0.
        assert_eq!(r2_score(&[2.0, 2.0], &[2.0, 2.0]).unwrap(), Some(1.0));
        assert_eq!(r2_score(&[2.0, 2.0], &[2.0, 3.0]).unwrap(), Some(0.0));
        assert_eq!(RegressionReport::new(&[2.0, 2.0], &[2.0, 3.0]).unwrap().notes.len(), 1);
    }

    #[test]
    fn one_row_has_no_r2() {
        let report = RegressionReport::new(&[2.0], &[3.0]).unwrap();
        assert_eq!((report.r2, report.root_mean_squared_error), (None, 1.0));
        assert!(report.to_string().starts_with("R2    not defined  (1 rows)\n"));
    }

    #[test]
    fn numbers_that_are_not_finite_are_rejected() {
        let message = RegressionReport::new(&[1.0, 2.0], &[1.0, f64::NAN]).unwrap_err().to_string();
        assert_eq!(message, "row 2: true value 2, predicted value NaN: both must be finite");
    }
}
