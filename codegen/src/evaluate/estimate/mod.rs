//! An estimate of the instructions that one call takes on a chip: its work, counted by the search itself, times what
//! each piece of it was measured to cost.
//!
//! # Examples
//! ```
//! use nearkin_codegen::model::aligned::Aligned;
//! use nearkin_codegen::data::{ReadOptions, read_path};
//! use nearkin_codegen::evaluate::estimate::{Estimate, Work, estimate, estimate_on};
//!
//! let aligned = Aligned::new(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn")));
//! let model = aligned.load()?;
//! let loaded: Estimate = estimate(&model).expect("it predicts");
//! assert_eq!((loaded.work.numbers, loaded.work.categories, loaded.work.votes), (4.0, 2.0, 3.0));
//! assert_eq!(Work::of_model(&model), loaded.work);
//! assert!(loaded.baked(&model).cortex_m0 < loaded.cortex_m0);
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let data = read_path(data.as_ref(), &ReadOptions::default())?;
//! let asked = estimate_on(&model, &data, true)?.expect("it predicts");
//! assert!(asked.work.rows < 344.0, "most rows are never begun");
//! assert_eq!(Work::of_rows(&model, &data, true)?, asked.work);
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

mod costs;
mod work;

use std::fmt;

use nearkin::Model;
use nearkin::format::{Head, RowStorage};
use serde::Serialize;

use crate::Result;
use crate::data::Dataset;

pub use work::Work;

use costs::{BAKED, LOADED};

/// Instructions of one call of a loaded model compiled for speed (`opt-level = 3`), by chip; [`Estimate::baked`] has those
/// of baked code.
///
/// Costs are measured with euclidean distances; other metrics cost more where a number is not an integer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Estimate {
    /// Cortex-M4F: with FPU.
    pub cortex_m4f: u64,
    /// Cortex-M0: soft float.
    pub cortex_m0: u64,
    /// RV32IMAC: soft float.
    pub riscv32: u64,
    /// What is counted.
    pub work: Work,
}

/// Instructions of each piece of [`Work`] on one chip, for one storage of rows.
#[derive(Debug, Clone, Copy)]
struct Costs {
    /// Whatever is asked.
    call: f64,
    /// Of each piece.
    of: Work,
}

/// Estimates the instructions of one call by the stored rows, where no others are at hand; `None` for an encoder.
///
/// Prototypes and centroids lie farther apart than rows from them, so for those it is rough.
#[must_use]
pub fn estimate(model: &Model<'_>) -> Option<Estimate> {
    (model.payload().head != Head::Encode).then(|| Estimate::of(model, Work::of_model(model)))
}

/// Estimates the instructions of one call by rows of `data`; `None` for an encoder.
///
/// `are_stored` tells whether these rows are in the model.
///
/// # Errors
/// Where a cell is refused.
pub fn estimate_on(model: &Model<'_>, data: &Dataset, are_stored: bool) -> Result<Option<Estimate>> {
    if model.payload().head == Head::Encode {
        return Ok(None);
    }
    Work::of_rows(model, data, are_stored).map(|work| Some(Estimate::of(model, work)))
}

impl Estimate {
    fn of(model: &Model<'_>, work: Work) -> Self {
        Self::by(&LOADED, model, work)
    }

    /// The estimate of the same work in baked code: no category is looked up by its text, counts are constants.
    #[must_use]
    pub fn baked(&self, model: &Model<'_>) -> Self {
        Self::by(&BAKED, model, Work { lookups: 0.0, ..self.work })
    }

    fn by(costs: &[[Costs; 3]; 3], model: &Model<'_>, work: Work) -> Self {
        let storage = match model.payload().storage {
            RowStorage::F32 => 0,
            RowStorage::I16 { .. } => 1,
            RowStorage::I8 { .. } => 2,
        };
        let [cortex_m4f, cortex_m0, riscv32] = costs.each_ref().map(|of_chip| of_chip[storage].instructions(&work));
        Self { cortex_m4f, cortex_m0, riscv32, work }
    }
}

impl Costs {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a rounded positive estimate
    fn instructions(&self, work: &Work) -> u64 {
        let Self { call, of } = self;
        let sum = call
            + of.numbers * work.numbers
            + of.categories * work.categories
            + of.lookups * work.lookups
            + of.rows * work.rows
            + of.words * work.words
            + of.codes * work.codes
            + of.offers * work.offers
            + of.groups * work.groups
            + of.nodes * work.nodes
            + of.buckets * work.buckets
            + of.votes * work.votes
            + of.verdicts * work.verdicts;
        sum.round() as u64
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = |count: u64| match count {
            0..10_000 => format!("{:.1} thousand", lossy(count) / 1e3),
            10_000..1_000_000 => format!("{:.0} thousand", lossy(count) / 1e3),
            _ => format!("{:.1} million", lossy(count) / 1e6),
        };
        write!(
            f,
            "instructions of a call, estimated: {} on Cortex-M4F, {} on Cortex-M0, {} on RV32IMAC",
            rounded(self.cortex_m4f),
            rounded(self.cortex_m0),
            rounded(self.riscv32)
        )
    }
}

#[allow(clippy::cast_precision_loss)] // printed with three digits
fn lossy(count: u64) -> f64 {
    count as f64
}
