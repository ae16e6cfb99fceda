//! Many queries against a model's rows at once, with the widest vectors that this machine has.

use nearkin::{Batch, Model, Neighbor};

/// Finds the `k` nearest rows of each query; see [`Batch::search`], whose answers do not depend on the vectors.
pub(crate) fn find(batch: &Batch<'_>, queries: &[u32], neighbors: &mut [Neighbor], k: usize) {
    pulp::Arch::new().dispatch(Find { batch, queries, neighbors, k });
}

/// Gives the nearest centroid and the score of each query; see [`Batch::assign`].
pub(crate) fn assign(batch: &Batch<'_>, model: &Model<'_>, queries: &[u32], found: &mut [(Neighbor, f32)]) {
    pulp::Arch::new().dispatch(Assign { batch, model, queries, found });
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

/// The assignment, compiled for each set of vector instructions.
struct Assign<'a> {
    batch: &'a Batch<'a>,
    model: &'a Model<'a>,
    queries: &'a [u32],
    found: &'a mut [(Neighbor, f32)],
}

impl pulp::NullaryFnOnce for Assign<'_> {
    type Output = ();

    #[inline(always)] // or it would be compiled without these instructions
    fn call(self) {
        self.batch.assign(self.model, self.queries, self.found);
    }
}
