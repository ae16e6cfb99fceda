//! The cargo features of this build, as constants.

/// Rows of `f32`.
pub(crate) const FLOAT: bool = cfg!(feature = "float");
/// Distances other than euclidean.
pub(crate) const METRICS: bool = cfg!(feature = "metrics");
