//! Rows that must not compile: a field that is missing, `None` where a cell must be there, a category that was never seen;
//! for each head, loaded and baked. The compiler's message points at the cause.

use std::fmt::Write as _;

use crate::program::{fields, init};
use crate::rows::Cell;

/// A wrong row in its own function, on one line of a program.
struct Wrong {
    code: String,
    message: String,
}

/// Functions with wrong rows, and what the compiler has to say about each, by line of the program.
#[derive(Default)]
pub(crate) struct WrongRows(Vec<Wrong>);

impl WrongRows {
    /// Adds the wrong rows of a module; `row` is right.
    pub(crate) fn add(&mut self, module: &str, rust: &str, row: &[Cell]) {
        let fields = fields(rust);
        let cells: Vec<String> = fields.iter().zip(row).map(|(field, cell)| init(module, field, cell)).collect();
        let (first, _) = fields[0];
        let missing = format!("missing field `{first}` in initializer of `{module}::Input`");
        self.push(module, cells[1..].concat(), missing);

        let needed = fields.iter().position(|(_, kind)| !kind.starts_with("Option<")).expect("one is not optional");
        let (name, kind) = fields[needed];
        let mut none = cells.clone();
        none[needed] = format!("{name}: None, ");
        let found = if kind == "f32" { "f32".to_owned() } else { format!("{module}::{kind}") };
        self.push(
            module,
            none.concat(),
            format!("expected `{}`, found `Option<_>`", found.rsplit("::").next().unwrap_or_default()),
        );

        let Some(category) = fields.iter().position(|(_, kind)| !kind.contains("f32")) else { return };
        let (name, kind) = fields[category];
        let level = kind.trim_start_matches("Option<").trim_end_matches('>');
        let value = format!("{module}::{level}::Atlantis");
        let value = if kind == level { value } else { format!("Some({value})") };
        let mut unseen = cells.clone();
        unseen[category] = format!("{name}: {value}, ");
        self.push(
            module,
            unseen.concat(),
            format!("no variant or associated item named `Atlantis` found for enum `{module}::{level}`"),
        );
    }

    fn push(&mut self, module: &str, cells: String, message: String) {
        let code = format!("fn wrong_{}() -> {module}::Input {{ {module}::Input {{ {cells}}} }}", self.0.len());
        self.0.push(Wrong { code, message });
    }

    /// The functions, one a line.
    pub(crate) fn code(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, wrong| {
            let _ = writeln!(text, "{}", wrong.code);
            text
        })
    }

    /// Asserts that each is refused, for its own reason, and nothing else is; `first` is the line of the first function.
    #[track_caller]
    pub(crate) fn are_refused(&self, first: usize, stderr: &str) {
        for (line, wrong) in (first..).zip(&self.0) {
            let place = format!("src/main.rs:{line}:");
            let told: Vec<&str> = stderr.lines().filter(|told| told.starts_with(&place)).collect();
            let [told] = told[..] else { panic!("one message for line {line} ({}):\n{stderr}", wrong.code) };
            assert!(told.contains(&wrong.message), "{}\ntold: {told}\nnot:  {}", wrong.code, wrong.message);
        }
        assert_eq!(stderr.matches(": error[E").count(), self.0.len(), "{stderr}");
    }
}
