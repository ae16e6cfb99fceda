//! The output of every `--format json` matches its schema in `codegen/schemas`: keys, types, and no undescribed keys.

use crate::folder::{Folder, text};
use serde_json::Value;

/// Checks `value` by the keywords that our schemas use; returns the first violation, with its path.
///
/// The crates that validate JSON Schema bring dozens of packages (regular expressions, URIs, IDNA) for formats and patterns
/// that the derived schemas do not have.
fn wrong(schema: &Value, root: &Value, value: &Value, path: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let target = root.pointer(name.strip_prefix('#').expect("a local reference")).expect("the schema contains it");
        return wrong(target, root, value, path);
    }
    if let Some(any) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let all: Vec<String> = any.iter().map_while(|schema| wrong(schema, root, value, path)).collect();
        return (all.len() == any.len()).then(|| all.join(" and "));
    }
    if let Some(constant) = schema.get("const")
        && constant != value
    {
        return Some(format!("{path}: {value} is not {constant}"));
    }
    if let Some(choices) = schema["enum"].as_array()
        && !choices.contains(value)
    {
        return Some(format!("{path}: {value} is none of {choices:?}"));
    }
    let types = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    };
    if !types.is_empty() && !types.into_iter().any(is) {
        return Some(format!("{path}: {value} is not {}", schema["type"]));
    }
    if let (Some(minimum), Some(number)) = (schema["minimum"].as_f64(), value.as_f64())
        && number < minimum
    {
        return Some(format!("{path}: {number} is below {minimum}"));
    }
    if let (Some(items), Some(list)) = (schema.get("items"), value.as_array()) {
        return list.iter().enumerate().find_map(|(at, item)| wrong(items, root, item, &format!("{path}[{at}]")));
    }
    if let (Some(items), Some(list)) = (schema["prefixItems"].as_array(), value.as_array()) {
        if list.len() != items.len() {
            return Some(format!("{path}: {} items instead of {}", list.len(), items.len()));
        }
        return items.iter().zip(list).find_map(|(schema, item)| wrong(schema, root, item, path));
    }
    let object = value.as_object()?;
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(key) {
            return Some(format!("{path}: {key} is missing"));
        }
    }
    object.iter().find_map(|(key, item)| {
        let path = format!("{path}.{key}");
        match (schema["properties"].get(key), &schema["additionalProperties"]) {
            (Some(schema), _) => wrong(schema, root, item, &path),
            (None, Value::Bool(false)) => Some(format!("{path}: it is not described")),
            (None, Value::Object(_)) => wrong(&schema["additionalProperties"], root, item, &path),
            _ => None,
        }
    })
}

