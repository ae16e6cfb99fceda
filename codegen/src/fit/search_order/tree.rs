//! A kd-tree: rows cut again and again at the median of their widest number, down to leaves.

use nearkin::format::layout::search_index::{LEAF, MAX_LEAVES, leaves};

use crate::fit::rows::{IndexedOrder, numbers_of};
use crate::model::{IndexTable, ModelTables};

/// Orders the rows, `queries` in stored form with `stride` words each, so that a node's rows lie together.
///
/// `None` where rows have no numbers, or are too few or too many for a tree.
pub(crate) fn arrange(tables: &ModelTables, queries: &[u32], stride: usize) -> Option<IndexedOrder> {
    let numbers = usize::from(tables.numbers);
    let rows = tables.rows as usize;
    if numbers == 0 || !(2..=MAX_LEAVES).contains(&leaves(tables.rows)) {
        return None;
    }
    let integer = tables.storage.integer().is_some();
    let values = queries.chunks_exact(stride).flat_map(|query| numbers_of(tables, query)).collect();
    let points = Points { values, numbers, integer };
    let mut order: Vec<usize> = (0..rows).collect();
    let mut planes = vec![(0, 0); leaves(tables.rows) as usize];
    cut(&points, &mut order, 0, &mut planes);
    planes.remove(0);
    Some((order, IndexTable::Tree(planes)))
}

/// The numbers of all rows.
struct Points {
    values: Vec<f64>,
    numbers: usize,
    /// Whether they are integers, or floats.
    integer: bool,
}

impl Points {
    fn of(&self, row: usize, place: usize) -> f64 {
        self.values[row * self.numbers + place]
    }

    /// A number as a plane holds it; it was as short before.
    #[expect(clippy::cast_possible_truncation, reason = "the value fits")]
    fn bits(&self, value: f64) -> u32 {
        if self.integer { (value as i16).cast_unsigned().into() } else { (value as f32).to_bits() }
    }

    /// The number with the widest range in these rows.
    fn widest(&self, rows: &[usize]) -> usize {
        let width = |place: usize| {
            let values = rows.iter().map(|&row| self.of(row, place));
            let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
            high - low
        };
        let widths: Vec<f64> = (0..self.numbers).map(width).collect();
        (0..self.numbers).rev().max_by(|&a, &b| widths[a].total_cmp(&widths[b])).unwrap_or(0)
    }
}

/// Cuts `rows`, whose first leaf is number `low` of all, where core does: before the middle of its leaves.
fn cut(points: &Points, rows: &mut [usize], low: usize, planes: &mut [(u16, u32)]) {
    let count = rows.len().div_ceil(LEAF as usize);
    if count < 2 {
        rows.sort_unstable();
        return;
    }
    let middle = (low + low + count) / 2;
    let place = points.widest(rows);
    let lower = (middle - low) * LEAF as usize;
    rows.select_nth_unstable_by(lower, |&a, &b| points.of(a, place).total_cmp(&points.of(b, place)).then(a.cmp(&b)));
    let plane = points.bits(points.of(rows[lower], place));
    planes[middle] = (u16::try_from(place).expect("numbers are counted in 16 bits"), plane);
    let (below, above) = rows.split_at_mut(lower);
    cut(points, below, low, planes);
    cut(points, above, middle, planes);
}
