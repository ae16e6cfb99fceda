//! An estimate of the instructions that one call takes on a chip.

use std::fmt;

use nearkin::format::{Head, Storage};
use nearkin::{Metric, Model};
use serde::Serialize;

/// Instructions of one call, by chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Estimate {
    /// Cortex-M4F: with FPU.
    pub cortex_m4f: u64,
    /// Cortex-M0: soft float.
    pub cortex_m0: u64,
}

/// Instructions of the parts of a search on one chip, measured with `tests/device/bench`.
struct Costs {
    /// A number that is compared, by storage: f32, i16, i8.
    number: [f64; 3],
    /// A code that is compared.
    code: f64,
    /// A row, whatever it holds.
    row: f64,
    /// A column of the query.
    column: f64,
}

const M4F: Costs = Costs { number: [6.0, 5.0, 5.0], code: 14.0, row: 25.0, column: 120.0 };
const M0: Costs = Costs { number: [350.0, 7.0, 7.0], code: 30.0, row: 35.0, column: 450.0 };

/// Estimates the instructions of one call; `None` for an encoder.
#[must_use]
pub fn estimate(model: &Model<'_>) -> Option<Estimate> {
    let payload = model.payload();
    if payload.head == Head::Encode {
        return None;
    }
    let storage = match payload.storage {
        Storage::F32 => 0,
        Storage::I16 { .. } => 1,
        Storage::I8 { .. } => 2,
    };
    // Search gives rows up early; k-means and products compare all.
    let visited = match payload.metric {
        Metric::Cosine | Metric::Dot => 1.0,
        _ => 0.7,
    };
    let calls = |costs: &Costs| {
        let numbers = f64::from(payload.numbers) * costs.number[storage];
        let codes = f64::from(payload.codes) * costs.code;
        let search = f64::from(payload.rows) * (costs.row + visited * (numbers + codes));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a rounded positive estimate
        let instructions = (search + f64::from(payload.columns) * costs.column).round() as u64;
        instructions
    };
    Some(Estimate { cortex_m4f: calls(&M4F), cortex_m0: calls(&M0) })
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
            "instructions of a call, estimated: {} on Cortex-M4F, {} on Cortex-M0",
            rounded(self.cortex_m4f),
            rounded(self.cortex_m0)
        )
    }
}

#[allow(clippy::cast_precision_loss)] // printed with three digits
fn lossy(count: u64) -> f64 {
    count as f64
}
