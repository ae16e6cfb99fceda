//! Generated modules of several models in one folder, for a program that calls them.
//!
//! The folder's `models.rs` includes each module, loaded (`NAME`) and baked (`NAME_baked`), and calls macros that the program
//! defines: `level!(NAME::Enum)` for each enum, `model!(NAME, NAME_baked, Checked, [fields…], method)` for each model (without
//! a method for an encoder), and at the end `models!(NAME…)`. The program's build script copies the folder to `OUT_DIR`.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use nearkin_codegen::generate::{Delivery, Logging, Source, generate};

/// A folder of generated modules, while it is being written.
#[derive(Debug)]
pub struct GeneratedModules {
    folder: PathBuf,
    text: String,
    names: String,
}

impl GeneratedModules {
    /// Creates the folder, which must not exist or must be empty.
    ///
    /// # Panics
    /// If the folder is not empty or cannot be written.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        let is_empty = fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none());
        assert!(is_empty, "{}: the folder is not empty; choose a new one", folder.display());
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        Self { folder, text: String::new(), names: String::new() }
    }

    /// Adds both modules of a model; `name` must be an identifier.
    ///
    /// # Panics
    /// If the bytes are not a model, or the folder cannot be written.
    pub fn add(&mut self, name: &str, blob: &[u8]) {
        let file = format!("{name}.nkn");
        let source = Source { name: &file, command: "a test", bytes: blob };
        let generated = |delivery| generate(source, &delivery, Logging::Debug).expect("code of a fitted model");
        let loaded = generated(Delivery::Loaded { embed: Some(file.clone()) });
        let baked = generated(Delivery::Baked { tables: format!("{name}.tables") });
        self.write(&file, blob);
        self.write(&format!("{name}.rs"), loaded.rust.as_bytes());
        self.write(&format!("{name}_baked.rs"), baked.rust.as_bytes());
        self.write(&format!("{name}.tables"), &baked.tables.expect("baked code has tables"));
        for module in [name.to_owned(), format!("{name}_baked")] {
            let _ = writeln!(self.text, "mod {module} {{ include!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\")); }}");
            for level in loaded.rust.split("pub enum ").skip(1).filter_map(|rest| rest.split(' ').next()) {
                let _ = writeln!(self.text, "level!({module}::{level});");
            }
        }
        let heads = [("Classifier", "classify"), ("Regressor", "regress"), ("Clusterer", "assign"), ("Encoder", "")];
        let head = heads.iter().find(|(checked, _)| loaded.rust.contains(&format!("pub struct {checked}")));
        let (checked, method) = head.expect("one of the heads");
        let fields = input_fields(&loaded.rust);
        let _ = writeln!(self.text, "model!({name}, {name}_baked, {checked}, [{fields}], {method});");
        let _ = write!(self.names, " {name}");
    }

    /// Adds another file that the program reads.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(&self, file: &str, bytes: &[u8]) {
        fs::write(self.folder.join(file), bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
    }

    /// Writes `models.rs` and returns the folder.
    ///
    /// # Panics
    /// If it cannot be written.
    #[must_use]
    pub fn finish(self) -> PathBuf {
        self.write("models.rs", format!("{}models!({});\n", self.text, self.names.trim()).as_bytes());
        self.folder
    }
}

/// Returns the names of the fields of a module's `Input`, separated by spaces.
fn input_fields(rust: &str) -> String {
    let input = rust.split("pub struct Input").nth(1).expect("every module declares Input");
    let body = &input[..input.find("\n}").expect("the struct ends")];
    let fields = body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split(": ").next());
    fields.collect::<Vec<_>>().join(" ")
}
