//! The keys of a recipe file: their order, descriptions and examples.

/// A key of the top level or of the table `csv`.
pub(super) struct Key {
    /// The name, with the prefix `csv.` for that table.
    pub(super) name: &'static str,
    /// The description.
    pub(super) about: &'static str,
    /// An example value.
    pub(super) example: &'static str,
}

/// Creates a key.
const fn key(name: &'static str, about: &'static str, example: &'static str) -> Key {
    Key { name, about, example }
}

/// All keys with one value, in the order of the file.
pub(super) const KEYS: &[Key] = &[
    key("model", "type of model: knn, kmeans, encode", "\"knn\""),
    key("task", "classify or regress; inferred from the target", "\"classify\""),
    key("target", "column to predict", "\"species\""),
    key("features", "columns to use; by default all except target and group", "[\"a\", \"b\"]"),
    key("drop", "columns to leave out", "[\"id\"]"),
    key("numeric", "columns to read as numbers", "[\"a\"]"),
    key("categorical", "columns to read as categories", "[\"b\"]"),
    key("encoder", "encoder of categorical columns; parameters after a colon", "\"target:smoothing=10\""),
    key("scaler", "scaler of numeric columns: standard, min-max, max-abs, robust, none", "\"standard\""),
    key("scale-encoded", "whether to scale encoded columns too", "true"),
    key("neighbors", "number of neighbors (k); default 5, or 1 with prototypes other than edited", "5"),
    key("metric", "euclidean, manhattan, chebyshev, minkowski:P, hamming, cosine, dot", "\"euclidean\""),
    key("weights", "weight of a vote: uniform, or distance for 1/distance", "\"uniform\""),
    key("reject", "quantile of training distances beyond which a row is novel, 0 to 1", "0.99"),
    key("prototypes", "prototypes stored instead of all rows: condensed, edited, k-means:N, lvq:N", "\"condensed\""),
    key("clusters", "number of clusters", "8"),
    key("init", "initial centroids: k-means++, random, rows:1,2,3", "\"k-means++\""),
    key("n-init", "number of k-means runs; the best is kept", "1"),
    key("max-iter", "maximum number of k-means iterations", "300"),
    key("tol", "movement of centroids, relative to the variance, at which k-means stops", "0.0001"),
    key("empty", "treatment of an empty cluster: relocate, keep, zero", "\"relocate\""),
    key("storage", "storage type of the rows: f32, i16, i8, auto", "\"f32\""),
    key("holdout", "share of rows held out for validation; 0 for none", "0.25"),
    key("cv", "number of cross-validation folds, instead of held-out rows", "5"),
    key("group", "column whose equal values stay in one fold; requires cv", "\"person\""),
    key("sample", "number of rows drawn for the fit; by default all", "10000"),
    key("seed", "seed of all random choices", "0"),
    key("lean", "whether to leave this recipe out of the model", "true"),
    key("csv.delimiter", "delimiter: one character, or tab, space, comma, semicolon, pipe", "\"semicolon\""),
    key("csv.decimal-comma", "whether 1,5 is one and a half", "true"),
    key("csv.encoding", "auto, utf8, latin1, utf16", "\"latin1\""),
    key("csv.no-header", "whether the first line is data", "true"),
    key("csv.comment", "character that begins a line to skip", "\"#\""),
    key("csv.quote", "quote character; none if quotes are ordinary characters", "\"'\""),
    key("csv.missing-marker", "texts that mean missing, in addition to the defaults", "[\"-200\"]"),
    key("csv.fold-case", "whether to merge categories that differ only in case or white space", "true"),
];

/// The tables of values by column; `example` is the value of a column `NAME`.
pub(super) const TABLES: &[Key] = &[
    key("encode", "encoder of one column: COLUMN = \"NAME:key=value\"", "\"ordinal\""),
    key("scale", "scaler of one column: COLUMN = \"NAME:key=value\"", "\"min-max\""),
    key(
        "missing",
        "missing-value policy of one column: error, mean, median, most-frequent, constant:V, level, drop, indicator, mean+indicator",
        "\"median\"",
    ),
    key("unknown", "unknown-category policy of one column: error, value, missing, indicator", "\"error\""),
];

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::recipe::Recipe;

    /// Returns a recipe with every key; it contains contradictions.
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
        let described = |part: &serde_json::Value, prefix: &str| -> Vec<String> {
            part.as_object().expect("properties").keys().map(|key| format!("{prefix}{key}")).collect()
        };
        let definitions = &schema["$defs"];
        let mut described =
            [described(&definitions["Recipe"]["properties"], ""), described(&definitions["Csv"]["properties"], "csv.")]
                .concat();
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
        // A field without a key has no example, so it would be empty here; nested values may have empty parts.
        let printed = format!("{:#?}", full());
        let own = printed.lines().filter(|line| line.len() - line.trim_start().len() <= 8);
        let unset: Vec<_> =
            own.filter(|line| [": None,", ": [],", ": {},"].iter().any(|end| line.ends_with(end))).collect();
        assert!(unset.is_empty(), "{unset:?}");
    }
}
