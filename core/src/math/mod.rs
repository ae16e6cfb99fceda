//! The functions that need more than `+ - x /`; the only place that picks where they come from.
//!
//! Equal bits on every target need the exact ones. The feature `micromath` takes approximations instead where an answer
//! is only reported or weighed; what decides which rows are nearest, or whether a row is novel, stays exact, but for the
//! powers of Minkowski.

#[cfg(any(nearkin_micromath, all(test, feature = "micromath")))]
mod approximate;
mod exact;

pub(crate) use exact::{integer_sqrt, sqrt as exact_sqrt};

#[cfg(nearkin_micromath)]
pub(crate) use approximate::pow;
#[cfg(not(nearkin_micromath))]
pub(crate) use exact::pow;

#[cfg(all(nearkin_micromath, not(nearkin_vfp)))]
pub(crate) use approximate::sqrt;
// An FPU's root is exact and takes one instruction.
#[cfg(any(not(nearkin_micromath), nearkin_vfp))]
pub(crate) use exact::sqrt;
