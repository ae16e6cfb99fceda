//! Squared distances of packed integers with the DSP instructions of Cortex-M4 and M7.
//!
//! SSUB16 subtracts two 16-bit pairs, SMLAD adds both products of two pairs, SXTB16 spreads bytes 0 and 2 of a word.
#![allow(unsafe_code)]

use core::arch::asm;

/// Spreads bytes 0 and 2 to a pair of 16-bit integers.
#[inline(always)]
fn spread_even(bytes: u32) -> u32 {
    let pair: u32;
    // SAFETY: SXTB16 reads one register and writes another; the target has it (`build.rs`).
    unsafe {
        asm!("sxtb16 {out}, {x}", out = lateout(reg) pair, x = in(reg) bytes, options(pure, nomem, nostack, preserves_flags));
    }
    pair
}

/// Spreads bytes 1 and 3.
#[inline(always)]
fn spread_odd(bytes: u32) -> u32 {
    let pair: u32;
    // SAFETY: as `spread_even`, with the source rotated by 8.
    unsafe {
        asm!("sxtb16 {out}, {x}, ror #8", out = lateout(reg) pair, x = in(reg) bytes, options(pure, nomem, nostack, preserves_flags));
    }
    pair
}

/// Adds the squared gaps of two pairs of 16-bit integers.
#[inline(always)]
pub(crate) fn squared_shorts(sum: i32, query: u32, stored: u32) -> i32 {
    let gap: u32;
    let total: i32;
    // SAFETY: SSUB16 sets the GE flags and SMLAD may set Q, so flags are not preserved; only registers are touched.
    unsafe {
        asm!("ssub16 {gap}, {q}, {s}", gap = lateout(reg) gap, q = in(reg) query, s = in(reg) stored, options(pure, nomem, nostack));
        asm!("smlad {total}, {gap}, {gap}, {sum}", total = lateout(reg) total, gap = in(reg) gap, sum = in(reg) sum, options(pure, nomem, nostack));
    }
    total
}

/// Adds the squared gaps of four 16-bit integers and four bytes, stored in the order 0, 2, 1, 3.
#[inline(always)]
pub(crate) fn squared_bytes(sum: i32, query: [u32; 2], stored: u32) -> i32 {
    let sum = squared_shorts(sum, query[0], spread_even(stored));
    squared_shorts(sum, query[1], spread_odd(stored))
}
