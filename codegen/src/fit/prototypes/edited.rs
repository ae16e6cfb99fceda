//! Edited nearest neighbors: the training rows whose class agrees with that of their neighbors.

use nearkin::{Model, Neighbor};
use rayon::prelude::*;

use crate::fit::rows::RowWords;
use crate::model::ModelTables;
use crate::model::batch_search::find;
use crate::{Error, Result};

/// Neighbors that vote on a row.
const VOTERS: usize = 3;
/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 256;

/// The rows that have the class which most of their three nearest neighbors have, ascending.
///
/// D. L. Wilson, "Asymptotic properties of nearest neighbor rules using edited data", IEEE Transactions on Systems, Man
/// and Cybernetics 2 (1972). All rows are judged by all others, whatever becomes of those. A row itself has no vote; of
/// equally near neighbors the earlier row votes; of classes with equally many votes the smaller counts (as in
/// imbalanced-learn's `EditedNearestNeighbours(kind_sel="mode")`). O(rows^2 x columns), in the metric of the model.
///
/// # Errors
/// If no row is left.
pub(super) fn rows(tables: &ModelTables, stored: &RowWords, classes: &[u16]) -> Result<Vec<usize>> {
    let kept = tables.with_model(|model| agreeing(model, stored, classes))?;
    if kept.is_empty() {
        return Err(Error::usage(
            "--prototypes edited keeps no row: the neighbors of every row belong to another class; use --prototypes k-means:N",
        ));
    }
    Ok(kept)
}

/// Returns the rows that most of their neighbors agree with.
fn agreeing(model: &Model<'_>, stored: &RowWords, classes: &[u16]) -> Result<Vec<usize>> {
    let mut room = vec![0; model.batch_words()];
    let batch = model.batch(&mut room).expect("a fit has rows, and the room is theirs");
    // A row finds itself too.
    let places = (VOTERS + 1).min(classes.len());
    let stride = stored.stride.max(1);
    let kept: Vec<Vec<usize>> = stored
        .words
        .par_chunks(stride * CHUNK)
        .enumerate()
        .map(|(chunk, queries)| {
            let mut found = vec![Neighbor::default(); queries.len() / stride * places];
            find(&batch, queries, &mut found, places);
            let agreed = |&(row, found): &(usize, &[Neighbor])| {
                let others = found.iter().map(|neighbor| neighbor.row as usize).filter(|&other| other != row);
                winner(others.take(VOTERS).map(|other| classes[other])).is_none_or(|class| class == classes[row])
            };
            let rows = (chunk * CHUNK..).zip(found.chunks_exact(places));
            rows.filter(agreed).map(|(row, _)| row).collect()
        })
        .collect();
    Ok(kept.concat())
}

/// The class with most votes, then the smaller class.
fn winner(votes: impl Iterator<Item = u16>) -> Option<u16> {
    let mut votes: Vec<u16> = votes.collect();
    votes.sort_unstable();
    // The first of the longest runs.
    votes.chunk_by(|a, b| a == b).rev().max_by_key(|run| run.len()).map(|run| run[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_votes_win_then_the_smaller_class() {
        let won = |votes: &[u16]| winner(votes.iter().copied());
        assert_eq!([won(&[2, 1, 2]), won(&[3, 1, 2]), won(&[5]), won(&[])], [Some(2), Some(1), Some(5), None]);
    }
}
