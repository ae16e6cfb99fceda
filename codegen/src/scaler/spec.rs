//! The spec of a scaler: a method with its parameters, as text and as an enum.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::error::{Error, Result, did_you_mean};

/// A scaling method with its parameters; written `name` or `name:key=value,…`, as in `standard:ddof=1`.
///
/// The text form contains only the keys that differ from their defaults, and parses to an equal value.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum ScalerSpec {
    /// `none`: unchanged values.
    None,
    /// `standard`: minus the mean, divided by the standard deviation.
    Standard {
        /// Delta degrees of freedom of the variance, whose divisor is `n - ddof`: 0 (scikit-learn, default) or 1 (pandas).
        ddof: u32,
        /// Whether the mean is subtracted (default yes).
        centering: bool,
        /// Whether to divide by the standard deviation (default yes).
        scaling: bool,
    },
    /// `min-max`: the smallest value becomes `low`, the largest `high`.
    MinMax {
        /// The lower end of the result (default 0).
        low: f64,
        /// The upper end of the result (default 1).
        high: f64,
    },
    /// `max-abs`: divided by the largest absolute value.
    MaxAbs,
    /// `robust`: minus the median, divided by the range between two percentiles.
    Robust {
        /// The lower percentile, 0 to 100 (default 25).
        low: f64,
        /// The upper percentile, 0 to 100 (default 75).
        high: f64,
        /// Whether the median is subtracted (default yes).
        centering: bool,
        /// Whether to divide by the range between the percentiles (default yes).
        scaling: bool,
        /// Whether to scale such that normally distributed values have variance 1 (default no).
        unit_variance: bool,
    },
}

/// The help of a method: its keys with their defaults, and a description.
#[derive(Debug, Clone, Copy)]
pub struct ScalerHelp {
    /// The name, as typed in an option.
    pub name: &'static str,
    /// Each key with its default.
    pub keys: &'static [(&'static str, &'static str)],
    /// A one-line description.
    pub about: &'static str,
}

/// All scalers, in the order in which help and errors list them.
pub const SCALERS: &[ScalerHelp] = &[
    ScalerHelp {
        name: "standard",
        keys: &[("ddof", "0"), ("centering", "true"), ("scaling", "true")],
        about: "(x - mean) / standard deviation; ddof=1 is pandas' z-score",
    },
    ScalerHelp {
        name: "min-max",
        keys: &[("low", "0"), ("high", "1")],
        about: "the range of the column becomes low..high",
    },
    ScalerHelp { name: "max-abs", keys: &[], about: "x / largest absolute value" },
    ScalerHelp {
        name: "robust",
        keys: &[("low", "25"), ("high", "75"), ("centering", "true"), ("scaling", "true"), ("unit-variance", "false")],
        about: "(x - median) / range between two percentiles",
    },
    ScalerHelp { name: "none", keys: &[], about: "unchanged values" },
];

impl ScalerSpec {
    /// `standard` with scikit-learn's defaults.
    pub const STANDARD: Self = Self::Standard { ddof: 0, centering: true, scaling: true };
    /// `min-max` to 0..1.
    pub const MIN_MAX: Self = Self::MinMax { low: 0.0, high: 1.0 };
    /// `robust` by the quartiles.
    pub const ROBUST: Self =
        Self::Robust { low: 25.0, high: 75.0, centering: true, scaling: true, unit_variance: false };

    /// Returns the method's name, without its parameters.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Standard { .. } => "standard",
            Self::MinMax { .. } => "min-max",
            Self::MaxAbs => "max-abs",
            Self::Robust { .. } => "robust",
        }
    }

    fn default_of(name: &str) -> Option<Self> {
        [Self::STANDARD, Self::MIN_MAX, Self::MaxAbs, Self::ROBUST, Self::None].into_iter().find(|s| s.name() == name)
    }

    /// Sets one parameter; the error states what the value must be.
    fn set(&mut self, key: &str, value: &str) -> std::result::Result<(), SetError> {
        match (self, key) {
            (Self::Standard { ddof, .. }, "ddof") => *ddof = read(value, "a whole number of at least 0")?,
            (Self::Standard { centering, .. } | Self::Robust { centering, .. }, "centering") => {
                *centering = read(value, "true or false")?;
            }
            (Self::Standard { scaling, .. } | Self::Robust { scaling, .. }, "scaling") => {
                *scaling = read(value, "true or false")?;
            }
            (Self::Robust { unit_variance, .. }, "unit-variance") => *unit_variance = read(value, "true or false")?,
            (Self::MinMax { low, .. }, "low") => *low = number(value)?,
            (Self::MinMax { high, .. }, "high") => *high = number(value)?,
            (Self::Robust { low, .. }, "low") => *low = number(value)?,
            (Self::Robust { high, .. }, "high") => *high = number(value)?,
            _ => return Err(SetError::UnknownKey),
        }
        Ok(())
    }

    /// Returns the conflict between parameters, if any.
    fn conflict(&self) -> Option<String> {
        match *self {
            Self::MinMax { low, high } if low >= high => {
                Some(format!("scaler \"min-max\": low={low} must be below high={high}"))
            }
            Self::Robust { low, high, .. } if !(0.0 <= low && low < high && high <= 100.0) => Some(format!(
                "scaler \"robust\": low={low} and high={high} must be percentiles, 0 <= low < high <= 100"
            )),
            Self::Robust { low, high, unit_variance: true, .. } if low <= 0.0 || high >= 100.0 => Some(format!(
                "scaler \"robust\": unit-variance=true needs low above 0 and high below 100, not {low} and {high}"
            )),
            _ => None,
        }
    }
}

