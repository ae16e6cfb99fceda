//! Any row for generated code: loaded and baked answer with equal bits; any blob given to it is refused or answers.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nearkin_fuzz::try_generated(bytes));
