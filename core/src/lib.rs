//! Nearest neighbors, k-means and their preprocessing on microcontrollers, from tables in flash.
//!
//! `no_std`, no heap. A model is fitted on the host from a CSV, its tables stay in flash, and every prediction has the same
//! bits on the host and on every chip.
//!
//! # From a CSV to the chip
//!
//! **Fit** with the tool of the package `nearkin-codegen` (`cargo install --path codegen` in a clone). It detects numbers and
//! categories, encodes and scales them, and reports the quality of the model and its cost in flash, RAM and instructions:
//!
//! ```sh
//! nearkin fit examples/data/penguins.csv --target species --drop year --neighbors 3 --storage i8 --reject 0.99 -o species.nkn
//! ```
//!
//! **Predict** in firmware that depends only on this crate, by path or by git (`README.md`), with `species.nkn` beside its
//! `main.rs`. A row has one [`Value`] for each column, in the order that `nearkin inspect species.nkn` prints. The result has
//! flags for missing and unknown values; a cell that its column refuses is an error, never a silent class:
//!
//! ```
//! use nearkin::{InputError, Model, Scratch, Value};
//!
//! # macro_rules! include_model { ($path:literal) => { nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/", $path)) } }
//! static MODEL: &[u8] = include_model!("species.nkn"); // aligned; stays in flash
//!
//! let model = Model::from_bytes(MODEL)?; // checks once, borrows
//! let mut scratch = Scratch::<4, 3>::new(); // words of a stored row, neighbors; `fit` prints both
//! model.check(&scratch)?;
//!
//! let mut row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
//! let found = model.classify(&row, &mut scratch)?;
//! assert_eq!((found.name(), found.votes()), ("Adelie", 3));
//! assert!(found.has_missing() && !found.has_unknown() && !found.is_novel());
//!
//! row[0] = Value::Missing; // no training row had a missing island, so it is refused
//! assert_eq!(model.classify(&row, &mut scratch).err(), Some(InputError::Missing { column: 0 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Or generate typed code.** `nearkin generate` writes a module with a field for each column, and an enum for each category
//! and for the classes: a wrong category does not compile, and the chip needs no texts. By default, the module is a typed
//! `Classifier` around the bytes of the model, which can be replaced. With `--baked`, the complete model is Rust code: there is
//! no loader, and only what this model uses is linked:
//!
//! ```sh
//! nearkin generate species.nkn -o species.rs --baked
//! ```
//!
//! ```
//! mod species {
//!     # /*
//!     include!("species.rs");
//!     # */
//!     # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.rs"));
//! }
//! use species::{Input, Island, Sex, Species};
//!
//! let found = species::classify(&Input {
//!     island: Island::Torgersen,
//!     bill_length_mm: Some(39.4),
//!     bill_depth_mm: Some(18.5),
//!     flipper_length_mm: Some(182.0),
//!     body_mass_g: None, // `Option` only where missing is allowed
//!     sex: Some(Sex::Male),
//! })?;
//! assert_eq!((found.class(), found.votes()), (Species::Adelie, 3));
//! # Ok::<(), nearkin::InputError>(())
//! ```
//!
//! A build script can do both steps with `nearkin_codegen::Fit`, so that the firmware always contains the model of the
//! current data. Start from `examples/build-script` in the repository.
//!
//! **Run it.** That firmware for a Cortex-M0, including start-up, memory map and linker script, runs in QEMU
//! (`qemu-system-arm`) and prints `Adelie, 3 of 3 votes`. For your board, change `memory.x`, and the target and the runner in
//! `.cargo/config.toml`:
//!
//! ```sh
//! rustup target add thumbv6m-none-eabi
//! cd examples/build-script && cargo run --release
//! ```
//!
//! No set-up is needed: no heap, no initialization, no interrupts. A call needs its scratch (40 bytes here) and about a kilobyte
//! of stack (half of that for a baked model), and it never blocks. The folder `examples` also has programs for a Cortex-M4F, a
//! RISC-V, an RP2040 and an nRF52840. With the feature `defmt`, [`Neighbor`], [`Flags`] and all other public types can be
//! logged.
//!
//! **Replace it** without reflashing: a loaded model is bytes from any source. `from_bytes` of a generated module refuses bytes
//! that are damaged or have another schema, and accepts a retrained model.
//!
//! **Check it.** `nearkin evaluate` measures accuracy, and `nearkin verify` compares the device's arithmetic with double
//! precision. `FORMAT.md` specifies the bytes, and lists the checks of [`Model::from_bytes`]; `README.md` lists the guarantees after them.
#![no_std]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::std_instead_of_core
    )
)]
#![cfg_attr(test, allow(clippy::float_cmp, clippy::cast_possible_truncation, reason = "tests compare exact literals"))]

#[cfg(test)]
extern crate std;

mod arch;
#[doc(hidden)] // for generated code and `nearkin-codegen`; no stability promise
pub mod baked;
#[cfg(feature = "defmt")]
mod defmt_format;
mod distance;
#[doc(hidden)] // for generated code and `nearkin-codegen`; no stability promise
pub mod encode;
mod error;
mod features;
mod flags;
#[doc(hidden)] // for generated code and `nearkin-codegen`; no stability promise
pub mod format;
mod include;
mod math;
mod model;
mod neighbors;
mod scratch;
mod texts;
pub mod typed;
mod value;
mod view;

pub use distance::Metric;
pub use error::{Feature, InputError, LoadError, Rule};
pub use flags::Flags;
pub use format::FORMAT_VERSION;
pub use include::Aligned;
pub use model::Model;
pub use model::answer::{Assignment, Classification, Regression};
pub use model::batch::Batch;
pub use neighbors::{Neighbor, SearchStats};
pub use scratch::{Scratch, ScratchMut};
pub use texts::Texts;
pub use value::Value;
