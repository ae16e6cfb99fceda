//! What can be measured: a feature of the firmware, the model it needs, and the rows it is asked about.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::board::Board;
use crate::dataset::{Cell, Dataset, Row, Task};
use crate::expand::{Element, expand, quantise};
use crate::kernel::{self, KERNELS, Kernel};
use crate::module::Module;

/// Neighbors that vote.
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
    /// The same with other features than the default ones, measured only where it is asked for.
    LoadedWith(Features),
    /// The same as Rust, with its tables.
    Baked,
    /// A kernel in C.
    C(&'static Kernel),
}

/// The features of the device library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Features {
    /// None: euclidean distances of integers.
    None,
    /// `float` alone.
    Float,
    /// `metrics` alone.
    Metrics,
    /// The default ones and `micromath`: few models call any maths.
    Micromath,
}

impl Features {
    const ALL: [Self; 4] = [Self::None, Self::Float, Self::Metrics, Self::Micromath];
}

/// What one algorithm does on one data set.
#[derive(Debug)]
pub(crate) struct Work {
    /// The bytes of the model, or of the tables of its Rust.
    pub(crate) model: Vec<u8>,
    /// The Rust of a baked model, else nothing.
    pub(crate) module: String,
    /// The test rows as this algorithm takes them.
    pub(crate) rows: Vec<Row>,
}

impl Algorithm {
    /// Every algorithm that is worth a line.
    pub(crate) fn all() -> impl Iterator<Item = Algorithm> {
        [Algorithm::Naive, Algorithm::Loaded, Algorithm::Baked].into_iter().chain(KERNELS.iter().map(Algorithm::C))
    }

    /// Every algorithm that can be asked for.
    pub(crate) fn known() -> impl Iterator<Item = Algorithm> {
        Self::all().chain(Features::ALL.map(Algorithm::LoadedWith))
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Algorithm::C(kernel) => kernel.name,
            _ => self.feature(),
        }
    }

    /// The firmware's feature.
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

    /// Whether it has an answer to the question.
    pub(crate) fn answers(self, task: Task) -> bool {
        task == Task::Classify || matches!(self, Algorithm::Loaded | Algorithm::LoadedWith(_) | Algorithm::Baked)
    }

    /// Whether the chip can run it.
    pub(crate) fn runs_on(self, board: Board) -> bool {
        match self {
            Algorithm::C(kernel) => kernel.runs_on(board),
            _ => true,
        }
    }

    /// Whether it computes with f32, which takes long on a chip without an FPU.
    pub(crate) fn is_float(self) -> bool {
        match self {
            Algorithm::C(kernel) => kernel.element == Element::Float,
            _ => self == Algorithm::Naive,
        }
    }

    /// What this machine lacks to measure it.
    pub(crate) fn missing(self) -> Option<&'static str> {
        match self {
            Algorithm::C(kernel) => kernel.missing(),
            _ => None,
        }
    }

    /// What the firmware's build script has to know beside the files.
    pub(crate) fn environment(self) -> Vec<(&'static str, String)> {
        match self {
            Algorithm::C(kernel) => kernel.environment(),
            _ => Vec::new(),
        }
    }

    /// Makes the model from the training rows and brings the test rows into its form; `fit` are the options of
    /// `nearkin fit`, unless there is a model.
    ///
    /// # Errors
    /// What about the data set the algorithm cannot do.
    pub(crate) fn work(self, dataset: &Dataset, fit: &str, model: Option<Vec<u8>>) -> Result<Work, String> {
        let plain = |model, rows| Work { model, module: String::new(), rows };
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
                Ok(Work { model: tables, module: rust, rows })
            }
            Algorithm::C(kernel) => {
                let quantised = quantise(&expand(dataset), kernel.element);
                Ok(plain(kernel::model_in_c(&quantised, kernel.element, K).into_bytes(), quantised.test))
            }
        }
    }
}

/// Lets the tool fit the training rows.
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
            Cell::Integer(_) | Cell::Text(_) => return Err(format!("naive takes f32 only, not {cell:?}")),
        }
    }
    for row in &dataset.train {
        model.push(u8::try_from(row.class).map_err(|_| "more than 256 classes".to_owned())?);
    }
    Ok(model)
}
