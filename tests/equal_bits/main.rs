//! Equal bits: of repeated fits on one or several threads, and of predictions by the host, loaded models and generated code.

// Shared with the program, which is also built for the chips.
#[expect(dead_code, unreachable_pub, reason = "the part for generated code is used by the program only")]
#[path = "program/src/bits.rs"]
mod bits;
#[cfg(feature = "device")]
mod chips;
mod determinism;
mod parity;
mod program;
mod random_cases;
