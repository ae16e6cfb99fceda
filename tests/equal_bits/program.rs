//! A program with the generated code of random models, loaded and baked, and its expected output.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use nearkin::Value;
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::generated_modules::GeneratedModules;

use crate::parity::{loaded, refused, values};
use crate::random_cases::{RandomCase, random_case};

/// The number of models: fewer than `parity` compares, since each one takes time to compile.
const MODELS: usize = 48;

/// The program's generated modules and query rows, and its expected output.
pub(crate) struct ProgramFiles {
    modules: GeneratedModules,
    expected: String,
}

impl ProgramFiles {
    /// Creates an empty folder.
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder); // left by an earlier run
        Self { modules: GeneratedModules::new(folder), expected: String::new() }
    }

    /// Adds a fitted model, its query rows and the expected output: the loaded model's predictions on the host.
    pub(crate) fn add(&mut self, case: &RandomCase, blob: &[u8]) {
        let name = format!("m{}", case.seed);
        self.modules.add(&name, blob);
        let aligned = Aligned::new(blob);
        let model = aligned.load().expect("a fitted model loads");
        let mut packed_rows = Vec::new();
        for (row, query) in case.queries.iter().enumerate() {
            let values = values(case, query);
            packed_rows.extend(values.iter().flat_map(packed));
            let words = loaded(&model, &values).unwrap_or_else(|| refused(&model));
            let _ = writeln!(self.expected, "{name} {row}:{words}");
        }
        self.modules.write(&format!("{name}.rows"), &packed_rows);
    }

    /// Returns the folder and the expected output.
    pub(crate) fn finish(self) -> (PathBuf, String) {
        (self.modules.finish(), self.expected + "end\n")
    }
}

/// Returns a value in the encoding that `program/src/rows.rs` reads.
fn packed(value: &Value<'_>) -> Vec<u8> {
    match value {
        Value::Number(number) => [b"n".as_slice(), &number.to_le_bytes()].concat(),
        Value::Text(text) => {
            let length = u8::try_from(text.len()).expect("the texts are short");
            [b"t".as_slice(), &[length], text.as_bytes()].concat()
        }
        _ => b"m".to_vec(),
    }
}

/// Compares two outputs; the message of a failure shows the first line that differs.
#[track_caller]
pub(crate) fn assert_same_lines(device: &str, expected: &str, printed: &str) {
    let different = expected.lines().zip(printed.lines()).find(|(host, other)| host != other);
    if let Some((host, other)) = different {
        panic!("{device} and the host differ\nhost: {host}\n{device}: {other}");
    }
    assert_eq!(expected.lines().count(), printed.lines().count(), "{device}: number of lines");
}

#[test]
fn loaded_and_baked_code_print_the_bits_of_the_host() {
    let mut files = ProgramFiles::new("parity");
    let fitted = (0..).map(random_case).filter_map(|case| case.fit().map(|(_, _, model)| (case, model)));
    for (case, model) in fitted.take(MODELS) {
        files.add(&case, &model.blob);
    }
    let (folder, expected) = files.finish();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("equal_bits/program");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parity-target");
    let output = Command::new("cargo")
        .args(["run", "--quiet", "--locked"])
        .current_dir(program)
        .env("NEARKIN_MODULES", folder)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_same_lines("generated code", &expected, &String::from_utf8_lossy(&output.stdout));
}
