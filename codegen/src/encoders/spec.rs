//! What is asked of one encoder: the method with its parameters, the level order, the policies.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::encoders::method::{METHODS, Method, MethodInfo};
use crate::encoders::policy::{MissingPolicy, UnknownPolicy};
use crate::encoders::syntax::{Keys, SpecWriter, escape, list};
use crate::error::{Error, Result, did_you_mean};

/// An encoder as a user asks for it: `one-hot`, `target:smoothing=10,unknown=error`, `ordinal:order=low|mid|high`.
///
/// The text form round-trips: [`fmt::Display`] writes only what differs from the defaults, in a fixed order.
/// In a value, `,` `|` and `\` are written with a backslash before them.
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
/// let levels = ["high".to_owned(), "low".to_owned()]; // as they appear in the rows
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
    /// The method and its own parameters.
    pub method: Method,
    /// In which order levels get their codes, slots and contrast rows.
    pub order: LevelOrder,
    /// What a level gets that was not there at fit.
    pub unknown: UnknownPolicy,
    /// What a missing cell gets.
    pub missing: MissingPolicy,
    /// The class that counts as 1 for a supervised method; the others count as 0.
    pub positive: Option<String>,
    /// Standard deviation of the noise: each training row is multiplied by `1 + sigma * z`, `z` standard normal; 0 is none.
    pub sigma: f64,
}

/// The order of the levels.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum LevelOrder {
    /// By number when every level is a plain number, else by bytes.
    #[default]
    Sorted,
    /// As they first appear in the rows.
    Appearance,
    /// As listed. A level that is not listed is refused; a listed level without rows keeps its place.
    Given(Vec<String>),
}

impl From<Method> for EncoderSpec {
    /// The method with the default order and policies.
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
    /// What is known of the method: its name, summary and keys.
    #[must_use]
    pub fn info(&self) -> &'static MethodInfo {
        self.method.info()
    }

    /// Checks that the policies fit the method.
    ///
    /// # Errors
    /// [`Error::Usage`] when the method cannot carry the policy out, with those that it can.
    pub fn check(&self) -> Result<()> {
        let info = self.info();
        let refuse = |what: String, why: &str| Err(Error::usage(format!("encoder {:?}: {what} {why}", info.name)));
        let codes = info.has_key("order") && !info.has_key("min_frequency");
        if self.unknown == UnknownPolicy::Level && !codes {
            return refuse("unknown=level".into(), "is for contrasts, binary and base-n; use unknown=indicator");
        }
        if self.missing == MissingPolicy::Reserve && !codes {
            return refuse("missing=reserve".into(), "is for contrasts, binary and base-n; use missing=level");
        }
        if self.unknown == UnknownPolicy::Infrequent && !info.has_key("min_frequency") {
            return refuse("unknown=infrequent".into(), "is for one-hot and ordinal");
        }
        if matches!(self.unknown, UnknownPolicy::Constant(_)) && info.name == "one-hot" {
            return refuse(format!("unknown={}", self.unknown), "cannot be: a slot is 0 or 1; use unknown=indicator");
        }
        if matches!(self.method, Method::Hashing(_)) {
            if self.unknown != UnknownPolicy::Value {
                return refuse(format!("unknown={}", self.unknown), "has no meaning: any text has a bucket");
            }
            if matches!(
                self.missing,
                MissingPolicy::MostFrequent | MissingPolicy::Constant(_) | MissingPolicy::Indicator
            ) {
                return refuse(
                    format!("missing={}", self.missing),
                    "cannot be: a missing cell sets no bucket; use level, error, drop or nan",
                );
            }
        }
        if self.order != LevelOrder::Sorted && !info.has_key("order") {
            return refuse("order".into(), "has no meaning: its outputs do not depend on the order of levels");
        }
        if let LevelOrder::Given(names) = &self.order {
            if names.is_empty() {
                return refuse("order".into(), "is refused: it lists no level");
            }
            let mut sorted: Vec<&String> = names.iter().collect();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return refuse("order".into(), &format!("lists {:?} twice", pair[0]));
            }
        }
        if !info.supervised && self.positive.is_some() {
            return refuse("positive".into(), "has no meaning: the target is not used");
        }
        if self.sigma != 0.0 && !info.has_key("sigma") {
            return refuse("sigma".into(), "has no meaning here: no noise is defined for it");
        }
        if !(self.sigma.is_finite() && self.sigma >= 0.0) {
            return refuse(format!("sigma={}", self.sigma), "is refused: it must be 0 or more");
        }
        Ok(())
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
                "there is no encoder {name:?}{}; the encoders are {}",
                did_you_mean(name, names.iter().copied()),
                list(&names)
            )));
        };
        let allowed: Vec<&str> = info.keys.iter().map(|key| key.name).collect();
        let mut keys = Keys::parse(info.name, rest, &allowed)?;
        // The two words are told from levels of that name by the raw text: those are written with a backslash.
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
            sigma: keys.number(&["sigma", "noise"], "it must be 0 or more", |x| x >= 0.0)?.unwrap_or(0.0),
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
