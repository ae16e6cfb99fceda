//! Rows in stored form, and their order in a model.

use nearkin::format::RowStorage;
use nearkin::format::layout::BYTE_ORDER;

use crate::model::{IndexTable, ModelTables};

/// Rows in stored form: of each its numbers, then a word for each code.
pub(super) struct RowWords {
    pub(super) words: Vec<u32>,
    /// Words of a row.
    pub(super) stride: usize,
}

/// An order of the rows, and the index that a search uses with it.
pub(super) type IndexedOrder = (Vec<usize>, IndexTable);

/// Packs rows in the given order, as the model stores them.
pub(super) fn pack_rows(tables: &mut ModelTables, stored: &RowWords, order: &[usize]) {
    let numbers = usize::from(tables.numbers);
    let query_words = tables.storage.query_words(numbers);
    tables.row_numbers.clear();
    tables.row_codes.clear();
    for &row in order {
        let (words, codes) = stored.words[row * stored.stride..][..stored.stride].split_at(query_words);
        if matches!(tables.storage, RowStorage::I8 { .. }) {
            let shorts: &[i16] = bytemuck::cast_slice(words);
            for four in shorts.chunks_exact(4) {
                // DSP instructions spread every second byte to 16 bits at once.
                let bytes = BYTE_ORDER.map(|at| four[at].clamp(0, 255) as u8);
                tables.row_numbers.push(u32::from_le_bytes(bytes));
            }
        } else {
            tables.row_numbers.extend_from_slice(words);
        }
        for (coded, &code) in tables.coded.iter().zip(codes) {
            let [low, high, ..] = code.to_le_bytes();
            tables.row_codes.push(low);
            if coded.is_wide() {
                tables.row_codes.push(high);
            }
        }
    }
}

/// Returns the numbers of a row in stored form, as a search compares them.
pub(super) fn numbers_of<'q>(tables: &ModelTables, query: &'q [u32]) -> impl Iterator<Item = f64> + use<'q> {
    let shorts: &[i16] = bytemuck::cast_slice(query);
    let integer = tables.storage.integer().is_some();
    let number = move |at| if integer { f64::from(shorts[at]) } else { f64::from(f32::from_bits(query[at])) };
    (0..usize::from(tables.numbers)).map(number)
}
