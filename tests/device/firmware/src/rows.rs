//! The test rows, as the host packed them.
//!
//! Each row is its number of cells (one byte, 1 to 64), then the cells: `n` and an f32, `i` and an i32, `t`, a length byte and text,
//! or `m` for missing. A zero byte ends the rows. All little-endian.

use crate::MAX_COLUMNS;
use crate::algorithm::{self, Cell};

/// In a section of its own, so that it does not count as code.
#[unsafe(link_section = ".rows")]
static PACKED: [u8; include_bytes!(concat!(env!("OUT_DIR"), "/rows.bin")).len()] =
    *include_bytes!(concat!(env!("OUT_DIR"), "/rows.bin"));

/// Walks over the rows.
pub struct Rows {
    rest: &'static [u8],
}

impl Rows {
    /// Starts at the first row.
    pub fn new() -> Rows {
        Rows { rest: &PACKED }
    }

    /// Unpacks the next row into `cells`, or gives `None` after the last.
    pub fn next_into<'c>(&mut self, cells: &'c mut [Cell; MAX_COLUMNS]) -> Option<&'c [Cell]> {
        let n_columns = self.take(1)?[0] as usize;
        let row = cells.get_mut(..n_columns).filter(|row| !row.is_empty())?;
        for cell in &mut *row {
            *cell = match self.take(1)?[0] {
                b'n' => algorithm::number(f32::from_bits(u32::from_le_bytes(self.take(4)?.try_into().ok()?))),
                b'i' => algorithm::integer(i32::from_le_bytes(self.take(4)?.try_into().ok()?)),
                b't' => {
                    let length = self.take(1)?[0] as usize;
                    // SAFETY: the host packs text that came out of a `str`.
                    algorithm::text(unsafe { core::str::from_utf8_unchecked(self.take(length)?) })
                }
                _ => algorithm::MISSING,
            };
        }
        Some(row)
    }

    fn take(&mut self, n: usize) -> Option<&'static [u8]> {
        let (taken, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(taken)
    }
}
