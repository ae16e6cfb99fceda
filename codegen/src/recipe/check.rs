//! Contradictions between options.

use crate::error::{Error, Result};
use crate::recipe::{Metric, ModelKind, Prototypes, Recipe, Storage, Weights};

impl Recipe {
    /// Checks everything that does not depend on the data.
    ///
    /// # Errors
    /// [`Error::Usage`] with the flags that contradict each other or are out of range.
    pub fn check(&self) -> Result<()> {
        let conflict = self
            .model_conflict()
            .or_else(|| self.range_conflict())
            .or_else(|| self.search_conflict())
            .or_else(|| self.validation_conflict())
            .or_else(|| self.list_conflict())
            .or_else(|| self.column_conflict())
            .or_else(|| self.csv.conflict());
        match conflict {
            Some(message) => Err(Error::Usage(message)),
            None => self.check_encoders(),
        }
    }

    /// Checks the encoders of the columns that are known to be categorical, with their policies.
    fn check_encoders(&self) -> Result<()> {
        let target = self.target.as_ref();
        let columns = self.categorical.iter().chain(self.encode.keys()).chain(self.unknown.keys());
        columns.filter(|name| target != Some(name)).try_for_each(|name| self.encoder_of(name).map(|_| ()))
    }

    /// Checks for options of another model type and for missing required options.
    fn model_conflict(&self) -> Option<String> {
        use ModelKind::{KMeans, Knn};
        let kind = self.model_kind();
        let given: [(&str, bool, &[ModelKind]); 15] = [
            ("--neighbors", self.neighbors.is_some(), &[Knn]),
            ("--metric", self.metric.is_some(), &[Knn]),
            ("--weights", self.weights.is_some(), &[Knn]),
            ("--prototypes", self.prototypes.is_some(), &[Knn]),
            ("--holdout", self.holdout.is_some(), &[Knn]),
            ("--cv", self.cv.is_some(), &[Knn]),
            ("--group", self.group.is_some(), &[Knn]),
            ("--reject", self.reject.is_some(), &[Knn, KMeans]),
            ("--storage", self.storage.is_some(), &[Knn, KMeans]),
            ("--clusters", self.clusters.is_some(), &[KMeans]),
            ("--init", self.init.is_some(), &[KMeans]),
            ("--n-init", self.n_init.is_some(), &[KMeans]),
            ("--max-iter", self.max_iter.is_some(), &[KMeans]),
            ("--tol", self.tol.is_some(), &[KMeans]),
            ("--empty", self.empty.is_some(), &[KMeans]),
        ];
        for (flag, given, kinds) in given {
            if given && !kinds.contains(&kind) {
                let kinds = kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
                return Some(format!("{flag} requires --model {kinds}, but the model is {kind}"));
            }
        }
        if kind == KMeans && self.clusters.is_none() {
            return Some("--model kmeans requires --clusters, the number of clusters".to_owned());
        }
        if kind == Knn && self.target.is_none() {
            return Some(
                "--target is missing: specify the column to predict (or use --clusters K or --model encode)".to_owned(),
            );
        }
        if self.task.is_some() && self.target.is_none() {
            return Some("--task requires --target".to_owned());
        }
        None
    }

    /// Checks the ranges of numbers.
    fn range_conflict(&self) -> Option<String> {
        let counts = [
            ("--neighbors", self.neighbors.map(u64::from), 1),
            ("--clusters", self.clusters.map(u64::from), 1),
            ("--n-init", self.n_init.map(u64::from), 1),
            ("--max-iter", self.max_iter.map(u64::from), 1),
            ("--cv", self.cv.map(u64::from), 2),
            ("--sample", self.sample, 1),
        ];
        for (flag, value, least) in counts {
            if let Some(value) = value.filter(|value| *value < least) {
                return Some(format!("{flag} {value}: must be at least {least}"));
            }
        }
        // TOML, the format of recipe files, has only signed integers.
        for (flag, value) in [("--seed", self.seed), ("--sample", self.sample)] {
            if let Some(value) = value.filter(|&value| i64::try_from(value).is_err()) {
                return Some(format!("{flag} {value}: must be at most {}", i64::MAX));
            }
        }
        if let Some(reject) = self.reject.filter(|reject| !(0.0..=1.0).contains(reject)) {
            return Some(format!("--reject {reject}: a quantile must be between 0 and 1, as in 0.99"));
        }
        if let Some(holdout) = self.holdout.filter(|holdout| !(0.0..1.0).contains(holdout)) {
            return Some(format!("--holdout {holdout}: a share must be at least 0 and less than 1, as in 0.25"));
        }
        if let Some(tol) = self.tol.filter(|tol| !(tol.is_finite() && *tol >= 0.0)) {
            return Some(format!("--tol {tol}: must be a number of at least 0"));
        }
        None
    }

