//! The JSON schema of an option that is one of several names.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::recipe::Choice;

/// A value of [`Choice`] that is written as its name.
pub(crate) struct OneOf<T>(PhantomData<T>);

impl<T: Choice> JsonSchema for OneOf<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::WHAT.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = T::NAMES.iter().map(|&(name, _)| name).collect();
        json_schema!({"type": "string", "enum": names})
    }
}
