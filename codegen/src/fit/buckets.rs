//! Buckets: rows of a cluster together, chosen where they make a search cheaper on the training rows.

use nearkin::{Model, Neighbor, Visits};

use crate::Result;
use crate::aligned::Aligned;
use crate::emit::{self, BoundsPart, BucketsPart, ModelParts, Targets};
use crate::random::Random;
use crate::recipe::Metric;

/// Rows that share a bound; as core has it.
const GROUP: usize = 8;
/// Numbers of buckets that are tried; core holds at most 32.
const TRIED: [usize; 6] = [4, 8, 12, 16, 24, 32];
/// Rows below which a search is short anyway.
const MIN_ROWS: usize = 64;
/// Training rows whose searches are counted.
const SAMPLE: usize = 200;
/// The random stream of centres.
const STREAM: u64 = 0x6275_636b;

/// Reorders the rows into buckets if a search of training rows becomes at least 5 % cheaper by it.
///
/// `queries` holds the rows in stored form, `stride` words each, before they are packed in order.
pub(super) fn choose(
    parts: &mut ModelParts,
    queries: &[u32],
    stride: usize,
    metric: Metric,
    seed: u64,
    pack: impl Fn(&mut ModelParts, &[usize]),
) -> Result<()> {
    let rows = parts.rows as usize;
    let query = |row: usize| &queries[row * stride..][..stride];
    let natural: Vec<usize> = (0..rows).collect();
    pack(parts, &natural);
    // The inequality needs a metric whose ranks core turns into distances.
    if rows < MIN_ROWS || metric != Metric::Euclidean {
        return Ok(());
    }
    let sample: Vec<usize> = (0..SAMPLE.min(rows)).map(|at| at * rows / SAMPLE.min(rows)).collect();
    let cost_of = |parts: &ModelParts| -> Result<f64> {
        let blob = emit::write(parts)?;
        let aligned = Aligned::new(&blob);
        let model = aligned.load()?;
        let visits = Visits::default();
        let k = model.n_neighbors() as usize;
        // One more neighbor than a prediction asks for: the row itself is there too.
        let mut room = vec![Neighbor::default(); (k + 1).min(rows)];
        for &row in &sample {
            model.search_counted(query(row), &mut room, &visits);
        }
        Ok(cost(&visits) + buckets_cost(parts) * sample.len() as f64)
    };
    let mut best: Option<(f64, ModelParts)> = None;
    let plain = cost_of(parts)?;
    for count in TRIED.into_iter().filter(|&count| count * 4 <= rows) {
        let mut tried = parts.clone();
        let Some((order, buckets)) = arrange(parts, queries, stride, count, seed)? else { continue };
        pack(&mut tried, &order);
        tried.order = Some(order.iter().map(|&row| u32::try_from(row).expect("rows fit 32 bits")).collect());
        tried.buckets = Some(buckets);
        let cost = cost_of(&tried)?;
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, tried));
        }
    }
    if let Some((cost, tried)) = best
        && cost < plain * 0.95
    {
        *parts = tried;
    }
    Ok(())
}

/// Instructions of a search on a chip with DSP instructions, roughly: what orderings are compared by.
#[allow(clippy::cast_precision_loss)] // counts of a few thousand searches
fn cost(visits: &Visits) -> f64 {
    let count = |cell: &std::cell::Cell<u64>| cell.get() as f64;
    count(&visits.chunks) * 20.0
        + count(&visits.rows) * 14.0
        + count(&visits.codes) * 12.0
        + count(&visits.groups) * 25.0
}

/// What every bucket costs in every search, whatever is visited.
#[allow(clippy::cast_precision_loss)] // at most 32
fn buckets_cost(parts: &ModelParts) -> f64 {
    parts.buckets.as_ref().map_or(0.0, |buckets| buckets.starts.len() as f64 * 90.0)
}

/// Clusters the rows around `count` of them and orders each cluster by distance from its centre.
fn arrange(
    parts: &ModelParts,
    queries: &[u32],
    stride: usize,
    count: usize,
    seed: u64,
) -> Result<Option<(Vec<usize>, BucketsPart)>> {
    let rows = parts.rows as usize;
    let Some(centres) = medoids(parts, queries, stride, count, seed)? else { return Ok(None) };
    let near = nearest_of(parts, queries, stride, &centres)?;
    let mut members: Vec<Vec<(u32, usize)>> = vec![Vec::new(); centres.len()];
    for (row, &(rank, bucket)) in near.iter().enumerate() {
        members[bucket].push((rank, row));
    }
    let mut order = Vec::with_capacity(rows);
    let (mut starts, mut integer, mut float) = (Vec::new(), Vec::new(), Vec::new());
    for (bucket, members) in members.iter_mut().enumerate() {
        // The centre itself is first, even among equal rows.
        members.sort_unstable_by_key(|&(rank, row)| (rank, row != centres[bucket], row));
        starts.push(u32::try_from(order.len()).expect("rows fit 32 bits"));
        order.extend(members.iter().map(|&(_, row)| row));
        for group in members.chunks(GROUP) {
            let largest = group.last().map_or(0, |&(rank, _)| rank);
            integer.push(u16::try_from(largest.isqrt()).unwrap_or(u16::MAX));
            float.push(inflated(f32::from_bits(largest), parts));
        }
    }
    let bounds =
        if parts.storage.integer().is_some() { BoundsPart::Integer(integer) } else { BoundsPart::Float(float) };
    Ok(Some((order, BucketsPart { starts, bounds })))
}

