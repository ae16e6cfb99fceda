//! Command-line options combined with a recipe: options override the recipe.

use crate::recipe::{ByColumn, Recipe};

impl Recipe {
    /// Returns `flags`, completed by the entries of `recipe`.
    ///
    /// `drop`, `numeric`, `categorical` and the tables by column are merged column by column; other lists are replaced. If
    /// a flag and an entry of the recipe exclude each other, the entry is removed: `--cv` removes `holdout` and vice versa;
    /// `--drop A` removes A everywhere else, `--features A,B` removes all columns except A and B; `--numeric A` and
    /// `--categorical A` remove A from the other list. [`Recipe::check`] reports all other contradictions.
    #[must_use]
    pub fn merge(flags: Self, mut recipe: Self) -> Self {
        if flags.cv.is_some() {
            recipe.holdout = None;
        }
        if flags.holdout.is_some() {
            recipe.cv = None;
            recipe.group = None;
        }
        let contains = |names: &[String], name: &String| names.contains(name);
        let used = |name: &String| {
            !contains(&flags.drop, name) && (flags.features.is_empty() || contains(&flags.features, name))
        };
        recipe.features.retain(used);
        recipe.drop.retain(|name| !contains(&flags.features, name));
        recipe.numeric.retain(|name| used(name) && !contains(&flags.categorical, name));
        recipe.categorical.retain(|name| used(name) && !contains(&flags.numeric, name));
        recipe.encode.retain(|name, _| used(name) && !contains(&flags.numeric, name));
        recipe.unknown.retain(|name, _| used(name) && !contains(&flags.numeric, name));
        recipe.scale.retain(|name, _| used(name));
        recipe.missing.retain(|name, _| used(name));
        // Without `..`, the compiler reports a field that is forgotten.
        Self {
            model: flags.model.or(recipe.model),
            task: flags.task.or(recipe.task),
            target: flags.target.or(recipe.target),
            features: list(flags.features, recipe.features),
            drop: union(flags.drop, recipe.drop),
            numeric: union(flags.numeric, recipe.numeric),
            categorical: union(flags.categorical, recipe.categorical),
            encoder: flags.encoder.or(recipe.encoder),
            scaler: flags.scaler.or(recipe.scaler),
            scale_encoded: flags.scale_encoded.or(recipe.scale_encoded),
            neighbors: flags.neighbors.or(recipe.neighbors),
            metric: flags.metric.or(recipe.metric),
            weights: flags.weights.or(recipe.weights),
            reject: flags.reject.or(recipe.reject),
            prototypes: flags.prototypes.or(recipe.prototypes),
            clusters: flags.clusters.or(recipe.clusters),
            init: flags.init.or(recipe.init),
            n_init: flags.n_init.or(recipe.n_init),
            max_iter: flags.max_iter.or(recipe.max_iter),
            tol: flags.tol.or(recipe.tol),
            empty: flags.empty.or(recipe.empty),
            storage: flags.storage.or(recipe.storage),
            holdout: flags.holdout.or(recipe.holdout),
            cv: flags.cv.or(recipe.cv),
            group: flags.group.or(recipe.group),
            sample: flags.sample.or(recipe.sample),
            seed: flags.seed.or(recipe.seed),
            lean: flags.lean.or(recipe.lean),
            encode: by_column(flags.encode, recipe.encode),
            scale: by_column(flags.scale, recipe.scale),
            missing: by_column(flags.missing, recipe.missing),
            unknown: by_column(flags.unknown, recipe.unknown),
            csv: flags.csv.over(recipe.csv),
        }
    }
}

/// Returns the list of the flags, or that of the recipe if it is empty.
fn list(flags: Vec<String>, recipe: Vec<String>) -> Vec<String> {
    if flags.is_empty() { recipe } else { flags }
}

/// Returns the names of the recipe, then the additional ones of the flags.
fn union(flags: Vec<String>, mut recipe: Vec<String>) -> Vec<String> {
    for name in flags {
        if !recipe.contains(&name) {
            recipe.push(name);
        }
    }
    recipe
}

/// Returns the values of the recipe, overridden by those of the flags.
fn by_column<T>(flags: ByColumn<T>, mut recipe: ByColumn<T>) -> ByColumn<T> {
    recipe.extend(flags);
    recipe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Metric;

    fn recipe(text: &str) -> Recipe {
        Recipe::from_toml("recipe.toml", text).expect("a recipe")
    }

    fn merged(flags: &str, under: &str) -> Recipe {
        Recipe::merge(recipe(flags), recipe(under))
    }

    #[test]
    fn a_flag_overrides_the_recipe_and_the_rest_stays() {
        let result = merged("metric = \"manhattan\"", "metric = \"dot\"\nneighbors = 7\nlean = true");
        assert_eq!(result.metric, Some(Metric::Manhattan));
        assert_eq!(result.neighbors, Some(7));
        assert_eq!(merged("lean = false", "lean = true").lean, Some(false));
    }

    #[test]
    fn every_key_survives_merging_with_nothing() {
        let full = crate::recipe::keys::tests::full();
        assert_eq!(Recipe::merge(Recipe::default(), full.clone()), full);
        assert_eq!(Recipe::merge(full.clone(), Recipe::default()), full);
    }

    #[test]
    fn column_entries_are_merged_and_features_are_replaced() {
        let result = merged(
            "drop = [\"c\"]\n[scale]\na = \"none\"",
            "drop = [\"d\", \"c\"]\n[scale]\na = \"robust\"\nb = \"max-abs\"",
        );
        assert_eq!(result.drop, ["d", "c"]);
        assert_eq!(result.scale.values().map(ToString::to_string).collect::<Vec<_>>(), ["none", "max-abs"]);
        let result = merged("features = [\"b\"]", "features = [\"a\", \"b\"]\n[scale]\na = \"none\"\nb = \"none\"");
        assert_eq!(result, recipe("features = [\"b\"]\n[scale]\nb = \"none\""));
        let csv = merged("csv.missing-marker = [\"-1\"]", "csv.missing-marker = [\"x\"]\ncsv.fold-case = true").csv;
        assert_eq!((csv.missing_marker, csv.fold_case), (vec!["-1".to_owned()], Some(true)));
    }

    #[test]
    fn a_flag_removes_entries_that_it_excludes() {
        assert_eq!(merged("cv = 5", "holdout = 0.2"), recipe("cv = 5"));
        assert_eq!(merged("holdout = 0.2", "cv = 5\ngroup = \"g\""), recipe("holdout = 0.2"));
        let saved = "features = [\"a\", \"b\"]\nnumeric = [\"a\", \"b\"]\n[missing]\na = \"mean\"";
        assert_eq!(merged("drop = [\"a\"]", saved), recipe("features = [\"b\"]\nnumeric = [\"b\"]\ndrop = [\"a\"]"));
        let result = merged("categorical = [\"a\"]", "numeric = [\"a\", \"b\"]\ncategorical = [\"c\"]");
        assert_eq!((result.numeric, result.categorical), (vec!["b".into()], vec!["c".into(), "a".into()]));
    }
}
