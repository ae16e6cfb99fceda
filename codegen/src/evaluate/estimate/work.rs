//! The work of one call, as counted by the search.

use nearkin::encode::{InputKind, Lookup};
use nearkin::format::{Head, RowStorage, Section};
use nearkin::{Model, Neighbor, SearchStats, Value};
use serde::Serialize;

use crate::Result;
use crate::data::Dataset;
use crate::model::bind::{Binding, refused};

/// The maximum number of queries.
const MAX_QUERIES: usize = 300;

/// The steps of one call, averaged over queries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Work {
    /// Numeric cells.
    pub numbers: f64,
    /// Categorical cells.
    pub categories: f64,
    /// Levels compared with a cell to find its code.
    pub lookups: f64,
    /// Rows whose comparison was started.
    pub rows: f64,
    /// Words of rows compared (four bytes, two 16-bit integers or one `f32`).
    pub words: f64,
    /// Codes compared.
    pub codes: f64,
    /// Rows that entered the buffer of neighbors.
    pub offers: f64,
    /// Bounds of groups of rows evaluated.
    pub groups: f64,
    /// Nodes of the kd-tree that were pruned, and leaves visited.
    pub nodes: f64,
    /// Buckets.
    pub buckets: f64,
    /// Neighbors in the vote.
    pub votes: f64,
    /// Comparisons with the radius of a cluster.
    pub verdicts: f64,
}

impl Work {
    /// Counts the work of queries from rows of `data`; `are_stored` states whether these rows are in the model, so that each
    /// finds itself.
    ///
    /// # Errors
    /// [`Error::Data`](crate::Error::Data) if the model rejects a cell.
    pub fn of_rows(model: &Model<'_>, data: &Dataset, are_stored: bool) -> Result<Self> {
        let binding = Binding::new(model, data)?;
        let mut cells: Vec<Value<'_>> = Vec::new();
        let count = MAX_QUERIES.min(data.len());
        let mut queries = Vec::with_capacity(count);
        for row in (0..count).map(|at| at * data.len() / count) {
            binding.row(row, &mut cells);
            let mut query = vec![0; model.query_words()];
            match model.to_query(&cells, &mut query) {
                Ok(_) => queries.push(query),
                // Rows with missing cells may have been dropped when the model was fitted.
                Err(nearkin::InputError::Missing { .. }) => {}
                Err(error) => return Err(refused(model, data, row, error)),
            }
        }
        Ok(Self::of_queries(model, queries.iter().map(Vec::as_slice), are_stored))
    }

    /// Counts the work of queries from the stored rows.
    #[must_use]
    pub fn of_model(model: &Model<'_>) -> Self {
        let rows = model.payload().rows as usize;
        let count = MAX_QUERIES.min(rows);
        let queries: Vec<Vec<u32>> = (0..count).map(|at| stored_query(model, at * rows / count)).collect();
        Self::of_queries(model, queries.iter().map(Vec::as_slice), true)
    }

    fn of_queries<'q>(model: &Model<'_>, queries: impl ExactSizeIterator<Item = &'q [u32]>, are_stored: bool) -> Self {
        let payload = model.payload();
        let mut work = Self::of_cells(model);
        if payload.head == Head::Encode || queries.len() == 0 {
            return work;
        }
        let n = queries.len() as f64;
        let k = model.n_neighbors().max(1) as usize;
        let slots = (k + usize::from(are_stored && payload.head != Head::Cluster)).min(payload.rows as usize);
        let stats = SearchStats::default();
        let mut buffer = vec![Neighbor::default(); slots];
        for query in queries {
            model.search_with_stats(query, &mut buffer, &stats);
        }
        let mean = |counter: &std::cell::Cell<u64>| counter.get() as f64 / n;
        // `SearchStats` counts chunks of four numbers, whatever the storage type.
        let words_of_chunk = match payload.storage {
            RowStorage::I8 { .. } => 1.0,
            RowStorage::I16 { .. } => 2.0,
            RowStorage::F32 => 4.0,
        };
        work.rows = mean(&stats.rows);
        work.words = mean(&stats.chunks) * words_of_chunk;
        work.codes = mean(&stats.codes);
        work.groups = mean(&stats.groups);
        work.nodes = mean(&stats.nodes);
        work.offers = mean(&stats.candidates);
        if payload.head == Head::Cluster {
            work.verdicts = f64::from(u8::from(payload.threshold.is_some()));
        } else {
            work.votes = f64::from(model.n_neighbors());
        }
        work
    }

    /// Counts the steps that do not depend on the query.
    fn of_cells(model: &Model<'_>) -> Self {
        let mut work = Self::default();
        for column in (0..model.payload().columns).filter_map(|index| model.column(index)) {
            match column.kind {
                InputKind::Number(_) => work.numbers += 1.0,
                InputKind::Category(category) => {
                    work.categories += 1.0;
                    if !matches!(category.lookup, Lookup::Hash(_)) {
                        work.lookups += libm::log2(f64::from(category.levels) + 1.0);
                    }
                }
            }
        }
        if let Some(start) = model.payload().section(Section::Buckets) {
            let at = start as usize * 4;
            let count = model.payload().tables.get(at..at + 4).and_then(|word| word.try_into().ok());
            work.buckets = count.map_or(0.0, |word| f64::from(u32::from_le_bytes(word)));
        }
        work
    }
}

/// Returns a stored row in the form of a query.
fn stored_query(model: &Model<'_>, row: usize) -> Vec<u32> {
    let payload = model.payload();
    let numbers = usize::from(payload.numbers);
    let section = |section: Section, from: usize, bytes: usize| {
        let start = payload.section(section).map_or(usize::MAX, |word| word as usize * 4);
        payload.tables.get(start.saturating_add(from)..start.saturating_add(from + bytes)).unwrap_or(&[])
    };
    let bytes = payload.storage.row_words(numbers) * 4;
    let raw = section(Section::Numbers, row * bytes, bytes);
    let mut query: Vec<u32> = if matches!(payload.storage, RowStorage::I8 { .. }) {
        // Four bytes are stored in the order 0, 2, 1, 3; a query has 16-bit integers in order.
        let fours = raw.as_chunks::<4>().0;
        fours
            .iter()
            .flat_map(|&[a, c, b, d]| [[a, b], [c, d]].map(|[low, high]| u32::from(low) | u32::from(high) << 16))
            .collect()
    } else {
        raw.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
    };
    let wide = |code: usize| section(Section::Coded, 12 * code, 1).first().is_some_and(|head| head & 1 != 0);
    let mut at = row * model.code_bytes();
    for code in 0..usize::from(payload.codes) {
        let length = if wide(code) { 2 } else { 1 };
        let bytes = section(Section::Codes, at, length);
        query.push(bytes.iter().rev().fold(0, |code, &byte| code << 8 | u32::from(byte)));
        at += length;
    }
    query
}
