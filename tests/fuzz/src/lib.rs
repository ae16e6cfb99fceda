//! What the fuzz targets share: aligned bytes, a fitting header, generated code, and the questions of `tests/hostile`.

use nearkin::format::Header;
use nearkin::{FORMAT_VERSION, Model};

mod aligned;
#[path = "../../src/rng.rs"]
mod rng;
#[macro_use]
#[path = "../../equal_bits/program/src/field.rs"]
mod field;
mod generated;
#[path = "../../hostile/queries.rs"]
mod queries;

pub use generated::try_generated;

/// Loads the bytes from an aligned place, and makes every query of the model if there is one; `seed` decides the cells.
pub fn try_blob(bytes: &[u8], seed: u64) {
    let aligned = aligned::Aligned::new(bytes);
    if let Ok(model) = Model::from_bytes(aligned.bytes()) {
        let mut rng = rng::Rng::new(seed);
        for _ in 0..3 {
            queries::run_all(&model, &mut rng);
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
