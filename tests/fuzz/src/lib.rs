//! What the fuzz targets share: aligned bytes, a fitting header, and the questions of `tests/hostile`.

use nearkin::format::Header;
use nearkin::{FORMAT_VERSION, Model};

#[path = "../../src/dice.rs"]
mod dice;
#[path = "../../hostile/question.rs"]
mod question;

/// Loads the bytes from an aligned place, and asks the model everything if there is one; `seed` decides the cells.
pub fn try_blob(bytes: &[u8], seed: u64) {
    let mut words = vec![0u32; bytes.len().div_ceil(4)];
    for (word, chunk) in words.iter_mut().zip(bytes.chunks(4)) {
        let mut four = [0; 4];
        four[..chunk.len()].copy_from_slice(chunk);
        *word = u32::from_le_bytes(four);
    }
    // SAFETY: words are valid bytes, four each, and `bytes` is no longer than they are.
    let aligned = unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), bytes.len()) };
    if let Ok(model) = Model::from_bytes(aligned) {
        let mut dice = dice::Dice::new(seed);
        for _ in 0..3 {
            question::ask(&model, &mut dice);
        }
    }
}

/// A message behind a header with the length and the checksum that fit.
#[must_use]
pub fn seal(message: &[u8]) -> Vec<u8> {
    let payload_bytes = u32::try_from(message.len()).expect("a fuzzer's input is small");
    let header = Header { version: FORMAT_VERSION, flags: 0, payload_bytes };
    [header.write(message).as_slice(), message].concat()
}
