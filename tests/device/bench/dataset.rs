//! A data set with a fixed split, and the encoding of its rows for the firmware.

use std::path::{Path, PathBuf};

/// A value as the firmware receives it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    /// A number.
    Number(f32),
    /// An integer.
    Integer(i32),
    /// Text of at most 255 bytes.
    Text(String),
}

/// A row: its features and its class.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    /// The features in the order of the columns.
    pub(crate) cells: Vec<Cell>,
    /// The index of its class among the sorted classes.
    pub(crate) class: usize,
}

/// What to predict for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// Its class.
    Classify,
    /// Whether it is outside every cluster.
    Anomaly,
}

/// Training and test rows with their classes.
#[derive(Debug)]
pub(crate) struct Dataset {
    /// The first part of the names of its files.
    pub(crate) name: &'static str,
    /// The column that contains the class.
    pub(crate) target: &'static str,
    /// What to predict.
    pub(crate) task: Task,
    /// The names of the classes, sorted; numbers by value.
    pub(crate) classes: Vec<String>,
    /// The training rows.
    pub(crate) train: Vec<Row>,
    /// The test rows.
    pub(crate) test: Vec<Row>,
}

impl Dataset {
    /// Reads `NAME_train.csv` and `NAME_test.csv` in `tests/data/split`; `target` is the column that contains the class.
    ///
    /// These files have no quotes and no missing values, so splitting at commas is sufficient.
    ///
    /// # Errors
    /// If a file cannot be read or parsed; the message contains file and line.
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
                    None => Err(format!("{name}: class \"{class}\" occurs in the test rows only")),
                })
                .collect::<Result<Vec<Row>, String>>()
        };
        let (train, test) = (index(train)?, index(test)?);
        Ok(Dataset { name, target, task, classes, train, test })
    }

    /// Returns the path of the file with the `train` or `test` rows.
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
            return Err(format!("{}:{}: {} values instead of {}", path.display(), line + 2, cells.len(), header.len()));
        }
        let class = cells.remove(target).to_owned();
        let cells =
            cells.into_iter().map(|cell| cell.parse().map_or_else(|_| Cell::Text(cell.to_owned()), Cell::Number));
        rows.push((cells.collect(), class));
    }
    Ok(rows)
}

/// Encodes rows as the firmware's `rows.rs` reads them.
///
/// # Errors
/// If a row is empty or has more than 64 values, or a text has more than 255 bytes.
pub(crate) fn pack_rows(rows: &[Row]) -> Result<Vec<u8>, String> {
    let mut packed = Vec::new();
    for row in rows {
        match u8::try_from(row.cells.len()) {
            Ok(n_cells @ 1..=64) => packed.push(n_cells),
            _ => return Err(format!("a row has {} values; the firmware supports 1 to 64", row.cells.len())),
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
