//! The order of stored numbers: those that vary most come first, so that a search exceeds its limit early.

use crate::Result;
use crate::fit::layout;
use crate::fit::rows::RowWords;
use crate::model::ModelTables;

/// Puts the expanded columns in front whose numbers vary most over some rows; gives for each slot the one it had before.
pub(super) fn arrange(tables: &mut ModelTables, stored: &RowWords) -> Result<Vec<usize>> {
    let numbers = usize::from(tables.numbers);
    let variances = variances(stored, numbers);
    let mut order: Vec<usize> = (0..tables.columns.len()).collect();
    let spread = |index: usize| {
        let column = &tables.columns[index];
        let slot = usize::from(column.slot);
        let outputs = if column.is_expanded() { slot..slot + column.width() } else { 0..0 };
        variances[outputs].iter().fold(0.0, |sum, variance| sum + variance)
    };
    order.sort_by(|&a, &b| spread(b).total_cmp(&spread(a)).then(a.cmp(&b)));
    let before: Vec<usize> = tables.columns.iter().map(|column| usize::from(column.slot)).collect();
    layout::arrange(&mut tables.columns, &order)?;
    let mut moved: Vec<usize> = (0..numbers).collect();
    for (column, &before) in tables.columns.iter().zip(&before).filter(|(column, _)| column.is_expanded()) {
        for at in 0..column.width() {
            moved[usize::from(column.slot) + at] = before + at;
        }
    }
    Ok(moved)
}

/// Puts the first numbers of each row, `stride` values long, in another order: `moved` has for each place the one where its
/// number was.
pub(super) fn reorder<T: Copy>(rows: &mut [T], stride: usize, moved: &[usize]) {
    let mut before = Vec::with_capacity(moved.len());
    for row in rows.chunks_exact_mut(stride.max(1)) {
        before.clear();
        before.extend_from_slice(&row[..moved.len()]);
        for (number, &slot) in row.iter_mut().zip(moved) {
            *number = before[slot];
        }
    }
}

/// Variance of each stored number.
fn variances(stored: &RowWords, numbers: usize) -> Vec<f64> {
    let n = (stored.words.len() / stored.stride.max(1)).max(1) as f64;
    let rows = || stored.words.chunks_exact(stored.stride.max(1));
    let mut means = vec![0.0; numbers];
    for row in rows() {
        for (mean, &word) in means.iter_mut().zip(row) {
            *mean += f64::from(f32::from_bits(word)) / n;
        }
    }
    let mut variances = vec![0.0; numbers];
    for row in rows() {
        for ((variance, mean), &word) in variances.iter_mut().zip(&means).zip(row) {
            let gap = f64::from(f32::from_bits(word)) - mean;
            *variance += gap * gap / n;
        }
    }
    variances
}
