//! The functions that need more than `+ - x /`, and the only choice of their implementation.
//!
//! Equal bits on every target require the exact functions. The feature `micromath` replaces them by approximations if a
//! distance is only reported or used as a weight. Which rows are nearest, and whether a row is novel, stays exact, except
//! for the powers of Minkowski distances.

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
