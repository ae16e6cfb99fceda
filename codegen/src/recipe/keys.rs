//! The keys of a recipe file: their order, what each means, and an example.

/// A key of the file's top level or of its table `csv`.
pub(super) struct Key {
    /// Its name, `csv.` before those of that table.
    pub(super) name: &'static str,
    /// What it means.
    pub(super) about: &'static str,
    /// A value, for an entry that is not set.
    pub(super) example: &'static str,
}

/// A key.
const fn key(name: &'static str, about: &'static str, example: &'static str) -> Key {
    Key { name, about, example }
}

/// All keys with one value, in the order of the file.
pub(super) const KEYS: &[Key] = &[
    key("model", "what is fitted: knn, kmeans, encode", "\"knn\""),
    key("task", "classify or regress; inferred from the target", "\"classify\""),
    key("target", "the column that is predicted", "\"species\""),
    key("features", "the columns that are used; all but target and group when left out", "[\"a\", \"b\"]"),
    key("drop", "columns that are not used", "[\"id\"]"),
    key("numeric", "columns read as numbers, whatever they look like", "[\"a\"]"),
    key("categorical", "columns read as categories, whatever they look like", "[\"b\"]"),
    key("encoder", "encoder of the categorical columns; parameters after a colon", "\"target:smoothing=10\""),
    key("scaler", "scaler of the numeric columns: standard, min-max, max-abs, robust, none", "\"standard\""),
    key("scale-encoded", "whether encoded columns are scaled too", "true"),
    key("neighbors", "k: how many stored rows vote; 5, but 1 with prototypes other than edited", "5"),
    key("metric", "euclidean, manhattan, chebyshev, minkowski:P, hamming, cosine, dot", "\"euclidean\""),
    key("weights", "what a vote counts: uniform, or distance for 1/distance", "\"uniform\""),
    key("reject", "quantile of training distances beyond which a row is novel, 0 to 1", "0.99"),
    key("prototypes", "rows that stand for all: condensed, edited, k-means:N, lvq:N", "\"condensed\""),
    key("clusters", "how many clusters k-means makes", "8"),
    key("init", "where k-means starts: k-means++, random, rows:1,2,3", "\"k-means++\""),
    key("n-init", "how many starts k-means tries; the best is kept", "1"),
    key("max-iter", "the most iterations of k-means", "300"),
    key("tol", "movement of centroids, relative to the variance, that ends k-means", "0.0001"),
    key("empty", "what an empty cluster becomes: relocate, keep, zero", "\"relocate\""),
    key("storage", "how stored numbers are kept: f32, i16, i8, auto", "\"f32\""),
    key("holdout", "share of rows held out to measure the model; 0 for none", "0.25"),
    key("cv", "folds that measure the model, instead of rows held out", "5"),
    key("group", "column whose values stay in one fold; with cv", "\"person\""),
    key("sample", "rows drawn for the fit; all when left out", "10000"),
    key("seed", "start of every random choice", "0"),
    key("lean", "whether the model leaves this recipe out", "true"),
    key("csv.delimiter", "between two cells: one character, or tab, space, comma, semicolon, pipe", "\"semicolon\""),
    key("csv.decimal-comma", "whether 1,5 is one and a half", "true"),
    key("csv.encoding", "auto, utf8, latin1, utf16", "\"latin1\""),
    key("csv.no-header", "whether the first line is data already", "true"),
    key("csv.comment", "starts a line that is skipped", "\"#\""),
    key("csv.quote", "around a cell; none where a quote is a plain character", "\"'\""),
    key("csv.missing-marker", "cells that mean missing, besides the usual ones", "[\"-200\"]"),
    key("csv.fold-case", "whether categories that differ only in case are one", "true"),
];

/// The tables with a value for each of some columns, `example` for a column `NAME`.
pub(super) const TABLES: &[Key] = &[
    key("encode", "encoder of one column: COLUMN = \"NAME:key=value\"", "\"ordinal\""),
    key("scale", "scaler of one column: COLUMN = \"NAME:key=value\"", "\"min-max\""),
    key(
        "missing",
        "a missing cell of one column: error, mean, median, most-frequent, constant:V, level, drop, indicator, mean+indicator",
        "\"median\"",
    ),
    key("unknown", "a category not seen at fit, of one column: error, value, missing, indicator", "\"error\""),
];

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::recipe::Recipe;

    /// A recipe with every key; it contradicts itself.
    pub(crate) fn full() -> Recipe {
        let mut text = String::new();
        for key in KEYS {
            text.push_str(&format!("{} = {}\n", key.name, key.example));
        }
        for table in TABLES {
            text.push_str(&format!("[{}]\nNAME = {}\n", table.name, table.example));
        }
        Recipe::from_toml("full.toml", &text).expect("the examples are right")
    }

    #[test]
    fn the_schema_of_inspect_has_every_key() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../../schemas/inspect.schema.json")).expect("JSON");
        let recipe = &schema["properties"]["provenance"]["properties"]["recipe"]["properties"];
        let described = |part: &serde_json::Value, prefix: &str| -> Vec<String> {
            part.as_object().expect("properties").keys().map(|key| format!("{prefix}{key}")).collect()
        };
        let mut described = [described(recipe, ""), described(&recipe["csv"]["properties"], "csv.")].concat();
        described.retain(|key| key != "csv");
        let mut keys: Vec<_> = KEYS.iter().chain(TABLES).map(|key| key.name.to_owned()).collect();
        described.sort();
        keys.sort();
        assert_eq!(described, keys);
    }

    #[test]
    fn keys_are_exactly_the_fields() {
        let value = serde_json::to_value(full()).expect("it prints");
        let object = value.as_object().expect("an object");
        let mut fields = Vec::new();
        for (name, value) in object {
            match (name.as_str(), value.as_object()) {
                ("csv", Some(csv)) => fields.extend(csv.keys().map(|name| format!("csv.{name}"))),
                _ => fields.push(name.clone()),
            }
        }
        let mut keys: Vec<_> = KEYS.iter().chain(TABLES).map(|key| key.name.to_owned()).collect();
        fields.sort();
        keys.sort();
        assert_eq!(fields, keys);
        // A field without a key has no example, so it would be empty here; deeper values may have empty parts.
        let printed = format!("{:#?}", full());
        let own = printed.lines().filter(|line| line.len() - line.trim_start().len() <= 8);
        let unset: Vec<_> =
            own.filter(|line| [": None,", ": [],", ": {},"].iter().any(|end| line.ends_with(end))).collect();
        assert!(unset.is_empty(), "{unset:?}");
    }
}
