//! A baked model as a module for the firmware, with a function that builds its input rows.

use std::fmt::Write as _;

use nearkin::encode::InputKind;
use nearkin::{Model, Value};
use nearkin_codegen::generate::{Delivery, Logging, Source, generate};
use nearkin_codegen::model::aligned::Aligned;

use crate::dataset::{Cell, Row};

/// A generated module, its tables and its test rows.
#[derive(Debug)]
pub(crate) struct Module {
    /// The module, followed by the function `input`, which converts the firmware's values to the module's `Input`.
    pub(crate) rust: String,
    /// The bytes of the tables.
    pub(crate) tables: Vec<u8>,
    /// The rows with indices of levels instead of texts, as typed code has no texts.
    pub(crate) rows: Vec<Row>,
}

impl Module {
    /// Bakes a model and converts rows to its types.
    ///
    /// # Errors
    /// If the bytes are not a valid model.
    pub(crate) fn new(blob: &[u8], rows: &[Row]) -> Result<Module, String> {
        let message = |error: nearkin_codegen::Error| error.to_string();
        let source = Source { name: "model.nkn", command: "device-bench", bytes: blob };
        let generated =
            generate(source, &Delivery::Baked { tables: "model.bin".to_owned() }, Logging::Debug).map_err(message)?;
        let tables = generated.tables.ok_or("the baked code has no tables")?;
        let rust = with_section(&generated.rust) + &input_function(&generated.rust);
        let aligned = Aligned::new(blob);
        let model = aligned.load().map_err(message)?;
        let rows = rows.iter().map(|row| Row { cells: level_indices(&model, &row.cells), class: row.class }).collect();
        Ok(Module { rust, tables, rows })
    }
}

/// Moves the tables to a separate section, so that they do not count as code.
fn with_section(rust: &str) -> String {
    rust.lines().fold(String::new(), |text, line| {
        let is_table = line.starts_with("static ") && line.contains("(FILE, ");
        text + if is_table { "#[unsafe(link_section = \".model\")]\n" } else { "" } + line + "\n"
    })
}

/// Returns the source of the function `input`, from the fields of the module's `Input`.
fn input_function(rust: &str) -> String {
    let body = rust.split_once("pub struct Input {").map_or("", |(_, rest)| rest);
    let fields = body
        .lines()
        .take_while(|line| *line != "}")
        .filter_map(|line| line.trim().strip_prefix("pub ")?.strip_suffix(',')?.split_once(": "));
    let mut text = String::from(
        "\n/// Returns the row of these values, or `None` if the level of a category does not exist.\n\
         #[inline]\npub fn input(cells: &[super::Cell]) -> Option<Input> {\n    Some(Input {\n",
    );
    for (index, (name, kind)) in fields.enumerate() {
        let cell = format!("cells.get({index})?");
        let (optional, plain) = match kind.strip_prefix("Option<") {
            Some(plain) => (true, plain.trim_end_matches('>')),
            None => (false, kind),
        };
        // In an enum with a variant for unknown categories, every index of no level is an unknown category.
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
        writeln!(text, "        {name}: {value}{missing},").expect("writing to a String cannot fail");
    }
    text + "    })\n}\n"
}

/// Returns whether an enum of the module has the variant `Unknown`.
fn has_unknown(rust: &str, name: &str) -> bool {
    let body = rust.split_once(&format!("pub enum {name} {{")).map_or("", |(_, rest)| rest);
    body.lines().take_while(|line| *line != "}").any(|line| line.trim() == "Unknown,")
}

/// Replaces texts by the indices of their levels.
fn level_indices(model: &Model<'_>, cells: &[Cell]) -> Vec<Cell> {
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
    fn each_field_is_built_from_its_value() {
        let rust = "pub enum Island {\n    Biscoe,\n    Unknown,\n}\nimpl Island {\npub struct Input {\n    /// x\n    \
                    pub island: Island,\n    pub mass: Option<f32>,\n    pub length: f32,\n}\n";
        let made = input_function(rust);
        assert!(made.contains(
            "island: cells.get(0)?.level().and_then(|level| Island::from_index(level).or(Some(Island::Unknown)))?,"
        ));
        assert!(made.contains("mass: cells.get(1)?.number(),"));
        assert!(made.contains("length: cells.get(2)?.number()?,"));
    }

    #[test]
    fn only_tables_are_moved_to_a_section() {
        let rust = "static MODEL: M = m();\nstatic TABLES: [u32; 2] = ::nearkin::baked::words(FILE, 0);";
        let section = "#[unsafe(link_section = \".model\")]";
        assert_eq!(
            with_section(rust),
            format!("static MODEL: M = m();\n{section}\nstatic TABLES: [u32; 2] = ::nearkin::baked::words(FILE, 0);\n")
        );
    }
}
