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
