//! Golden vectors: raw rows and the exact answers to them, to be replayed on a board.

use std::fmt::Write as _;

use nearkin::format::Head;
use nearkin::{InputError, Model, Neighbor, ScratchMut, Value};

use crate::data::{Cells, Dataset};
use crate::fit::refused;
use crate::model::output_names;
use crate::{Error, Result};

/// A row and the exact answer to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    /// The row's line in the file.
    pub line: u64,
    /// The raw cells; `None` is missing.
    pub cells: Vec<Option<Cell>>,
    /// The encoded outputs, as bits.
    pub encoded: Vec<u32>,
    /// The neighbours that vote, nearest first: rank of the distance, and row number.
    pub neighbors: Vec<(u32, u32)>,
    /// The class's index, the value's bits, or the cluster; 0 for an encoder.
    pub answer: u32,
}

/// A raw cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A number, as the device takes it.
    Number(f32),
    /// A category.
    Text(String),
}

/// Answers each of the given rows as the device will.
///
/// # Errors
/// [`Error::Data`] for a column that is not there or a cell that the model refuses.
#[allow(clippy::missing_panics_doc)] // a loaded model has names
pub fn vectors(model: &Model<'_>, data: &Dataset, rows: &[usize]) -> Result<Vec<Vector>> {
    let names = model.column_names().expect("checked when the model was loaded");
    let columns = names.iter().map(|name| data.column(name)).collect::<Result<Vec<_>>>()?;
    rows.iter()
        .map(|&row| {
            let cells: Vec<Option<Cell>> = columns
                .iter()
                .map(|column| match &column.cells {
                    _ if column.is_missing(row) => None,
                    #[allow(clippy::cast_possible_truncation)] // the device's precision
                    Cells::Numbers(numbers) => Some(Cell::Number(numbers[row] as f32)),
                    Cells::Categories(categories) => categories.text(row).map(|text| Cell::Text(text.to_owned())),
                })
                .collect();
            let line = data.lines.get(row).unwrap_or(0);
            one(model, line, cells).map_err(|error: InputError| -> Error { refused(model, data, row, error) })
        })
        .collect()
}

fn one(model: &Model<'_>, line: u64, cells: Vec<Option<Cell>>) -> std::result::Result<Vector, InputError> {
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
    let mut room = vec![Neighbor::default(); model.n_neighbors() as usize];
    let scratch = ScratchMut { query: &mut query, neighbors: &mut room };
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

/// The vectors as CSV: line, the raw cells, each encoded output's bits in hex, neighbours as `row:rank`, the answer.
#[must_use]
#[allow(clippy::missing_panics_doc)] // a loaded model has names
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

/// The vectors as a Rust module without `std`: `check(&model)` replays them and gives the first row that differs.
///
/// It is a file for `mod vectors;` and for `include!`, so it has no inner docs.
#[must_use]
pub fn to_rust(model: &Model<'_>, name: &str, vectors: &[Vector]) -> String {
    let (answer, call) = match model.payload().head {
        Head::Classify(_) => ("u32::from(found.class())", Some("classify")),
        Head::Regress(_) => ("found.value().to_bits()", Some("regress")),
        Head::Cluster => ("found.cluster()", Some("assign")),
        Head::Encode => ("0", None),
    };
    let imports = if call.is_some() { "Model, Neighbor, ScratchMut, Value" } else { "Model, Value" };
    let mut text = format!(
        "// Generated by nearkin verify --vectors. Do not edit.\n\
         // Golden vectors of {}: {} rows and the exact answers to them.\n\
         //\n\
         // `check` replays them, in firmware or in a test: equal bits, or the line of the first row that differs.\n\n\
         use nearkin::{{{imports}}};\n\n\
         /// A raw row and the exact answer to it.\n\
         #[allow(dead_code, unreachable_pub)]\n#[derive(Debug)]\npub struct Vector {{\n    \
         /// The row's line in the data.\n    pub line: u32,\n    \
         /// The raw cells.\n    pub cells: &'static [Value<'static>],\n    \
         /// Bits of the encoded outputs.\n    pub encoded: &'static [u32],\n    \
         /// Rank of the distance and row of each neighbour.\n    pub neighbors: &'static [(u32, u32)],\n    \
         /// Class, bits of the value, or cluster.\n    pub answer: u32,\n}}\n\n\
         /// Replays every vector.\n///\n/// # Errors\n/// The line of the first vector that differs.\n\
         #[allow(dead_code, unreachable_pub)]\n#[rustfmt::skip]\n\
         pub fn check(model: &Model<'_>) -> Result<(), u32> {{\n    \
         let mut encoded = [0.0f32; {}];\n",
        name.replace(['\n', '\r'], " "),
        vectors.len(),
        model.payload().width,
    );
    if let Some(call) = call {
        let _ = write!(
            text,
            "    let mut query = [0u32; {}];\n    let mut room = [Neighbor {{ rank: 0, row: 0 }}; {}];\n    \
             for vector in VECTORS {{\n        \
             model.encode(vector.cells, &mut encoded).map_err(|_| vector.line)?;\n        \
             let same = encoded.iter().map(|output| output.to_bits()).eq(vector.encoded.iter().copied());\n        \
             let scratch = ScratchMut {{ query: &mut query, neighbors: &mut room }};\n        \
             let found = model.{call}(vector.cells, scratch).map_err(|_| vector.line)?;\n        \
             let near = found.neighbors().iter().map(|neighbor| (neighbor.rank, neighbor.row));\n        \
             if !same || !near.eq(vector.neighbors.iter().copied()) || {answer} != vector.answer {{\n            \
             return Err(vector.line);\n        }}\n    }}\n    Ok(())\n}}\n",
            model.query_words().max(1),
            model.n_neighbors().max(1),
        );
    } else {
        text.push_str(
            "    for vector in VECTORS {\n        \
             model.encode(vector.cells, &mut encoded).map_err(|_| vector.line)?;\n        \
             if !encoded.iter().map(|output| output.to_bits()).eq(vector.encoded.iter().copied()) {\n            \
             return Err(vector.line);\n        }\n    }\n    Ok(())\n}\n",
        );
    }
    // 3.14 in a cell is not meant to be pi, and bits are not read.
    text.push_str(
        "\n/// The vectors.\n#[allow(dead_code, unreachable_pub, clippy::approx_constant, clippy::unreadable_literal)]\n\
         #[rustfmt::skip]\npub static VECTORS: &[Vector] = &[\n",
    );
    for vector in vectors {
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
        let _ = writeln!(
            text,
            "    Vector {{ line: {}, cells: &[{}], encoded: &[{}], neighbors: &[{}], answer: {} }},",
            u32::try_from(vector.line).unwrap_or(u32::MAX),
            cells.join(", "),
            encoded.join(", "),
            neighbors.join(", "),
            vector.answer
        );
    }
    text.push_str("];\n");
    text
}
