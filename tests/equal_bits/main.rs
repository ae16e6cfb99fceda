//! Equal bits: the same fit twice, on one thread and on several; the host's answers and a loaded model's.

mod determinism;
mod draw;
mod parity;
