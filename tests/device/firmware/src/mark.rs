//! The two marks between which the counter counts.

use core::arch::asm;

/// The counter starts when this is entered.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn mark_start() {
    // SAFETY: does nothing; as it may touch memory for all the compiler knows, nothing moves across it.
    unsafe { asm!("nop") }
}

/// The counter stops when this is entered.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn mark_stop() {
    // SAFETY: as in `mark_start`; two instructions, so that the two functions are not merged.
    unsafe { asm!("nop", "nop") }
}
