//! The recipe as a TOML file: errors contain the line, and every entry is written with a comment.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::error::{Error, Result, did_you_mean};
use crate::recipe::Recipe;
use crate::recipe::keys::{KEYS, TABLES};

/// The beginning of a file written by [`Recipe::to_toml_commented`].
#[doc(hidden)]
pub const FIRST_LINE: &str = "# nearkin recipe";

impl Recipe {
    /// Reads the TOML `text` of the file `name`.
    ///
    /// # Errors
    /// [`Error::Usage`] with file and line: invalid TOML, an unknown key or value (with the nearest known one), or a value
    /// of the wrong type. [`Recipe::check`] checks combinations.
    pub fn from_toml(name: &str, text: &str) -> Result<Self> {
        let at = |span: Option<Range<usize>>| format!("{name}:{}", line_of(text, span));
        let fail = |error: &toml::de::Error| Error::usage(format!("{}: {}", at(error.span()), error.message()));
        let document = DeTable::parse(text).map_err(|error| fail(&error))?;
        let table = document.get_ref();
        if let Some((span, message)) = unknown_key(table) {
            return Err(Error::usage(format!("{}: {message}", at(Some(span)))));
        }
        toml::from_str(text).map_err(|error| match error.span().and_then(|span| key_at(table, &span)) {
            Some(key) => Error::usage(format!("{}: {key}: {}", at(error.span()), error.message())),
            None => fail(&error),
        })
    }

    /// Writes the recipe as TOML with a comment on each entry; reads back to an equal recipe.
    ///
    /// `why` returns an additional comment for a key (`task`, `encode.island`), such as how the value was inferred. Options
    /// that are not set follow as comments, ready for use.
    #[must_use]
    #[doc(hidden)]
    pub fn to_toml_commented(&self, why: &dyn Fn(&str) -> Option<String>) -> String {
        let values = toml::Table::try_from(self).expect("a recipe contains only types that TOML has");
        let csv = values.get("csv").and_then(toml::Value::as_table);
        let mut text = format!("{FIRST_LINE}: use it with --recipe; command-line options override it\n");
        let mut unset = BTreeMap::<bool, Vec<String>>::new();
        let mut entries = BTreeMap::<bool, String>::new();
        for key in KEYS {
            let in_csv = key.name.strip_prefix("csv.");
            let value = match in_csv {
                Some(name) => csv.and_then(|csv| csv.get(name)),
                None => values.get(key.name),
            };
            match value {
                Some(value) => {
                    let because = why(key.name).map(|why| format!(" ({})", one_line(&why))).unwrap_or_default();
                    let name = in_csv.unwrap_or(key.name);
                    *entries.entry(in_csv.is_some()).or_default() +=
                        &format!("\n# {}{because}\n{name} = {value}\n", key.about);
                }
                None => unset.entry(in_csv.is_some()).or_default().push(format!(
                    "# {} = {}  # {}\n",
                    in_csv.unwrap_or(key.name),
                    key.example,
                    key.about
                )),
            }
        }
        text += entries.get(&false).map_or("", String::as_str);
        text += "\n# not set:\n";
        text += &unset.remove(&false).unwrap_or_default().concat();
        text += "\n[csv]\n";
        text += entries.get(&true).map_or("", String::as_str);
        text += &unset.remove(&true).unwrap_or_default().concat();
        for table in TABLES {
            text += &format!("\n# {}\n[{}]\n", table.about, table.name);
            let Some(columns) = values.get(table.name).and_then(toml::Value::as_table) else {
                text += &format!("# NAME = {}\n", table.example);
                continue;
            };
            for (column, value) in columns {
                let because = why(&format!("{}.{column}", table.name))
                    .map(|why| format!("  # {}", one_line(&why)))
                    .unwrap_or_default();
                text += &format!("{} = {value}{because}\n", quoted(column));
            }
        }
        text
    }
}

