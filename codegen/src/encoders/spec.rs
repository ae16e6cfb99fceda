//! The spec of one encoder: the method with its parameters, the level order and the policies.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::encoders::method::{METHODS, Method, MethodInfo};
use crate::encoders::policy::{MissingPolicy, UnknownPolicy};
use crate::encoders::syntax::{Keys, SpecWriter, escape, list};
use crate::error::{Error, Result, did_you_mean};

/// An encoder as written in an option: `one-hot`, `target:smoothing=10,unknown=error`, `ordinal:order=low|mid|high`.
///
/// The text form round-trips: [`fmt::Display`] writes only the values that differ from the defaults, in a fixed order.
/// In a value, `,`, `|` and `\` are escaped with a backslash.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{Fallback, ColumnInput, EncoderSpec, LevelOrder, MISSING_LEVEL, MissingPolicy, UnknownPolicy, fit};
///
/// let spec: EncoderSpec = "ordinal:order=low|high,unknown=error,missing=level".parse()?;
/// assert_eq!(spec.order, LevelOrder::Given(vec!["low".into(), "high".into()]));
/// assert_eq!((&spec.unknown, &spec.missing), (&UnknownPolicy::Error, &MissingPolicy::Level));
/// assert_eq!(spec.to_string().parse::<EncoderSpec>()?, spec);
///
/// let levels = ["high".to_owned(), "low".to_owned()]; // in order of appearance
/// let encoding = fit(&spec, &ColumnInput::new(&levels, &[0, 1, MISSING_LEVEL]))?;
/// let of = |name| encoding.outputs_of((0..2).find(|&code| encoding.level(&levels, code) == Some(name))?);
/// assert_eq!((of("low"), of("high")), (Some(vec![1.0]), Some(vec![2.0])));
/// assert_eq!((encoding.missing, encoding.outputs_of(encoding.missing_code())), (Fallback::Row, Some(vec![3.0])));
/// assert_eq!((encoding.unknown, encoding.outputs_of(encoding.unknown_code())), (Fallback::Error, None));
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EncoderSpec {
    /// The method and its parameters.
    pub method: Method,
    /// The order of the codes, slots and contrast rows.
    pub order: LevelOrder,
    /// The encoding of a level that did not occur in training.
    pub unknown: UnknownPolicy,
    /// The encoding of a missing cell.
    pub missing: MissingPolicy,
    /// The class that counts as 1 for a supervised method; the others count as 0.
    pub positive: Option<String>,
    /// Standard deviation of the noise: each training row is multiplied by `1 + sigma * z`, `z` standard normal; 0 for none.
    pub sigma: f64,
}

/// The order of the levels.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum LevelOrder {
    /// By number if every level is a plain number, otherwise by bytes.
    #[default]
    Sorted,
    /// By first appearance in the rows.
    Appearance,
    /// As listed. A level that is not listed is an error; a listed level without rows keeps its position.
    Given(Vec<String>),
}

impl From<Method> for EncoderSpec {
    /// Creates a spec with the default order and policies.
    fn from(method: Method) -> Self {
        Self {
            method,
            order: LevelOrder::default(),
            unknown: UnknownPolicy::default(),
            missing: MissingPolicy::default(),
            positive: None,
            sigma: 0.0,
        }
    }
}

