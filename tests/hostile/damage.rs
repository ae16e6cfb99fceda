//! Damage that nobody repaired: every changed bit, every missing byte, every overwritten word of the header.

use nearkin::{FORMAT_VERSION, LoadError, Model};
use nearkin_codegen::model::aligned::Aligned;
use nearkin_tests::fleet::{RECIPES, fit_recipe, fleet, table};

/// The small models of every kind, and a large one of the first kind.
fn blobs() -> Vec<(&'static str, Vec<u8>)> {
    let mut blobs: Vec<_> = fleet().into_iter().map(|ship| (ship.name, ship.fitted.blob)).collect();
    blobs.push(("large", fit_recipe(RECIPES[0].1, &table(3_000)).expect("as the small one").blob));
    blobs
}

/// 1 up to 4 KB; then larger, and odd, so that every bit of a byte gets its turn.
fn stride(blob: &[u8]) -> usize {
    if blob.len() <= 4096 { 1 } else { blob.len() / 1024 * 2 + 1 }
}

fn load(blob: &[u8]) -> Result<(), LoadError> {
    Model::from_bytes(Aligned::new(blob).bytes()).map(|_| ())
}

/// Whether a blob changed at `byte` is refused for the reason that a byte there has.
fn is_right(byte: usize, refused: Result<(), LoadError>) -> bool {
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
            assert!(is_right(bit / 8, refused), "{name}: bit {bit}: {refused:?}");
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
    assert!(blobs().iter().any(|(_, blob)| blob.len() > 4096), "one is large");
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
                let Some(first) = first else { continue }; // it stood there before
                let refused = load(&damaged);
                // The magic, then the version are looked at before the length, and the length before the flags.
                let length = damaged[8..12] != blob[8..12] && first >= 6;
                let by = if length { 8 } else { first };
                assert!(is_right(by, refused), "{name}: {word:08x} at {at}: {refused:?}");
            }
        }
    }
}
