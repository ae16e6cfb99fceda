//! The algorithms that can be measured, each with its model and test rows.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::board::Board;
use crate::dataset::{Cell, Dataset, Row, Task};
use crate::expand::{Element, expand, quantize};
use crate::kernel::{self, KERNELS, Kernel};
use crate::module::Module;

/// The number of neighbors.
const K: u32 = 3;

/// An algorithm of `tests/device/firmware`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Algorithm {
    /// No algorithm, to subtract its size from the others'.
    Empty,
    /// Brute force over all rows and columns in f32.
    Naive,
    /// A loaded model.
    Loaded,
    /// A loaded model with other features than the default, measured only if selected by name.
    LoadedWith(Features),
    /// A baked model.
    Baked,
    /// A kernel in C.
    C(&'static Kernel),
}

/// The enabled features of the device library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Features {
    /// No feature: euclidean distances of integers.
    None,
    /// Only `float`.
    Float,
    /// Only `metrics`.
    Metrics,
    /// The default features and `micromath`, which affects only few models.
    Micromath,
}

impl Features {
    const ALL: [Self; 4] = [Self::None, Self::Float, Self::Metrics, Self::Micromath];
}

/// The model and the test rows of one algorithm and data set.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// The bytes of the model, or of a baked model's tables.
    pub(crate) model: Vec<u8>,
    /// The module of a baked model, otherwise empty.
    pub(crate) module: String,
    /// The test rows, preprocessed if the algorithm needs it.
    pub(crate) rows: Vec<Row>,
}

impl Algorithm {
    /// Returns the algorithms that are measured by default.
    pub(crate) fn all() -> impl Iterator<Item = Algorithm> {
        [Algorithm::Naive, Algorithm::Loaded, Algorithm::Baked].into_iter().chain(KERNELS.iter().map(Algorithm::C))
    }

    /// Returns the algorithms that can be selected by name.
    pub(crate) fn known() -> impl Iterator<Item = Algorithm> {
        Self::all().chain(Features::ALL.map(Algorithm::LoadedWith))
    }

    /// Returns the name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Algorithm::C(kernel) => kernel.name,
            _ => self.feature(),
        }
    }

    /// Returns the firmware's feature.
    pub(crate) fn feature(self) -> &'static str {
        match self {
            Algorithm::Empty => "empty",
            Algorithm::Naive => "naive",
            Algorithm::Loaded => "loaded",
            Algorithm::LoadedWith(Features::None) => "small",
            Algorithm::LoadedWith(Features::Float) => "float",
            Algorithm::LoadedWith(Features::Metrics) => "metrics",
            Algorithm::LoadedWith(Features::Micromath) => "micromath",
            Algorithm::Baked => "baked",
            Algorithm::C(_) => "c",
        }
    }

    /// Returns whether the algorithm supports the task.
    pub(crate) fn supports(self, task: Task) -> bool {
        task == Task::Classify || matches!(self, Algorithm::Loaded | Algorithm::LoadedWith(_) | Algorithm::Baked)
    }

    /// Returns whether the algorithm can be compiled for the chip.
    pub(crate) fn runs_on(self, board: Board) -> bool {
        match self {
            Algorithm::C(kernel) => kernel.runs_on(board),
            _ => true,
        }
    }

    /// Returns whether it computes in f32, which is slow on a chip without an FPU.
    pub(crate) fn is_float(self) -> bool {
        match self {
            Algorithm::C(kernel) => kernel.element == Element::Float,
            _ => self == Algorithm::Naive,
        }
    }

    /// Returns what is not installed on this machine but needed to measure the algorithm.
    pub(crate) fn missing(self) -> Option<&'static str> {
        match self {
            Algorithm::C(kernel) => kernel.missing(),
            _ => None,
        }
    }

    /// Returns environment variables for the firmware's build script.
    pub(crate) fn environment(self) -> Vec<(&'static str, String)> {
        match self {
            Algorithm::C(kernel) => kernel.environment(),
            _ => Vec::new(),
        }
    }

    /// Makes the model from the training rows, with `fit` as options of `nearkin fit` unless `model` is given, and preprocesses
    /// the test rows for it.
    ///
    /// # Errors
    /// If fitting fails, or the algorithm does not support the data set.
    pub(crate) fn inputs(self, dataset: &Dataset, fit: &str, model: Option<Vec<u8>>) -> Result<Inputs, String> {
        let plain = |model, rows| Inputs { model, module: String::new(), rows };
        let fitted = || model.map_or_else(|| fitted_model(dataset, fit), Ok);
        match self {
            Algorithm::Empty => Ok(plain(Vec::new(), dataset.test.clone())),
            Algorithm::Naive => {
                let expanded = expand(dataset);
                Ok(plain(naive_model(&expanded)?, expanded.test))
            }
            Algorithm::Loaded | Algorithm::LoadedWith(_) => Ok(plain(fitted()?, dataset.test.clone())),
            Algorithm::Baked => {
                let Module { rust, tables, rows } = Module::new(&fitted()?, &dataset.test)?;
                Ok(Inputs { model: tables, module: rust, rows })
            }
            Algorithm::C(kernel) => {
                let quantized = quantize(&expand(dataset), kernel.element);
                Ok(plain(kernel::model_in_c(&quantized, kernel.element, K).into_bytes(), quantized.test))
            }
        }
    }
}

/// Fits a model to the training rows with the command-line tool.
fn fitted_model(dataset: &Dataset, options: &str) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let model = folder.path().join("model.nkn");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "nearkin-codegen", "--bin", "nearkin", "--", "fit"])
        .arg(dataset.file("train"))
        .args(["--target", dataset.target, "-o"])
        .arg(&model)
        .args(options.split_whitespace())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cargo run: {error}"))?;
    let message = || format!("nearkin fit: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(message());
    }
    std::fs::read(&model).map_err(|error| format!("{error}: {}", message()))
}

/// Returns the model in the encoding that the firmware's `naive.rs` reads.
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
            Cell::Integer(_) | Cell::Text(_) => return Err(format!("the naive algorithm needs f32, found {cell:?}")),
        }
    }
    for row in &dataset.train {
        model.push(u8::try_from(row.class).map_err(|_| "more than 256 classes".to_owned())?);
    }
    Ok(model)
}