/// The root of a sum of squares, enlarged by half of the margin that core allows for rounding.
#[allow(clippy::cast_precision_loss)] // thousands
fn inflated(sum: f32, parts: &ModelParts) -> f32 {
    let codes: usize = parts.coded.iter().map(|coded| if coded.is_wide() { 2 } else { 1 }).sum();
    let terms = (parts.storage.row_words(usize::from(parts.numbers)) + 2 * codes + 16) as f32;
    sum.sqrt() * (1.0 + terms * f32::EPSILON / 2.0)
}

/// Rows to be centres: spread by k-means++, then each moved once to the row nearest to all of a sample of its cluster.
fn medoids(parts: &ModelParts, queries: &[u32], stride: usize, count: usize, seed: u64) -> Result<Option<Vec<usize>>> {
    let rows = parts.rows as usize;
    let mut random = Random::new(seed, STREAM + count as u64);
    let mut centres = vec![random.below(rows)];
    let mut near = nearest_of(parts, queries, stride, &centres)?;
    while centres.len() < count {
        let weights: Vec<f64> = near.iter().map(|&(rank, _)| rank_weight(parts, rank)).collect();
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return Ok(None);
        }
        let mut left = random.unit() * total;
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let drawn = drawn.unwrap_or(rows - 1);
        let to_new = nearest_of(parts, queries, stride, &[drawn])?;
        for (near, new) in near.iter_mut().zip(to_new) {
            if new.0 < near.0 {
                *near = (new.0, centres.len());
            }
        }
        centres.push(drawn);
    }
    /// Candidates and judges of a cluster's centre.
    const JUDGES: usize = 64;
    for _ in 0..2 {
        let near = nearest_of(parts, queries, stride, &centres)?;
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); centres.len()];
        near.iter().enumerate().for_each(|(row, &(_, bucket))| members[bucket].push(row));
        for (centre, members) in centres.iter_mut().zip(&members) {
            let sample: Vec<usize> = (0..JUDGES.min(members.len()))
                .map(|at| members[at * members.len() / JUDGES.min(members.len())])
                .collect();
            if sample.len() > 2 {
                *centre = most_central(parts, queries, stride, &sample)?;
            }
        }
        centres.sort_unstable();
        centres.dedup();
    }
    // A centre that equals another has no rows of its own.
    let near = nearest_of(parts, queries, stride, &centres)?;
    let distinct = (0..centres.len()).filter(|&at| near[centres[at]].1 == at).map(|at| centres[at]).collect::<Vec<_>>();
    Ok((distinct.len() > 1).then_some(distinct))
}

/// A rank as the weight of k-means++: the squared distance.
fn rank_weight(parts: &ModelParts, rank: u32) -> f64 {
    if parts.storage.integer().is_some() { f64::from(rank) } else { f64::from(f32::from_bits(rank)) }
}

/// For every row the rank and the index of the nearest of some rows, by core's own search.
fn nearest_of(parts: &ModelParts, queries: &[u32], stride: usize, centres: &[usize]) -> Result<Vec<(u32, usize)>> {
    with_rows(parts, centres, |model| {
        let mut room = [Neighbor::default()];
        queries
            .chunks_exact(stride)
            .map(|query| model.search(query, &mut room).first().map_or((u32::MAX, 0), |n| (n.rank, n.row as usize)))
            .collect()
    })
}

/// The row of a sample with the least sum of distances to all of it.
fn most_central(parts: &ModelParts, queries: &[u32], stride: usize, sample: &[usize]) -> Result<usize> {
    let sums = with_rows(parts, sample, |model| {
        let mut sums = vec![0.0; sample.len()];
        let mut room = vec![Neighbor::default(); sample.len()];
        for &row in sample {
            for found in model.search(&queries[row * stride..][..stride], &mut room) {
                sums[found.row as usize] += rank_weight(parts, found.rank);
            }
        }
        sums
    })?;
    let best = (0..sample.len()).min_by(|&a, &b| sums[a].total_cmp(&sums[b]).then(a.cmp(&b)));
    Ok(best.map_or(0, |at| sample[at]))
}

/// Calls `ask` with a model whose rows are only `kept`, in their order.
fn with_rows<T>(parts: &ModelParts, kept: &[usize], ask: impl FnOnce(&Model<'_>) -> T) -> Result<T> {
    let words = parts.storage.row_words(usize::from(parts.numbers));
    let bytes: usize = parts.coded.iter().map(|coded| if coded.is_wide() { 2 } else { 1 }).sum();
    let mut some = parts.without_rows();
    some.head = nearkin::format::Head::Regress(nearkin::format::Vote {
        neighbors: 1,
        weighting: nearkin::format::Weighting::Uniform,
    });
    some.rows = u32::try_from(kept.len()).expect("fewer than all rows");
    some.row_numbers = kept.iter().flat_map(|&row| parts.row_numbers[row * words..][..words].iter().copied()).collect();
    some.row_codes = kept.iter().flat_map(|&row| parts.row_codes[row * bytes..][..bytes].iter().copied()).collect();
    some.targets = Targets::Values(vec![0.0; kept.len()]);
    let blob = emit::write(&some)?;
    let aligned = Aligned::new(&blob);
    Ok(ask(&aligned.load()?))
}
