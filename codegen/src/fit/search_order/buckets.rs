//! Buckets: rows of a cluster together, by their distance from its center.

use nearkin::Neighbor;
use nearkin::format::layout::coded_record::code_bytes;
use nearkin::format::layout::search_index::{GROUP, rounding_margin};

use crate::Result;
use crate::fit::rows::{IndexedOrder, numbers_of};
use crate::kmeans::{self, KMeansOptions};
use crate::model::{
    BoundTable, BucketTable, CategoryTable, CodeDifference, CodedColumn, ColumnKind, IndexTable, ModelTables,
    OutputTable,
};

/// Clusters the rows around `count` of them and orders each cluster by distance from its center.
pub(crate) fn arrange(
    tables: &ModelTables,
    queries: &[u32],
    stride: usize,
    (points, width): &(Vec<f64>, usize),
    count: usize,
    seed: u64,
) -> Result<Option<IndexedOrder>> {
    let rows = tables.rows as usize;
    let Some(centers) = centers_of(tables, points, *width, count, seed) else { return Ok(None) };
    let near = nearest_of(tables, queries, stride, &centers)?;
    // A center that equals an earlier one has no other rows.
    let centers: Vec<usize> =
        centers.iter().enumerate().filter(|&(at, &row)| near[row].1 == at).map(|(_, &row)| row).collect();
    if centers.len() < 2 {
        return Ok(None);
    }
    let near = nearest_of(tables, queries, stride, &centers)?;
    let mut members: Vec<Vec<(u32, usize)>> = vec![Vec::new(); centers.len()];
    for (row, &(rank, bucket)) in near.iter().enumerate() {
        members[bucket].push((rank, row));
    }
    let mut order = Vec::with_capacity(rows);
    order.extend(&centers);
    let (mut starts, mut integer, mut float) = (Vec::new(), Vec::new(), Vec::new());
    for (bucket, members) in members.iter_mut().enumerate() {
        members.retain(|&(_, row)| row != centers[bucket]);
        members.sort_unstable();
        starts.push(u32::try_from(order.len()).expect("rows fit 32 bits"));
        order.extend(members.iter().map(|&(_, row)| row));
        for group in members.chunks(GROUP as usize) {
            let largest = group.last().map_or(0, |&(rank, _)| rank);
            integer.push(u16::try_from(largest.isqrt()).unwrap_or(u16::MAX));
            float.push(inflated(f32::from_bits(largest), tables));
        }
    }
    // Squares that overflow bound nothing.
    if tables.storage.integer().is_none() && float.iter().any(|bound| !bound.is_finite()) {
        return Ok(None);
    }
    let bounds =
        if tables.storage.integer().is_some() { BoundTable::Integer(integer) } else { BoundTable::Float(float) };
    Ok(Some((order, IndexTable::Buckets(BucketTable { starts, bounds }))))
}

/// The root of a sum of squares, enlarged by half of the margin that core allows for rounding.
fn inflated(sum: f32, tables: &ModelTables) -> f32 {
    let codes = tables.coded.iter().map(|coded| code_bytes(coded.codes.into())).sum();
    let margin = rounding_margin(tables.storage.row_words(usize::from(tables.numbers)), codes);
    sum.sqrt() * (1.0 + margin / 2.0)
}

/// Rows to be centers: those nearest to the centroids of k-means.
fn centers_of(tables: &ModelTables, points: &[f64], width: usize, count: usize, seed: u64) -> Option<Vec<usize>> {
    let mut options = KMeansOptions::new(count);
    options.max_iter = 20;
    options.seed = seed;
    let found = kmeans::fit(points, width, &options, None).ok()?;
    let mut best: Vec<Option<(f64, usize)>> = vec![None; count];
    for (row, (point, &cluster)) in points.chunks_exact(width).zip(&found.labels).enumerate() {
        let centroid = &found.centroids[cluster * width..][..width];
        let square: f64 = point.iter().zip(centroid).map(|(x, c)| (x - c) * (x - c)).sum();
        if best[cluster].is_none_or(|(least, _)| square < least) {
            best[cluster] = Some((square, row));
        }
    }
    debug_assert_eq!(tables.rows as usize, found.labels.len(), "a point for each row");
    let mut centers: Vec<usize> = best.into_iter().flatten().map(|(_, row)| row).collect();
    centers.sort_unstable();
    Some(centers)
}

