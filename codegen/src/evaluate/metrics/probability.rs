//! The quality of predicted probabilities.

use crate::error::Result;
use crate::evaluate::metrics::{check_pair, invalid};

/// Returns the mean negative natural logarithm of the probability of each row's true class.
///
/// `probabilities` is `[n_rows][n_classes]`; each is clipped to `eps..1-eps` with `eps = 2^-52`, as in scikit-learn, so that
/// an error with probability 1 costs 36.04 and not infinity.
///
/// # Errors
/// [`crate::Error::Data`] for no rows, a matrix of the wrong size, a class that is out of range, or a number that is not a
/// probability.
pub fn log_loss(truth: &[usize], probabilities: &[f64], classes: usize) -> Result<f64> {
    if classes == 0 || !probabilities.len().is_multiple_of(classes) {
        return Err(invalid(format!(
            "{} probabilities cannot be divided into rows of {classes} classes",
            probabilities.len()
        )));
    }
    check_pair(truth.len(), probabilities.len() / classes)?;
    let mut sum = 0.0;
    for (row, (&class, given)) in truth.iter().zip(probabilities.chunks_exact(classes)).enumerate() {
        if class >= classes {
            return Err(invalid(format!("row {}: class {class} is not one of {classes} classes", row + 1)));
        }
        if let Some(wrong) = given.iter().find(|p| !(0.0..=1.0).contains(*p)) {
            return Err(invalid(format!("row {}: {wrong} is not a probability", row + 1)));
        }
        sum -= libm::log(given[class].clamp(f64::EPSILON, 1.0 - f64::EPSILON));
    }
    let rows = truth.len() as f64;
    Ok(sum / rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scikit-learn 1.9.1: `log_loss([0,1,2,1], [[.7,.2,.1],[.1,.8,.1],[0,1,0],[.25,.5,.25]], labels=[0,1,2])`.
    #[test]
    fn probabilities_are_clipped_as_in_scikit_learn() {
        let given = [0.7, 0.2, 0.1, 0.1, 0.8, 0.1, 0.0, 1.0, 0.0, 0.25, 0.5, 0.25];
        assert!((log_loss(&[0, 1, 2, 1], &given, 3).unwrap() - 9.329_154_766_232_511).abs() < 1e-14);
    }

    #[test]
    fn numbers_that_are_not_probabilities_are_rejected() {
        let message = |truth: &[usize], p: &[f64]| log_loss(truth, p, 2).unwrap_err().to_string();
        assert_eq!(message(&[0], &[1.0]), "1 probabilities cannot be divided into rows of 2 classes");
        assert_eq!(message(&[2], &[1.0, 0.0]), "row 1: class 2 is not one of 2 classes");
        assert_eq!(message(&[0], &[1.5, 0.0]), "row 1: 1.5 is not a probability");
        assert_eq!(message(&[0], &[f64::NAN, 0.0]), "row 1: NaN is not a probability");
        assert_eq!(message(&[], &[]), "there are no rows to evaluate");
    }
}
