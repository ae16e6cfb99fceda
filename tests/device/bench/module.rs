//! A model baked into Rust, with what the firmware needs to give it rows.

use std::fmt::Write as _;

use nearkin::encode::InputKind;
use nearkin::{Model, Value};
use nearkin_codegen::generate::{Delivery, Logging, Source, generate};
use nearkin_codegen::model::aligned::Aligned;

use crate::dataset::{Cell, Row};

/// A generated module and its tables.
#[derive(Debug)]
pub(crate) struct Module {
    /// The Rust, and behind it a function that makes a row of the firmware's cells.
    pub(crate) rust: String,
    /// The bytes of the tables.
    pub(crate) tables: Vec<u8>,
    /// The rows, with the levels of categories in place of their texts: a typed program has no texts.
    pub(crate) rows: Vec<Row>,
}

impl Module {
    /// Bakes a model and brings rows into its types.
    ///
    /// # Errors
    /// When the bytes are no model.
    pub(crate) fn new(blob: &[u8], rows: &[Row]) -> Result<Module, String> {
        let complaint = |error: nearkin_codegen::Error| error.to_string();
        let source = Source { name: "model.nkn", command: "device-bench", bytes: blob };
        let generated =
            generate(source, &Delivery::Baked { tables: "model.bin".to_owned() }, Logging::Debug).map_err(complaint)?;
        let tables = generated.tables.ok_or("baked code has tables")?;
        let rust = apart(&generated.rust) + &input(&generated.rust);
        let aligned = Aligned::new(blob);
        let model = aligned.load().map_err(complaint)?;
        let rows = rows.iter().map(|row| Row { cells: levels(&model, &row.cells), class: row.class }).collect();
        Ok(Module { rust, tables, rows })
    }
}

/// Puts the tables into a section of their own, so that they do not count as code.
fn apart(rust: &str) -> String {
    rust.lines().fold(String::new(), |text, line| {
        let is_table = line.starts_with("static ") && line.contains("(FILE, ");
        text + if is_table { "#[unsafe(link_section = \".model\")]\n" } else { "" } + line + "\n"
    })
}

/// The function `input`, from the fields that the module declares.
fn input(rust: &str) -> String {
    let body = rust.split_once("pub struct Input {").map_or("", |(_, rest)| rest);
    let fields = body
        .lines()
        .take_while(|line| *line != "}")
        .filter_map(|line| line.trim().strip_prefix("pub ")?.strip_suffix(',')?.split_once(": "));
    let mut text = String::from(
        "\n/// The row of these cells, or `None` where one has a level that its column has not.\n\
         #[inline]\npub fn input(cells: &[super::Cell]) -> Option<Input> {\n    Some(Input {\n",
    );
    for (index, (name, kind)) in fields.enumerate() {
        let cell = format!("cells.get({index})?");
        let (optional, plain) = match kind.strip_prefix("Option<") {
            Some(plain) => (true, plain.trim_end_matches('>')),
            None => (false, kind),
        };
        // With an arm for unknown categories every code is one of the levels or unknown.
        let unknown = if rust.contains(&format!("impl {plain} {{")) && has_unknown(rust, plain) {
            format!(".or(Some({plain}::Unknown))")
        } else {
            String::new()
        };
        let value = match plain {
            "f32" => format!("{cell}.number()"),
            _ => format!("{cell}.level().and_then(|level| {plain}::from_index(level){unknown})"),
        };
        let missing = if optional { "" } else { "?" };
        writeln!(text, "        {name}: {value}{missing},").expect("a String takes any text");
    }
    text + "    })\n}\n"
}

/// Whether an enum of the module has the arm `Unknown`.
fn has_unknown(rust: &str, name: &str) -> bool {
    let body = rust.split_once(&format!("pub enum {name} {{")).map_or("", |(_, rest)| rest);
    body.lines().take_while(|line| *line != "}").any(|line| line.trim() == "Unknown,")
}

/// The codes of a row's categories.
fn levels(model: &Model<'_>, cells: &[Cell]) -> Vec<Cell> {
    (0u16..)
        .zip(cells)
        .map(|(index, cell)| match (model.column(index).map(|column| column.kind), cell) {
            (Some(InputKind::Category(category)), Cell::Text(text)) => {
                Cell::Integer(i32::from(category.find(Value::Text(text)).unwrap_or(category.levels)))
            }
            _ => cell.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_is_made_of_its_cell() {
        let rust = "pub enum Island {\n    Biscoe,\n    Unknown,\n}\nimpl Island {\npub struct Input {\n    /// x\n    \
                    pub island: Island,\n    pub mass: Option<f32>,\n    pub length: f32,\n}\n";
        let made = input(rust);
        assert!(made.contains(
            "island: cells.get(0)?.level().and_then(|level| Island::from_index(level).or(Some(Island::Unknown)))?,"
        ));
        assert!(made.contains("mass: cells.get(1)?.number(),"));
        assert!(made.contains("length: cells.get(2)?.number()?,"));
    }

    #[test]
    fn tables_and_only_tables_get_a_section() {
        let rust = "static MODEL: M = m();\nstatic TABLES: [u32; 2] = ::nearkin::baked::words(FILE, 0);";
        let section = "#[unsafe(link_section = \".model\")]";
        assert_eq!(
            apart(rust),
            format!("static MODEL: M = m();\n{section}\nstatic TABLES: [u32; 2] = ::nearkin::baked::words(FILE, 0);\n")
        );
    }
}
