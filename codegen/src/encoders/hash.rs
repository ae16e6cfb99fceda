//! Buckets of a digest: the parameters of the hashing encoder, and the bucket of a text.

use md5::Md5;
use sha2::{Digest, Sha256};

/// The hashing encoder: the bucket is the digest, as a big-endian number, modulo `components`.
///
/// A missing value has no bucket: all outputs are 0.
///
/// # Examples
/// ```
/// use nearkin_codegen::encoders::{Algorithm, ColumnInput, Hashing, Method, fit};
///
/// let levels = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
/// let input = ColumnInput::new(&levels, &[0, 0, 1, 2]);
/// let hashing = Hashing { components: 4, algorithm: Algorithm::Sha256, shared: false };
/// let encoding = fit(&Method::Hashing(hashing).into(), &input)?;
/// assert_eq!(encoding.outputs_of_text("a"), Some(vec![0.0, 0.0, 0.0, 1.0])); // its digest ends in 0xbb
/// # Ok::<(), nearkin_codegen::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hashing {
    /// The number of buckets.
    pub components: u32,
    /// The digest.
    pub algorithm: Algorithm,
    /// Whether all shared columns add to one set of buckets.
    pub shared: bool,
}

/// A digest algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// MD5, 128 bits.
    Md5,
    /// SHA-256.
    Sha256,
}

impl Default for Hashing {
    fn default() -> Self {
        Self { components: 8, algorithm: Algorithm::Md5, shared: false }
    }
}

/// Returns the bucket of `text` among `components`, from the digest of its UTF-8 bytes; 0 for 0 components.
#[must_use]
pub fn bucket(text: &str, components: u32, algorithm: Algorithm) -> u32 {
    match algorithm {
        Algorithm::Md5 => remainder(&Md5::digest(text.as_bytes()), components),
        Algorithm::Sha256 => remainder(&Sha256::digest(text.as_bytes()), components),
    }
}

fn remainder(digest: &[u8], components: u32) -> u32 {
    let components = u64::from(components.max(1));
    let rest = digest.iter().fold(0_u64, |rest, &byte| (rest * 256 + u64::from(byte)) % components);
    u32::try_from(rest).expect("a remainder is below its 32-bit divisor")
}
