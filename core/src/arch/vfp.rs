//! Square root with the FPU.
#![expect(unsafe_code, reason = "VSQRT has no other form on a stable compiler")]

use core::arch::asm;

/// Returns the square root, correctly rounded.
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

/// Returns the largest integer whose square is at most `x`, from the FPU's root of the nearest float.
pub(crate) fn integer_sqrt(x: u32) -> u32 {
    // The relative error of the float is at most 2^-24, so the root differs by less than one.
    #[expect(clippy::cast_possible_truncation, reason = "the root of a `u32` is at most 2^16")]
    let root = (sqrt(x as f32) as u32).min(65_535);
    if root * root > x {
        root - 1
    } else if root < 65_535 && (root + 1) * (root + 1) <= x {
        root + 1
    } else {
        root
    }
}
