//! CRC-32 (IEEE 802.3, reflected), half a byte at a time.
//!
//! A table of 16 entries costs 64 bytes of flash and about 12 instructions per byte. One of 256 entries would
//! cost 1 KB and save half of these, once, at start-up.

/// The remainder of each half byte by the reflected polynomial 0xEDB88320.
#[rustfmt::skip]
const TABLE: [u32; 16] = [
    0x0000_0000, 0x1DB7_1064, 0x3B6E_20C8, 0x26D9_30AC, 0x76DC_4190, 0x6B6B_51F4, 0x4DB2_6158, 0x5005_713C,
    0xEDB8_8320, 0xF00F_9344, 0xD6D6_A3E8, 0xCB61_B38C, 0x9B64_C2B0, 0x86D3_D2D4, 0xA00A_E278, 0xBDBD_F21C,
];

/// Returns the CRC-32 of all parts, one after the other.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_follows_from_the_polynomial() {
        for (index, &entry) in (0u32..).zip(&TABLE) {
            let step = |value: u32| if value & 1 == 1 { (value >> 1) ^ 0xEDB8_8320 } else { value >> 1 };
            assert_eq!(entry, (0..4).fold(index, |value, _| step(value)));
        }
    }
}
