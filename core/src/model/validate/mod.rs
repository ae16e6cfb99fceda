//! The rules across fields and tables, checked once when a model is loaded.
//!
//! One pass over the tables, after the pass of the checksum.

mod columns;
mod extents;
mod parameters;
mod rows;
mod rule;

use crate::error::{LoadError, Rule};
use crate::format::{Decoded, Head, Section};
use crate::model::validate::rule::broken;
use crate::neighbors::StoredRows;

/// Checks shapes, ranges and finiteness of a decoded blob.
pub(crate) fn validate(decoded: &Decoded<'_>) -> Result<(), LoadError> {
    let payload = decoded.payload();
    parameters::parameters(payload)?;
    let widest = columns::columns(decoded)?;
    columns::names(decoded)?;
    if payload.head == Head::Encode {
        return extents::disjoint(decoded);
    }
    parameters::features(payload)?;
    let stored = StoredRows::read(decoded);
    let Some(stored) = &stored else { return Err(broken(Rule::SectionInside, Section::Numbers as usize)) };
    let coded_reach = rows::coded_records(payload, stored)?;
    let largest = rows::numbers(stored, usize::from(payload.numbers))?;
    if let Some((_, bound)) = payload.storage.integer() {
        rows::distance_bound(payload, bound, widest, largest, coded_reach)?;
    }
    rows::codes(stored)?;
    rows::targets(decoded)?;
    rows::row_numbers(stored, payload.numbers.into())?;
    extents::disjoint(decoded)
}
