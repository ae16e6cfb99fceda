//! How rows lie together: in their order, in buckets or in a tree, by what makes a search cheapest on the training rows.

pub(crate) mod buckets;
pub(crate) mod tree;

use nearkin::format::layout::search_index::MAX_BUCKETS;
use nearkin::{Neighbor, SearchStats};

use crate::Result;
use crate::fit::plan::SearchIndex;
use crate::model::aligned::Aligned;
use crate::model::{self, ModelParts, PruningPart};

/// Numbers of buckets that are tried.
const TRIED: [usize; 6] = [4, 6, 8, 12, 16, 24];
const _: () = assert!(TRIED[TRIED.len() - 1] <= MAX_BUCKETS);
/// Rows below which a search is short anyway.
const MIN_ROWS: usize = 64;
/// Training rows whose searches are counted.
const SAMPLE: usize = 200;

/// The rows in another order, and what a search passes over them by.
pub(crate) type Arranged = (Vec<usize>, PruningPart);

/// Reorders the rows as it is asked, where it can be; for the cheapest arrangement if a search of training rows becomes at
/// least 5 % cheaper by it.
///
/// `queries` holds the rows in stored form, `stride` words each, and the training rows where those are not the rows
/// themselves; `parts` has the rows in their natural order, and `pack` writes them in another.
pub(crate) fn choose(
    index: SearchIndex,
    parts: &mut ModelParts,
    (queries, asked): (&[u32], Option<&[u32]>),
    stride: usize,
    seed: u64,
    pack: impl Fn(&mut ModelParts, &[usize]),
) -> Result<()> {
    let rows = parts.rows as usize;
    let chooses = index == SearchIndex::Auto;
    if rows < if chooses { MIN_ROWS } else { 2 } {
        return Ok(());
    }
    let wants = |other| chooses || index == other;
    // One more neighbor than a prediction asks for, where the row that asks is there too.
    let (asked, more) = asked.map_or((queries, 1), |asked| (asked, 0));
    let n_asked = asked.len() / stride.max(1);
    let sample: Vec<usize> = (0..SAMPLE.min(n_asked)).map(|at| at * n_asked / SAMPLE.min(n_asked)).collect();
    let cost_of = |parts: &ModelParts| -> Result<f64> {
        let blob = model::write(parts)?;
        let aligned = Aligned::new(&blob);
        let model = aligned.load()?;
        let visits = SearchStats::default();
        let k = model.n_neighbors() as usize;
        let mut room = vec![Neighbor::default(); (k + more).min(rows)];
        for &row in &sample {
            model.search_with_stats(&asked[row * stride..][..stride], &mut room, &visits);
        }
        Ok(cost(&visits) + buckets_cost(parts) * sample.len() as f64)
    };
    let mut best: Option<(f64, ModelParts)> = None;
    let plain = if chooses { cost_of(parts)? } else { f64::INFINITY };
    let mut attempt = |(order, pruning): Arranged| -> Result<()> {
        let mut tried = parts.clone();
        pack(&mut tried, &order);
        tried.order = Some(order.iter().map(|&row| u32::try_from(row).expect("rows fit 32 bits")).collect());
        tried.pruning = Some(pruning);
        let cost = cost_of(&tried)?;
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, tried));
        }
        Ok(())
    };
    if wants(SearchIndex::KdTree)
        && parts.metric.supports_tree()
        && let Some(arranged) = tree::arrange(parts, queries, stride)
    {
        attempt(arranged)?;
    }
    if wants(SearchIndex::Buckets)
        && parts.metric.supports_buckets()
        && let Some(points) = buckets::points(parts, queries, stride)
    {
        for count in TRIED.into_iter().filter(|&count| count * 4 <= rows) {
            if let Some(arranged) = buckets::arrange(parts, queries, stride, &points, count, seed)? {
                attempt(arranged)?;
            }
        }
    }
    if let Some((cost, tried)) = best
        && cost < plain * 0.95
    {
        *parts = tried;
    }
    Ok(())
}

/// The numbers of a row in stored form, as a search compares them.
pub(crate) fn numbers_of<'q>(parts: &ModelParts, query: &'q [u32]) -> impl Iterator<Item = f64> + use<'q> {
    let shorts: &[i16] = bytemuck::cast_slice(query);
    let integer = parts.storage.integer().is_some();
    let number = move |at| if integer { f64::from(shorts[at]) } else { f64::from(f32::from_bits(query[at])) };
    (0..usize::from(parts.numbers)).map(number)
}

/// Instructions of a search on a chip with DSP instructions, roughly: what orderings are compared by.
#[allow(clippy::cast_precision_loss)] // counts of a few thousand searches
fn cost(visits: &SearchStats) -> f64 {
    let count = |cell: &std::cell::Cell<u64>| cell.get() as f64;
    count(&visits.chunks) * 11.0
        + count(&visits.rows) * 9.0
        + count(&visits.codes) * 20.0
        + count(&visits.groups) * 8.0
        + count(&visits.nodes) * 40.0
}

/// What every bucket costs in every search, whatever is visited.
#[allow(clippy::cast_precision_loss)] // at most 32
fn buckets_cost(parts: &ModelParts) -> f64 {
    match &parts.pruning {
        Some(PruningPart::Buckets(buckets)) => buckets.starts.len() as f64 * 200.0,
        Some(PruningPart::Tree(_)) | None => 0.0,
    }
}
