//! Hashing: from any text to a bucket.

/// The digest whose value modulo the bucket count is the bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum HashAlgorithm {
    /// MD5, as category_encoders does by default.
    Md5,
    /// SHA-256.
    Sha256,
}

impl HashAlgorithm {
    pub(crate) fn from_word(word: u32) -> Option<Self> {
        match word {
            0 => Some(Self::Md5),
            1 => Some(Self::Sha256),
            _ => None,
        }
    }

    /// Returns whether this build has the digest.
    pub(crate) fn is_built(self) -> bool {
        match self {
            Self::Md5 => cfg!(feature = "md5"),
            Self::Sha256 => cfg!(feature = "sha256"),
        }
    }

    /// Returns the digest of the text, read as a big-endian number, modulo `buckets`.
    ///
    /// `None` when `buckets` is 0 or the digest is not in this build. O(bytes).
    ///
    /// # Examples
    /// ```
    /// use nearkin::encode::HashAlgorithm;
    ///
    /// // The last byte of MD5("a") is 0x61, which is 1 modulo 8.
    /// let bucket = HashAlgorithm::Md5.bucket("a", 8);
    /// assert_eq!(bucket, if nearkin::baked::has_hash(HashAlgorithm::Md5) { Some(1) } else { None });
    /// ```
    #[must_use]
    pub fn bucket(self, text: &str, buckets: u16) -> Option<u16> {
        match self {
            #[cfg(feature = "md5")]
            Self::Md5 => {
                use md5::Digest;
                modulo(&md5::Md5::digest(text.as_bytes()), buckets)
            }
            #[cfg(feature = "sha256")]
            Self::Sha256 => {
                use sha2::Digest;
                modulo(&sha2::Sha256::digest(text.as_bytes()), buckets)
            }
            #[cfg(not(all(feature = "md5", feature = "sha256")))]
            _ => {
                let _ = (text, buckets);
                None
            }
        }
    }
}

/// Returns a big-endian number modulo `buckets`, by long division; the remainder stays below 2^16.
#[cfg(any(feature = "md5", feature = "sha256"))]
fn modulo(digest: &[u8], buckets: u16) -> Option<u16> {
    let mut rest = 0u32;
    for &byte in digest {
        rest = ((rest << 8) | u32::from(byte)).checked_rem(u32::from(buckets))?;
    }
    u16::try_from(rest).ok()
}

#[cfg(all(test, feature = "md5"))]
mod tests {
    use super::*;

    #[test]
    fn the_remainder_is_that_of_the_whole_number() {
        // 0x010203 = 66051 = 13 * 5080 + 11
        assert_eq!(modulo(&[1, 2, 3], 13), Some(11));
        assert_eq!(modulo(&[1], 0), None);
        // MD5("a") = 0cc175b9c0f1b6a831c399e269772661, whose last byte 0x61 is 1 modulo 8.
        assert_eq!(HashAlgorithm::Md5.bucket("a", 8), Some(1));
    }
}
