//! Values of a fixed choice on the command line, with the names in help, completions and errors.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::recipe::Choice;

/// Returns a parser of `T` that lists the names; aliases are accepted without being listed.
pub(super) fn choices<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let names = T::NAMES.iter().map(|(name, _)| PossibleValue::new(*name));
    let aliases = T::ALIASES.iter().map(|(name, _)| PossibleValue::new(*name).hide(true));
    PossibleValuesParser::new(names.chain(aliases)).try_map(|name| T::choose(&name))
}
