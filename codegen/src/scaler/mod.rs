//! Scalers: every method is fitted to an offset and a scale.
//!
//! # Examples
//! ```
//! use nearkin_codegen::scaler::{ScalerSpec, fit};
//!
//! let spec: ScalerSpec = "min-max:low=-1".parse()?;
//! let scaling = fit(&spec, &[10.0, 20.0, 30.0]);
//! assert_eq!((20.0 - scaling.offset) * scaling.scale, 0.0);
//! assert_eq!((30.0 - scaling.offset) * scaling.scale, 1.0);
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod fitting;
mod spec;

pub use fitting::{Scaling, fit};
pub use spec::{SCALERS, ScalerHelp, ScalerSpec};
