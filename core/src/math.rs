//! The few functions that need more than `+ - x /`; the only place that picks where they come from.

/// Square root, correctly rounded, so equal on every target.
pub(crate) fn sqrt(x: f32) -> f32 {
    libm::sqrtf(x)
}

/// `x` to the power `p`.
pub(crate) fn pow(x: f32, p: f32) -> f32 {
    libm::powf(x, p)
}
