//! Nearest neighbours, k-means and their preprocessing on microcontrollers, from tables in flash.
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
// Tests compare exact literals and index what they made themselves.
#![cfg_attr(test, allow(clippy::float_cmp, clippy::cast_possible_truncation, clippy::cast_precision_loss))]

#[cfg(test)]
extern crate std;

mod answer;
mod arch;
pub mod baked;
mod batch;
#[cfg(feature = "defmt")]
mod defmt_format;
mod distance;
pub mod encode;
mod error;
pub mod format;
mod include;
mod math;
mod model;
mod neighbors;
mod outputs;
mod pipeline;
mod predict;
mod scratch;
mod texts;
pub mod typed;
mod value;
mod view;

pub use answer::{Assignment, Classification, Marks, Regression};
pub use batch::Batch;
pub use distance::Metric;
pub use error::{Feature, InputError, LoadError, Rule};
pub use format::FORMAT_VERSION;
pub use include::Aligned;
pub use model::Model;
pub use neighbors::{Neighbor, Visits};
pub use scratch::{Scratch, ScratchMut};
pub use texts::Texts;
pub use value::Value;