    /// Checks combinations of search options.
    fn search_conflict(&self) -> Option<String> {
        let metric = self.metric.unwrap_or(Metric::Euclidean);
        if self.weights == Some(Weights::Distance) && metric == Metric::Dot {
            return Some(
                "--weights distance cannot be combined with --metric dot, which is a similarity and has no 1/distance"
                    .to_owned(),
            );
        }
        let integers = matches!(self.storage, Some(Storage::I8 | Storage::I16));
        if integers && !nearkin::Metric::from(metric).has_integer_form() {
            let storage = self.storage.unwrap_or(Storage::I8);
            return Some(format!(
                "--storage {storage} cannot be combined with --metric {metric}; integer storage supports euclidean, manhattan and chebyshev"
            ));
        }
        if self.storage == Some(Storage::Auto) && self.model_kind() == ModelKind::KMeans {
            return Some(
                "--storage auto compares predictions, but k-means has none; use --storage f32, i16 or i8".to_owned(),
            );
        }
        let prototypes = self.prototypes?;
        if prototypes.are_means() && metric == Metric::Hamming {
            return Some(format!(
                "--prototypes {prototypes} cannot be combined with --metric hamming, because a mean has no categories; use condensed or edited"
            ));
        }
        if matches!(prototypes, Prototypes::Lvq(_)) && metric != Metric::Euclidean {
            return Some(format!(
                "--prototypes {prototypes} cannot be combined with --metric {metric}, because they are learned with euclidean distances; use k-means:N"
            ));
        }
        self.task.and_then(|task| prototypes.conflict(task))
    }

    /// Checks combinations of validation options.
    fn validation_conflict(&self) -> Option<String> {
        if self.cv.is_some() && self.holdout.is_some() {
            return Some("--cv and --holdout exclude each other; use folds or held-out rows".to_owned());
        }
        if self.group.is_some() && self.cv.is_none() {
            return Some("--group requires --cv: it keeps the rows of a group in one fold".to_owned());
        }
        if self.group.is_some() && self.group == self.target {
            return Some("--group and --target name the same column".to_owned());
        }
        None
    }

    /// Checks for columns that are in two lists, or twice in one.
    fn list_conflict(&self) -> Option<String> {
        let lists = [
            ("--features", &self.features),
            ("--drop", &self.drop),
            ("--numeric", &self.numeric),
            ("--categorical", &self.categorical),
        ];
        for (flag, names) in lists {
            let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
            if let Some((_, name)) = twice {
                return Some(format!("{flag} contains column {name:?} twice"));
            }
        }
        let both = |a: &[String], b: &[String]| a.iter().find(|name| b.contains(name)).cloned();
        if let Some(name) = both(&self.numeric, &self.categorical) {
            return Some(format!("column {name:?} cannot be both --numeric and --categorical"));
        }
        if let Some(name) = both(&self.features, &self.drop) {
            return Some(format!("column {name:?} is in both --features and --drop"));
        }
        for (role, column) in [("--target", &self.target), ("--group", &self.group)] {
            let Some(column) = column else { continue };
            if let Some((flag, _)) = lists[..2].iter().find(|(_, names)| names.contains(column)) {
                return Some(format!("column {column:?} is the {role} column and cannot be in {flag}"));
            }
        }
        None
    }

