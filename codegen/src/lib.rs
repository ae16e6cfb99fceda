//! Fits encoders, scalers, nearest neighbours and k-means from a CSV, for microcontrollers.
//!
//! The binary `nearkin` does it on the command line (feature `cli`, on by default). A build script or a program takes the
//! library without default features and starts at [`Fit`]: the same options, the same inference, the same bytes.
//!
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::model::aligned::Aligned;
//! use nearkin_codegen::recipe::Storage;
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let fit = Fit::from_csv(data).target("species").drop(["year"]).neighbors(3).storage(Storage::I8);
//! let fitted = fit.fit()?;
//! assert_eq!(fitted.warnings, Vec::<String>::new());
//!
//! // What the device will do, done here by the same code.
//! let aligned = Aligned::new(&fitted.blob);
//! let model = aligned.load()?;
//! assert_eq!((model.payload().rows, model.n_neighbors()), (344, 3));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```
//!
//! Data flows through the modules in this order: [`data`] reads a CSV; [`recipe`] holds the options; [`fit`] plans and fits,
//! with the estimators in [`encoders`], [`scaler`], [`kmeans`] and [`impute`]; [`model`] writes the blob; [`generate`] writes
//! Rust; [`evaluate`] predicts, validates and verifies with the device library.

mod builder;
#[cfg(feature = "cli")]
#[doc(hidden)] // the binary's own
pub mod cli;
pub mod data;
pub mod encoders;
pub mod error;
pub mod evaluate;
pub mod fit;
pub mod generate;
pub mod impute;
pub mod kmeans;
pub mod model;
// The command line prints and prompts; a build script does not.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
mod output;
pub mod progress;
pub mod random;
pub mod recipe;
pub mod scaler;
mod session;
pub(crate) mod statistics;
mod text;

pub use builder::{Fit, Fitted};
pub use error::{Error, Result};
