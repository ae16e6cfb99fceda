//! The JSON schemas of all results, derived from the structs that are printed.
//!
//! `NEARKIN_UPDATE_SNAPSHOTS=1 cargo test -p nearkin-codegen --lib schemas` writes `codegen/schemas` anew.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::cli::run::encode::EncodeReport;
use crate::cli::run::evaluate::EvaluateReport;
use crate::cli::run::fit_report::FitReport;
use crate::cli::run::inspect::Contents;
use crate::cli::run::predict::PredictReport;
use crate::cli::run::trace::Trace;
use crate::cli::run::verify::VerifyReport;

/// Returns the schema of the output that `T` is printed as.
fn schema<T: JsonSchema>(name: &str, title: &str) -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut derived = generator.into_root_schema_for::<T>().to_value();
    tighten(&mut derived);
    let mut properties = Map::new();
    properties.insert("nearkin".into(), json!({"type": "string", "description": "The version of the tool."}));
    for (key, property) in derived["properties"].as_object().expect("a struct") {
        let is_command = key == "command";
        properties.insert(key.clone(), if is_command { json!({"const": name}) } else { property.clone() });
    }
    let mut required = vec![Value::from("nearkin")];
    required.extend_from_slice(derived["required"].as_array().expect("a struct"));
    let mut schema = json!({
        "$schema": derived["$schema"],
        "title": title,
        "description": derived["description"],
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    if let Some(definitions) = derived.get("$defs") {
        schema["$defs"] = definitions.clone();
    }
    schema
}

/// Adds what is true of every struct here: it has no other keys, and a key that can be absent is never null.
fn tighten(schema: &mut Value) {
    let Value::Object(object) = schema else {
        schema.as_array_mut().into_iter().flatten().for_each(tighten);
        return;
    };
    if object.get("properties").is_some_and(Value::is_object) && object.get("type").is_some() {
        object.entry("additionalProperties").or_insert(false.into());
        let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        for (key, property) in object["properties"].as_object_mut().expect("just seen") {
            if !required.contains(&Value::from(key.as_str())) {
                without_null(property);
            }
        }
    }
    object.values_mut().for_each(tighten);
}

fn without_null(property: &mut Value) {
    let null = Value::from("null");
    if let Some(types) = property.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|name| *name != null);
        if let [only] = &types[..] {
            property["type"] = only.clone();
        }
    }
    if let Some(names) = property.get_mut("enum").and_then(Value::as_array_mut) {
        names.retain(|name| !name.is_null());
    }
    if let Some(any) = property.get("anyOf").and_then(Value::as_array)
        && let [Value::Object(reference), other] = &any[..]
        && other["type"] == null
    {
        let reference = reference.clone();
        let object = property.as_object_mut().expect("it has keys");
        object.remove("anyOf");
        object.extend(reference);
    }
}

/// Compares with `schemas/NAME.schema.json`.
fn same(name: &str, schema: &Value) {
    let path = format!("{}/schemas/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let found = serde_json::to_string_pretty(schema).expect("a schema prints") + "\n";
    if std::env::var_os("NEARKIN_UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &found).expect("written");
    }
    assert_eq!(found, std::fs::read_to_string(&path).expect("a schema"), "{path}");
}

#[test]
fn schemas_are_those_of_the_structs() {
    fn check<T: JsonSchema>(name: &str, title: &str) {
        same(name, &schema::<T>(name, title));
    }
    check::<FitReport>("fit", "nearkin fit --format json");
    check::<Trace>("trace", "nearkin fit --trace");
    check::<PredictReport>("predict", "nearkin predict --format json");
    check::<EncodeReport>("encode", "nearkin encode --format json");
    check::<EvaluateReport>("evaluate", "nearkin evaluate --format json");
    check::<Contents>("inspect", "nearkin inspect --format json");
    check::<VerifyReport>("verify", "nearkin verify --format json");
}