/// Returns the place and the message of the first key that is unknown or should be a table.
fn unknown_key(table: &DeTable<'_>) -> Option<(Range<usize>, String)> {
    let mut unknown = Vec::new();
    let known = |prefix: &str, name: &str| {
        KEYS.iter().chain(TABLES).any(|key| key.name.strip_prefix(prefix).is_some_and(|known| known == name))
    };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match value.get_ref() {
            DeValue::Table(csv) if name == "csv" => {
                for (key, _) in csv {
                    if !known("csv.", key.get_ref()) {
                        let names = KEYS.iter().filter_map(|known| known.name.strip_prefix("csv."));
                        unknown.push((key.span(), unknown_key_message("key of [csv]", key.get_ref(), names)));
                    }
                }
            }
            // serde would accept a list as the values of the table, in order.
            _ if name == "csv" => unknown.push((value.span(), "csv must be a table, as in [csv]".to_owned())),
            _ if !name.contains('.') && known("", name) => {}
            _ => {
                let names = KEYS.iter().chain(TABLES).map(|known| known.name).filter(|name| !name.contains('.'));
                unknown.push((key.span(), unknown_key_message("key", name, names.chain(["csv"]))));
            }
        }
    }
    unknown.into_iter().min_by_key(|(span, _)| span.start)
}

/// Returns the message for an unknown key, with the nearest name, or with all names if none is near.
fn unknown_key_message<'a>(what: &str, wrong: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    // A key with `_` instead of `-` gets the right suggestion.
    let near = did_you_mean(&wrong.replace('_', "-"), names.clone());
    match near.as_str() {
        "" => format!("unknown {what} {wrong:?}; the keys are {}", names.collect::<Vec<_>>().join(", ")),
        _ => format!("unknown {what} {wrong:?}{near}"),
    }
}

/// Returns the key whose value contains `span`, with the column if it is in a table.
fn key_at(table: &DeTable<'_>, span: &Range<usize>) -> Option<String> {
    // The span of a table is only its header, so its entries are searched first.
    table.iter().find_map(|(key, value)| {
        let name = key.get_ref().as_ref();
        let inner = value.get_ref().as_table().and_then(|table| key_at(table, span));
        match inner {
            Some(inner) => Some(format!("{name}.{inner}")),
            None => (value.span().start <= span.start && span.end <= value.span().end).then(|| name.to_owned()),
        }
    })
}

/// Returns the number of the line in which `span` starts, from 1.
fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let start = span.map_or(0, |span| span.start).min(text.len());
    text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Returns `text` without line endings, which would end a comment.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Returns the name of a column as a TOML key.
