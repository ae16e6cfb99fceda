//! Any bytes: loading fails, or the model answers within bounds.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nearkin_fuzz::try_blob(bytes, 0));
