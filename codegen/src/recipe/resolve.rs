//! What a recipe means for the reader, for one column and for k-means.

use super::Recipe;
use crate::data::{Kind, ReadOptions};
use crate::error::{Error, Result};
use crate::fit::encoders::{EncoderSpec, Method, MissingPolicy, UnknownPolicy};
use crate::fit::kmeans::KMeansOptions;
use crate::fit::scaler::ScalerSpec;

impl Recipe {
    /// Gives how the CSV of the fit is to be read; a column with an encoder of its own is categorical.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        let categorical = self.categorical.iter().chain(self.encode.keys());
        let kinds = categorical.map(|name| (name.clone(), Kind::Categorical));
        let numeric = self.numeric.iter().map(|name| (name.clone(), Kind::Numeric));
        ReadOptions {
            kinds: kinds.chain(numeric).collect(),
            target: self.target.clone(),
            group: self.group.clone(),
            features: (!self.features.is_empty()).then(|| self.features.clone()),
            drop: self.drop.clone(),
            ..self.csv.read_options()
        }
    }

    /// Gives the encoder of a categorical column with its policies: its own or the default one, with what `missing` and
    /// `unknown` say of the column.
    ///
    /// # Errors
    /// [`Error::Usage`] when the encoder cannot carry a policy out, or says otherwise itself.
    pub fn encoder_of(&self, column: &str) -> Result<EncoderSpec> {
        let own = self.encode.get(column).or(self.encoder.as_ref());
        let mut spec = own.cloned().unwrap_or_else(|| EncoderSpec::from(Method::OneHot(Default::default())));
        let twice = |key: &str, a: &dyn std::fmt::Display, b: &dyn std::fmt::Display| {
            Error::usage(format!("column {column:?}: --{key} says {a}, its encoder says {key}={b}"))
        };
        if let Some(unknown) = self.unknown.get(column) {
            let policy = UnknownPolicy::from(*unknown);
            if spec.unknown != UnknownPolicy::default() && spec.unknown != policy && self.encode.contains_key(column) {
                return Err(twice("unknown", unknown, &spec.unknown));
            }
            spec.unknown = policy;
        }
        if let Some(missing) = self.missing.get(column) {
            let policy =
                missing.for_category().map_err(|why| Error::usage(format!("--missing {column}={missing}: {why}")))?;
            if spec.missing != MissingPolicy::default() && spec.missing != policy && self.encode.contains_key(column) {
                return Err(twice("missing", &policy, &spec.missing));
            }
            spec.missing = policy;
        }
        match spec.check() {
            Ok(()) => Ok(spec),
            Err(error) => Err(Error::usage(format!("column {column:?}: {error}"))),
        }
    }

    /// Gives the scaler of a numeric column: its own, or the default one.
    #[must_use]
    pub fn scaler_of(&self, column: &str) -> ScalerSpec {
        self.scale.get(column).or(self.scaler.as_ref()).copied().unwrap_or(ScalerSpec::STANDARD)
    }

    /// Gives how k-means runs; `None` where no clusters are asked for.
    #[must_use]
    pub fn kmeans_options(&self) -> Option<KMeansOptions> {
        let count = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
        let defaults = KMeansOptions::new(count(self.clusters?));
        let init = self.init.clone().unwrap_or_default();
        Some(KMeansOptions {
            n_init: self.n_init.map_or_else(|| init.default_n_init(), count),
            init,
            max_iter: self.max_iter.map_or(defaults.max_iter, count),
            tol: self.tol.unwrap_or(defaults.tol),
            empty: self.empty.unwrap_or(defaults.empty),
            seed: self.seed.unwrap_or(defaults.seed),
            ..defaults
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Encoding, Quote};

    fn recipe(text: &str) -> Recipe {
        Recipe::from_toml("r.toml", text).expect("a recipe")
    }

    #[test]
    fn a_column_gets_its_own_steps_or_the_default_ones() {
        let recipe =
            recipe("encoder = \"count\"\nscaler = \"max-abs\"\n[encode]\na = \"ordinal\"\n[scale]\nb = \"none\"");
        assert_eq!(recipe.encoder_of("a").expect("sound").to_string(), "ordinal");
        assert_eq!(recipe.encoder_of("b").expect("sound").to_string(), "count");
        assert_eq!((recipe.scaler_of("a"), recipe.scaler_of("b")), (ScalerSpec::MaxAbs, ScalerSpec::None));
        let nothing = Recipe::default();
        assert_eq!(nothing.encoder_of("a").expect("sound").to_string(), "one-hot");
        assert_eq!(nothing.scaler_of("a"), ScalerSpec::STANDARD);
    }

    #[test]
    fn policies_of_a_column_go_over_its_encoder() {
        let recipe = recipe("[unknown]\na = \"error\"\n[missing]\na = \"most-frequent\"\n[encode]\na = \"ordinal\"");
        let spec = recipe.encoder_of("a").expect("sound");
        assert_eq!((spec.unknown, spec.missing), (UnknownPolicy::Error, MissingPolicy::MostFrequent));
    }

    #[test]
    fn a_policy_that_contradicts_the_encoder_is_refused() {
        let refused = |text: &str| recipe(text).encoder_of("a").expect_err(text).to_string();
        assert_eq!(
            refused("[unknown]\na = \"error\"\n[encode]\na = \"ordinal:unknown=indicator\""),
            "column \"a\": --unknown says error, its encoder says unknown=indicator"
        );
        assert!(refused("[unknown]\na = \"error\"\n[encode]\na = \"hashing\"").starts_with("column \"a\": "));
        assert_eq!(
            refused("[missing]\na = \"mean\""),
            "--missing a=mean: it is for numbers, and the column is categorical"
        );
    }

    #[test]
    fn the_reader_is_told_all_that_the_recipe_says() {
        let recipe = recipe(
            "target = \"y\"\ngroup = \"g\"\ncv = 3\nfeatures = [\"a\", \"b\"]\nnumeric = [\"b\"]\n\
             csv.delimiter = \"tab\"\ncsv.quote = \"none\"\ncsv.encoding = \"latin1\"\ncsv.missing-marker = [\"-200\"]\n\
             csv.comment = \"#\"\ncsv.no-header = true\ncsv.decimal-comma = true\ncsv.fold-case = true\n\
             [encode]\na = \"ordinal\"",
        );
        let expected = ReadOptions {
            delimiter: Some(b'\t'),
            quote: Quote::None,
            comment: Some(b'#'),
            no_header: true,
            decimal_comma: true,
            encoding: Encoding::Latin1,
            missing_markers: vec!["-200".into()],
            fold_case: true,
            kinds: [("a".into(), Kind::Categorical), ("b".into(), Kind::Numeric)].into(),
            target: Some("y".into()),
            group: Some("g".into()),
            features: Some(vec!["a".into(), "b".into()]),
            ..ReadOptions::default()
        };
        assert_eq!(recipe.read_options(), expected);
        assert_eq!(Recipe::default().read_options(), ReadOptions::default());
    }

    #[test]
    fn k_means_has_scikit_learns_defaults() {
        assert_eq!(Recipe::default().kmeans_options(), None);
        assert_eq!(recipe("clusters = 3").kmeans_options(), Some(KMeansOptions::new(3)));
        assert_eq!(recipe("clusters = 3\ninit = \"random\"").kmeans_options().map(|o| o.n_init), Some(10));
        assert_eq!(recipe("clusters = 3").with_defaults().kmeans_options(), Some(KMeansOptions::new(3)));
    }
}
