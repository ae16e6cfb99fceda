//! The search index: an order of the rows that lets a search skip many of them.

use crate::neighbors::buckets::Buckets;
use crate::neighbors::tree::Tree;

/// The search index of a model; fitting chooses the cheapest.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SearchIndex<'a> {
    /// Buckets around centers, for the euclidean metric.
    Buckets(Buckets<'a>),
    /// A kd-tree, for metrics that grow with every difference.
    Tree(Tree<'a>),
}

impl SearchIndex<'_> {
    /// Returns the bytes of its section.
    pub(crate) fn bytes(&self, rows: u32) -> usize {
        match self {
            Self::Buckets(buckets) => buckets.bytes(rows),
            Self::Tree(tree) => tree.bytes(),
        }
    }
}
