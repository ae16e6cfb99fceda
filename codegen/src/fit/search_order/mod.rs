//! The order of stored rows: the file's, in buckets or in a kd-tree, by the cost of searches of the training rows.

mod buckets;
mod tree;

use nearkin::format::layout::search_index::MAX_BUCKETS;
use nearkin::{Neighbor, SearchStats};

use crate::Result;
use crate::fit::plan::SearchIndex;
use crate::fit::rows::{IndexedOrder, RowWords, pack_rows};
use crate::model::{IndexTable, ModelTables};

/// Numbers of buckets that are tried.
const TRIED: [usize; 6] = [4, 6, 8, 12, 16, 24];
const _: () = assert!(TRIED[TRIED.len() - 1] <= MAX_BUCKETS);
/// Rows below which a search is short anyway.
const MIN_ROWS: usize = 64;
/// Training rows whose searches are counted.
const SAMPLE: usize = 200;

/// Reorders the rows for a search index, where it can have one; with [`SearchIndex::Auto`], for the cheapest, if that saves
/// at least 5 % of a search of training rows.
///
/// `rows` are the stored rows in their natural order, which `tables` has; `training` are the training rows, where those are
/// not the stored rows themselves.
pub(super) fn choose(
    index: SearchIndex,
    tables: &mut ModelTables,
    rows: &RowWords,
    training: Option<&[u32]>,
    seed: u64,
) -> Result<()> {
    let is_auto = index == SearchIndex::Auto;
    if (tables.rows as usize) < if is_auto { MIN_ROWS } else { 2 } {
        return Ok(());
    }
    let sample = Sample::of(rows, training);
    let plain = if is_auto { sample.cost_of(tables)? } else { f64::INFINITY };
    let mut best: Option<(f64, ModelTables)> = None;
    each_order(index, tables, rows, seed, |(order, index)| {
        let mut tried = tables.clone();
        pack_rows(&mut tried, rows, &order);
        tried.order = Some(order.iter().map(|&row| u32::try_from(row).expect("rows fit 32 bits")).collect());
        tried.pruning = Some(index);
        let cost = sample.cost_of(&tried)?;
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, tried));
        }
        Ok(())
    })?;
    if let Some((cost, tried)) = best
        && cost < plain * 0.95
    {
        *tables = tried;
    }
    Ok(())
}

/// Calls `compare` with each order, one at a time: an order of millions of rows is large.
fn each_order(
    index: SearchIndex,
    tables: &ModelTables,
    rows: &RowWords,
    seed: u64,
    mut compare: impl FnMut(IndexedOrder) -> Result<()>,
) -> Result<()> {
    let wants = |other| index == SearchIndex::Auto || index == other;
    if wants(SearchIndex::KdTree)
        && tables.metric.supports_tree()
        && let Some(order) = tree::arrange(tables, &rows.words, rows.stride)
    {
        compare(order)?;
    }
    if wants(SearchIndex::Buckets)
        && tables.metric.supports_buckets()
        && let Some(points) = buckets::points(tables, &rows.words, rows.stride)
    {
        for count in TRIED.into_iter().filter(|&count| count * 4 <= tables.rows as usize) {
            if let Some(order) = buckets::arrange(tables, &rows.words, rows.stride, &points, count, seed)? {
                compare(order)?;
            }
        }
    }
    Ok(())
}

/// Training rows whose searches are counted.
struct Sample<'r> {
    queries: Vec<&'r [u32]>,
    /// Neighbors to search for beyond those that vote: one where a query finds itself.
    more: usize,
}

impl<'r> Sample<'r> {
    fn of(rows: &'r RowWords, training: Option<&'r [u32]>) -> Self {
        let (words, more) = training.map_or((rows.words.as_slice(), 1), |training| (training, 0));
        let all = words.len() / rows.stride.max(1);
        let count = SAMPLE.min(all);
        let query = |at: usize| &words[at * all / count * rows.stride..][..rows.stride];
        Self { queries: (0..count).map(query).collect(), more }
    }

    fn cost_of(&self, tables: &ModelTables) -> Result<f64> {
        let stats = SearchStats::default();
        tables.with_model(|model| {
            let k = (model.n_neighbors() as usize + self.more).min(tables.rows as usize);
            let mut neighbors = vec![Neighbor::default(); k];
            for query in &self.queries {
                model.search_with_stats(query, &mut neighbors, &stats);
            }
            Ok(())
        })?;
        Ok(cost(&stats) + buckets_cost(tables) * self.queries.len() as f64)
    }
}

/// Returns the approximate instructions of searches on a chip with DSP instructions, by which orders are compared.
fn cost(stats: &SearchStats) -> f64 {
    let count = |cell: &std::cell::Cell<u64>| cell.get() as f64;
    count(&stats.chunks) * 11.0
        + count(&stats.rows) * 9.0
        + count(&stats.codes) * 20.0
        + count(&stats.groups) * 8.0
        + count(&stats.nodes) * 40.0
}

/// Returns the instructions that the buckets cost in every search, whichever are visited.
fn buckets_cost(tables: &ModelTables) -> f64 {
    match &tables.pruning {
        Some(IndexTable::Buckets(buckets)) => buckets.starts.len() as f64 * 200.0,
        Some(IndexTable::Tree(_)) | None => 0.0,
    }
}
