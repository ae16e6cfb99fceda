//! Scaling to an integer by float instructions.

use crate::arch::round::round;

/// Returns `(x - offset) * scale`, rounded half away from zero; from 2^15 on, and for infinity and NaN, ±2^15.
#[inline]
pub(crate) fn quantized(x: f32, offset: f32, scale: f32) -> i32 {
    round((x - offset) * scale)
}
