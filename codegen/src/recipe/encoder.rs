//! The encoder of a column with its policies.

use crate::encoders::{EncoderSpec, Method, MissingPolicy, UnknownPolicy};
use crate::error::{Error, Result};
use crate::recipe::Recipe;

impl Recipe {
    /// Returns the encoder of a categorical column, with the policies that `missing` and `unknown` set for the column.
    ///
    /// # Errors
    /// [`Error::Usage`] if the encoder does not support a policy or sets a different one itself.
    #[doc(hidden)]
    pub fn encoder_of(&self, column: &str) -> Result<EncoderSpec> {
        let own = self.encode.get(column).or(self.encoder.as_ref());
        let mut spec = own.cloned().unwrap_or_else(|| EncoderSpec::from(Method::OneHot(Default::default())));
        let conflict = |key: &str, a: &dyn std::fmt::Display, b: &dyn std::fmt::Display| {
            Error::usage(format!("column {column:?}: --{key} is {a}, but its encoder sets {key}={b}"))
        };
        if let Some(unknown) = self.unknown.get(column) {
            let policy = UnknownPolicy::from(*unknown);
            if spec.unknown != UnknownPolicy::default() && spec.unknown != policy && self.encode.contains_key(column) {
                return Err(conflict("unknown", unknown, &spec.unknown));
            }
            spec.unknown = policy;
        }
        if let Some(missing) = self.missing.get(column) {
            let policy =
                missing.for_category().map_err(|why| Error::usage(format!("--missing {column}={missing}: {why}")))?;
            if spec.missing != MissingPolicy::default() && spec.missing != policy && self.encode.contains_key(column) {
                return Err(conflict("missing", &policy, &spec.missing));
            }
            spec.missing = policy;
        }
        match spec.check() {
            Ok(()) => Ok(spec),
            Err(error) => Err(Error::usage(format!("column {column:?}: {error}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(text: &str) -> Recipe {
        Recipe::from_toml("r.toml", text).expect("a recipe")
    }

    #[test]
    fn a_column_gets_its_own_encoder_or_the_default_one() {
        let recipe =
            recipe("encoder = \"count\"\nscaler = \"max-abs\"\n[encode]\na = \"ordinal\"\n[scale]\nb = \"none\"");
        assert_eq!(recipe.encoder_of("a").expect("sound").to_string(), "ordinal");
        assert_eq!(recipe.encoder_of("b").expect("sound").to_string(), "count");
        let nothing = Recipe::default();
        assert_eq!(nothing.encoder_of("a").expect("sound").to_string(), "one-hot");
    }

    #[test]
    fn policies_of_a_column_override_its_encoder() {
        let recipe = recipe("[unknown]\na = \"error\"\n[missing]\na = \"most-frequent\"\n[encode]\na = \"ordinal\"");
        let spec = recipe.encoder_of("a").expect("sound");
        assert_eq!((spec.unknown, spec.missing), (UnknownPolicy::Error, MissingPolicy::MostFrequent));
    }

    #[test]
    fn a_policy_that_contradicts_the_encoder_is_rejected() {
        let refused = |text: &str| recipe(text).encoder_of("a").expect_err(text).to_string();
        assert_eq!(
            refused("[unknown]\na = \"error\"\n[encode]\na = \"ordinal:unknown=indicator\""),
            "column \"a\": --unknown is error, but its encoder sets unknown=indicator"
        );
        assert!(refused("[unknown]\na = \"error\"\n[encode]\na = \"hashing\"").starts_with("column \"a\": "));
        assert_eq!(
            refused("[missing]\na = \"mean\""),
            "--missing a=mean: it applies only to numeric columns, but the column is categorical"
        );
    }
}
