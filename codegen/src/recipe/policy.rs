//! The policies of a recipe for missing cells and unknown categories.

use std::fmt;
use std::str::FromStr;

use crate::encoders::{MissingPolicy, UnknownPolicy};
use crate::recipe::choice::{Choice, unknown_name};

/// The treatment of a missing cell.
///
/// As text: one of [`Missing::NAMES`]; an imputation may be followed by `+indicator`, which adds a column that is 1
/// where the cell was missing. `indicator` alone fills the cell with the default of the column: the mean of a numeric
/// column, the encoder's default for a categorical column, for which this is the only form with an indicator. A constant
/// that could be misread is quoted: `constant:"a+indicator"`, with `""` for a quote inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// A row with a missing cell is an error.
    Error,
    /// The row is left out of fitting; later it is an error.
    Drop,
    /// The default imputation of the column, with an indicator.
    Indicator,
    /// The cell is filled.
    Impute {
        /// The imputed value.
        with: Imputation,
        /// Whether to add a column that indicates missing cells.
        indicator: bool,
    },
}

/// The value for a missing cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Imputation {
    /// The mean of the column's numbers.
    Mean,
    /// The median of the column's numbers.
    Median,
    /// The most frequent value; on a tie the smallest.
    MostFrequent,
    /// This value, as typed.
    Constant(String),
    /// A separate level, for a categorical column.
    Level,
}

/// The treatment of a category that does not occur in training; `unknown=` of an encoder has more options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// The row is an error.
    Error,
    /// The default of the encoder: the prior, or zeros.
    Value,
    /// The same as a missing cell.
    Missing,
    /// The default of the encoder, and a column that is 1.
    Indicator,
}

const INDICATOR: &str = "+indicator";

impl Missing {
    /// Every name, as in the help.
    #[doc(hidden)]
    pub const NAMES: &'static [&'static str] =
        &["error", "mean", "median", "most-frequent", "constant:V", "level", "drop", "indicator"];

    /// Returns whether it is valid for a numeric column.
    #[doc(hidden)]
    #[must_use]
    pub fn suits_numbers(&self) -> bool {
        match self {
            Self::Impute { with: Imputation::Level, .. } => false,
            Self::Impute { with: Imputation::Constant(value), .. } => value.parse::<f64>().is_ok_and(f64::is_finite),
            _ => true,
        }
    }

    /// Returns whether it is valid for a categorical column.
    #[doc(hidden)]
    #[must_use]
    pub fn suits_categories(&self) -> bool {
        self.for_category().is_ok()
    }

    /// Converts it to the policy of an encoder.
    ///
    /// # Errors
    /// The reason why it is not valid for a categorical column.
    #[doc(hidden)]
    pub fn for_category(&self) -> Result<MissingPolicy, &'static str> {
        match self {
            Self::Error => Ok(MissingPolicy::Error),
            Self::Drop => Ok(MissingPolicy::Drop),
            Self::Indicator => Ok(MissingPolicy::Indicator),
            Self::Impute { with: Imputation::Mean | Imputation::Median, .. } => {
                Err("it applies only to numeric columns, but the column is categorical")
            }
            Self::Impute { indicator: true, .. } => Err("the column is categorical; use indicator alone"),
            Self::Impute { with: Imputation::MostFrequent, .. } => Ok(MissingPolicy::MostFrequent),
            Self::Impute { with: Imputation::Constant(level), .. } => Ok(MissingPolicy::Constant(level.clone())),
            Self::Impute { with: Imputation::Level, .. } => Ok(MissingPolicy::Level),
        }
    }
}

impl FromStr for Missing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, indicator) = match text.strip_suffix(INDICATOR) {
            Some(name) => (name, true),
            None => (text, false),
        };
        let with = match name {
            "error" | "drop" | "indicator" if indicator => {
                return Err(format!("{text:?}: {INDICATOR} requires an imputation, as in mean{INDICATOR}"));
            }
            "error" => return Ok(Self::Error),
            "drop" => return Ok(Self::Drop),
            "indicator" => return Ok(Self::Indicator),
            "mean" => Imputation::Mean,
            "median" => Imputation::Median,
            "most-frequent" => Imputation::MostFrequent,
            "level" => Imputation::Level,
            "constant" => return Err("constant requires a value, as in constant:0".to_owned()),
            _ => match name.strip_prefix("constant:") {
                Some(value) => Imputation::Constant(unquote(value)?),
                None => return Err(unknown_name("missing policy", text, Self::NAMES.iter().copied())),
            },
        };
        Ok(Self::Impute { with, indicator })
    }
}

