//! Input columns: from a raw cell to encoded outputs, and to what is stored and compared.
//!
//! An unknown or a missing category has a code like any other. Fitting chooses that code (a separate one, or that of
//! a level) or refuses such cells, so the device needs only a table and no policies.

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
