//! Many queries against a model's rows at once, with the widest vectors that this machine has.

use nearkin::{Batch, Neighbor};

/// Finds the `k` nearest rows of each query; see [`Batch::search`], whose answers do not depend on the vectors.
pub(crate) fn find(batch: &Batch<'_>, queries: &[u32], neighbors: &mut [Neighbor], k: usize) {
    pulp::Arch::new().dispatch(Find { batch, queries, neighbors, k });
}

/// The search, compiled for each set of vector instructions.
struct Find<'a> {
    batch: &'a Batch<'a>,
    queries: &'a [u32],
    neighbors: &'a mut [Neighbor],
    k: usize,
}

impl pulp::NullaryFnOnce for Find<'_> {
    type Output = ();

    #[inline(always)] // or it would be compiled without these instructions
    fn call(self) {
        self.batch.search(self.queries, self.neighbors, self.k);
    }
}
