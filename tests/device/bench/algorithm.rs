//! What can be measured: a feature of the firmware, and the model it needs.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::dataset::{Cell, Dataset};

/// Neighbours that vote.
const K: u32 = 3;

/// An algorithm of `tests/device/firmware`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Algorithm {
    /// Nothing, to compare sizes with.
    Empty,
    /// Every row, every column, in f32.
    Naive,
    /// A model of `nearkin fit`.
    Loaded,
}

impl Algorithm {
    /// The firmware's feature, and the name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Algorithm::Empty => "empty",
            Algorithm::Naive => "naive",
            Algorithm::Loaded => "loaded",
        }
    }

    /// Whether it can take rows with text in them.
    pub(crate) fn takes_text(self) -> bool {
        self != Algorithm::Naive
    }

    /// Makes the bytes of its model; `fit` are the options of `nearkin fit`.
    ///
    /// # Errors
    /// What about the data set the algorithm cannot do.
    pub(crate) fn model(self, dataset: &Dataset, fit: &str) -> Result<Vec<u8>, String> {
        match self {
            Algorithm::Empty => Ok(Vec::new()),
            Algorithm::Naive => naive_model(dataset),
            Algorithm::Loaded => fitted_model(dataset, fit),
        }
    }
}

/// Lets the tool fit the training rows.
fn fitted_model(dataset: &Dataset, options: &str) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let model = folder.path().join("model.nkn");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--release", "--package", "nearkin-codegen", "--bin", "nearkin", "--", "fit"])
        .arg(dataset.file("train"))
        .args(["--target", dataset.target, "-o"])
        .arg(&model)
        .args(options.split_whitespace())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cargo run: {error}"))?;
    let complaint = || format!("nearkin fit: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(complaint());
    }
    std::fs::read(&model).map_err(|error| format!("{error}: {}", complaint()))
}

/// As `naive.rs` of the firmware reads it.
fn naive_model(dataset: &Dataset) -> Result<Vec<u8>, String> {
    let n_columns = dataset.train.first().map_or(0, |row| row.cells.len());
    let mut model = Vec::new();
    for count in [dataset.train.len(), n_columns, dataset.classes.len()] {
        let count = u32::try_from(count).map_err(|_| format!("{count} does not fit in 32 bits"))?;
        model.extend(count.to_le_bytes());
    }
    model.extend(K.to_le_bytes());
    for cell in dataset.train.iter().flat_map(|row| &row.cells) {
        match cell {
            Cell::Number(number) => model.extend(number.to_le_bytes()),
            Cell::Text(text) => return Err(format!("naive takes numbers only, not \"{text}\"")),
        }
    }
    for row in &dataset.train {
        model.push(u8::try_from(row.class).map_err(|_| "more than 256 classes".to_owned())?);
    }
    Ok(model)
}