/// The rows as points whose squared distances are the search's: numbers as they are stored, codes expanded.
///
/// `None` where that would be wider than k-means is worth.
pub(crate) fn points(tables: &ModelTables, queries: &[u32], stride: usize) -> Option<(Vec<f64>, usize)> {
    /// The widest point.
    const WIDEST: usize = 256;
    let numbers = usize::from(tables.numbers);
    let words = tables.storage.query_words(numbers);
    // Before anything is expanded: the square of thousands of levels is hundreds of megabytes.
    let width = numbers + tables.coded.iter().map(|coded| width(tables, coded)).sum::<usize>();
    if width == 0 || width > WIDEST {
        return None;
    }
    let heights: Vec<Vec<Vec<f64>>> = tables.coded.iter().map(|coded| outputs(tables, coded)).collect();
    let mut points = Vec::with_capacity(width * tables.rows as usize);
    for query in queries.chunks_exact(stride) {
        points.extend(numbers_of(tables, query));
        for (heights, &code) in heights.iter().zip(&query[words..]) {
            points.extend(&heights[code as usize]);
        }
    }
    Some((points, width))
}

/// The number of outputs of a coded column.
fn width(tables: &ModelTables, coded: &CodedColumn) -> usize {
    match (&coded.gap, &tables.columns[coded.column].kind) {
        (CodeDifference::Table, ColumnKind::Category(CategoryTable { width, .. })) => usize::from(*width),
        _ => usize::from(coded.codes),
    }
}

/// The outputs of each code of a coded column, in the units of the search.
fn outputs(tables: &ModelTables, coded: &CodedColumn) -> Vec<Vec<f64>> {
    let codes = usize::from(coded.codes);
    let one_hot = |height: &dyn Fn(usize) -> f64| {
        (0..codes).map(|code| (0..codes).map(|slot| if slot == code { height(code) } else { 0.0 }).collect()).collect()
    };
    match &coded.gap {
        CodeDifference::Uniform { weight, counted } => {
            let height = rank_weight(tables, *weight).sqrt();
            one_hot(&|code| if code < usize::from(*counted) { height } else { 0.0 })
        }
        CodeDifference::Weights(weights) => one_hot(&|code| rank_weight(tables, weights[code]).sqrt()),
        CodeDifference::Table => {
            let ColumnKind::Category(CategoryTable { outputs: OutputTable::Table { rows, stored }, width, .. }) =
                &tables.columns[coded.column].kind
            else {
                return Vec::new();
            };
            let width = usize::from(*width);
            let cells: Vec<f64> = if tables.storage.integer().is_some() {
                stored.iter().map(|&short| f64::from(short)).collect()
            } else {
                rows.iter().map(|&float| f64::from(float)).collect()
            };
            (0..codes).map(|code| cells[code * width..][..width].to_vec()).collect()
        }
    }
}

/// A rank as a squared distance.
fn rank_weight(tables: &ModelTables, rank: u32) -> f64 {
    if tables.storage.integer().is_some() { f64::from(rank) } else { f64::from(f32::from_bits(rank)) }
}

/// For every row the rank and the index of the nearest of some rows, by core's own search.
fn nearest_of(tables: &ModelTables, queries: &[u32], stride: usize, centers: &[usize]) -> Result<Vec<(u32, usize)>> {
    tables.only_rows(centers).with_model(|model| {
        let mut room = [Neighbor::default()];
        let nearest =
            |query| model.search(query, &mut room).first().map_or((u32::MAX, 0), |n| (n.rank, n.row as usize));
        Ok(queries.chunks_exact(stride).map(nearest).collect())
    })
}
