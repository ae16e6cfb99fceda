//! Stored rows laid side by side: one word per number, norm or code, one row per lane.

use crate::distance::{Metric, norm};
use crate::format::RowStorage;
use crate::format::layout::BYTE_ORDER;
use crate::format::layout::coded_record::{self, WIDE_CODE};
use crate::neighbors::StoredRows;
use crate::view;

/// Rows in a block: enough independent sums to keep vector units of 4 or 8 lanes busy.
pub(crate) const LANES: usize = 32;

/// The contents of a block, in this order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// Numbers of a row.
    pub(super) numbers: usize,
    /// 1 if the metric needs the norm of each row, otherwise 0.
    pub(super) norms: usize,
    /// Coded columns.
    pub(super) codes: usize,
}

impl Layout {
    /// Returns the layout for a metric, and for rows with these `numbers` and `codes`.
    pub(super) fn new(metric: Metric, numbers: u16, codes: u16) -> Self {
        let norms = usize::from(metric == Metric::Cosine);
        Self { numbers: usize::from(numbers), norms, codes: usize::from(codes) }
    }

    /// Returns the words of a lane in one block.
    pub(super) fn height(self) -> usize {
        self.numbers + self.norms + self.codes
    }
}

/// Fills `lanes`, `[block][number, norm, code][LANES]`: `f32` unchanged, integers as `i32`; rows past the end are zero.
pub(super) fn fill(stored: &StoredRows<'_>, layout: Layout, lanes: &mut [[u32; LANES]]) {
    lanes.fill([0; LANES]);
    if layout.height() == 0 {
        return;
    }
    for (first, block) in (0..).step_by(LANES).zip(lanes.chunks_exact_mut(layout.height())) {
        let (numbers, rest) = block.split_at_mut_checked(layout.numbers).unwrap_or((&mut [], &mut []));
        let (norms, codes) = rest.split_at_mut_checked(layout.norms).unwrap_or((&mut [], &mut []));
        for (lane, row) in (first..stored.rows as usize).take(LANES).enumerate() {
            let start = row.saturating_mul(stored.number_words);
            let words = stored.numbers.get(start..start.saturating_add(stored.number_words)).unwrap_or(&[]);
            let all_numbers = (0..).map(|at| word(stored.storage, words, at));
            let norm = norms.iter_mut().map(|row| (row, norm(view::floats(words)).to_bits()));
            let start = row.saturating_mul(stored.code_bytes);
            let codes_of_row = codes_of(stored.coded, stored.codes.get(start..).unwrap_or(&[]));
            let places = numbers.iter_mut().zip(all_numbers).chain(norm).chain(codes.iter_mut().zip(codes_of_row));
            for (row, word) in places {
                if let Some(place) = row.get_mut(lane) {
                    *place = word;
                }
            }
        }
    }
}

/// Returns the number at `at` of a row, as a word of the search.
fn word(storage: RowStorage, row: &[u32], at: usize) -> u32 {
    match storage {
        RowStorage::F32 => row.get(at).copied().unwrap_or(0),
        RowStorage::I16 { .. } => {
            let short = view::shorts(row).get(at).copied().unwrap_or(0);
            i32::from(short).cast_unsigned()
        }
        RowStorage::I8 { .. } => {
            let place = BYTE_ORDER.get(at % 4).copied().unwrap_or(0);
            let byte = view::bytes(row).get(at / 4 * 4 + place).copied().unwrap_or(0);
            i32::from(byte).cast_unsigned()
        }
    }
}

/// Returns the codes of a row, one for each record.
fn codes_of(coded: &[[u32; coded_record::WORDS]], row: &[u8]) -> impl Iterator<Item = u32> {
    let mut bytes = row.iter().copied().map(u32::from);
    coded.iter().map_while(move |&[head, ..]| {
        let low = bytes.next()?;
        Some(if head & WIDE_CODE != 0 { low | bytes.next()? << 8 } else { low })
    })
}
