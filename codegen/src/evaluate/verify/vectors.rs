//! Golden vectors: raw rows with their exact results, to be checked on a board.

use std::fmt::Write as _;

use nearkin::format::Head;
use nearkin::{InputError, Model, Neighbor, ScratchMut, Value};

use crate::data::{Cells, Dataset};
use crate::model::bind::refused;
use crate::model::output_names;
use crate::{Error, Result};

/// A raw row with its exact result.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    /// The line of the row in the file.
    pub line: u64,
    /// The raw cells; `None` means missing.
    pub cells: Vec<Option<Cell>>,
    /// The bits of the encoded outputs.
    pub encoded: Vec<u32>,
    /// The neighbors that vote, nearest first: rank of the distance and row number.
    pub neighbors: Vec<(u32, u32)>,
    /// The class index, the bits of the value, or the cluster; 0 for an encoder.
    pub answer: u32,
}

/// A raw cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A number, rounded as on the device.
    Number(f32),
    /// A category.
    Text(String),
}

/// Computes the results of the given rows with the device's code.
///
/// # Errors
/// [`Error::Data`] for a column that does not exist or a cell that the model rejects.
pub fn vectors(model: &Model<'_>, data: &Dataset, rows: &[usize]) -> Result<Vec<Vector>> {
    let names = model.column_names().expect("checked when the model was loaded");
    let columns = names.iter().map(|name| data.column(name)).collect::<Result<Vec<_>>>()?;
    rows.iter()
        .map(|&row| {
            let cells: Vec<Option<Cell>> = columns
                .iter()
                .map(|column| match &column.cells {
                    _ if column.is_missing(row) => None,
                    #[expect(clippy::cast_possible_truncation, reason = "the device computes in f32")]
                    Cells::Numbers(numbers) => Some(Cell::Number(numbers[row] as f32)),
                    Cells::Categories(categories) => categories.text(row).map(|text| Cell::Text(text.to_owned())),
                })
                .collect();
            let line = data.lines.get(row).unwrap_or(0);
            result_of(model, line, cells).map_err(|error: InputError| -> Error { refused(model, data, row, error) })
        })
        .collect()
}

/// Computes the result of one row.
fn result_of(model: &Model<'_>, line: u64, cells: Vec<Option<Cell>>) -> std::result::Result<Vector, InputError> {
    let values: Vec<Value<'_>> = cells
        .iter()
        .map(|cell| match cell {
            None => Value::Missing,
            Some(Cell::Number(number)) => Value::Number(*number),
            Some(Cell::Text(text)) => Value::Text(text),
        })
        .collect();
    let mut encoded = vec![0.0; model.payload().width as usize];
    model.encode(&values, &mut encoded)?;
    let mut query = vec![0; model.query_words()];
    let mut buffer = vec![Neighbor::default(); model.n_neighbors() as usize];
    let scratch = ScratchMut { query: &mut query, neighbors: &mut buffer };
    let pairs = |found: &[Neighbor]| found.iter().map(|neighbor| (neighbor.rank, neighbor.row)).collect();
    let (answer, neighbors) = match model.payload().head {
        Head::Classify(_) => {
            let found = model.classify(&values, scratch)?;
            (u32::from(found.class()), pairs(found.neighbors()))
        }
        Head::Regress(_) => {
            let found = model.regress(&values, scratch)?;
            (found.value().to_bits(), pairs(found.neighbors()))
        }
        Head::Cluster => {
            let found = model.assign(&values, scratch)?;
            (found.cluster(), pairs(found.neighbors()))
        }
        Head::Encode => (0, Vec::new()),
    };
    let encoded = encoded.into_iter().map(f32::to_bits).collect();
    Ok(Vector { line, cells, encoded, neighbors, answer })
}

/// Writes vectors as CSV: line, raw cells, bits of each encoded output in hex, neighbors as `row:rank`, and the result.
#[must_use]
pub fn to_csv(model: &Model<'_>, vectors: &[Vector]) -> String {
    let quoted = |text: &str| {
        if text.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_owned()
        }
    };
    let mut header = vec!["line".to_owned()];
    header.extend(model.column_names().expect("checked when the model was loaded").iter().map(&quoted));
    header.extend(output_names(model).iter().map(|name| quoted(&format!("bits of {name}"))));
    header.extend(["neighbors (row:rank)".to_owned(), "answer".to_owned()]);
    let mut text = header.join(",") + "\n";
    for vector in vectors {
        let mut cells = vec![vector.line.to_string()];
        cells.extend(vector.cells.iter().map(|cell| match cell {
            None => String::new(),
            Some(Cell::Number(number)) => number.to_string(),
            Some(Cell::Text(text)) => quoted(text),
        }));
        cells.extend(vector.encoded.iter().map(|bits| format!("{bits:08x}")));
        let neighbors: Vec<String> = vector.neighbors.iter().map(|(rank, row)| format!("{row}:{rank}")).collect();
        cells.push(neighbors.join(" "));
        cells.push(match model.payload().head {
            Head::Classify(_) => {
                quoted(u16::try_from(vector.answer).ok().and_then(|c| model.class_name(c)).unwrap_or(""))
            }
            Head::Regress(_) => f32::from_bits(vector.answer).to_string(),
            _ => vector.answer.to_string(),
        });
        text += &(cells.join(",") + "\n");
    }
    text
}

