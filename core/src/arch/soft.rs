//! Roots and scaling without an FPU.

/// Square root, correctly rounded.
#[inline]
pub(crate) fn sqrt(x: f32) -> f32 {
    libm::sqrtf(x)
}

/// The largest integer whose square is at most `x`, bit by bit: small chips divide in software.
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

/// Gives `(x - offset) * scale`; a number that is taken as it is costs no arithmetic.
#[inline]
pub(crate) fn affine(x: f32, offset: f32, scale: f32) -> f32 {
    if offset.to_bits() == 0 && scale.to_bits() == 1.0f32.to_bits() { x } else { scaled(x, offset, scale) }
}

/// A function of its own: inlined, both soft-float calls would be made before it is known whether they are needed.
#[inline(never)]
fn scaled(x: f32, offset: f32, scale: f32) -> f32 {
    (x - offset) * scale
}
