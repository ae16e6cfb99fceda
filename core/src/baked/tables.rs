//! Tables from the bytes of a file, at compile time.

/// Returns `N` words from byte `at` of a file.
///
/// ```
/// static TABLES: [u32; 2] = nearkin::baked::words(&[9, 1, 0, 0, 0, 2, 0, 0, 0], 1);
/// assert_eq!(TABLES, [1, 2]);
/// ```
///
/// # Panics
/// If the file is too short; in a `static` this is a compile error.
#[must_use]
#[allow(clippy::indexing_slicing, reason = "evaluated at compile time, where it is the check")]
pub const fn words<const N: usize>(file: &[u8], at: usize) -> [u32; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        let start = at + 4 * index;
        table[index] = u32::from_le_bytes([file[start], file[start + 1], file[start + 2], file[start + 3]]);
        index += 1;
    }
    table
}

/// Returns `N` floats from byte `at` of a file.
///
/// # Panics
/// As [`words`].
///
/// ```
/// static TABLE: [f32; 1] = nearkin::baked::floats(&[0, 0, 0x80, 0x3F], 0);
/// assert_eq!(TABLE, [1.0]);
/// ```
#[must_use]
#[allow(clippy::indexing_slicing, reason = "as in `words`")]
pub const fn floats<const N: usize>(file: &[u8], at: usize) -> [f32; N] {
    let words = words::<N>(file, at);
    let mut table = [0.0; N];
    let mut index = 0;
    while index < N {
        table[index] = f32::from_bits(words[index]);
        index += 1;
    }
    table
}

/// Returns `N` unsigned 16-bit integers from byte `at` of a file.
///
/// # Panics
/// As [`words`].
///
/// ```
/// static TABLE: [u16; 2] = nearkin::baked::halves(&[1, 0, 0, 1], 0);
/// assert_eq!(TABLE, [1, 256]);
/// ```
#[must_use]
#[allow(clippy::indexing_slicing, reason = "as in `words`")]
pub const fn halves<const N: usize>(file: &[u8], at: usize) -> [u16; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        table[index] = u16::from_le_bytes([file[at + 2 * index], file[at + 2 * index + 1]]);
        index += 1;
    }
    table
}

/// Returns `N` signed 16-bit integers from byte `at` of a file.
///
/// # Panics
/// As [`words`].
///
/// ```
/// static TABLE: [i16; 1] = nearkin::baked::shorts(&[0xFE, 0xFF], 0);
/// assert_eq!(TABLE, [-2]);
/// ```
#[must_use]
#[allow(clippy::indexing_slicing, reason = "as in `words`")]
pub const fn shorts<const N: usize>(file: &[u8], at: usize) -> [i16; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        table[index] = i16::from_le_bytes([file[at + 2 * index], file[at + 2 * index + 1]]);
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_little_endian_whatever_their_place() {
        let file = [0xFF, 0x00, 0x00, 0x80, 0x3F, 0xFE, 0xFF];
        assert_eq!(floats::<1>(&file, 1), [1.0]);
        assert_eq!(halves::<1>(&file, 5), [0xFFFE]);
        assert_eq!(shorts::<1>(&file, 5), [-2]);
        assert_eq!(words::<0>(&file, 7), [0; 0]);
    }
}