fn quoted(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare {
        return name.to_owned();
    }
    // TOML has the escapes of JSON, but also requires DEL to be escaped.
    serde_json::to_string(name).expect("text always prints").replace('\u{7f}', "\\u007F")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::keys::tests::full;
    use crate::recipe::{Metric, ModelKind, Symbol};

    fn refused(text: &str) -> String {
        Recipe::from_toml("r.toml", text).expect_err("it is wrong").to_string()
    }

    #[test]
    fn a_recipe_reads_as_written() {
        let recipe = Recipe::from_toml(
            "r.toml",
            "model = \"knn\"\nneighbors = 3\nmetric = \"minkowski:3\"\nreject = 1\n[csv]\ndelimiter = \"tab\"\n",
        )
        .expect("a recipe");
        assert_eq!(recipe.model, Some(ModelKind::Knn));
        assert_eq!(recipe.neighbors, Some(3));
        assert_eq!(recipe.metric, Some(Metric::Minkowski(3.0)));
        assert_eq!(recipe.reject, Some(1.0));
        assert_eq!(recipe.csv.delimiter, Some(Symbol(b'\t')));
        assert_eq!(Recipe::from_toml("r.toml", "").expect("nothing said"), Recipe::default());
    }

    #[test]
    fn an_unknown_key_is_rejected_with_its_line_and_the_nearest() {
        assert_eq!(
            refused("seed = 1\nneighbours = 3\n"),
            "r.toml:2: unknown key \"neighbours\" (did you mean \"neighbors\"?)"
        );
        assert_eq!(refused("n_init = 3"), "r.toml:1: unknown key \"n_init\" (did you mean \"n-init\"?)");
        assert_eq!(
            refused("[csv]\n\ndelimeter = \",\""),
            "r.toml:3: unknown key of [csv] \"delimeter\" (did you mean \"delimiter\"?)"
        );
        assert!(
            refused("[weather]\nrain = 1").starts_with("r.toml:1: unknown key \"weather\"; the keys are model, task, ")
        );
        assert!(refused("\"csv.delimiter\" = \",\"").starts_with("r.toml:1: unknown key \"csv.delimiter\""));
        assert!(refused("zebra = 1\nant = 1").starts_with("r.toml:1:"), "the first in the file, not alphabetically");
    }

    #[test]
    fn an_unknown_value_is_rejected_with_its_line_and_the_nearest() {
        assert_eq!(
            refused("seed = 1\n\nmodel = \"kmean\""),
            "r.toml:3: model: unknown model \"kmean\" (did you mean \"kmeans\"?); use one of knn, kmeans, encode"
        );
        assert_eq!(
            refused("[missing]\na = \"mean\"\n\"b c\" = \"medain\""),
            "r.toml:3: missing.b c: unknown missing policy \"medain\" (did you mean \"median\"?); \
             use one of error, mean, median, most-frequent, constant:V, level, drop, indicator"
        );
        assert!(refused("csv.encoding = \"latin\"").starts_with("r.toml:1: csv.encoding: unknown encoding"));
    }

    #[test]
    fn a_value_of_the_wrong_type_is_rejected_with_its_key_and_line() {
        assert_eq!(
            refused("seed = 1\nneighbors = \"three\""),
            "r.toml:2: neighbors: invalid type: string \"three\", expected u32"
        );
        assert!(refused("neighbors = -1").starts_with("r.toml:1: neighbors: invalid value: integer `-1`"));
        assert!(refused("drop = \"a\"").starts_with("r.toml:1: drop: "));
        assert!(refused("model = 3").contains("expected a quoted string"));
        assert!(refused("encode = 3").starts_with("r.toml:1: encode: "));
        assert_eq!(refused("csv = 3"), "r.toml:1: csv must be a table, as in [csv]");
        assert_eq!(refused("csv = []"), "r.toml:1: csv must be a table, as in [csv]");
    }

    #[test]
    fn invalid_toml_is_rejected_with_its_line() {
        assert!(refused("seed = 1\nmodel = \n").starts_with("r.toml:2: "));
        assert!(refused("seed = 1\nseed = 2\n").starts_with("r.toml:2: "));
    }

    #[test]
    fn a_saved_recipe_reads_back_equal() {
        let mut recipe = full();
        for name in ["island", "a b", "a\"b", "a=b.c", "", "x\ny", "\u{7f}", "Größe", "#"] {
            recipe.missing.insert(name.to_owned(), "constant:#\"x".parse().expect("a policy"));
            recipe.drop.push(name.to_owned());
        }
        recipe.tol = Some(0.1 + 0.2);
        for recipe in [recipe.clone(), recipe.with_defaults(), Recipe::default()] {
            let text = recipe.to_toml_commented(&|_| Some("so\nsaid".to_owned()));
            assert!(text.starts_with(FIRST_LINE));
            assert_eq!(Recipe::from_toml("r.toml", &text).expect("our own"), recipe, "{text}");
            assert_eq!(Recipe::from_json(&recipe.to_json()).expect("our own"), recipe);
        }
    }

    #[test]
    fn a_saved_recipe_explains_each_entry() {
        let recipe =
            Recipe::from_toml("r.toml", "task = \"classify\"\n[encode]\nisland = \"one-hot\"").expect("a recipe");
        let why = |key: &str| match key {
            "task" => Some("the target is text".to_owned()),
            "encode.island" => Some("3 levels".to_owned()),
            _ => None,
        };
        let text = recipe.to_toml_commented(&why);
        let entry = "# classify or regress; inferred from the target (the target is text)\ntask = \"classify\"\n";
        assert!(text.contains(entry), "{text}");
        assert!(text.contains("[encode]\nisland = \"one-hot\"  # 3 levels\n"), "{text}");
        assert!(
            text.contains(
                "# neighbors = 5  # number of neighbors (k); default 5, or 1 with prototypes other than edited\n"
            ),
            "{text}"
        );
    }

    #[test]
    fn options_that_are_not_set_can_be_uncommented() {
        let text = Recipe::default().to_toml_commented(&|_| None);
        let used: String = text
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(entry) if entry.contains(" = ") && !entry.contains(": COLUMN") => format!("{entry}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        assert_eq!(Recipe::from_toml("r.toml", &used).expect("the examples are right"), full(), "{used}");
    }

    #[test]
    fn json_contains_only_what_is_set() {
        let recipe = Recipe::from_toml("r.toml", "neighbors = 3\n[scale]\na = \"none\"").expect("a recipe");
        assert_eq!(recipe.to_json(), "{\"neighbors\":3,\"scale\":{\"a\":\"none\"}}");
        assert!(Recipe::from_json("{\"neighbours\":3}").is_err());
    }
}
