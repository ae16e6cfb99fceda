//! k nearest neighbors: the exact search and the vote.
//!
//! Neighbors are ordered by distance, then by training-row number. A vote that ties goes to the smaller class.

mod best_k;
mod bucket_bounds;
mod buckets;
mod candidates;
mod codes;
mod kernel;
mod numbers;
mod scan;
mod search;
mod search_index;
mod search_stats;
mod stored;
mod tree;
mod vote;

pub(crate) use best_k::BestK;
pub(crate) use codes::are_plain;
pub(crate) use search::Search;
pub(crate) use search_index::SearchIndex;
pub(crate) use search_stats::SearchCounter;
pub use search_stats::SearchStats;
pub(crate) use stored::{RowSource, StoredRows};
pub(crate) use vote::{Voters, mean};

/// A training row (or cluster) and its rank by distance.
///
/// # Examples
/// ```
/// let nearest = nearkin::Neighbor { rank: 9, row: 4 };
/// // Two words: a scratch keeps `k` of them.
/// assert_eq!(size_of_val(&nearest), 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Neighbor {
    /// Order-preserving form of the distance; [`Model::distance`](crate::Model::distance) returns the distance itself.
    pub rank: u32,
    /// Number of the row, from 0; [`Model::training_row`](crate::Model::training_row) returns its number in the data.
    pub row: u32,
}

impl Neighbor {
    /// An empty slot. Not all zeros, because zeroing would emit a call to memset.
    pub(crate) const NONE: Self = Self { rank: u32::MAX, row: 0 };
}
