//! Fits encoders, scalers, nearest neighbors and k-means to a CSV, for microcontrollers.
//!
//! The binary `nearkin` does this on the command line (feature `cli`, on by default). A build script or a program uses the
//! library without default features and starts at [`Fit`]: the same options, the same inference, the same bytes.
//!
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::recipe::Storage;
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let fitted = Fit::from_csv(data).target("species").drop(["year"]).neighbors(3).storage(Storage::I8).fit()?;
//! assert_eq!((fitted.rows, fitted.warnings.len()), (344, 0));
//! assert!(fitted.score.is_some_and(|accuracy| accuracy > 0.95));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```
//!
//! [`recipe`] has the options that [`Fit::with`] changes.

// Hidden modules are internal: for the binary and the project's tests; no stability promise. Data flows through them in
// this order: data reads a CSV; recipe holds the options; fit plans and fits, with the estimators in encoders, scaler, kmeans
// and impute; model writes the blob; generate writes Rust; evaluate predicts, validates and verifies with the device library.
// session is the sequence of these steps.

mod builder;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod data;
#[doc(hidden)]
pub mod encoders;
pub mod error;
#[doc(hidden)]
pub mod evaluate;
#[doc(hidden)]
pub mod fit;
#[doc(hidden)]
pub mod generate;
#[doc(hidden)]
pub mod impute;
#[doc(hidden)]
pub mod kmeans;
#[doc(hidden)]
pub mod model;
#[cfg_attr(not(feature = "cli"), allow(dead_code, reason = "only the command line prints and prompts"))]
mod output;
#[doc(hidden)]
pub mod progress;
#[doc(hidden)]
pub mod random;
pub mod recipe;
#[doc(hidden)]
pub mod scaler;
mod session;
pub(crate) mod statistics;
mod text;

pub use builder::{Fit, Fitted};
pub use error::{Error, Result};