/// Removes the quotes of a quoted constant.
fn unquote(value: &str) -> Result<String, String> {
    match value.strip_prefix('"') {
        None => Ok(value.to_owned()),
        // A quote that is not doubled would end the text too early.
        Some(rest) => match rest.strip_suffix('"').filter(|inner| !inner.replace("\"\"", "").contains('"')) {
            Some(inner) => Ok(inner.replace("\"\"", "\"")),
            None => Err(format!("unbalanced quotes in constant:{value}")),
        },
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error => f.write_str("error"),
            Self::Drop => f.write_str("drop"),
            Self::Indicator => f.write_str("indicator"),
            Self::Impute { with, indicator } => {
                match with {
                    Imputation::Mean => f.write_str("mean")?,
                    Imputation::Median => f.write_str("median")?,
                    Imputation::MostFrequent => f.write_str("most-frequent")?,
                    Imputation::Level => f.write_str("level")?,
                    Imputation::Constant(value) if value.starts_with('"') || value.ends_with(INDICATOR) => {
                        write!(f, "constant:\"{}\"", value.replace('"', "\"\""))?;
                    }
                    Imputation::Constant(value) => write!(f, "constant:{value}")?,
                }
                f.write_str(if *indicator { INDICATOR } else { "" })
            }
        }
    }
}

impl Choice for Unknown {
    const WHAT: &'static str = "unknown policy";
    const NAMES: &'static [(&'static str, Self)] =
        &[("error", Self::Error), ("value", Self::Value), ("missing", Self::Missing), ("indicator", Self::Indicator)];
}

impl FromStr for Unknown {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::choose(text)
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl From<Unknown> for UnknownPolicy {
    fn from(unknown: Unknown) -> Self {
        match unknown {
            Unknown::Error => Self::Error,
            Unknown::Value => Self::Value,
            Unknown::Missing => Self::Missing,
            Unknown::Indicator => Self::Indicator,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(value: &str, indicator: bool) -> Missing {
        Missing::Impute { with: Imputation::Constant(value.to_owned()), indicator }
    }

    #[test]
    fn every_policy_reads_and_prints_the_same() {
        for name in Missing::NAMES {
            let text = name.replace(":V", ":-1.5");
            assert_eq!(text.parse::<Missing>().expect("a listed name").to_string(), text);
        }
    }

    #[test]
    fn an_indicator_requires_an_imputation() {
        assert_eq!("mean+indicator".parse(), Ok(Missing::Impute { with: Imputation::Mean, indicator: true }));
        assert_eq!("constant:0+indicator".parse(), Ok(constant("0", true)));
        for wrong in ["error+indicator", "drop+indicator", "indicator+indicator"] {
            assert!(wrong.parse::<Missing>().unwrap_err().contains("requires an imputation"), "{wrong}");
        }
    }

    #[test]
    fn constants_keep_their_text() {
        for (value, text) in [
            ("", "constant:"),
            ("a:b,c=d", "constant:a:b,c=d"),
            ("x+indicator", "constant:\"x+indicator\""),
            ("\"", "constant:\"\"\"\""),
            ("say \"hi\"", "constant:say \"hi\""),
        ] {
            assert_eq!(constant(value, false).to_string(), text);
            assert_eq!(text.parse(), Ok(constant(value, false)), "{text}");
            assert_eq!(format!("{text}+indicator").parse(), Ok(constant(value, true)), "{text}");
        }
        assert!("constant:\"open".parse::<Missing>().is_err());
        assert!("constant:\"a\"b\"".parse::<Missing>().is_err());
        assert_eq!("constant".parse::<Missing>().unwrap_err(), "constant requires a value, as in constant:0");
    }

    #[test]
    fn policies_are_checked_for_the_kind_of_column() {
        let policy = |text: &str| text.parse::<Missing>().expect("a policy");
        assert!(policy("mean").suits_numbers() && policy("mean").for_category().is_err());
        assert!(!policy("level").suits_numbers());
        assert_eq!(policy("level").for_category(), Ok(MissingPolicy::Level));
        assert!(policy("constant:-3").suits_numbers());
        assert_eq!(policy("constant:-3").for_category(), Ok(MissingPolicy::Constant("-3".to_owned())));
        assert_eq!(policy("indicator").for_category(), Ok(MissingPolicy::Indicator));
        assert!(policy("level+indicator").for_category().is_err());
        assert!(!policy("constant:none").suits_numbers());
    }

    #[test]
    fn encoders_accept_the_same_four_names() {
        for (name, unknown) in Unknown::NAMES {
            assert_eq!(
                name.parse::<UnknownPolicy>().expect("encoders accept these names"),
                UnknownPolicy::from(*unknown)
            );
        }
    }

    #[test]
    fn an_unknown_policy_is_rejected_with_the_nearest() {
        assert!("most-frequnt".parse::<Missing>().unwrap_err().contains("(did you mean \"most-frequent\"?)"));
    }
}
