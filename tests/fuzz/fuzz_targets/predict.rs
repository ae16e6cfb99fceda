//! Any message behind a checksum that fits, and cells drawn from a seed: the model answers within bounds.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: (u64, &[u8])| {
    let (seed, message) = input;
    nearkin_fuzz::try_blob(&nearkin_fuzz::seal(message), seed);
});
