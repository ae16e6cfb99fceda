//! Verification: device arithmetic compared with an `f64` reference, row by row.
//!
//! The device side is core's own code, which firmware also calls. The reference is a second implementation: raw cells are
//! encoded in `f64`, every row is compared, and votes are counted in `f64`. If the model contains its recipe and the
//! training file is available, the reference is fitted to that file again without rounding parameters, rows, targets or
//! centroids, so that the whole cost of `f32` and integers is measured. Otherwise it uses the stored parameters and rows,
//! and the cost of rounding those is not visible.
//!
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::data::{ReadOptions, read_path};
//! use nearkin_codegen::evaluate::verify::verify;
//! use nearkin_codegen::model::aligned::Aligned;
//! use nearkin_codegen::progress::Progress;
//!
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let blob = Fit::from_csv(path).target("species").drop(["year"]).neighbors(3).fit()?.blob;
//! let aligned = Aligned::new(&blob);
//! let data = read_path(path.as_ref(), &ReadOptions::default())?;
//! let verification = verify(&aligned.load()?, &data, None, Progress::NONE)?;
//! assert_eq!((verification.rows, verification.changed), (344, 0));
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod compare;
mod reference;
mod refit;
mod stored;
mod vectors;

use std::path::Path;

use nearkin::Model;
use nearkin::format::RowStorage;
use serde::Serialize;

pub use vectors::{Cell, Vector, to_csv, to_rust, vectors};

use crate::Result;
use crate::data::Dataset;
use crate::evaluate::training_file::{Absent, Training};
use crate::evaluate::verify::compare::{ComparedRow, Comparison};
use crate::evaluate::verify::reference::Reference;
use crate::evaluate::verify::refit::{Refit, RefitRows};
use crate::progress::Progress;

/// The largest difference of a predicted value that is not a change, as a share of the range of the stored targets.
pub const VALUE_TOLERANCE: f64 = 1e-4;

/// The default of `--max-changed`: the share of rows whose predictions may differ.
pub const MAX_CHANGED: f64 = 0.01;

/// Relative margins below this are rounding errors of the reference: the neighbors are equally far.
const TIE: f64 = 1e-12;

/// The basis of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// A fit in `f64` to the training file, without rounding (except prototypes, which are selected in `f32`).
    TrainingRows,
    /// The rounded parameters and rows stored in the model.
    StoredRows,
}

/// The largest difference of an encoded number between device and reference, in scaled units.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LargestError {
    /// The difference.
    pub error: f64,
    /// The line of the row in the file.
    pub line: u64,
    /// The input column.
    pub column: String,
}

/// The votes for a class, according to the reference.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Standing {
    /// The class.
    pub class: String,
    /// Its total weight among the `k` nearest rows.
    pub votes: f64,
    /// The distance to the nearest row of this class.
    pub distance: Option<f64>,
}

/// A row whose prediction differs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Change {
    /// The line of the row in the file.
    pub line: u64,
    /// The device's prediction.
    pub device: String,
    /// The reference's prediction.
    pub reference: String,
    /// The two classes (classification only), the device's first.
    pub nearest: Vec<Standing>,
    /// The relative difference in distance between the last row (or centroid) that decides and the first that does not.
    pub margin: Option<f64>,
}

/// The comparison of all rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Verification {
    /// The number of rows compared.
    pub rows: u64,
    /// The storage type of the model.
    pub storage: &'static str,
    /// The basis of the reference.
    pub basis: Basis,
    /// The reason why the basis is not the training file.
    pub basis_reason: Option<Absent>,
    /// The largest difference of an encoded number; `None` if the model stores no numbers.
    pub largest_error: Option<LargestError>,
    /// The number of rows with a number outside the range of the storage; their error is not counted.
    pub outside: u64,
    /// The largest difference of a predicted value (regression only).
    pub largest_value_error: Option<f64>,
    /// The number of rows that differ only by a tie in distance: either prediction is correct.
    pub ties: u64,
    /// The number of other rows whose prediction differs.
    pub changed: u64,
    /// The rows whose prediction differs, except ties.
    pub changes: Vec<Change>,
}

impl Verification {
    /// Returns the share of rows whose prediction differs.
    #[must_use]
    pub fn changed_share(&self) -> f64 {
        self.changed as f64 / self.rows.max(1) as f64
    }
}

/// Compares every row of `data`; `training` is the file to which the model was fitted, if it is another file.
///
/// # Errors
/// [`Error::Data`](crate::Error::Data) for a column that does not exist, a cell that the model rejects, or a `training`
/// file that is not the model's; the errors of reading and fitting that file.
pub fn verify(
    model: &Model<'_>,
    data: &Dataset,
    training: Option<&Path>,
    progress: Progress<'_>,
) -> Result<Verification> {
    let prototypes;
    let (basis, basis_reason, reference) = match Training::find(model, data, training)? {
        Err(reason) => (Basis::StoredRows, Some(reason), Reference::new(*model)),
        Ok(training) => {
            let refit = Refit::of(training)?;
            let layout = if let RefitRows::Prototypes(blob) = &refit.rows {
                prototypes = blob.clone();
                prototypes.load()?
            } else {
                *model
            };
            (Basis::TrainingRows, None, Reference::refitted(model, layout, refit)?)
        }
    };
    let rows = Comparison::new(model, data, reference)?.rows(progress)?;
    Ok(summary(model, data, basis, basis_reason, rows))
}

/// Returns the totals over all rows.
fn summary(
    model: &Model<'_>,
    data: &Dataset,
    basis: Basis,
    basis_reason: Option<Absent>,
    rows: Vec<ComparedRow>,
) -> Verification {
    let largest_error = largest_error(model, data, &rows);
    let largest_value_error = rows.iter().filter_map(|row| row.value_error).reduce(f64::max);
    let outside = rows.iter().filter(|row| row.outside).count() as u64;
    let (ties, changes): (Vec<Change>, Vec<Change>) = rows
        .into_iter()
        .filter_map(|row| row.change)
        .partition(|change| change.margin.is_some_and(|margin| margin.abs() < TIE));
    Verification {
        rows: data.len() as u64,
        storage: match model.payload().storage {
            RowStorage::F32 => "f32",
            RowStorage::I16 { .. } => "i16",
            RowStorage::I8 { .. } => "i8",
        },
        basis,
        basis_reason,
        largest_error,
        outside,
        largest_value_error,
        ties: ties.len() as u64,
        changed: changes.len() as u64,
        changes,
    }
}

/// Returns the largest error of an encoded number; of equal ones the first.
fn largest_error(model: &Model<'_>, data: &Dataset, rows: &[ComparedRow]) -> Option<LargestError> {
    let mut largest: Option<(usize, f64, usize)> = None;
    for (row, compared) in rows.iter().enumerate() {
        if let Some((error, column)) = compared.error
            && largest.is_none_or(|(_, most, _)| error > most)
        {
            largest = Some((row, error, column));
        }
    }
    let (row, error, column) = largest?;
    let names = model.column_names()?;
    let column = names.get(column).unwrap_or("").to_owned();
    Some(LargestError { error, line: data.lines.get(row).unwrap_or(0), column })
}
