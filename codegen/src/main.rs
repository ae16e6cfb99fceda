//! The binary `nearkin`: maps a result to an exit code.
fn main() {}
