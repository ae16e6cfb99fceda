//! Squared distances of packed integers with the DSP instructions of Cortex-M4 and M7.
//!
//! SSUB16 subtracts two 16-bit pairs, SMLAD adds both products of two pairs, UXTB16 spreads bytes 0 and 2 of a word.
#![expect(unsafe_code, reason = "DSP instructions have no other form on a stable compiler")]

use core::arch::asm;

/// Adds the squared differences of two pairs of 16-bit integers.
#[inline(always)]
pub(crate) fn squared_shorts(sum: i32, query: u32, stored: u32) -> i32 {
    let difference: u32;
    let total: i32;
    // SAFETY: SSUB16 sets the GE flags and SMLAD may set Q, so flags are not preserved; only registers are touched.
    unsafe {
        asm!("ssub16 {d}, {q}, {s}", d = lateout(reg) difference, q = in(reg) query, s = in(reg) stored, options(pure, nomem, nostack));
        asm!("smlad {total}, {d}, {d}, {sum}", total = lateout(reg) total, d = in(reg) difference, sum = in(reg) sum, options(pure, nomem, nostack));
    }
    total
}

/// Adds the squared differences of four 16-bit integers and four unsigned bytes, stored in the order 0, 2, 1, 3.
#[inline(always)]
pub(crate) fn squared_bytes(sum: i32, query: [u32; 2], stored: u32) -> i32 {
    let [low, high] = query;
    let total: i32;
    // SAFETY: as `squared_shorts`; UXTB16 reads one register and writes another. One block with one scratch register
    // leaves the others to the loop around it.
    unsafe {
        asm!(
            "uxtb16 {d}, {stored}",
            "ssub16 {d}, {low}, {d}",
            "smlad {sum}, {d}, {d}, {sum}",
            "uxtb16 {d}, {stored}, ror #8",
            "ssub16 {d}, {high}, {d}",
            "smlad {sum}, {d}, {d}, {sum}",
            d = out(reg) _,
            stored = in(reg) stored,
            low = in(reg) low,
            high = in(reg) high,
            sum = inout(reg) sum => total,
            options(pure, nomem, nostack)
        );
    }
    total
}
