//! The few functions that need more than `+ - x /`; the only place that picks where they come from.

pub(crate) use crate::arch::sqrt;

/// `x` to the power `p`.
pub(crate) fn pow(x: f32, p: f32) -> f32 {
    libm::powf(x, p)
}

/// The largest integer whose square is at most `x`.
///
/// Bit by bit: no division, which the smallest chips do in software.
pub(crate) fn integer_sqrt(x: u32) -> u32 {
    let (mut rest, mut root, mut bit) = (x, 0u32, 1u32 << 30);
    while bit > rest {
        bit >>= 2;
    }
    while bit != 0 {
        if rest >= root + bit {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
        bit >>= 2;
    }
    root
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
