//! Damage that nobody repaired: every changed bit, every missing byte, every overwritten word of the header.

use nearkin::{FORMAT_VERSION, LoadError, Model};
use nearkin_codegen::aligned::Aligned;
use nearkin_tests::fleet::fleet;

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
    for ship in fleet() {
        let blob = &ship.fitted.blob;
        // All bits of the header; all others up to 4 KB, a share of those of longer models.
        let stride = 1 + blob.len() * 8 / (4096 * 8);
        for bit in (0..16 * 8).chain((16 * 8..blob.len() * 8).step_by(stride)) {
            let mut damaged = blob.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let refused = load(&damaged);
            assert!(is_right(bit / 8, refused), "{}: bit {bit}: {refused:?}", ship.name);
        }
    }
}

#[test]
fn every_truncation_is_refused() {
    for ship in fleet() {
        let blob = &ship.fitted.blob;
        let whole = u32::try_from(blob.len()).expect("small");
        for have in 0..whole {
            let need = if have < 16 { 16 } else { whole };
            let refused = load(&blob[..have as usize]);
            assert_eq!(refused, Err(LoadError::Truncated { need, have }), "{}: {have} bytes", ship.name);
        }
        let mut longer = blob.clone();
        longer.push(0);
        assert_eq!(load(&longer), Err(LoadError::TrailingBytes { count: 1 }), "{}", ship.name);
    }
}

#[test]
fn every_overwritten_word_of_the_header_is_refused() {
    let words = [0, 1, 16, 0x7F, 0x80, 0xFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, u32::MAX - 16, u32::MAX];
    for ship in fleet() {
        let blob = &ship.fitted.blob;
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
                assert!(is_right(by, refused), "{}: {word:08x} at {at}: {refused:?}", ship.name);
            }
        }
    }
}
