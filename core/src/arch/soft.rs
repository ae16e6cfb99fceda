//! Roots without an FPU.

/// Returns the square root, correctly rounded.
#[inline]
pub(crate) fn sqrt(x: f32) -> f32 {
    libm::sqrtf(x)
}

/// Returns the largest integer whose square is at most `x`. Bit by bit, because small chips divide in software.
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
