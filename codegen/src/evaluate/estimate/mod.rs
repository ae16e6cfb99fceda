//! Estimates of the instructions of one call on a chip.
//!
//! The search itself counts its work on sample rows; the estimate multiplies these counts by the measured cost of each
//! step.
//!
//! ```
//! use nearkin_codegen::data::{ReadOptions, read_path};
//! use nearkin_codegen::evaluate::estimate::estimate_on;
//! use nearkin_codegen::model::aligned::Aligned;
//!
//! let aligned = Aligned::new(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn")));
//! let model = aligned.load()?;
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let data = read_path(data.as_ref(), &ReadOptions::default())?;
//! let loaded = estimate_on(&model, &data, true)?.expect("the model is not only an encoder");
//! assert!(loaded.work.rows < 344.0, "most rows are skipped");
//! assert!(loaded.baked(&model).cortex_m0 < loaded.cortex_m0);
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

/// The instructions of one call of a loaded model compiled for speed (`opt-level = 3`), by chip; [`Estimate::baked`]
/// returns those of baked code.
///
/// Costs are measured with the euclidean metric; other metrics cost more with `f32` storage.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Estimate {
    /// Cortex-M4F, with an FPU.
    pub cortex_m4f: u64,
    /// Cortex-M0, with software floating point.
    pub cortex_m0: u64,
    /// RV32IMAC, with software floating point.
    pub riscv32: u64,
    /// The counted work.
    pub work: Work,
}

/// The instructions of each step of [`Work`] on one chip, for one storage type.
#[derive(Debug, Clone, Copy)]
struct Costs {
    /// Per call.
    call: f64,
    /// Per step.
    of: Work,
}

/// Estimates the instructions of one call with the stored rows as queries; returns `None` for an encoder.
///
/// The estimate is rough for prototypes and centroids, which are farther from each other than typical queries are from
/// them.
#[must_use]
pub fn estimate(model: &Model<'_>) -> Option<Estimate> {
    (model.payload().head != Head::Encode).then(|| Estimate::of(model, Work::of_model(model)))
}

/// Estimates the instructions of one call with rows of `data` as queries; returns `None` for an encoder.
///
/// `are_stored` states whether these rows are in the model.
///
/// # Errors
/// [`Error::Data`](crate::Error::Data) if the model rejects a cell.
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

    /// Returns the estimate of the same work in baked code, which looks up no categories by text.
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
    #[expect(clippy::cast_possible_truncation, reason = "the estimate is rounded")]
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
            0..10_000 => format!("{:.1} thousand", count as f64 / 1e3),
            10_000..1_000_000 => format!("{:.0} thousand", count as f64 / 1e3),
            _ => format!("{:.1} million", count as f64 / 1e6),
        };
        write!(
            f,
            "estimated instructions per call: {} on Cortex-M4F, {} on Cortex-M0, {} on RV32IMAC",
            rounded(self.cortex_m4f),
            rounded(self.cortex_m0),
            rounded(self.riscv32)
        )
    }
}