impl EncoderSpec {
    /// Returns the description of the method: its name, help texts and keys.
    #[must_use]
    pub fn info(&self) -> &'static MethodInfo {
        self.method.info()
    }

    /// Checks that the method supports the policies, the order and the noise.
    ///
    /// # Errors
    /// [`Error::Usage`] if it does not, with alternatives.
    pub fn check(&self) -> Result<()> {
        self.check_policies()?;
        self.check_order()?;
        if !self.info().supervised && self.positive.is_some() {
            return self.refuse("positive", "has no effect: the target is not used");
        }
        if self.sigma != 0.0 && !self.info().has_key("sigma") {
            return self.refuse("sigma", "is not supported: only supervised encoders have noise");
        }
        if !(self.sigma.is_finite() && self.sigma >= 0.0) {
            return self.refuse(&format!("sigma={}", self.sigma), "is invalid: it must be at least 0");
        }
        Ok(())
    }

    fn check_policies(&self) -> Result<()> {
        let info = self.info();
        let codes = info.has_key("order") && !info.has_key("min_frequency");
        if self.unknown == UnknownPolicy::Level && !codes {
            return self.refuse("unknown=level", "is for contrasts, binary and base-n only; use unknown=indicator");
        }
        if self.missing == MissingPolicy::Reserve && !codes {
            return self.refuse("missing=reserve", "is for contrasts, binary and base-n only; use missing=level");
        }
        if self.unknown == UnknownPolicy::Infrequent && !info.has_key("min_frequency") {
            return self.refuse("unknown=infrequent", "is for one-hot and ordinal only");
        }
        if matches!(self.unknown, UnknownPolicy::Constant(_)) && info.name == "one-hot" {
            let what = format!("unknown={}", self.unknown);
            return self.refuse(&what, "is not possible: an output is 0 or 1; use unknown=indicator");
        }
        if !matches!(self.method, Method::Hashing(_)) {
            return Ok(());
        }
        if self.unknown != UnknownPolicy::Value {
            return self.refuse(&format!("unknown={}", self.unknown), "has no effect: every text has a bucket");
        }
        match self.missing {
            MissingPolicy::MostFrequent | MissingPolicy::Constant(_) | MissingPolicy::Indicator => self.refuse(
                &format!("missing={}", self.missing),
                "is not possible: a missing cell has no bucket; use level, error, drop or nan",
            ),
            _ => Ok(()),
        }
    }

    fn check_order(&self) -> Result<()> {
        if self.order != LevelOrder::Sorted && !self.info().has_key("order") {
            return self.refuse("order", "has no effect: the outputs do not depend on the order of the levels");
        }
        if let LevelOrder::Given(names) = &self.order {
            if names.is_empty() {
                return self.refuse("order", "lists no level");
            }
            let mut sorted: Vec<&String> = names.iter().collect();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return self.refuse("order", &format!("lists {:?} twice", pair[0]));
            }
        }
        Ok(())
    }

    fn refuse(&self, what: &str, why: &str) -> Result<()> {
        Err(Error::usage(format!("encoder {:?}: {what} {why}", self.info().name)))
    }
}

impl FromStr for EncoderSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        let Some(info) = METHODS.iter().find(|info| info.name == name) else {
            let names: Vec<&str> = METHODS.iter().map(|info| info.name).collect();
            return Err(Error::usage(format!(
                "unknown encoder {name:?}{}; the encoders are {}",
                did_you_mean(name, names.iter().copied()),
                list(&names)
            )));
        };
        let allowed: Vec<&str> = info.keys.iter().map(|key| key.name).collect();
        let mut keys = Keys::parse(info.name, rest, &allowed)?;
        // Levels with the names of the two keywords are escaped, so the raw text distinguishes them.
        let order = match keys.raw("order") {
            None | Some("sorted") => LevelOrder::Sorted,
            Some("appearance") => LevelOrder::Appearance,
            Some(_) => LevelOrder::Given(Vec::new()),
        };
        let order = match (order, keys.list("order")) {
            (LevelOrder::Given(_), Some(names)) => LevelOrder::Given(names),
            (word, _) => word,
        };
        let spec = Self {
            order,
            unknown: keys.text("unknown").map_or(Ok(UnknownPolicy::default()), |text| text.trim().parse())?,
            missing: keys.text("missing").map_or(Ok(MissingPolicy::default()), |text| text.parse())?,
            positive: keys.text("positive"),
            sigma: keys.number(&["sigma", "noise"], "it must be at least 0", |x| x >= 0.0)?.unwrap_or(0.0),
            method: (info.parse)(&mut keys)?,
        };
        spec.check()?;
        Ok(spec)
    }
}

impl fmt::Display for EncoderSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = SpecWriter::new(self.info().name);
        self.method.encoder().write(&mut out);
        match &self.order {
            LevelOrder::Sorted => {}
            LevelOrder::Appearance => out.put("order", "appearance", false),
            LevelOrder::Given(names) if matches!(&names[..], [one] if one == "sorted" || one == "appearance") => {
                out.put("order", format!("\\{}", names[0]), false);
            }
            LevelOrder::Given(names) => {
                out.put("order", names.iter().map(|name| escape(name)).collect::<Vec<_>>().join("|"), false);
            }
        }
        if let Some(class) = &self.positive {
            out.put("positive", escape(class), false);
        }
        out.number("sigma", self.sigma, 0.0);
        out.put("unknown", &self.unknown, self.unknown == UnknownPolicy::default());
        out.put("missing", escape(&self.missing.to_string()), self.missing == MissingPolicy::default());
        f.write_str(&out.finish())
    }
}

impl TryFrom<String> for EncoderSpec {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

impl From<EncoderSpec> for String {
    fn from(spec: EncoderSpec) -> Self {
        spec.to_string()
    }
}
