//! Stored rows laid side by side: one word per number, one row per lane.

use crate::format::Storage;
use crate::neighbors::Stored;
use crate::view;

/// Rows in a block: enough independent sums to keep vector units of 4 or 8 lanes busy.
pub(crate) const LANES: usize = 32;

/// Order of the four bytes in a word of 8-bit rows.
const BYTES: [usize; 4] = [0, 2, 1, 3];

/// Fills `lanes`, `[block][number][LANES]`: floats as they are, integers as `i32`.
pub(super) fn fill(stored: &Stored<'_>, width: usize, lanes: &mut [[u32; LANES]]) {
    lanes.fill([0; LANES]);
    if width == 0 {
        return;
    }
    let mut rows = stored.numbers.chunks_exact(stored.number_words.max(1));
    for block in lanes.chunks_exact_mut(width) {
        for lane in 0..LANES {
            let Some(row) = rows.next() else { return };
            for (at, number) in block.iter_mut().enumerate() {
                if let Some(place) = number.get_mut(lane) {
                    *place = word(stored.storage, row, at);
                }
            }
        }
    }
}

/// The number at `at` of a row, as a word of the search.
fn word(storage: Storage, row: &[u32], at: usize) -> u32 {
    match storage {
        Storage::F32 => row.get(at).copied().unwrap_or(0),
        Storage::I16 { .. } => {
            let short = view::shorts(row).get(at).copied().unwrap_or(0);
            i32::from(short).cast_unsigned()
        }
        Storage::I8 { .. } => {
            let place = BYTES.get(at % 4).copied().unwrap_or(0);
            let byte = view::bytes(row).get(at / 4 * 4 + place).copied().unwrap_or(0);
            i32::from(byte).cast_unsigned()
        }
    }
}
