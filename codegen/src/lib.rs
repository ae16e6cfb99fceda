//! Fits encoders, scalers, nearest neighbours and k-means from a CSV, for microcontrollers.
//!
//! The binary `nearkin` does it on the command line (feature `cli`, on by default). A build script or a program takes the
//! library without default features and starts at [`Fit`]: the same options, the same inference, the same bytes.
//!
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::aligned::Aligned;
//! use nearkin_codegen::recipe::Storage;
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let fit = Fit::from_csv(data).target("species").drop(["year"]).neighbors(3).storage(Storage::I8);
//! let (blob, warnings) = fit.fit()?;
//! assert_eq!(warnings, Vec::<String>::new());
//!
//! // What the device will do, done here by the same code.
//! let aligned = Aligned::new(&blob);
//! let model = aligned.load()?;
//! assert_eq!((model.payload().rows, model.n_neighbors()), (344, 3));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```
//!
//! By what happens to the data: [`data`] reads it, [`recipe`] says what is wanted, [`fit`] makes tables, [`emit`] their bytes,
//! [`generate`] Rust; [`measure`], [`metrics`], [`verify`] and [`predict`] ask the device library what came out.

pub mod aligned;
pub mod bind;
mod builder;
#[cfg(feature = "cli")]
pub mod cli;
pub mod data;
pub mod emit;
pub mod error;
pub mod estimate;
pub mod fit;
pub mod generate;
pub mod measure;
pub mod metrics;
pub mod output;
pub mod predict;
pub mod progress;
pub mod provenance;
pub mod random;
pub mod recipe;
#[cfg(feature = "cli")]
pub mod report;
mod search;
mod shown;
pub mod sizes;
pub mod storage;
pub mod training;
pub mod verify;

pub use builder::Fit;
pub use error::{Error, Result};
