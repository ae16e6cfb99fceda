//! The demo that every example runs, identical on each target.
//!
//! A start-up crate gives it something to print to; the text is compared with the host's, so floats are printed as bits.
#![no_std]

use core::fmt::{self, Write};

/// Prints the demo's results to `out`, one line each, floats as the hexadecimal of their bits.
///
/// # Errors
/// Whatever error `out` gives; the demo itself has none.
pub fn run(out: &mut dyn Write) -> fmt::Result {
    let mut sum = 0.0_f32;
    for (name, x) in [("small", 1.0e-3_f32), ("one", 1.0), ("bill_length_mm", 39.1), ("body_mass_g", 3750.0)] {
        let scaled = (x - 43.9) * 0.183;
        sum += scaled * scaled;
        writeln!(
            out,
            "{name}: scaled {:08x} sqrt {:08x} exp {:08x} ln {:08x}",
            scaled.to_bits(),
            libm::sqrtf(sum).to_bits(),
            libm::expf(-libm::fabsf(scaled)).to_bits(),
            libm::logf(x).to_bits(),
        )?;
    }
    writeln!(out, "sum: {:08x}", sum.to_bits())
}
