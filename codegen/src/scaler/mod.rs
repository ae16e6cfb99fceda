//! Scalers: every method ends as an offset and a scale.
//!
//! # Examples
//! ```
//! use nearkin_codegen::scaler::{SCALERS, ScalerHelp, ScalerSpec, Scaling, fit};
//!
//! let spec: ScalerSpec = "min-max:low=-1".parse()?;
//! let scaling: Scaling = fit(&spec, &[10.0, 20.0, 30.0]);
//! assert_eq!((20.0 - scaling.offset) * scaling.scale, 0.0);
//! assert_eq!((30.0 - scaling.offset) * scaling.scale, 1.0);
//! assert!(fit(&ScalerSpec::STANDARD, &[4.0, 4.0]).constant);
//! assert_eq!((ScalerSpec::MIN_MAX, ScalerSpec::ROBUST), ("min-max".parse()?, "robust".parse()?));
//! assert_eq!((spec.name(), SCALERS.len()), ("min-max", 5));
//! let standard: &ScalerHelp = &SCALERS[0];
//! assert_eq!((standard.name, standard.keys[0]), ("standard", ("ddof", "0")));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod fitting;
mod spec;

pub use fitting::{Scaling, fit};
pub use spec::{SCALERS, ScalerHelp, ScalerSpec};
