//! The header: the 16 bytes before the payload.

use crate::error::{Feature, LoadError};
use crate::format::{FORMAT_VERSION, crc32};

/// The first four bytes of a model.
pub const MAGIC: [u8; 4] = *b"NKIN";

/// Bytes of the header.
pub const HEADER_BYTES: usize = 16;

/// The header of a blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Header {
    /// Format version.
    pub version: u16,
    /// Features that a reader must know; version 1 does not define any.
    pub flags: u16,
    /// Bytes of the payload.
    pub payload_bytes: u32,
}

impl Header {
    /// Checks the header and the checksum, and returns the payload.
    pub(crate) fn read(bytes: &[u8]) -> Result<&[u8], LoadError> {
        let short = |length: u64| u32::try_from(length).unwrap_or(u32::MAX);
        let have = bytes.len() as u64;
        let header = bytes.first_chunk::<HEADER_BYTES>();
        let truncated = |need| LoadError::Truncated { need: short(need), have: short(have) };
        let Some(&[m0, m1, m2, m3, v0, v1, f0, f1, l0, l1, l2, l3, c0, c1, c2, c3]) = header else {
            // Other bytes are not a truncated model.
            let starts_well = MAGIC.iter().zip(bytes).all(|(a, b)| a == b);
            return Err(if starts_well { truncated(HEADER_BYTES as u64) } else { LoadError::BadMagic });
        };
        if [m0, m1, m2, m3] != MAGIC {
            return Err(LoadError::BadMagic);
        }
        let found = u16::from_le_bytes([v0, v1]);
        if found != FORMAT_VERSION {
            return Err(LoadError::UnsupportedVersion { found, supported: FORMAT_VERSION });
        }
        let length = u32::from_le_bytes([l0, l1, l2, l3]);
        let need = u64::from(length) + HEADER_BYTES as u64;
        if have < need {
            return Err(truncated(need));
        }
        if have > need {
            return Err(LoadError::TrailingBytes { count: short(have - need) });
        }
        let payload = bytes.get(HEADER_BYTES..).unwrap_or(&[]);
        let stored = u32::from_le_bytes([c0, c1, c2, c3]);
        let computed = crc32(&[bytes.get(..12).unwrap_or(&[]), payload]);
        if stored != computed {
            return Err(LoadError::Checksum { stored, computed });
        }
        let flags = u16::from_le_bytes([f0, f1]);
        if flags != 0 {
            return Err(LoadError::Unsupported { feature: Feature::Flag(flags) });
        }
        Ok(payload)
    }

    /// Returns the bytes of the header for `payload`, including the checksum.
    ///
    /// # Examples
    /// ```
    /// use nearkin::format::{FORMAT_VERSION, HEADER_BYTES, Header, MAGIC};
    ///
    /// let header = Header { version: FORMAT_VERSION, flags: 0, payload_bytes: 3 };
    /// let bytes = header.write(&[7, 8, 9]);
    /// assert_eq!((&bytes[..4], bytes[4], bytes[8]), (&MAGIC[..], 1, 3));
    /// assert_eq!(bytes.len(), HEADER_BYTES);
    /// ```
    #[must_use]
    pub fn write(self, payload: &[u8]) -> [u8; HEADER_BYTES] {
        let [v0, v1] = self.version.to_le_bytes();
        let [f0, f1] = self.flags.to_le_bytes();
        let [l0, l1, l2, l3] = self.payload_bytes.to_le_bytes();
        let [m0, m1, m2, m3] = MAGIC;
        let covered = [m0, m1, m2, m3, v0, v1, f0, f1, l0, l1, l2, l3];
        let [c0, c1, c2, c3] = crc32(&[&covered, payload]).to_le_bytes();
        [m0, m1, m2, m3, v0, v1, f0, f1, l0, l1, l2, l3, c0, c1, c2, c3]
    }
}
