//! A program with generated modules, which the tests write, lint and run.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use nearkin_codegen::generate::{Generated, Logging};

use crate::models::Spec;
use crate::rows::Cell;

/// A cargo project in cargo's folder for the tests' temporary files.
pub(crate) struct Program {
    folder: PathBuf,
    logging: Logging,
    modules: String,
    calls: String,
    main: String,
}

/// The start of the program: macros that format predictions with all their bits, and compare them.
const PRELUDE: &str = r#"
//! Compares each generated module, loaded and baked, with the untyped model.
use std::fmt::Debug;

fn line<T: Debug, E: Debug>(result: Result<T, E>) -> String {
    format!("{result:?}")
}

fn bits(outputs: &[f32]) -> Vec<u32> {
    outputs.iter().map(|output| output.to_bits()).collect()
}

macro_rules! same {
    ($name:literal, $row:expr, $first:expr, $($other:expr),+) => {
        let first = $first;
        $(assert_eq!(first, $other, "{}: row {}", $name, $row);)+
    };
}

macro_rules! class {
    ($all:expr) => {
        |found| {
            let probabilities: Vec<u32> = $all.iter().map(|&class| found.probability(class).to_bits()).collect();
            (found.class().index(), found.class().name(), found.votes(), probabilities, found.flags(), found.distance().to_bits(),
                found.neighbors().to_vec())
        }
    };
}

macro_rules! value {
    () => {
        |found| (found.value().to_bits(), found.flags(), found.distance().to_bits(), found.neighbors().to_vec())
    };
}

macro_rules! cluster {
    () => {
        |found| (found.cluster(), found.score().to_bits(), found.flags(), found.distance().to_bits(), found.neighbors().to_vec())
    };
}
"#;

/// The start of a program that logs with defmt.
const LOG: &str = r#"
//! Logs each type that the generated modules declare.

fn log<T: defmt::Format>(value: &T) {
    defmt::info!("{}", value);
}
"#;

