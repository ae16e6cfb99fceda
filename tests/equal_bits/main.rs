//! Equal bits: the same fit twice, on one thread and on several; the host's answers, a loaded model's and generated code's.

// The program's too, which is built for the chips.
#[allow(dead_code, unreachable_pub, reason = "the host's side of the comparison has no generated code")]
#[path = "program/src/bits.rs"]
mod bits;
#[cfg(feature = "device")]
mod chips;
mod determinism;
mod draw;
mod parity;
mod program;
