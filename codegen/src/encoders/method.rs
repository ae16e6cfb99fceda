//! The registry of all encoders: the methods with their parameters and descriptions.

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

/// An encoding method with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// The position of the level, 1..L.
    Ordinal(Ordinal),
    /// The number of rows with the level.
    Count(Count),
    /// 1 in the level's output, 0 in the others.
    OneHot(OneHot),
    /// Deviation from the mean: the last level is -1 in every output.
    Sum,
    /// Each level against the one before.
    BackwardDifference,
    /// Each level against the mean of the levels before.
    Helmert(Helmert),
    /// Orthogonal polynomials over equally spaced levels.
    Polynomial,
    /// The binary digits of the ordinal code.
    Binary,
    /// The digits of the ordinal code in a base.
    BaseN(BaseN),
    /// A bucket of the text's digest.
    Hashing(Hashing),
    /// The target mean, blended with the prior by the number of rows.
    Target(TargetEncoder),
    /// The target mean with `m` additional rows of the prior.
    MEstimate(MEstimate),
    /// The target mean, shrunk by the ratio of variances.
    JamesStein(JamesStein),
    /// The random effect of a mixed model.
    Glmm(Glmm),
    /// Weight of evidence.
    Woe(Woe),
    /// The target mean without the row itself.
    LeaveOneOut(LeaveOneOut),
    /// The running target mean of the preceding rows.
    CatBoost(CatBoost),
}

/// The description of a method: its name, help texts and keys.
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
    /// The name, as typed in an option.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// A description of at most 29 characters, for a list in two columns.
    pub brief: &'static str,
    /// The keys that can follow `name:`.
    pub keys: &'static [Key],
    /// Whether the method needs the target.
    pub supervised: bool,
    /// Reads the parameters.
    pub(super) parse: fn(&mut Keys) -> Result<Method>,
}

impl MethodInfo {
    /// Returns whether the method has a key of this name.
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

/// The interface that each encoder implements.
pub(super) trait Encoder {
    /// Returns its entry in [`METHODS`].
    fn info(&self) -> &'static MethodInfo;
    /// Writes the parameters that differ from their defaults.
    fn write(&self, out: &mut SpecWriter);
    /// Fits the levels of `column`.
    fn fit(&self, column: &LevelColumn) -> Result<RawEncoding>;
}

/// All encoders, in the order of the help.
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

    /// Returns the description of the method: its name, help texts and keys.
    #[must_use]
    pub fn info(&self) -> &'static MethodInfo {
        self.encoder().info()
    }
}
