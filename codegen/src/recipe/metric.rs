//! The metric of a recipe.

use std::fmt;
use std::str::FromStr;

use crate::recipe::choice::unknown_name;
use crate::statistics::narrow;

/// The distance between two rows; `dot` is a similarity, for which larger is nearer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Metric {
    /// Root of the sum of squared differences.
    Euclidean,
    /// Sum of absolute differences.
    Manhattan,
    /// Largest absolute difference.
    Chebyshev,
    /// `(sum |a - b|^p)^(1/p)` with `p > 0`, also as `f32`; below 1 it orders rows but is not a metric.
    Minkowski(f64),
    /// Share of input columns that differ.
    Hamming,
    /// 1 - cosine of the angle; 1 if a vector is zero.
    Cosine,
    /// Dot product, larger is nearer.
    Dot,
}

impl Metric {
    /// Every name, as in the help.
    #[doc(hidden)]
    pub const NAMES: &'static [&'static str] =
        &["euclidean", "manhattan", "chebyshev", "minkowski:P", "hamming", "cosine", "dot"];
}

impl From<Metric> for nearkin::Metric {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Euclidean => Self::Euclidean,
            Metric::Manhattan => Self::Manhattan,
            Metric::Chebyshev => Self::Chebyshev,
            Metric::Minkowski(p) => Self::Minkowski(narrow(p)),
            Metric::Hamming => Self::Hamming,
            Metric::Cosine => Self::Cosine,
            Metric::Dot => Self::Dot,
        }
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "euclidean" => Ok(Self::Euclidean),
            "manhattan" => Ok(Self::Manhattan),
            "chebyshev" => Ok(Self::Chebyshev),
            "hamming" => Ok(Self::Hamming),
            "cosine" => Ok(Self::Cosine),
            "dot" => Ok(Self::Dot),
            "minkowski" => Err("minkowski requires a power, as in minkowski:3".to_owned()),
            _ => match text.strip_prefix("minkowski:") {
                // The device computes both `x^p` and the root `x^(1/p)` in `f32`.
                Some(power) => match power.parse::<f64>() {
                    Ok(p) if is_normal_f32(p) && is_normal_f32(1.0 / p) => Ok(Self::Minkowski(p)),
                    _ => Err(format!("the power of minkowski must be a number above 0, not {power:?}")),
                },
                None => Err(unknown_name("metric", text, Self::NAMES.iter().copied())),
            },
        }
    }
}

/// Returns whether a number is also positive and normal as `f32`.
fn is_normal_f32(x: f64) -> bool {
    (f64::from(f32::MIN_POSITIVE)..=f64::from(f32::MAX)).contains(&x)
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Euclidean => f.pad("euclidean"),
            Self::Manhattan => f.pad("manhattan"),
            Self::Chebyshev => f.pad("chebyshev"),
            Self::Minkowski(p) => f.pad(&format!("minkowski:{p}")),
            Self::Hamming => f.pad("hamming"),
            Self::Cosine => f.pad("cosine"),
            Self::Dot => f.pad("dot"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_and_prints_the_same() {
        for name in Metric::NAMES {
            let text = name.replace(":P", ":2.5");
            assert_eq!(text.parse::<Metric>().expect("a listed name").to_string(), text);
        }
        assert_eq!("minkowski:3".parse(), Ok(Metric::Minkowski(3.0)));
        assert_eq!(Metric::Minkowski(3.0).to_string(), "minkowski:3");
    }

    #[test]
    fn the_power_of_minkowski_is_checked() {
        assert_eq!("minkowski:0.5".parse(), Ok(Metric::Minkowski(0.5)), "not a metric, but an order");
        for wrong in [
            "minkowski",
            "minkowski:",
            "minkowski:0",
            "minkowski:-1",
            "minkowski:1e-40",
            "minkowski:inf",
            "minkowski:NaN",
            "minkowski:two",
        ] {
            assert!(wrong.parse::<Metric>().unwrap_err().contains("minkowski"), "{wrong}");
        }
        assert_eq!(
            "minkowski:0".parse::<Metric>().unwrap_err(),
            "the power of minkowski must be a number above 0, not \"0\""
        );
    }

    #[test]
    fn an_unknown_metric_is_rejected_with_the_nearest() {
        assert_eq!(
            "euclidian".parse::<Metric>().unwrap_err(),
            "unknown metric \"euclidian\" (did you mean \"euclidean\"?); \
             use one of euclidean, manhattan, chebyshev, minkowski:P, hamming, cosine, dot"
        );
        assert!("minkovski:3".parse::<Metric>().unwrap_err().contains("did you mean \"minkowski\"?"));
    }
}
