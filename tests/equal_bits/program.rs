//! Drawn models as generated code, loaded and baked, in one program; and what it has to print.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use nearkin::Value;
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::modules::Modules;

use crate::draw::{Draw, draw};
use crate::parity::{cells, loaded, refused};

/// Drawn models that are baked; a part of those that are compared loaded, since the compiler takes its time.
const MODELS: usize = 48;

/// The files of a program, and the text that it has to print.
pub(crate) struct Files {
    modules: Modules,
    expected: String,
}

impl Files {
    /// Starts an empty folder.
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder); // of an earlier run
        Self { modules: Modules::new(folder), expected: String::new() }
    }

    /// Adds a fitted model, its questions and the answers that the loaded model gives here.
    pub(crate) fn add(&mut self, draw: &Draw, blob: &[u8]) {
        let name = format!("m{}", draw.seed);
        self.modules.add(&name, blob);
        let aligned = Aligned::new(blob);
        let model = aligned.load().expect("fitting has loaded it too");
        let mut packed_rows = Vec::new();
        for (row, question) in draw.questions.iter().enumerate() {
            let cells = cells(draw, question);
            packed_rows.extend(cells.iter().flat_map(packed));
            let words = loaded(&model, &cells).unwrap_or_else(|| refused(&model));
            let _ = writeln!(self.expected, "{name} {row}:{words}");
        }
        self.modules.write(&format!("{name}.rows"), &packed_rows);
    }

    /// Gives the folder and the text that has to be printed.
    pub(crate) fn finish(self) -> (PathBuf, String) {
        (self.modules.finish(), self.expected + "end\n")
    }
}

/// A cell as `program/src/rows.rs` reads it.
fn packed(cell: &Value<'_>) -> Vec<u8> {
    match cell {
        Value::Number(number) => [b"n".as_slice(), &number.to_le_bytes()].concat(),
        Value::Text(text) => {
            let length = u8::try_from(text.len()).expect("drawn texts are short");
            [b"t".as_slice(), &[length], text.as_bytes()].concat()
        }
        _ => b"m".to_vec(),
    }
}

/// Fails with the first line that differs.
#[track_caller]
pub(crate) fn assert_same_lines(where_from: &str, expected: &str, printed: &str) {
    let different = expected.lines().zip(printed.lines()).find(|(ours, theirs)| ours != theirs);
    if let Some((ours, theirs)) = different {
        panic!("{where_from} and the host differ\nhost   {ours}\nthere  {theirs}");
    }
    assert_eq!(expected.lines().count(), printed.lines().count(), "{where_from}: lines");
}

#[test]
fn generated_code_loaded_and_baked_answers_with_the_bits_of_the_host() {
    let mut files = Files::new("parity");
    let fitted = (0..).map(draw).filter_map(|draw| draw.fit().map(|(_, _, model)| (draw, model)));
    for (draw, model) in fitted.take(MODELS) {
        files.add(&draw, &model.blob);
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
