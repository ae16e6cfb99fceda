//! The caller's working memory of one call: the stored form of the query, and its neighbors.

use crate::neighbors::Neighbor;

/// Working memory with room for one row in stored form (`S` words, at least 2) and `K` neighbors.
///
/// It takes `4 * S + 8 * K` bytes. Sizes are capacities: one scratch serves every model that fits
/// ([`Model::check`](crate::Model::check)). k-means needs `K >= 1`.
///
/// ```
/// let scratch = nearkin::Scratch::<4, 3>::new();
/// assert_eq!(size_of_val(&scratch), 4 * 4 + 8 * 3);
/// assert_eq!(scratch.capacity(), (4, 3));
/// ```
#[derive(Debug, Clone)]
pub struct Scratch<const S: usize, const K: usize> {
    query: [u32; S],
    neighbors: [Neighbor; K],
}

impl<const S: usize, const K: usize> Scratch<S, K> {
    /// Makes an empty scratch; usable in a `static`.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(K > 0, "a search needs room for at least one neighbor") }
        Self { query: [0; S], neighbors: [Neighbor { rank: 0, row: 0 }; K] }
    }
}

impl<const S: usize, const K: usize> Default for Scratch<S, K> {
    fn default() -> Self {
        Self::new()
    }
}

/// A scratch of any size, so that one copy of the code serves all sizes.
///
/// # Examples
/// ```
/// use nearkin::{Scratch, ScratchMut};
///
/// let mut scratch = Scratch::<4, 3>::new();
/// let of_any_size = ScratchMut::from(&mut scratch);
/// assert_eq!((of_any_size.query.len(), of_any_size.neighbors.len()), (4, 3));
/// ```
#[derive(Debug)]
pub struct ScratchMut<'a> {
    /// The stored form of the query, [`Model::query_words`](crate::Model::query_words).
    pub query: &'a mut [u32],
    /// Room for the neighbors, `k`.
    pub neighbors: &'a mut [Neighbor],
}

impl<'a, const S: usize, const K: usize> From<&'a mut Scratch<S, K>> for ScratchMut<'a> {
    fn from(scratch: &'a mut Scratch<S, K>) -> Self {
        Self { query: &mut scratch.query, neighbors: &mut scratch.neighbors }
    }
}

impl<const S: usize, const K: usize> Scratch<S, K> {
    /// Returns the room for the stored row and for neighbors.
    #[must_use]
    pub const fn capacity(&self) -> (usize, usize) {
        (S, K)
    }
}
