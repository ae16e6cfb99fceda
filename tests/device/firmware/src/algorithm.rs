//! The algorithm that is measured, chosen by the crate's feature.

#[cfg(feature = "empty")]
#[path = "empty.rs"]
mod chosen;
#[cfg(feature = "naive")]
#[path = "naive.rs"]
mod chosen;
#[cfg(feature = "small")]
#[path = "loaded.rs"]
mod chosen;
#[cfg(feature = "baked")]
#[path = "baked.rs"]
mod chosen;
#[cfg(feature = "c")]
#[path = "c.rs"]
mod chosen;

pub use chosen::{Algorithm, Cell, MISSING, integer, number, text};
