//! How rows lie together so that a search can pass over many at once.

use crate::neighbors::buckets::Buckets;
use crate::neighbors::tree::Tree;

/// What a search can pass over rows by; chosen at fit, by what is cheaper.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SearchIndex<'a> {
    /// Around centers, for euclidean distances.
    Buckets(Buckets<'a>),
    /// Between planes, for distances that grow by every difference.
    Tree(Tree<'a>),
}

impl SearchIndex<'_> {
    /// Bytes of its section.
    pub(crate) fn bytes(&self, rows: u32) -> usize {
        match self {
            Self::Buckets(buckets) => buckets.bytes(rows),
            Self::Tree(tree) => tree.bytes(),
        }
    }
}