fn schema(command: &str) -> Value {
    let path = format!("{}/schemas/{command}.schema.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("every command has a schema")).expect("valid JSON")
}

/// Runs a command, checks its output against the schema and returns it.
fn checked(folder: &Folder, arguments: &[&str]) -> Value {
    let text = folder.ok(&[arguments, &["--format", "json"]].concat());
    let value: Value = serde_json::from_str(&text).expect("JSON alone on standard output");
    let schema = schema(arguments[0]);
    assert_eq!(wrong(&schema, &schema, &value, ""), None, "{arguments:?}");
    value
}

/// Returns the places of a schema that do not restrict the value.
fn open_places(schema: &Value, path: &str, found: &mut Vec<String>) {
    match schema {
        Value::Object(object) => {
            let is = |name: &str| {
                object.get("type").is_some_and(|types| {
                    types == name || types.as_array().is_some_and(|all| all.contains(&name.into()))
                })
            };
            let closed = match object.get("additionalProperties") {
                Some(Value::Bool(false)) => object.contains_key("properties"),
                Some(Value::Object(_)) => true,
                _ => false,
            };
            if (is("object") && !closed)
                || (is("array") && !["items", "prefixItems"].iter().any(|key| object.contains_key(*key)))
            {
                found.push(path.to_owned());
            }
            object.iter().for_each(|(key, part)| open_places(part, &format!("{path}/{key}"), found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| open_places(part, path, found)),
        _ => {}
    }
}

#[test]
fn schemas_leave_nothing_open() {
    for command in ["encode", "evaluate", "fit", "inspect", "predict", "trace", "verify"] {
        let mut found = Vec::new();
        open_places(&schema(command), "", &mut found);
        assert_eq!(found, Vec::<String>::new(), "{command}");
    }
    let mut found = Vec::new();
    open_places(
        &serde_json::json!({"properties": {"a": {"type": "object"}, "b": {"type": ["array", "null"]}}}),
        "",
        &mut found,
    );
    assert_eq!(found, ["/properties/a", "/properties/b"]);
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let schema = serde_json::json!({"type": "object", "properties": {"a": {"type": ["integer", "null"], "minimum": 0}}, "required": ["a"], "additionalProperties": false});
    let found = |value: Value| wrong(&schema, &schema, &value, "");
    assert_eq!(found(serde_json::json!({"a": 1})), None);
    assert_eq!(found(serde_json::json!({"a": null})), None);
    for bad in [
        serde_json::json!({}),
        serde_json::json!({"a": "x"}),
        serde_json::json!({"a": -1}),
        serde_json::json!({"a": 1, "b": 2}),
        serde_json::json!([]),
    ] {
        assert!(found(bad.clone()).is_some(), "{bad}");
    }
}

#[test]
fn the_output_of_every_command_matches_its_schema() {
    let folder = Folder::new();
    folder.copy("examples/data/penguins.csv", "d.csv");
    for more in [
        &["--target", "species"][..],
        &["--target", "species", "--storage", "i8", "--reject", "0.99", "--encoder", "target", "--lean"],
        &["--target", "species", "--cv", "3", "--missing", "body_mass_g=mean+indicator", "--metric", "minkowski:3"],
        &["--target", "body_mass_g", "--task", "regress", "--weights", "distance"],
        &["--target", "species", "--prototypes", "lvq:3", "--storage", "auto"],
        &["--target", "species", "--prototypes", "edited", "--holdout", "0"],
        &["--target", "species", "--clusters", "4", "--reject", "0.95"],
        &["--clusters", "2", "--drop", "species", "--storage", "i16"],
        &["--model", "encode", "--encoder", "hashing", "--drop", "species"],
        &["--model", "encode", "--encoder", "target:positive=Gentoo", "--target", "species", "--scale-encoded"],
        &[
            "--target",
            "species",
            "--sample",
            "200",
            "--features",
            "island,year,sex",
            "--fold-case",
            "--encode",
            "island=ordinal:order=Biscoe|Dream|Torgersen",
        ],
        &["--target", "species", "--scale", "year=min-max", "--unknown", "island=error", "--seed", "7", "-k", "1"],
        &["--target", "body_mass_g", "--task", "regress", "--cv", "4", "--prototypes", "k-means:9"],
        &["--target", "species", "--group", "island", "--features", "bill_length_mm,body_mass_g,sex", "--cv", "2"],
    ] {
        checked(&folder, &[&["fit", "d.csv", "-o", "m.nkn"], more].concat());
        let inspected = checked(&folder, &["inspect", "m.nkn"]);
        checked(&folder, &["encode", "m.nkn", "d.csv"]);
        checked(&folder, &["verify", "m.nkn", "d.csv", "--max-changed", "1"]);
        if inspected["head"]["kind"] != "encode" {
            checked(&folder, &["predict", "m.nkn", "d.csv"]);
            checked(&folder, &["predict", "m.nkn", "d.csv", "--proba", "--distance", "--nearest", "2"]);
            checked(&folder, &["evaluate", "m.nkn", "d.csv"]);
        }
    }
}

#[test]
fn an_error_leaves_standard_output_empty() {
    let folder = Folder::new();
    folder.copy("examples/data/penguins.csv", "d.csv");
    folder.write("no.nkn", b"NKIN and nothing more");
    folder.write("empty.csv", b"");
    folder.ok(&["fit", "d.csv", "--target", "species", "-o", "m.nkn"]);
    for (arguments, code) in [
        (&["fit", "d.csv", "--target", "specie", "-o", "n.nkn"][..], 1),
        (&["fit", "empty.csv", "--target", "species", "-o", "n.nkn"], 1),
        (&["fit", "d.csv", "--target", "species", "--neighbors", "0", "-o", "n.nkn"], 2),
        (&["fit", "d.csv", "--no-such-flag", "-o", "n.nkn"], 2),
        (&["predict", "m.nkn", "empty.csv"], 1),
        (&["predict", "no.nkn", "d.csv"], 1),
        (&["encode", "m.nkn", "gone.csv"], 1),
        (&["evaluate", "m.nkn", "empty.csv"], 1),
        (&["inspect", "no.nkn"], 1),
        (&["verify", "m.nkn", "d.csv", "--max-changed", "7"], 2),
    ] {
        let output = folder.run(&[arguments, &["--format", "json"]].concat());
        let told = text(&output.stderr);
        assert_eq!((text(&output.stdout), output.status.code()), ("", Some(code)), "{arguments:?}: {told}");
        assert!(told.starts_with("nearkin: ") && told.len() > "nearkin: ".len() + 10, "{arguments:?}: {told}");
    }
    // A comparison that exceeds its limit has a result, and fails.
    let output = folder.run(&["verify", "m.nkn", "d.csv", "--max-error", "0", "--format", "json"]);
    let result: Value = serde_json::from_slice(&output.stdout).expect("valid JSON");
    assert_eq!((&result["passed"], output.status.code()), (&Value::Bool(false), Some(1)));
    assert!(text(&output.stderr).starts_with("nearkin: d.csv: the largest encoded error"));
}

#[test]
fn a_trace_matches_its_schema() {
    let folder = Folder::new();
    folder.copy("examples/data/penguins.csv", "d.csv");
    folder.ok(&[
        "fit",
        "d.csv",
        "--clusters",
        "3",
        "--drop",
        "species",
        "--n-init",
        "2",
        "--trace",
        "t.json",
        "-o",
        "m.nkn",
    ]);
    let trace: Value = serde_json::from_slice(&folder.read("t.json")).expect("valid JSON");
    let schema = schema("trace");
    assert_eq!(wrong(&schema, &schema, &trace, ""), None);
    assert_eq!(trace["iterations"][0]["labels"].as_array().map(Vec::len), Some(344));
}
