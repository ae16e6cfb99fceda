//! Square root by the FPU.
#![allow(unsafe_code)]

use core::arch::asm;

/// Square root, correctly rounded.
#[inline]
pub(crate) fn sqrt(x: f32) -> f32 {
    let bits: u32;
    // SAFETY: VSQRT and the moves touch one scratch register of the FPU and an ordinary one; the target has an FPU.
    unsafe {
        asm!(
            "vmov s0, {x}",
            "vsqrt.f32 s0, s0",
            "vmov {x}, s0",
            x = inout(reg) x.to_bits() => bits,
            out("s0") _,
            options(pure, nomem, nostack)
        );
    }
    f32::from_bits(bits)
}

/// The largest integer whose square is at most `x`, from the FPU's root of the nearest float.
pub(crate) fn integer_sqrt(x: u32) -> u32 {
    // The float is off by at most 2^-24 of `x`, the root by less than one.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let root = (sqrt(x as f32) as u32).min(65_535);
    if root * root > x {
        root - 1
    } else if root < 65_535 && (root + 1) * (root + 1) <= x {
        root + 1
    } else {
        root
    }
}
