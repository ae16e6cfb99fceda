//! An independent reader in Python, written from `core/FORMAT.md` alone, agrees with `nearkin inspect`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use nearkin::{LoadError, Model};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::sample_models::fit_all;
use serde_json::Value;

use crate::document::dump;

/// Runs the independent reader; prints a note and returns `None` if Python is not installed.
fn independent_reader(models: &[PathBuf]) -> Option<Output> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("format/reader.py");
    match Command::new("python3").arg(script).args(models).output() {
        Ok(output) => Some(output),
        Err(error) if std::env::var("CI").as_deref() == Ok("true") => panic!("CI needs python3: {error}"),
        Err(error) => {
            eprintln!("NOT RUN: the independent reader of the format needs python3, which cannot be started: {error}");
            None
        }
    }
}

/// Whether both values are equal; numbers are compared in single precision.
fn agree(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(a), Value::Number(b)) => {
            #[expect(clippy::cast_possible_truncation, reason = "the format has single precision")]
            let single = |number: &serde_json::Number| number.as_f64().map(|number| (number as f32).to_bits());
            a == b || single(a) == single(b)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| agree(value, other)))
        }
        (a, b) => a == b,
    }
}

#[test]
fn the_independent_reader_agrees_with_inspect_on_every_model() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut paths = Vec::new();
    let mut add = |name: &str, blob: &[u8]| {
        let path = folder.path().join(format!("{name}.nkn"));
        std::fs::write(&path, blob).expect("a file can be written");
        paths.push(path);
    };
    add("small", &dump());
    fit_all().iter().for_each(|model| add(model.name, &model.fitted.blob));
    let blobs = Path::new(env!("CARGO_MANIFEST_DIR")).join("format/blobs");
    for entry in std::fs::read_dir(blobs).expect("the models are in the repository") {
        paths.push(entry.expect("an entry").path());
    }
    let Some(output) = independent_reader(&paths) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    assert_eq!(lines.lines().count(), paths.len(), "a line for each model");
    for (path, line) in paths.iter().zip(lines.lines()) {
        let theirs: Value = serde_json::from_str(line).expect("JSON");
        let inspected = Command::new(env!("CARGO_BIN_EXE_nearkin-under-test"))
            .arg("inspect")
            .arg(path)
            .args(["--format", "json"])
            .output();
        let inspected = inspected.expect("the tool runs");
        assert!(inspected.status.success(), "{}", String::from_utf8_lossy(&inspected.stderr));
        let mut ours: Value = serde_json::from_slice(&inspected.stdout).expect("JSON");
        // The file name, the version of the tool and its estimate are not in the model.
        let fields = ours.as_object_mut().expect("an object");
        for key in ["model", "nearkin", "instructions"] {
            fields.remove(key);
        }
        for (key, value) in ours.as_object().expect("an object") {
            let other = &theirs[key];
            assert!(agree(value, other), "{}: {key}:\ninspect {value}\nreader  {other}", path.display());
        }
        assert_eq!(ours.as_object().map(serde_json::Map::len), theirs.as_object().map(serde_json::Map::len));
    }
}

#[test]
fn the_independent_reader_refuses_damage_for_the_same_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (byte, name) in
        [(0, "BadMagic"), (4, "UnsupportedVersion"), (11, "Truncated"), (6, "Checksum"), (90, "Checksum")]
    {
        let mut damaged = dump();
        damaged[byte] ^= 0x10;
        let ours = Model::from_bytes(Aligned::new(&damaged).bytes()).err();
        assert!(format!("{:?}", ours.unwrap_or(LoadError::Malformed)).starts_with(name), "byte {byte}: {ours:?}");
        let path = folder.path().join("damaged.nkn");
        std::fs::write(&path, &damaged).expect("a file can be written");
        let Some(output) = independent_reader(&[path]) else { return };
        let theirs = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && theirs.trim_end().ends_with(name), "byte {byte}: {theirs}");
    }
}

#[test]
fn stored_models_of_every_version_load_or_are_refused_by_version() {
    let blobs = Path::new(env!("CARGO_MANIFEST_DIR")).join("format/blobs");
    let mut count = 0;
    for entry in std::fs::read_dir(blobs).expect("the models are in the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let (_, version) = name.rsplit_once('-').expect("NAME-VERSION.nkn");
        let version: u16 = version.parse().expect("a format version");
        let loaded = Model::from_bytes(Aligned::read(&path).expect("a file").bytes()).map(|_| ());
        if version == nearkin::FORMAT_VERSION {
            assert_eq!(loaded, Ok(()), "{name}");
        } else {
            let supported = nearkin::FORMAT_VERSION;
            assert_eq!(loaded, Err(LoadError::UnsupportedVersion { found: version, supported }), "{name}");
        }
        count += 1;
    }
    assert!(count > 0, "no model in the repository");
}
