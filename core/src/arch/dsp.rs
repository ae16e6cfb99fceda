//! Squared distances of packed integers with the DSP instructions of Cortex-M4 and M7.
//!
//! SSUB16 subtracts two 16-bit pairs, SMLAD adds both products of two pairs, UXTB16 spreads bytes 0 and 2 of a word.
#![allow(unsafe_code)]

use core::arch::asm;

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

/// Adds the squared gaps of four 16-bit integers and four unsigned bytes, stored in the order 0, 2, 1, 3.
#[inline(always)]
pub(crate) fn squared_bytes(sum: i32, query: [u32; 2], stored: u32) -> i32 {
    let [low, high] = query;
    let total: i32;
    // SAFETY: as `squared_shorts`; UXTB16 reads one register and writes another. One block with one scratch register
    // leaves the others to the loop around it.
    unsafe {
        asm!(
            "uxtb16 {gap}, {stored}",
            "ssub16 {gap}, {low}, {gap}",
            "smlad {sum}, {gap}, {gap}, {sum}",
            "uxtb16 {gap}, {stored}, ror #8",
            "ssub16 {gap}, {high}, {gap}",
            "smlad {sum}, {gap}, {gap}, {sum}",
            gap = out(reg) _,
            stored = in(reg) stored,
            low = in(reg) low,
            high = in(reg) high,
            sum = inout(reg) sum => total,
            options(pure, nomem, nostack)
        );
    }
    total
}
