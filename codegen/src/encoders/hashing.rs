//! Hashing: a bucket of the text's digest; no vocabulary, any text has one.

use md5::Md5;
use sha2::{Digest, Sha256};

use crate::encoders::column::Column;
use crate::encoders::encoding::Shape;
use crate::encoders::key;
use crate::encoders::method::{Encoder, Method, MethodInfo};
use crate::encoders::raw_encoding::{Body, Coding};
use crate::encoders::syntax::Writer;
use crate::error::{Error, Result};

pub(super) const INFO: MethodInfo = MethodInfo {
    name: "hashing",
    summary: "a bucket of the text's digest; needs no list of levels",
    brief: "bucket of the text's digest",
    keys: &[
        key::own("components", "the number of buckets, from 1 to 65536 [8]"),
        key::own("algorithm", "md5 or sha256 [md5]"),
        key::own("shared", "true: all shared columns add into one set of outputs [false]"),
        key::VARIANT,
        key::UNKNOWN,
        key::MISSING,
    ],
    supervised: false,
    parse: |keys| {
        let article = keys.choice("variant", &[("library", false), ("article", true)])?.unwrap_or(false);
        let algorithm = keys.choice("algorithm", &[("md5", Algorithm::Md5), ("sha256", Algorithm::Sha256)])?;
        let default = if article { Algorithm::Sha256 } else { Algorithm::Md5 };
        let components = keys.whole("components", 1..=65_536)?.unwrap_or(8);
        Ok(Method::Hashing(Hashing {
            components: u32::try_from(components).expect("the range is 1 to 65536"),
            algorithm: algorithm.unwrap_or(default),
            shared: keys.switch("shared")?.unwrap_or(false),
        }))
    },
};

/// The digest as a big-endian number, modulo `components`; a missing cell sets no bucket.
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
    /// All shared columns add into one set of buckets.
    pub shared: bool,
}

/// A digest.
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

/// Gives the bucket of `text` among `components`, from the digest of its UTF-8 bytes; 0 for 0 components.
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

impl Hashing {
    pub(super) fn shape(self) -> Shape {
        Shape::Hash { buckets: self.components, algorithm: self.algorithm, shared: self.shared }
    }
}

impl Encoder for Hashing {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn write(&self, out: &mut Writer) {
        out.put("components", self.components, self.components == 8);
        out.put("algorithm", "sha256", self.algorithm == Algorithm::Md5);
        out.put("shared", self.shared, !self.shared);
    }

    fn fit(&self, _: &Column) -> Result<Coding> {
        if self.components == 0 {
            return Err(Error::usage("encoder \"hashing\": components=0 is refused: it must be 1 or more"));
        }
        Ok(Coding {
            body: Body::Hash(*self),
            unknown: Vec::new(),
            missing: Vec::new(),
            infrequent: None,
            training: None,
            outputs: (0..self.components).map(|bucket| bucket.to_string()).collect(),
        })
    }
}
