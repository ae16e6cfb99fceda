//! Square root without an FPU.

/// Square root, correctly rounded.
#[inline]
pub(crate) fn sqrt(x: f32) -> f32 {
    libm::sqrtf(x)
}
