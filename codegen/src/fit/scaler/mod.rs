//! Scalers: every method ends as an offset and a scale.

mod fitting;
mod spec;

pub use fitting::{Scaling, fit};
pub use spec::{SCALERS, ScalerHelp, ScalerSpec};
