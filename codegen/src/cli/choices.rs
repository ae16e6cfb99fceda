//! Values of a fixed choice on the command line, with the names in help, completions and errors.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::recipe::Choice;

/// Gives a parser of `T` that knows the names.
pub(super) fn choices<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::NAMES.iter().map(|(name, _)| *name)).try_map(|name| T::choose(&name))
}
