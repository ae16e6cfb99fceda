//! k nearest neighbors: the exact search and the vote.
//!
//! Neighbors are ordered by distance, then by training-row number. A vote that ties goes to the smaller class.

mod nearest;
mod search;
mod vote;

pub(crate) use nearest::Nearest;
pub(crate) use search::{BY_LEVEL, CODED_WORDS, Stored, TABLE, WIDE_CODE, code_bytes};
pub(crate) use vote::{Voters, mean};

/// A training row (or cluster) and its rank by distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Neighbor {
    /// Order-preserving form of the distance; [`Model::distance`](crate::Model::distance) gives the real one.
    pub rank: u32,
    /// Training-row number, counted from 0 in the order of the data that was fitted.
    pub row: u32,
}
