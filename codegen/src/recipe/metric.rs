//! The distance between two rows, as a recipe names it.

use std::fmt;
use std::str::FromStr;

use crate::recipe::choice::unknown_name;
use crate::statistics::narrow;

/// How far two rows are apart; `dot` is a similarity, larger is nearer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Metric {
    /// Root of the sum of squared differences.
    Euclidean,
    /// Sum of absolute differences.
    Manhattan,
    /// Largest absolute difference.
    Chebyshev,
    /// `(sum |a - b|^p)^(1/p)`; `p` is above 0, in single precision too; under 1 it ranks, though it is no distance.
    Minkowski(f64),
    /// Share of input columns that differ.
    Hamming,
    /// 1 - cosine of the angle; 1 where a vector is zero.
    Cosine,
    /// Dot product, larger is nearer.
    Dot,
}

impl Metric {
    /// Every name, as help shows it.
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
            "minkowski" => Err("minkowski needs its power, as in minkowski:3".to_owned()),
            _ => match text.strip_prefix("minkowski:") {
                // The device takes both `x^p` and the root `x^(1/p)` in single precision.
                Some(power) => match power.parse::<f64>() {
                    Ok(p) if is_normal_f32(p) && is_normal_f32(1.0 / p) => Ok(Self::Minkowski(p)),
                    _ => Err(format!("the power of minkowski must be a number above 0, not {power:?}")),
                },
                None => Err(unknown_name("metric", text, Self::NAMES.iter().copied())),
            },
        }
    }
}

/// Whether a positive number is one in single precision too.
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
        assert_eq!("minkowski:0.5".parse(), Ok(Metric::Minkowski(0.5)), "no distance, but an order");
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
    fn a_wrong_metric_is_refused_with_the_nearest() {
        assert_eq!(
            "euclidian".parse::<Metric>().unwrap_err(),
            "unknown metric \"euclidian\" (did you mean \"euclidean\"?); \
             use one of euclidean, manhattan, chebyshev, minkowski:P, hamming, cosine, dot"
        );
        assert!("minkovski:3".parse::<Metric>().unwrap_err().contains("did you mean \"minkowski\"?"));
    }
}
