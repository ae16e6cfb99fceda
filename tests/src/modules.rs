//! Generated code of models in a folder, for a program that brings its own questions.
//!
//! `models.rs` there holds the modules, loaded (`NAME`) and baked (`NAME_baked`), and calls macros of the program:
//! `level!(NAME::Enum)` for each enum, `model!(NAME, NAME_baked, Checked, [fields…], question)` for each model (an encoder
//! has no question), and at the end `models!(NAME…)`. The program's build script copies the folder to `OUT_DIR`.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use nearkin_codegen::generate::{Delivery, Logging, Source, generate};

/// A folder that is being written.
#[derive(Debug)]
pub struct Modules {
    folder: PathBuf,
    text: String,
    names: String,
}

impl Modules {
    /// Starts a folder, which must not be there or be empty.
    ///
    /// # Panics
    /// Where it holds something or cannot be written.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        let is_empty = fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none());
        assert!(is_empty, "{}: is not empty; name a new folder", folder.display());
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        Self { folder, text: String::new(), names: String::new() }
    }

    /// Adds a model under a name that is an identifier.
    ///
    /// # Panics
    /// Where the bytes are no model, or the folder cannot be written.
    pub fn add(&mut self, name: &str, blob: &[u8]) {
        let file = format!("{name}.nkn");
        let source = Source { name: &file, command: "a test", bytes: blob };
        let generated = |delivery| generate(source, &delivery, Logging::Debug).expect("a fitted model generates");
        let plain = generated(Delivery::Loaded { embed: Some(file.clone()) });
        let baked = generated(Delivery::Baked { tables: format!("{name}.tables") });
        self.write(&file, blob);
        self.write(&format!("{name}.rs"), plain.rust.as_bytes());
        self.write(&format!("{name}_baked.rs"), baked.rust.as_bytes());
        self.write(&format!("{name}.tables"), &baked.tables.expect("baked code has tables"));
        for module in [name.to_owned(), format!("{name}_baked")] {
            let _ = writeln!(self.text, "mod {module} {{ include!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\")); }}");
            for level in plain.rust.split("pub enum ").skip(1).filter_map(|rest| rest.split(' ').next()) {
                let _ = writeln!(self.text, "level!({module}::{level});");
            }
        }
        let input = plain.rust.split("pub struct Input").nth(1).expect("every module has it");
        let body = &input[..input.find("\n}").expect("its end")];
        let fields = body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split(": ").next());
        let fields = fields.collect::<Vec<_>>().join(" ");
        let heads = [("Classifier", "classify"), ("Regressor", "regress"), ("Clusterer", "assign"), ("Encoder", "")];
        let head = heads.iter().find(|(checked, _)| plain.rust.contains(&format!("pub struct {checked}")));
        let (checked, question) = head.expect("one of the heads");
        let _ = writeln!(self.text, "model!({name}, {name}_baked, {checked}, [{fields}], {question});");
        let _ = write!(self.names, " {name}");
    }

    /// Adds a file that the program wants beside a model's.
    ///
    /// # Panics
    /// Where it cannot be written.
    pub fn write(&self, file: &str, bytes: &[u8]) {
        fs::write(self.folder.join(file), bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
    }

    /// Writes what brings the modules together; gives the folder.
    ///
    /// # Panics
    /// Where it cannot be written.
    #[must_use]
    pub fn finish(self) -> PathBuf {
        self.write("models.rs", format!("{}models!({});\n", self.text, self.names.trim()).as_bytes());
        self.folder
    }
}
