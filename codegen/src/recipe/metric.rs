//! The distance between two rows, as a recipe names it.

use std::fmt;
use std::str::FromStr;

use super::choice::unknown_name;

/// How far two rows are apart; `dot` is a similarity, larger is nearer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Metric {
    /// Root of the sum of squared differences.
    Euclidean,
    /// Sum of absolute differences.
    Manhattan,
    /// Largest absolute difference.
    Chebyshev,
    /// `(sum |a - b|^p)^(1/p)`; `p` is finite and at least 1.
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
                // Under 1 the triangle inequality fails, so it is no distance.
                Some(power) => match power.parse::<f64>() {
                    Ok(p) if p.is_finite() && p >= 1.0 => Ok(Self::Minkowski(p)),
                    _ => Err(format!("the power of minkowski must be a number of at least 1, not {power:?}")),
                },
                None => Err(unknown_name("metric", text, Self::NAMES.iter().copied())),
            },
        }
    }
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
        for wrong in ["minkowski", "minkowski:", "minkowski:0.5", "minkowski:inf", "minkowski:NaN", "minkowski:two"] {
            assert!(wrong.parse::<Metric>().unwrap_err().contains("minkowski"), "{wrong}");
        }
        assert_eq!(
            "minkowski:0.5".parse::<Metric>().unwrap_err(),
            "the power of minkowski must be a number of at least 1, not \"0.5\""
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