/// The reason why a parameter cannot be set.
enum SetError {
    UnknownKey,
    NotA(&'static str),
}

fn read<T: FromStr>(value: &str, what: &'static str) -> std::result::Result<T, SetError> {
    value.parse().map_err(|_| SetError::NotA(what))
}

fn number(value: &str) -> std::result::Result<f64, SetError> {
    read::<f64>(value, "a finite number")
        .and_then(|v| if v.is_finite() { Ok(v) } else { Err(SetError::NotA("a finite number")) })
}

impl FromStr for ScalerSpec {
    type Err = Error;

    /// Reads `name` or `name:key=value,…`.
    fn from_str(text: &str) -> Result<Self> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        let Some(mut spec) = Self::default_of(name) else {
            let names = SCALERS.iter().map(|s| s.name);
            let near = did_you_mean(name, names.clone());
            let all = names.collect::<Vec<_>>().join(", ");
            return Err(Error::usage(format!("scaler {name:?} is not known{near}; allowed: {all}")));
        };
        let mut seen: Vec<&str> = Vec::new();
        for pair in rest.into_iter().flat_map(|r| r.split(',')) {
            let Some((key, value)) = pair.split_once('=') else {
                return Err(Error::usage(format!("scaler {text:?}: {pair:?} is not key=value")));
            };
            let (key, value) = (key.trim(), value.trim());
            if seen.contains(&key) {
                return Err(Error::usage(format!("scaler {text:?}: {key} is given twice")));
            }
            seen.push(key);
            spec.set(key, value).map_err(|e| Error::usage(explain(name, key, value, &e)))?;
        }
        match spec.conflict() {
            Some(message) => Err(Error::usage(message)),
            None => Ok(spec),
        }
    }
}

fn explain(name: &str, key: &str, value: &str, error: &SetError) -> String {
    match error {
        SetError::NotA(what) => format!("scaler {name:?}: {key}={value:?} is not {what}"),
        SetError::UnknownKey => {
            let keys = SCALERS.iter().find(|s| s.name == name).map_or(&[][..], |s| s.keys);
            let near = did_you_mean(key, keys.iter().map(|k| k.0));
            let all = keys.iter().map(|k| k.0).collect::<Vec<_>>().join(", ");
            let all = if all.is_empty() { "it has no keys".to_owned() } else { format!("allowed: {all}") };
            format!("scaler {name:?}: key {key:?} is not known{near}; {all}")
        }
    }
}

impl fmt::Display for ScalerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<(&str, String)> = match self {
            Self::None | Self::MaxAbs => Vec::new(),
            Self::Standard { ddof, centering, scaling } => {
                vec![("ddof", ddof.to_string()), ("centering", centering.to_string()), ("scaling", scaling.to_string())]
            }
            Self::MinMax { low, high } => vec![("low", low.to_string()), ("high", high.to_string())],
            Self::Robust { low, high, centering, scaling, unit_variance } => vec![
                ("low", low.to_string()),
                ("high", high.to_string()),
                ("centering", centering.to_string()),
                ("scaling", scaling.to_string()),
                ("unit-variance", unit_variance.to_string()),
            ],
        };
        f.write_str(self.name())?;
        let defaults = SCALERS.iter().find(|s| s.name == self.name()).map_or(&[][..], |s| s.keys);
        let changed = values.iter().filter(|(key, value)| !defaults.contains(&(*key, value.as_str())));
        for (i, (key, value)) in changed.enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl Serialize for ScalerSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ScalerSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        text.parse::<ScalerSpec>().unwrap_err().to_string()
    }

    #[test]
    fn text_reads_back_to_an_equal_value() {
        for text in [
            "none",
            "standard",
            "standard:ddof=1",
            "standard:centering=false,scaling=false",
            "min-max",
            "min-max:low=-1",
            "min-max:low=0.1,high=0.30000000000000004",
            "max-abs",
            "robust",
            "robust:low=10,high=90,centering=false,scaling=false,unit-variance=true",
        ] {
            let spec: ScalerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            let json = serde_json::to_string(&spec).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<ScalerSpec>(&json).unwrap(), spec);
        }
    }

    #[test]
    fn each_name_and_default_of_the_help_is_read_and_is_the_default() {
        for help in SCALERS {
            let plain: ScalerSpec = help.name.parse().unwrap();
            for (key, value) in help.keys {
                assert_eq!(format!("{}:{key}={value}", help.name).parse::<ScalerSpec>().unwrap(), plain, "{key}");
            }
            assert_eq!(plain.to_string(), help.name);
        }
    }

    #[test]
    fn wrong_names_keys_and_values_are_refused_with_what_is_allowed() {
        assert_eq!(
            message("standrad"),
            "scaler \"standrad\" is not known (did you mean \"standard\"?); allowed: standard, min-max, max-abs, robust, none"
        );
        assert_eq!(
            message("standard:dof=1"),
            "scaler \"standard\": key \"dof\" is not known (did you mean \"ddof\"?); allowed: ddof, centering, scaling"
        );
        assert_eq!(message("max-abs:low=1"), "scaler \"max-abs\": key \"low\" is not known; it has no keys");
        assert_eq!(message("standard:ddof=-1"), "scaler \"standard\": ddof=\"-1\" is not a whole number of at least 0");
        assert_eq!(message("standard:ddof"), "scaler \"standard:ddof\": \"ddof\" is not key=value");
        assert_eq!(message("min-max:low=0,low=1"), "scaler \"min-max:low=0,low=1\": low is given twice");
        assert_eq!(message("min-max:low=nan"), "scaler \"min-max\": low=\"nan\" is not a finite number");
        assert_eq!(message("min-max:low=2"), "scaler \"min-max\": low=2 must be below high=1");
        assert!(message("robust:low=80").contains("0 <= low < high <= 100"));
        assert!(message("robust:low=0,unit-variance=true").contains("needs low above 0"));
    }
}
