//! Formatting of quantities, lists and tables for people.

pub(crate) mod digits;
pub(crate) mod lists;
#[cfg(feature = "cli")]
pub(crate) mod quantity;
pub(crate) mod quoted;
pub(crate) mod table;
