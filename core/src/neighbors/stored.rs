//! The stored rows in flash.

use core::ops::Deref;

use crate::distance::Metric;
use crate::format::layout::coded_record;
use crate::format::{Decoded, RowStorage, Section};
use crate::neighbors::Neighbor;
use crate::neighbors::buckets::Buckets;
use crate::neighbors::codes::{Coded, code_bytes};
use crate::neighbors::search_index::SearchIndex;
use crate::neighbors::tree::Tree;
use crate::view::{self, RowNumbers};

/// The stored rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredRows<'a> {
    pub(crate) tables: &'a [u32],
    pub(crate) storage: RowStorage,
    pub(crate) metric: Metric,
    /// Numbers of all rows, each row in whole words.
    pub(crate) numbers: &'a [u32],
    /// Words of a row's numbers.
    pub(crate) number_words: usize,
    /// Words of the query's numbers.
    pub(crate) query_words: usize,
    /// Codes of all rows.
    pub(crate) codes: &'a [u8],
    /// Bytes of a row's codes.
    pub(crate) code_bytes: usize,
    /// Records of the coded columns.
    pub(crate) coded: &'a [[u32; coded_record::WORDS]],
    pub(crate) rows: u32,
    /// Number of each stored row, if they were reordered.
    pub(crate) ids: Option<RowNumbers<'a>>,
    /// The search index, if one makes the search faster.
    pub(crate) index: Option<SearchIndex<'a>>,
}

/// Access to the stored rows: by reference for a loaded model, as constants for a baked one.
pub(crate) trait RowSource<'a>: Deref<Target = StoredRows<'a>> + Copy {
    /// The memory for the neighbors; its size is constant for a baked model.
    type Slots: AsMut<[Neighbor]> + ?Sized;
    /// Whether every coded column is known to have a single weight for all its levels, and no table.
    const PLAIN_CODES: bool;
}

impl<'a> RowSource<'a> for &StoredRows<'a> {
    type Slots = [Neighbor];
    const PLAIN_CODES: bool = false;
}

impl<'a> StoredRows<'a> {
    /// Finds the rows of a blob; `None` if they are not inside its tables. Constant for a baked model.
    pub(crate) const fn read(decoded: &Decoded<'a>) -> Option<Self> {
        let (payload, tables) = (decoded.payload(), decoded.tables());
        let rows = payload.rows as usize;
        let number_words = payload.storage.row_words(payload.numbers as usize);
        let Some(coded) = decoded.coded_records() else { return None };
        let code_bytes = code_bytes(coded);
        let codes = if code_bytes == 0 {
            &[]
        } else {
            let Some(bytes) = rows.checked_mul(code_bytes) else { return None };
            let Some(words) = decoded.section(Section::Codes, bytes.div_ceil(4)) else { return None };
            let Some((codes, _)) = view::bytes(words).split_at_checked(bytes) else { return None };
            codes
        };
        let numbers = if number_words == 0 {
            &[]
        } else {
            let Some(words) = rows.checked_mul(number_words) else { return None };
            let Some(numbers) = decoded.section(Section::Numbers, words) else { return None };
            numbers
        };
        let ids = match payload.section(Section::RowNumbers) {
            None => None,
            Some(at) => {
                let Some((_, mut rest)) = tables.split_at_checked(at as usize) else { return None };
                let Some(ids) = RowNumbers::take(&mut rest, rows, payload.rows) else { return None };
                Some(ids)
            }
        };
        let integer = payload.storage.integer().is_some();
        let index = match (payload.section(Section::Buckets), payload.section(Section::Tree)) {
            (None, None) => None,
            (Some(at), _) => match Buckets::read(tables, at, integer) {
                Some(buckets) => Some(SearchIndex::Buckets(buckets)),
                None => return None,
            },
            (None, Some(at)) => match Tree::read(tables, at, integer, payload.rows) {
                Some(tree) => Some(SearchIndex::Tree(tree)),
                None => return None,
            },
        };
        Some(Self {
            tables,
            storage: payload.storage,
            metric: payload.metric,
            numbers,
            number_words,
            query_words: payload.storage.query_words(payload.numbers as usize),
            codes,
            code_bytes,
            coded,
            rows: payload.rows,
            ids,
            index,
        })
    }

    /// Returns the number of the training row at `index`.
    #[inline]
    pub(crate) fn number_of(&self, index: u32) -> u32 {
        self.ids.map_or(index, |ids| ids.get(index))
    }

    /// Returns the coded columns, for a query with these codes.
    pub(crate) fn coded<'q>(&self, query: &'q [u32]) -> Coded<'q>
    where
        'a: 'q,
    {
        Coded { tables: self.tables, records: self.coded, query }
    }
}

#[cfg(test)]
impl<'a> StoredRows<'a> {
    /// Rows of `numbers` each and no codes, for unit tests.
    pub(crate) fn of_numbers(storage: RowStorage, metric: Metric, numbers: usize, words: &'a [u32]) -> Self {
        let number_words = storage.row_words(numbers);
        Self {
            tables: &[],
            storage,
            metric,
            numbers: words,
            number_words,
            query_words: storage.query_words(numbers),
            codes: &[],
            code_bytes: 0,
            coded: &[],
            rows: (words.len() / number_words) as u32,
            ids: None,
            index: None,
        }
    }
}