impl Program {
    /// Creates an empty project in a separate folder.
    pub(crate) fn new(folder: &str, logging: Logging) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = fs::remove_dir_all(folder.join("src")); // left by an earlier run
        fs::create_dir_all(folder.join("src")).expect("the folder is writable");
        Self { folder, logging, modules: String::new(), calls: String::new(), main: String::new() }
    }

    /// Adds the modules of a model, loaded and baked; returns their names.
    fn add(&mut self, spec: &Spec, blob: &[u8], loaded: &Generated, baked: &Generated) -> [String; 2] {
        let name = spec.name;
        let write = |file: String, bytes: &[u8]| fs::write(self.folder.join("src").join(file), bytes).expect("written");
        write(format!("{name}.nkn"), blob);
        write(format!("{name}.tables"), baked.tables.as_deref().expect("baked code has tables"));
        let modules = [name.to_owned(), format!("{name}_baked")];
        for (module, code) in modules.iter().zip([loaded, baked]) {
            self.add_module(module, &code.rust);
        }
        modules
    }

    /// Adds a module in which every warning is an error.
    fn add_module(&mut self, module: &str, rust: &str) {
        fs::write(self.folder.join("src").join(format!("{module}.rs")), rust).expect("written");
        let _ = write!(
            self.modules,
            "#[deny(warnings, missing_docs, clippy::all, clippy::pedantic)]\nmod {module} {{\n    include!(\"{module}.rs\");\n}}\n"
        );
    }

    /// Adds the modules of a model, and code that logs each type they declare. It is compiled only: the host has no defmt logger.
    pub(crate) fn add_logging(&mut self, spec: &Spec, blob: &[u8], loaded: &Generated, baked: &Generated) {
        let modules = self.add(spec, blob, loaded, baked);
        for (module, rust) in modules.iter().zip([&loaded.rust, &baked.rust]) {
            for kind in ["pub struct ", "pub enum ", "pub type "] {
                for declared in rust.lines().filter_map(|line| line.strip_prefix(kind)) {
                    let name: String = declared.chars().take_while(char::is_ascii_alphanumeric).collect();
                    let lifetime = if declared[name.len()..].starts_with('<') { "<'static>" } else { "" };
                    let _ = writeln!(self.main, "    let _ = log::<{module}::{name}{lifetime}>;");
                }
            }
        }
    }

    /// Adds the modules of a model, and code that compares them for each row.
    pub(crate) fn add_queries(
        &mut self,
        spec: &Spec,
        blob: &[u8],
        loaded: &Generated,
        baked: &Generated,
        rows: &[Vec<Cell>],
    ) {
        let name = spec.name;
        self.add(spec, blob, loaded, baked);
        self.add_module(&format!("{name}_vectors"), &spec.vectors(blob));
        let head = Head::of(name, &loaded.rust);
        let _ = write!(
            self.calls,
            "fn {name}() {{
    let typed = [
{}    ];
    let baked = [
{}    ];
    let checked = {name}::{}::embedded().expect(\"the model it was generated for\");
    assert_eq!({name}_vectors::check(checked.model()), Ok(()));
    let mut plain = [0.0; {name}::WIDTH];
    for (row, (typed, baked)) in typed.iter().zip(&baked).enumerate() {{
        let encoded = checked.encode(typed).map(|outputs| bits(&outputs));
        same!(\"{name}\", row, line(encoded), line({name}_baked::encode(baked).map(|outputs| bits(&outputs))),
            line(checked.model().encode(&typed.cells(), &mut plain).map(|_| bits(&plain))));
{}    }}
    println!(\"{name}: {} rows equal\");
}}

",
            inputs(name, &loaded.rust, rows),
            inputs(&format!("{name}_baked"), &loaded.rust, rows),
            head.checked,
            head.prediction.map_or_else(String::new, |prediction| prediction.comparison(name)),
            rows.len(),
        );
        let _ = writeln!(self.main, "    {name}();");
    }

    /// Asserts that `rustfmt` with its defaults changes nothing.
    pub(crate) fn is_formatted(&self) {
        let files = fs::read_dir(self.folder.join("src")).expect("written").map(|file| file.expect("a file").path());
        let modules = files.filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--check", "--edition", "2024"]).args(modules);
        // Prevents rustfmt from finding this project's configuration, which a user does not have.
        let empty = self.folder.join("rustfmt.toml");
        fs::write(&empty, "").expect("written");
        run(rustfmt.arg("--config-path").arg(empty));
    }

    /// Asserts that clippy with its pedantic lints reports nothing about the modules.
    pub(crate) fn has_no_warning(&self) {
        self.write();
        run(self.cargo("clippy").arg("--quiet"));
    }

    /// Writes the project.
    fn write(&self) {
        let core = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../core");
        let core = fs::canonicalize(core).expect("the folder exists");
        let (prelude, feature, dependency) = match self.logging {
            Logging::Debug => (PRELUDE, "", ""),
            Logging::Defmt => (LOG, ", \"defmt\"", "defmt = \"1\"\n"),
        };
        let manifest = format!(
            "[package]\nname = \"generated\"\nversion = \"0.0.0\"\nedition = \"2024\"\nrust-version = \"1.88\"\npublish = false\n\n\
             [dependencies]\nnearkin = {{ path = {core:?}, features = [\"md5\", \"sha256\"{feature}] }}\n{dependency}\n[workspace]\n"
        );
        fs::write(self.folder.join("Cargo.toml"), manifest).expect("written");
        fs::copy(core.join("../Cargo.lock"), self.folder.join("Cargo.lock")).expect("the lock file can be copied");
        let Self { modules, calls, main, .. } = self;
        let program = format!("{}\n{modules}\n{calls}fn main() {{\n{main}}}\n", prelude.trim_start());
        fs::write(self.folder.join("src/main.rs"), program).expect("written");
    }

    /// Runs the program and returns its output.
    pub(crate) fn run(&self) -> String {
        run(self.cargo("run").arg("--quiet"))
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new("cargo");
        // defmt is in the lock file but may not have been downloaded yet: no other program of this workspace needs it.
        let offline = if self.logging == Logging::Debug { Some("--offline") } else { None };
        cargo
            .arg(command)
            .args(offline)
            .current_dir(&self.folder)
            // One target folder for all programs: their dependencies are the same.
            .env("CARGO_TARGET_DIR", PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("generated_target"));
        cargo
    }
}

/// What depends on a model's head: the generated type, and how to predict.
struct Head {
    /// The type of the checked model.
    checked: &'static str,
    /// Nothing for an encoder.
    prediction: Option<Prediction>,
}

