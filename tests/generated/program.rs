//! A program of generated modules: written, linted, run.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use nearkin_codegen::generate::{Generated, Logging};

use crate::models::Spec;
use crate::rows::Cell;

/// A cargo project in the tests' own folder.
pub(crate) struct Program {
    folder: PathBuf,
    logging: Logging,
    modules: String,
    calls: String,
    main: String,
}

/// How answers are put into text with all their bits; the questions differ, the comparisons do not.
const PRELUDE: &str = r#"
//! Asks each generated module, loaded and baked, and the model without types.
use std::fmt::Debug;

fn line<T: Debug, E: Debug>(answer: Result<T, E>) -> String {
    format!("{answer:?}")
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
            let shares: Vec<u32> = $all.iter().map(|&class| found.probability(class).to_bits()).collect();
            (found.class().index(), found.class().name(), found.votes(), shares, found.flags(), found.distance().to_bits(),
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

/// One line of a log, by defmt.
const LOG: &str = r#"
//! Logs each type that the generated modules declare.

fn log<T: defmt::Format>(what: &T) {
    defmt::info!("{}", what);
}
"#;

impl Program {
    /// Starts an empty project in a folder of its own, of modules whose types are logged so.
    pub(crate) fn new(folder: &str, logging: Logging) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = fs::remove_dir_all(folder.join("src")); // of an earlier run
        fs::create_dir_all(folder.join("src")).expect("the tests' folder can be written");
        Self { folder, logging, modules: String::new(), calls: String::new(), main: String::new() }
    }

    /// Adds the modules of a model, loaded and baked; gives their names.
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

    /// Adds a module that may draw no warning.
    fn add_module(&mut self, module: &str, rust: &str) {
        fs::write(self.folder.join("src").join(format!("{module}.rs")), rust).expect("written");
        let _ = write!(
            self.modules,
            "#[deny(warnings, missing_docs, clippy::all, clippy::pedantic)]\nmod {module} {{\n    include!(\"{module}.rs\");\n}}\n"
        );
    }

    /// Adds the modules of a model, and logs each type they declare. The program is never run: nothing is there to log to.
    pub(crate) fn log(&mut self, spec: &Spec, blob: &[u8], loaded: &Generated, baked: &Generated) {
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

    /// Adds the modules of a model, and the questions to them.
    pub(crate) fn ask(&mut self, spec: &Spec, blob: &[u8], loaded: &Generated, baked: &Generated, rows: &[Vec<Cell>]) {
        let name = spec.name;
        self.add(spec, blob, loaded, baked);
        self.add_module(&format!("{name}_vectors"), &spec.vectors(blob));
        let fields = fields(&loaded.rust);
        let inputs = |module: &str| {
            rows.iter().fold(String::new(), |text, row| {
                let cells: String = fields.iter().zip(row).map(|(field, cell)| init(module, field, cell)).collect();
                text + &format!("        {module}::Input {{ {cells}}},\n")
            })
        };
        let count = rows.len();
        let _ = write!(
            self.calls,
            "fn {name}() {{\n    let typed = [\n{}    ];\n    let baked = [\n{}    ];\n",
            inputs(name),
            inputs(&format!("{name}_baked")),
        );
        let (checked, question, shown) = if loaded.rust.contains("pub struct Classifier") {
            let class = loaded.rust.split("::nearkin::typed::Classification<'m, ").nth(1).expect("the alias");
            let class = class.split(',').next().expect("the class");
            (
                "Classifier",
                Some("classify"),
                [format!("class!({name}::{class}::ALL)"), format!("class!({name}_baked::{class}::ALL)")],
            )
        } else if loaded.rust.contains("pub struct Regressor") {
            ("Regressor", Some("regress"), ["value!()".to_owned(), "value!()".to_owned()])
        } else if loaded.rust.contains("pub struct Clusterer") {
            ("Clusterer", Some("assign"), ["cluster!()".to_owned(), "cluster!()".to_owned()])
        } else {
            ("Encoder", None, [String::new(), String::new()])
        };
        let _ = write!(
            self.calls,
            "    let checked = {name}::{checked}::embedded().expect(\"generated for it\");
    assert_eq!({name}_vectors::check(checked.model()), Ok(()));
    let mut plain = [0.0; {name}::WIDTH];
    for (row, (typed, baked)) in typed.iter().zip(&baked).enumerate() {{
        let encoded = checked.encode(typed).map(|outputs| bits(&outputs));
        same!(\"{name}\", row, line(encoded), line({name}_baked::encode(baked).map(|outputs| bits(&outputs))),
            line(checked.model().encode(&typed.cells(), &mut plain).map(|_| bits(&plain))));
"
        );
        if let Some(question) = question {
            let untyped = match question {
                "classify" => "|found| found.class()",
                "regress" => "|found| found.value().to_bits()",
                _ => "|found| found.cluster()",
            };
            let [first, second] = shown;
            let typed = if question == "classify" {
                "|found| u16::try_from(found.class().index()).expect(\"few\")"
            } else {
                untyped
            };
            let _ = write!(
                self.calls,
                "        same!(\"{name}\", row, line(checked.{question}(typed).map({first})), line({name}_baked::{question}(baked).map({second})));
        let mut scratch = nearkin::Scratch::<{{ {name}::QUERY_WORDS }}, {{ {name}::NEIGHBORS }}>::new();
        let plain = checked.model().{question}(&typed.cells(), &mut scratch).map({untyped});
        same!(\"{name}\", row, line(plain), line(checked.{question}(typed).map({typed})));
"
            );
        }
        let _ = write!(self.calls, "    }}\n    println!(\"{name}: {count} rows equal\");\n}}\n\n");
        let _ = writeln!(self.main, "    {name}();");
    }

    /// `rustfmt` with its defaults would change nothing.
    pub(crate) fn is_formatted(&self) {
        let files = fs::read_dir(self.folder.join("src")).expect("written").map(|file| file.expect("a file").path());
        let modules = files.filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--check", "--edition", "2024"]).args(modules);
        // A configuration of the project's own would be found from here; the user has none.
        let empty = self.folder.join("rustfmt.toml");
        fs::write(&empty, "").expect("written");
        run(rustfmt.arg("--config-path").arg(empty));
    }

    /// clippy with its pedantic lints says nothing about the modules.
    pub(crate) fn has_no_warning(&self) {
        self.write();
        run(self.cargo("clippy").arg("--quiet"));
    }

    /// Writes the project.
    fn write(&self) {
        let core = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../core");
        let core = fs::canonicalize(core).expect("the project has it");
        let (prelude, feature, dependency) = match self.logging {
            Logging::Debug => (PRELUDE, "", ""),
            Logging::Defmt => (LOG, ", \"defmt\"", "defmt = \"1\"\n"),
        };
        let manifest = format!(
            "[package]\nname = \"generated\"\nversion = \"0.0.0\"\nedition = \"2024\"\nrust-version = \"1.88\"\npublish = false\n\n\
             [dependencies]\nnearkin = {{ path = {core:?}, features = [\"md5\", \"sha256\"{feature}] }}\n{dependency}\n[workspace]\n"
        );
        fs::write(self.folder.join("Cargo.toml"), manifest).expect("written");
        fs::copy(core.join("../Cargo.lock"), self.folder.join("Cargo.lock")).expect("the project's lock file");
        let Self { modules, calls, main, .. } = self;
        let program = format!("{}\n{modules}\n{calls}fn main() {{\n{main}}}\n", prelude.trim_start());
        fs::write(self.folder.join("src/main.rs"), program).expect("written");
    }

    /// Runs it; gives what it printed.
    pub(crate) fn run(&self) -> String {
        run(self.cargo("run").arg("--quiet"))
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new("cargo");
        // What a log needs is in the lock file, and not always on the disk yet: no other program of this machine logs.
        let offline = if self.logging == Logging::Debug { Some("--offline") } else { None };
        cargo
            .arg(command)
            .args(offline)
            .current_dir(&self.folder) // One for all: what they depend on is the same.
            .env("CARGO_TARGET_DIR", PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("generated_target"));
        cargo
    }
}

/// The names and types of the fields of `Input`.
fn fields(rust: &str) -> Vec<(&str, &str)> {
    let start = rust.find("pub struct Input").expect("every module has it");
    let body = &rust[start..start + rust[start..].find("\n}").expect("its end")];
    body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.strip_suffix(',')?.split_once(": ")).collect()
}

/// A field of a row, as Rust.
fn init(module: &str, (field, kind): &(&str, &str), cell: &Cell) -> String {
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

/// Runs a command that must succeed; gives its output.
#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{command:?}\n{stdout}\n{}", String::from_utf8_lossy(&output.stderr));
    stdout.into_owned()
}
