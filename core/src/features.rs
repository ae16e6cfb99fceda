//! The cargo features of this build, as constants.

/// Models with `f32` storage.
pub(crate) const FLOAT: bool = cfg!(feature = "float");
/// Metrics other than euclidean.
pub(crate) const METRICS: bool = cfg!(feature = "metrics");