    /// Checks entries for single columns.
    fn column_conflict(&self) -> Option<String> {
        let encode = self.encode.keys().map(|name| ("--encode", name));
        let scale = self.scale.keys().map(|name| ("--scale", name));
        let missing = self.missing.keys().map(|name| ("--missing", name));
        let unknown = self.unknown.keys().map(|name| ("--unknown", name));
        let kinds = [("--numeric", &self.numeric), ("--categorical", &self.categorical)];
        let lists = kinds.into_iter().flat_map(|(flag, names)| names.iter().map(move |name| (flag, name)));
        let by_column = encode.chain(scale).chain(missing).chain(unknown);
        for (flag, name) in by_column.clone().chain(lists) {
            if self.drop.contains(name) {
                return Some(format!("{flag} names column {name:?}, which is in --drop"));
            }
            let is_target = self.target.as_ref() == Some(name);
            if !self.features.is_empty() && !self.features.contains(name) && !is_target {
                return Some(format!("{flag} names column {name:?}, which is not in --features"));
            }
        }
        for (flag, name) in by_column {
            if self.target.as_ref() == Some(name) {
                return Some(format!("{flag} names column {name:?}, which is the target, not a feature"));
            }
            if self.numeric.contains(name) && matches!(flag, "--encode" | "--unknown") {
                return Some(format!("{flag} names column {name:?}, which is numeric according to --numeric"));
            }
        }
        for (name, policy) in &self.missing {
            if self.numeric.contains(name) && !policy.suits_numbers() {
                return Some(format!("--missing {name}={policy} is not a number, but column {name:?} is numeric"));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks flags given as the text of a recipe.
    fn check(text: &str) -> Result<()> {
        Recipe::from_toml("r.toml", text).expect("a recipe").check()
    }

    fn refused(text: &str) -> String {
        check(text).expect_err(text).to_string()
    }

    #[test]
    fn a_valid_recipe_passes_with_and_without_defaults() {
        for text in [
            "target = \"y\"",
            "target = \"y\"\ncv = 5\ngroup = \"g\"",
            "target = \"y\"\nholdout = 0",
            "clusters = 3",
            "clusters = 3\ntarget = \"y\"\nreject = 0.99\nstorage = \"i8\"",
            "model = \"encode\"",
            "model = \"encode\"\ntarget = \"y\"\ntask = \"regress\"",
            "target = \"y\"\ncategorical = [\"y\"]\nfeatures = [\"a\"]",
            "target = \"y\"\nprototypes = \"k-means:10\"\nstorage = \"i16\"\nmetric = \"manhattan\"",
        ] {
            check(text).expect(text);
            Recipe::from_toml("r.toml", text).expect("a recipe").with_defaults().check().expect(text);
        }
    }

    #[test]
    fn an_option_of_another_model_is_rejected() {
        assert_eq!(
            refused("model = \"knn\"\ntarget = \"y\"\nclusters = 3"),
            "--clusters requires --model kmeans, but the model is knn"
        );
        assert_eq!(refused("clusters = 3\nneighbors = 3"), "--neighbors requires --model knn, but the model is kmeans");
        assert_eq!(
            refused("model = \"encode\"\nstorage = \"i8\""),
            "--storage requires --model knn or kmeans, but the model is encode"
        );
        for option in ["init = \"random\"", "n-init = 2", "max-iter = 2", "tol = 0.1", "empty = \"keep\""] {
            assert!(refused(&format!("target = \"y\"\n{option}")).contains("requires --model kmeans"), "{option}");
        }
        for option in
            ["metric = \"dot\"", "weights = \"uniform\"", "prototypes = \"edited\"", "cv = 5", "holdout = 0.2"]
        {
            assert!(refused(&format!("clusters = 2\n{option}")).contains("requires --model knn"), "{option}");
        }
    }

    #[test]
    fn required_options_are_reported() {
        assert_eq!(refused("model = \"kmeans\""), "--model kmeans requires --clusters, the number of clusters");
        assert_eq!(
            refused(""),
            "--target is missing: specify the column to predict (or use --clusters K or --model encode)"
        );
        assert_eq!(refused("clusters = 2\ntask = \"regress\""), "--task requires --target");
    }

    #[test]
    fn numbers_out_of_range_are_rejected() {
        assert_eq!(refused("target = \"y\"\nneighbors = 0"), "--neighbors 0: must be at least 1");
        assert_eq!(refused("clusters = 0"), "--clusters 0: must be at least 1");
        assert_eq!(refused("target = \"y\"\ncv = 1"), "--cv 1: must be at least 2");
        assert_eq!(refused("target = \"y\"\nsample = 0"), "--sample 0: must be at least 1");
        for wrong in ["-0.1", "1.5", "nan", "inf", "99"] {
            assert!(refused(&format!("target = \"y\"\nreject = {wrong}")).contains("between 0 and 1"), "{wrong}");
        }
        for wrong in ["-0.1", "1", "nan"] {
            assert!(refused(&format!("target = \"y\"\nholdout = {wrong}")).contains("less than 1"), "{wrong}");
        }
        for wrong in ["-1", "nan", "inf"] {
            assert!(refused(&format!("clusters = 2\ntol = {wrong}")).contains("at least 0"), "{wrong}");
        }
        check("clusters = 2\ntol = 0").expect("0 means until nothing moves");
    }

    #[test]
    fn contradicting_search_options_are_rejected() {
        assert_eq!(
            refused("target = \"y\"\nweights = \"distance\"\nmetric = \"dot\""),
            "--weights distance cannot be combined with --metric dot, which is a similarity and has no 1/distance"
        );
        for metric in ["dot", "cosine", "hamming", "minkowski:3"] {
            assert!(
                refused(&format!("target = \"y\"\nstorage = \"i8\"\nmetric = \"{metric}\""))
                    .contains("integer storage supports")
            );
        }
        assert!(refused("target = \"y\"\nprototypes = \"k-means:3\"\nmetric = \"hamming\"").contains("use condensed"));
        assert!(refused("target = \"y\"\nprototypes = \"edited\"\ntask = \"regress\"").contains("requires classes"));
    }

    #[test]
    fn contradicting_validation_options_are_rejected() {
        assert!(refused("target = \"y\"\ncv = 5\nholdout = 0.2").contains("exclude each other"));
        assert!(refused("target = \"y\"\ngroup = \"g\"").contains("--group requires --cv"));
        assert!(refused("target = \"y\"\ngroup = \"y\"\ncv = 3").contains("the same column"));
    }

    #[test]
    fn a_column_has_one_role() {
        for (text, message) in [
            ("drop = [\"a\", \"b\", \"a\"]", "--drop contains column \"a\" twice"),
            ("numeric = [\"a\"]\ncategorical = [\"a\"]", "column \"a\" cannot be both --numeric and --categorical"),
            ("features = [\"a\"]\ndrop = [\"a\"]", "column \"a\" is in both --features and --drop"),
            ("drop = [\"y\"]", "column \"y\" is the --target column and cannot be in --drop"),
            ("features = [\"y\"]", "column \"y\" is the --target column and cannot be in --features"),
            (
                "features = [\"g\"]\ngroup = \"g\"\ncv = 3",
                "column \"g\" is the --group column and cannot be in --features",
            ),
        ] {
            assert_eq!(refused(&format!("target = \"y\"\n{text}")), message);
        }
    }

    #[test]
    fn an_entry_for_a_column_fits_the_column() {
        for (text, message) in [
            ("drop = [\"a\"]\n[scale]\na = \"none\"", "--scale names column \"a\", which is in --drop"),
            ("drop = [\"a\"]\nnumeric = [\"a\"]", "--numeric names column \"a\", which is in --drop"),
            (
                "features = [\"b\"]\n[unknown]\na = \"error\"",
                "--unknown names column \"a\", which is not in --features",
            ),
            ("[encode]\ny = \"count\"", "--encode names column \"y\", which is the target, not a feature"),
            (
                "numeric = [\"a\"]\n[encode]\na = \"count\"",
                "--encode names column \"a\", which is numeric according to --numeric",
            ),
            (
                "categorical = [\"a\"]\n[missing]\na = \"mean\"",
                "--missing a=mean: it applies only to numeric columns, but the column is categorical",
            ),
            (
                "numeric = [\"a\"]\n[missing]\na = \"level\"",
                "--missing a=level is not a number, but column \"a\" is numeric",
            ),
        ] {
            assert_eq!(refused(&format!("target = \"y\"\n{text}")), message);
        }
    }

    #[test]
    fn contradictions_of_the_csv_are_found_too() {
        assert!(refused("target = \"y\"\ncsv.quote = \"#\"\ncsv.comment = \"#\"").contains("are both #"));
    }
}
