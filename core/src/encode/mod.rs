//! Columns: how a raw cell becomes encoded outputs, and what is stored and compared.
//!
//! An unknown or a missing category is a code like any other: fitting decides which code it takes
//! (its own, another level's) or that it is refused. So the device follows no policy, only a table.

mod category;
mod column;
mod hash;
mod lookup;
mod number;
mod record;

pub(crate) use category::row as table_row;
pub use category::{Category, CodeOutputs, NO_CODE};
pub use column::{InputColumn, InputKind};
pub use hash::HashAlgorithm;
pub use lookup::Lookup;
pub use number::{Affine, Indicator, Number};
pub use record::Policy;
