//! Damage without a matching checksum: changed bits, missing bytes, overwritten words of the header.

use nearkin::{FORMAT_VERSION, LoadError, Model};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::sample_models::{RECIPES, csv, fit_all, fit_recipe};

/// The sample models, and the first of them with many rows.
fn blobs() -> Vec<(&'static str, Vec<u8>)> {
    let mut blobs: Vec<_> = fit_all().into_iter().map(|model| (model.name, model.fitted.blob)).collect();
    blobs.push(("large", fit_recipe(RECIPES[0].1, &csv(3_000)).expect("the small one can be fitted").blob));
    blobs
}

/// The distance between tested positions: 1 up to 4 KB, above that larger, and odd so that every bit of a byte is covered.
fn stride(blob: &[u8]) -> usize {
    if blob.len() <= 4096 { 1 } else { blob.len() / 1024 * 2 + 1 }
}

fn load(blob: &[u8]) -> Result<(), LoadError> {
    Model::from_bytes(Aligned::new(blob).bytes()).map(|_| ())
}

/// Whether the error is the one that a change at `byte` must cause.
fn is_expected(byte: usize, refused: Result<(), LoadError>) -> bool {
    match byte {
        0..4 => refused == Err(LoadError::BadMagic),
        4..6 => {
            matches!(refused, Err(LoadError::UnsupportedVersion { found, supported: FORMAT_VERSION }) if found != FORMAT_VERSION)
        }
        8..12 => matches!(refused, Err(LoadError::Truncated { .. } | LoadError::TrailingBytes { .. })),
        _ => matches!(refused, Err(LoadError::Checksum { .. })),
    }
}

#[test]
fn every_changed_bit_is_refused_with_the_right_error() {
    for (name, blob) in blobs() {
        for bit in (0..16 * 8).chain((16 * 8..blob.len() * 8).step_by(stride(&blob))) {
            let mut damaged = blob.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let refused = load(&damaged);
            assert!(is_expected(bit / 8, refused), "{name}: bit {bit}: {refused:?}");
        }
    }
}

#[test]
fn every_truncation_is_refused() {
    for (name, blob) in blobs() {
        let whole = u32::try_from(blob.len()).expect("small");
        for have in (0..whole).step_by(stride(&blob)).chain(whole - 8..whole) {
            let need = if have < 16 { 16 } else { whole };
            let refused = load(&blob[..have as usize]);
            assert_eq!(refused, Err(LoadError::Truncated { need, have }), "{name}: {have} bytes");
        }
        let mut longer = blob.clone();
        longer.push(0);
        assert_eq!(load(&longer), Err(LoadError::TrailingBytes { count: 1 }), "{name}");
    }
    assert!(blobs().iter().any(|(_, blob)| blob.len() > 4096), "one model is large");
}

#[test]
fn every_overwritten_word_of_the_header_is_refused() {
    let words = [0, 1, 16, 0x7F, 0x80, 0xFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, u32::MAX - 16, u32::MAX];
    for (name, blob) in blobs() {
        for at in 0..=12 {
            for word in words {
                let mut damaged = blob.clone();
                damaged[at..at + 4].copy_from_slice(&word.to_le_bytes());
                let first = (0..blob.len()).find(|&byte| blob[byte] != damaged[byte]);
                let Some(first) = first else { continue }; // the same word as before
                let refused = load(&damaged);
                // Order of the checks: magic, version, length, flags.
                let length = damaged[8..12] != blob[8..12] && first >= 6;
                let reported = if length { 8 } else { first };
                assert!(is_expected(reported, refused), "{name}: {word:08x} at {at}: {refused:?}");
            }
        }
    }
}
