//! Correctly rounded roots and libm's power: the same bits on every target.

pub(crate) use crate::arch::{integer_sqrt, sqrt};

/// Returns `x` to the power `p`.
#[cfg_attr(nearkin_micromath, allow(dead_code, reason = "the approximation replaces it"))]
pub(crate) fn pow(x: f32, p: f32) -> f32 {
    libm::powf(x, p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_roots_are_exact() {
        for x in (0..70_000).chain((0..2000).map(|i| u32::MAX - i)).chain((0..2000).map(|i| (1 << 30) - 1000 + i)) {
            assert_eq!(integer_sqrt(x), x.isqrt(), "{x}");
        }
    }
}
