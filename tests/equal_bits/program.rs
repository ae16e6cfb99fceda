//! Drawn models as generated code, loaded and baked, in one program; and what it has to print.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use nearkin::{Model, Value};
use nearkin_codegen::aligned::Aligned;
use nearkin_codegen::generate::{Delivery, Source, generate};

use crate::bits::Words;
use crate::draw::{Draw, draw};
use crate::parity::{cells, loaded};

/// Drawn models that are baked; a part of those that are compared loaded, since the compiler takes its time.
const MODELS: usize = 48;

/// The files of a program, and the text that it has to print.
pub(crate) struct Files {
    folder: PathBuf,
    modules: String,
    calls: String,
    expected: String,
}

impl Files {
    /// Starts an empty folder.
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder); // of an earlier run
        fs::create_dir_all(&folder).expect("the tests' folder can be written");
        Self { folder, modules: String::new(), calls: String::new(), expected: String::new() }
    }

    /// Adds a fitted model, its questions and the answers that the loaded model gives here.
    pub(crate) fn add(&mut self, draw: &Draw, blob: &[u8]) {
        let name = format!("m{}", draw.seed);
        let file = format!("{name}.nkn");
        let source = Source { name: &file, command: "a test", bytes: blob };
        let generated = |delivery| generate(source, &delivery).expect("a fitted model generates");
        let plain = generated(Delivery::Loaded { embed: Some(file.clone()) });
        let baked = generated(Delivery::Baked { tables: format!("{name}.tables") });
        let write = |file: &str, bytes: &[u8]| fs::write(self.folder.join(file), bytes).expect("written");
        write(&file, blob);
        write(&format!("{name}.rs"), plain.rust.as_bytes());
        write(&format!("{name}_baked.rs"), baked.rust.as_bytes());
        write(&format!("{name}.tables"), &baked.tables.expect("baked code has tables"));
        let aligned = Aligned::new(blob);
        let model = aligned.load().expect("fitting has loaded it too");
        let rows: Vec<Vec<Value<'_>>> = draw.questions.iter().map(|question| cells(draw, question)).collect();
        write(&format!("{name}.rows"), &rows.iter().flatten().flat_map(packed).collect::<Vec<u8>>());
        self.declare(&name, &plain.rust);
        self.expect(&name, &model, &rows);
    }

    /// The modules, their enums, and the function that asks them.
    fn declare(&mut self, name: &str, rust: &str) {
        for module in [name.to_owned(), format!("{name}_baked")] {
            let _ =
                writeln!(self.modules, "mod {module} {{ include!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\")); }}");
            for level in after_each(rust, "pub enum ") {
                let _ = writeln!(self.modules, "level!({module}::{level});");
            }
        }
        let input = rust.split("pub struct Input").nth(1).expect("every module has it");
        let body = &input[..input.find("\n}").expect("its end")];
        let fields = body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split(": ").next());
        let fields = fields.collect::<Vec<_>>().join(" ");
        let heads = [("Classifier", "classify"), ("Regressor", "regress"), ("Clusterer", "assign"), ("Encoder", "")];
        let head = heads.iter().find(|(checked, _)| rust.contains(&format!("pub struct {checked}")));
        let (checked, question) = head.expect("one of the heads");
        let _ = writeln!(self.modules, "model!({name}, {name}_baked, {checked}, [{fields}], {question});");
        let _ = writeln!(self.calls, "    {name}();");
    }

    /// The lines that the program has to print for a model.
    fn expect(&mut self, name: &str, model: &Model<'_>, rows: &[Vec<Value<'_>>]) {
        for (row, cells) in rows.iter().enumerate() {
            let words = loaded(model, cells).unwrap_or_else(|| refused(model));
            let _ = writeln!(self.expected, "{name} {row}:{words}");
        }
    }

    /// Writes what brings the modules together; gives the folder and the text that has to be printed.
    pub(crate) fn finish(self) -> (PathBuf, String) {
        let models = format!("{}\nfn ask_all() {{\n{}}}\n", self.modules, self.calls);
        fs::write(self.folder.join("models.rs"), models).expect("written");
        (self.folder, self.expected + "end\n")
    }
}

/// What a row gives that the model refuses: its outputs, and its answer where there is a question.
fn refused(model: &Model<'_>) -> Words {
    let mut words = Words::new();
    words.put_refused();
    if model.payload().head != nearkin::format::Head::Encode {
        words.put_refused();
    }
    words
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

/// The word after each occurrence of `mark`.
fn after_each<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(mark).skip(1).filter_map(|rest| rest.split([' ', '{']).next())
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
        .env("NEARKIN_PARITY", folder)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_same_lines("generated code", &expected, &String::from_utf8_lossy(&output.stdout));
}
