//! The checks that every rule is made of.

use crate::error::{LoadError, Rule};

/// Returns the error of a broken rule.
pub(super) fn broken(rule: Rule, at: usize) -> LoadError {
    LoadError::Invalid { rule, at: u32::try_from(at).unwrap_or(u32::MAX) }
}

pub(super) fn require(holds: bool, rule: Rule, at: usize) -> Result<(), LoadError> {
    if holds { Ok(()) } else { Err(broken(rule, at)) }
}

pub(super) fn all_finite(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

pub(super) fn largest_magnitude(integers: &[i16]) -> u64 {
    u64::from(integers.iter().map(|integer| integer.unsigned_abs()).max().unwrap_or(0))
}