/// Writes vectors as a Rust module without `std`; its `check(&model)` returns the line of the first row that differs.
///
/// The file can be used with `mod vectors;` and with `include!`, so it has no inner attributes or docs.
#[must_use]
pub fn to_rust(model: &Model<'_>, name: &str, vectors: &[Vector]) -> String {
    let mut text = rust_types(model, &name.replace(['\n', '\r'], " "), vectors.len());
    text += &rust_check(model);
    // 3.14 in a cell is data, not an approximation of pi, and nobody reads the bits.
    text.push_str(
        "\n/// The vectors.\n#[allow(dead_code, unreachable_pub, clippy::approx_constant, clippy::unreadable_literal)]\n\
         #[rustfmt::skip]\npub static VECTORS: &[Vector] = &[\n",
    );
    for vector in vectors {
        text += &rust_vector(vector);
    }
    text.push_str("];\n");
    text
}

/// Returns the beginning of the module: comments, imports and the type of a vector.
fn rust_types(model: &Model<'_>, name: &str, count: usize) -> String {
    let imports =
        if model.payload().head == Head::Encode { "Model, Value" } else { "Model, Neighbor, ScratchMut, Value" };
    format!(
        "// Generated by nearkin verify --vectors. Do not edit.\n\
         // Golden vectors of {name}: {count} rows with their exact results.\n\
         //\n\
         // `check` compares them bit by bit, in firmware or in a test, and returns the line of the first row that differs.\n\n\
         use nearkin::{{{imports}}};\n\n\
         /// A raw row with its exact result.\n\
         #[allow(dead_code, unreachable_pub)]\n#[derive(Debug)]\npub struct Vector {{\n    \
         /// The line of the row in the data.\n    pub line: u32,\n    \
         /// The raw cells.\n    pub cells: &'static [Value<'static>],\n    \
         /// The bits of the encoded outputs.\n    pub encoded: &'static [u32],\n    \
         /// The rank of the distance and the row number of each neighbor.\n    pub neighbors: &'static [(u32, u32)],\n    \
         /// The class index, the bits of the value, or the cluster.\n    pub answer: u32,\n}}\n\n"
    )
}

/// Returns the function `check` of the module.
fn rust_check(model: &Model<'_>) -> String {
    let (answer, call) = match model.payload().head {
        Head::Classify(_) => ("u32::from(found.class())", Some("classify")),
        Head::Regress(_) => ("found.value().to_bits()", Some("regress")),
        Head::Cluster => ("found.cluster()", Some("assign")),
        Head::Encode => ("0", None),
    };
    let mut text = format!(
        "/// Checks every vector.\n///\n/// # Errors\n/// The line of the first vector that differs.\n\
         #[allow(dead_code, unreachable_pub)]\n#[rustfmt::skip]\n\
         pub fn check(model: &Model<'_>) -> Result<(), u32> {{\n    \
         let mut encoded = [0.0f32; {}];\n",
        model.payload().width,
    );
    let Some(call) = call else {
        return text
            + "    for vector in VECTORS {\n        \
               model.encode(vector.cells, &mut encoded).map_err(|_| vector.line)?;\n        \
               if !encoded.iter().map(|output| output.to_bits()).eq(vector.encoded.iter().copied()) {\n            \
               return Err(vector.line);\n        }\n    }\n    Ok(())\n}\n";
    };
    let _ = write!(
        text,
        "    let mut query = [0u32; {}];\n    let mut buffer = [Neighbor {{ rank: 0, row: 0 }}; {}];\n    \
         for vector in VECTORS {{\n        \
         model.encode(vector.cells, &mut encoded).map_err(|_| vector.line)?;\n        \
         let same = encoded.iter().map(|output| output.to_bits()).eq(vector.encoded.iter().copied());\n        \
         let scratch = ScratchMut {{ query: &mut query, neighbors: &mut buffer }};\n        \
         let found = model.{call}(vector.cells, scratch).map_err(|_| vector.line)?;\n        \
         let near = found.neighbors().iter().map(|neighbor| (neighbor.rank, neighbor.row));\n        \
         if !same || !near.eq(vector.neighbors.iter().copied()) || {answer} != vector.answer {{\n            \
         return Err(vector.line);\n        }}\n    }}\n    Ok(())\n}}\n",
        model.query_words().max(1),
        model.n_neighbors().max(1),
    );
    text
}

/// Returns one vector as a Rust expression.
fn rust_vector(vector: &Vector) -> String {
    let cells: Vec<String> = vector
        .cells
        .iter()
        .map(|cell| match cell {
            None => "Value::Missing".to_owned(),
            Some(Cell::Number(number)) => format!("Value::Number({number:?})"),
            Some(Cell::Text(text)) => format!("Value::Text({text:?})"),
        })
        .collect();
    let encoded: Vec<String> = vector.encoded.iter().map(|bits| format!("0x{bits:08x}")).collect();
    let neighbors: Vec<String> = vector.neighbors.iter().map(|(rank, row)| format!("({rank}, {row})")).collect();
    format!(
        "    Vector {{ line: {}, cells: &[{}], encoded: &[{}], neighbors: &[{}], answer: {} }},\n",
        u32::try_from(vector.line).unwrap_or(u32::MAX),
        cells.join(", "),
        encoded.join(", "),
        neighbors.join(", "),
        vector.answer
    )
}
