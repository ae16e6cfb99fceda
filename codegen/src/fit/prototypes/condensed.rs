//! Condensed nearest neighbors: the training rows that are needed to classify all others correctly.

use nearkin::Neighbor;
use rayon::prelude::*;

use crate::Result;
use crate::fit::rows::RowWords;
use crate::model::ModelTables;

/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 1024;

/// A set of rows whose nearest one classifies every training row correctly, in ascending order.
///
/// P. E. Hart, "The condensed nearest neighbor rule", IEEE Transactions on Information Theory 14 (1968): the first row
/// is kept; then each other row in its order is kept if the nearest kept row is of another class, in pass after pass
/// until one keeps none. Of equally near kept rows, the earlier one counts. A row that equals an earlier one of another
/// class is kept and stays wrong. O(rows x kept rows x columns), in the metric of the model.
pub(super) fn rows(tables: &ModelTables, stored: &RowWords, classes: &[u16]) -> Result<Vec<usize>> {
    let mut store = Store { kept: vec![false; classes.len()], nearest: vec![(u32::MAX, usize::MAX); classes.len()] };
    store.keep(0, tables, stored)?;
    loop {
        let mut added = false;
        for row in 0..classes.len() {
            if !store.kept[row] && classes[store.nearest[row].1] != classes[row] {
                store.keep(row, tables, stored)?;
                added = true;
            }
        }
        if !added {
            return Ok((0..classes.len()).filter(|&row| store.kept[row]).collect());
        }
    }
}

/// The kept rows, and for every row the nearest of them.
struct Store {
    kept: Vec<bool>,
    /// Rank and number; of equal ranks the smaller number.
    nearest: Vec<(u32, usize)>,
}

impl Store {
    fn keep(&mut self, row: usize, tables: &ModelTables, stored: &RowWords) -> Result<()> {
        self.kept[row] = true;
        let ranks = ranks_to(row, tables, stored)?;
        for (nearest, rank) in self.nearest.iter_mut().zip(ranks) {
            *nearest = (*nearest).min((rank, row));
        }
        Ok(())
    }
}

/// How far every row is from one of them, by core's search.
fn ranks_to(row: usize, tables: &ModelTables, stored: &RowWords) -> Result<Vec<u32>> {
    tables.only_rows(&[row]).with_model(|model| {
        let stride = stored.stride.max(1);
        let chunks: Vec<Vec<u32>> = stored
            .words
            .par_chunks(stride * CHUNK)
            .map(|queries| {
                let rank = |query| {
                    let mut room = [Neighbor::default()];
                    model.search(query, &mut room).first().map_or(u32::MAX, |found| found.rank)
                };
                queries.chunks_exact(stride).map(rank).collect()
            })
            .collect();
        Ok(chunks.concat())
    })
}
