//! CRC-32 (IEEE 802.3, reflected), half a byte at a time.
//!
//! A 16-entry table costs 64 bytes of flash and about 12 instructions a byte; a 256-entry one would
//! cost 1 KB and save half of them, once, at start-up.

const TABLE: [u32; 16] = table();

const fn table() -> [u32; 16] {
    let mut table = [0; 16];
    let mut index = 0;
    while index < 16 {
        let mut value = index as u32;
        let mut bit = 0;
        while bit < 4 {
            value = if value & 1 == 1 { (value >> 1) ^ 0xEDB8_8320 } else { value >> 1 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
}

/// Gives the CRC-32 of all parts, one after the other.
///
/// ```
/// assert_eq!(nearkin::format::crc32(&[b"123456789"]), 0xCBF4_3926);
/// ```
#[must_use]
pub fn crc32(parts: &[&[u8]]) -> u32 {
    let mut crc = u32::MAX;
    for part in parts {
        for &byte in *part {
            crc ^= u32::from(byte);
            crc = (crc >> 4) ^ TABLE.get((crc & 15) as usize).copied().unwrap_or(0);
            crc = (crc >> 4) ^ TABLE.get((crc & 15) as usize).copied().unwrap_or(0);
        }
    }
    !crc
}
