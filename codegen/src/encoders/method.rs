//! The list of all encoders: the method with its parameters, and what is known of each.

use crate::encoders::cat_boost::{self, CatBoost};
use crate::encoders::contrasts::{self, Helmert};
use crate::encoders::count::{self, Count};
use crate::encoders::digits::{self, BaseN};
use crate::encoders::glmm::{self, Glmm};
use crate::encoders::hash::Hashing;
use crate::encoders::hashing;
use crate::encoders::james_stein::{self, JamesStein};
use crate::encoders::key::Key;
use crate::encoders::leave_one_out::{self, LeaveOneOut};
use crate::encoders::level_column::LevelColumn;
use crate::encoders::m_estimate::{self, MEstimate};
use crate::encoders::one_hot::{self, OneHot};
use crate::encoders::ordinal::{self, Ordinal};
use crate::encoders::raw_encoding::RawEncoding;
use crate::encoders::syntax::{Keys, SpecWriter};
use crate::encoders::target::{self, TargetEncoder};
use crate::encoders::woe::{self, Woe};
use crate::error::Result;

/// An encoder's method with its own parameters; see each type for them.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// 1..L.
    Ordinal(Ordinal),
    /// Rows of the level.
    Count(Count),
    /// A 1 among zeros.
    OneHot(OneHot),
    /// Deviation from the mean: the last level is the row of -1.
    Sum,
    /// Each level against the one before.
    BackwardDifference,
    /// Each level against the mean of those before.
    Helmert(Helmert),
    /// Orthogonal polynomials over equally spaced levels.
    Polynomial,
    /// The binary digits of the ordinal code.
    Binary,
    /// The digits of the ordinal code in a base.
    BaseN(BaseN),
    /// A bucket of a digest.
    Hashing(Hashing),
    /// The target's mean, blended with the prior by the number of rows.
    Target(TargetEncoder),
    /// The target's mean with `m` rows of the prior.
    MEstimate(MEstimate),
    /// The target's mean shrunk by the ratio of variances.
    JamesStein(JamesStein),
    /// The random effect of a mixed model.
    Glmm(Glmm),
    /// Weight of evidence.
    Woe(Woe),
    /// The target's mean without the row itself.
    LeaveOneOut(LeaveOneOut),
    /// The running mean of the rows before.
    CatBoost(CatBoost),
}

/// What is known of a method before it is fitted.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{Key, METHODS, Method, MethodInfo};
///
/// let info: &MethodInfo = Method::Sum.info();
/// assert_eq!((info.name, info.supervised), ("sum", false));
/// let keys: Vec<&str> = info.keys.iter().map(|key: &Key| key.name).collect();
/// assert_eq!(keys, ["order", "unknown", "missing"]);
/// assert_eq!(METHODS.iter().filter(|info| info.supervised).count(), 7);
/// ```
#[derive(Debug)]
pub struct MethodInfo {
    /// Its name, as users type it.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// The same in at most 29 characters, for a list of two columns.
    pub brief: &'static str,
    /// The keys it takes after `name:`.
    pub keys: &'static [Key],
    /// Whether it needs the target.
    pub supervised: bool,
    /// Reads its parameters.
    pub(super) parse: fn(&mut Keys) -> Result<Method>,
}

impl MethodInfo {
    /// Whether the method takes a key of that name.
    ///
    /// ```
    /// let target = nearkin_codegen::encoders::METHODS.iter().find(|method| method.name == "target").unwrap();
    /// assert!(target.has_key("smoothing") && !target.has_key("base"));
    /// ```
    #[must_use]
    pub fn has_key(&self, name: &str) -> bool {
        self.keys.iter().any(|key| key.name == name)
    }
}

/// What each encoder's file provides.
pub(super) trait Encoder {
    /// Its entry of [`METHODS`].
    fn info(&self) -> &'static MethodInfo;
    /// Writes the parameters that differ from their defaults.
    fn write(&self, out: &mut SpecWriter);
    /// Fits the levels of `column`.
    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding>;
}

/// Every encoder, in the order of the help.
pub const METHODS: [&MethodInfo; 17] = [
    &ordinal::INFO,
    &count::INFO,
    &one_hot::INFO,
    &contrasts::SUM,
    &contrasts::BACKWARD_DIFFERENCE,
    &contrasts::HELMERT,
    &contrasts::POLYNOMIAL,
    &digits::BINARY,
    &digits::BASE_N,
    &hashing::INFO,
    &target::INFO,
    &m_estimate::INFO,
    &james_stein::INFO,
    &glmm::INFO,
    &woe::INFO,
    &leave_one_out::INFO,
    &cat_boost::INFO,
];

impl Method {
    pub(super) fn encoder(&self) -> &dyn Encoder {
        match self {
            Self::Ordinal(method) => method,
            Self::Count(method) => method,
            Self::OneHot(method) => method,
            Self::Sum => &contrasts::Sum,
            Self::BackwardDifference => &contrasts::BackwardDifference,
            Self::Helmert(method) => method,
            Self::Polynomial => &contrasts::Polynomial,
            Self::Binary => &digits::Binary,
            Self::BaseN(method) => method,
            Self::Hashing(method) => method,
            Self::Target(method) => method,
            Self::MEstimate(method) => method,
            Self::JamesStein(method) => method,
            Self::Glmm(method) => method,
            Self::Woe(method) => method,
            Self::LeaveOneOut(method) => method,
            Self::CatBoost(method) => method,
        }
    }

    /// What is known of the method: its name, summary and keys.
    #[must_use]
    pub fn info(&self) -> &'static MethodInfo {
        self.encoder().info()
    }
}
