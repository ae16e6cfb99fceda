//! A fixed split of a data set, packed for the firmware.

use std::path::{Path, PathBuf};

/// A cell as the firmware gets it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    /// A number.
    Number(f32),
    /// A whole number.
    Integer(i32),
    /// Text of at most 255 bytes.
    Text(String),
}

/// A row: its cells and its class.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    /// The features, in the order of the columns.
    pub(crate) cells: Vec<Cell>,
    /// The index of its class among the sorted classes.
    pub(crate) class: usize,
}

/// What is asked about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// Its class.
    Classify,
    /// Whether it lies outside of every cluster.
    Anomaly,
}

/// Training and test rows with their classes.
#[derive(Debug)]
pub(crate) struct Dataset {
    /// The first part of its files' names.
    pub(crate) name: &'static str,
    /// The column of the class.
    pub(crate) target: &'static str,
    /// What is asked.
    pub(crate) task: Task,
    /// The classes' names, sorted; numbers by value.
    pub(crate) classes: Vec<String>,
    /// The rows a model is made from.
    pub(crate) train: Vec<Row>,
    /// The rows it is measured on.
    pub(crate) test: Vec<Row>,
}

impl Dataset {
    /// Reads `NAME_train.csv` and `NAME_test.csv` of `tests/data/split`; `target` is the column of the class.
    ///
    /// These files have no quotes and no missing cells, so a comma is a border and nothing else.
    ///
    /// # Errors
    /// File, line and what is wrong.
    pub(crate) fn read(name: &'static str, target: &'static str, task: Task) -> Result<Dataset, String> {
        let train = read_csv(name, "train", target)?;
        let test = read_csv(name, "test", target)?;
        let mut classes: Vec<String> = match task {
            Task::Classify => train.iter().map(|(_, class)| class.clone()).collect(),
            Task::Anomaly => vec!["0".to_owned(), "1".to_owned()],
        };
        classes.sort_by_key(|class| (class.parse::<u32>().ok(), class.clone()));
        classes.dedup();
        let index = |rows: Vec<(Vec<Cell>, String)>| {
            rows.into_iter()
                .map(|(cells, class)| match classes.iter().position(|known| *known == class) {
                    Some(index) => Ok(Row { cells, class: index }),
                    None => Err(format!("{name}: class \"{class}\" is only among the test rows")),
                })
                .collect::<Result<Vec<Row>, String>>()
        };
        let (train, test) = (index(train)?, index(test)?);
        Ok(Dataset { name, target, task, classes, train, test })
    }

    /// The file of the part `train` or `test`.
    pub(crate) fn file(&self, part: &str) -> PathBuf {
        file(self.name, part)
    }
}

fn file(name: &str, part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/split/{name}_{part}.csv"))
}

fn read_csv(name: &str, part: &str, target: &str) -> Result<Vec<(Vec<Cell>, String)>, String> {
    let path = file(name, part);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let target = header
        .iter()
        .position(|column| *column == target)
        .ok_or_else(|| format!("{}: no column \"{target}\"", path.display()))?;
    let mut rows = Vec::new();
    for (line, text) in lines.enumerate() {
        let mut cells: Vec<&str> = text.split(',').collect();
        if cells.len() != header.len() {
            return Err(format!("{}:{}: {} cells, not {}", path.display(), line + 2, cells.len(), header.len()));
        }
        let class = cells.remove(target).to_owned();
        let cells =
            cells.into_iter().map(|cell| cell.parse().map_or_else(|_| Cell::Text(cell.to_owned()), Cell::Number));
        rows.push((cells.collect(), class));
    }
    Ok(rows)
}

/// Packs rows as the firmware's `rows.rs` reads them.
///
/// # Errors
/// A row with no cells or more than 64, or a text of more than 255 bytes.
pub(crate) fn pack_rows(rows: &[Row]) -> Result<Vec<u8>, String> {
    let mut packed = Vec::new();
    for row in rows {
        match u8::try_from(row.cells.len()) {
            Ok(n_cells @ 1..=64) => packed.push(n_cells),
            _ => return Err(format!("a row has {} cells; the firmware takes 1 to 64", row.cells.len())),
        }
        for cell in &row.cells {
            match cell {
                Cell::Number(number) => {
                    packed.push(b'n');
                    packed.extend(number.to_le_bytes());
                }
                Cell::Integer(number) => {
                    packed.push(b'i');
                    packed.extend(number.to_le_bytes());
                }
                Cell::Text(text) => {
                    packed.push(b't');
                    packed.push(u8::try_from(text.len()).map_err(|_| format!("\"{text}\" has more than 255 bytes"))?);
                    packed.extend(text.as_bytes());
                }
            }
        }
    }
    packed.push(0);
    Ok(packed)
}