/// How the program predicts with a model, and formats its predictions.
struct Prediction {
    method: &'static str,
    /// The macro that formats the result of loaded code, and of baked code.
    shown: [String; 2],
    /// Closures that reduce a result to a number: of the untyped model, and of typed code.
    reduced: [&'static str; 2],
}

impl Head {
    /// Determines the head from the code of a loaded model.
    fn of(name: &str, rust: &str) -> Self {
        if rust.contains("pub struct Classifier") {
            let class = rust.split("::nearkin::typed::Classification<'m, ").nth(1).expect("the alias");
            let class = class.split(',').next().expect("the class");
            let shown =
                [name.to_owned(), format!("{name}_baked")].map(|module| format!("class!({module}::{class}::ALL)"));
            let reduced = ["|found| found.class()", "|found| u16::try_from(found.class().index()).expect(\"few\")"];
            Self { checked: "Classifier", prediction: Some(Prediction { method: "classify", shown, reduced }) }
        } else if rust.contains("pub struct Regressor") {
            let reduced = ["|found| found.value().to_bits()"; 2];
            let shown = ["value!()".to_owned(), "value!()".to_owned()];
            Self { checked: "Regressor", prediction: Some(Prediction { method: "regress", shown, reduced }) }
        } else if rust.contains("pub struct Clusterer") {
            let reduced = ["|found| found.cluster()"; 2];
            let shown = ["cluster!()".to_owned(), "cluster!()".to_owned()];
            Self { checked: "Clusterer", prediction: Some(Prediction { method: "assign", shown, reduced }) }
        } else {
            Self { checked: "Encoder", prediction: None }
        }
    }
}

impl Prediction {
    /// Returns code that compares the predictions of loaded code, baked code and the untyped model.
    fn comparison(&self, name: &str) -> String {
        let Self { method, shown: [loaded, baked], reduced: [untyped, typed] } = self;
        format!(
            "        same!(\"{name}\", row, line(checked.{method}(typed).map({loaded})), line({name}_baked::{method}(baked).map({baked})));
        let mut scratch = nearkin::Scratch::<{{ {name}::QUERY_WORDS }}, {{ {name}::NEIGHBORS }}>::new();
        let plain = checked.model().{method}(&typed.cells(), &mut scratch).map({untyped});
        same!(\"{name}\", row, line(plain), line(checked.{method}(typed).map({typed})));
"
        )
    }
}

/// Returns the rows as a list of literals of a module's `Input`.
fn inputs(module: &str, rust: &str, rows: &[Vec<Cell>]) -> String {
    let fields = fields(rust);
    rows.iter().fold(String::new(), |text, row| {
        let cells: String = fields.iter().zip(row).map(|(field, cell)| field_value(module, field, cell)).collect();
        text + &format!("        {module}::Input {{ {cells}}},\n")
    })
}

/// Returns the names and types of the fields of `Input`.
fn fields(rust: &str) -> Vec<(&str, &str)> {
    let start = rust.find("pub struct Input").expect("every module declares Input");
    let body = &rust[start..start + rust[start..].find("\n}").expect("the struct ends")];
    body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.strip_suffix(',')?.split_once(": ")).collect()
}

/// Returns the initializer of a field, followed by a comma.
fn field_value(module: &str, (field, kind): &(&str, &str), cell: &Cell) -> String {
    let (optional, plain) = match kind.strip_prefix("Option<") {
        Some(plain) => (true, plain.trim_end_matches('>')),
        None => (false, *kind),
    };
    let value = match cell {
        Cell::Missing => return format!("{field}: None, "),
        Cell::Number(bits) => format!("f32::from_bits({bits})"),
        Cell::Level(level, levels) if level == levels => format!("{module}::{plain}::Unknown"),
        Cell::Level(level, _) => format!("{module}::{plain}::ALL[{level}]"),
        Cell::Text(text) => format!("{text:?}"),
    };
    if optional { format!("{field}: Some({value}), ") } else { format!("{field}: {value}, ") }
}

/// Runs a command that must succeed, and returns its standard output.
#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{command:?}\n{stdout}\n{}", String::from_utf8_lossy(&output.stderr));
    stdout.into_owned()
}
