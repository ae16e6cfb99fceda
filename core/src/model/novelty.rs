//! How far a row is from the training rows: the flags of an answer, and the anomaly score of k-means.

use crate::distance::Metric;
use crate::flags::Flags;
use crate::format::{RowStorage, Section};
use crate::math;
use crate::model::Model;
use crate::neighbors::{BestK, Neighbor, Search};
use crate::view;

impl<'a> Model<'a> {
    /// Adds the mark of what lies beyond the threshold.
    pub(crate) fn marked(&self, found: &[Neighbor], mut flags: Flags) -> Flags {
        self.mark_outside(found, &mut flags);
        let beyond = |limit: u32| found.last().is_some_and(|farthest| farthest.rank > limit);
        if flags.is_outside() || self.payload().threshold.is_some_and(beyond) {
            self.mark_novel(&mut flags);
        }
        flags
    }

    /// Marks a row so far out that not all of its distances are numbers: which rows are nearest cannot be told then.
    fn mark_outside(&self, found: &[Neighbor], flags: &mut Flags) {
        let payload = self.payload();
        let finite = |farthest: &Neighbor| match (payload.storage, payload.metric) {
            (RowStorage::F32, Metric::Dot) => self.distance(farthest).is_finite(),
            (RowStorage::F32, _) => farthest.rank < f32::INFINITY.to_bits(),
            _ => true,
        };
        if !found.last().is_none_or(finite) {
            flags.set(Flags::OUTSIDE);
        }
    }

    /// Adds the mark of a row whose score lies beyond the threshold: farther than that outside of every cluster.
    ///
    /// Equal to the comparison of [`score`](Self::score), by ranks alone: most rows lie inside of their nearest cluster,
    /// and others are measured (`reaches`, of a cluster and the rank where its outside begins) only where the row could be
    /// inside of them, as it is no nearer to any of them.
    #[inline]
    pub(crate) fn marked_cluster(
        &self,
        found: &[Neighbor],
        mut flags: Flags,
        reaches: impl Fn(u32, u32) -> bool,
    ) -> Flags {
        self.mark_outside(found, &mut flags);
        let (Some(edges), Some(nearest)) = (self.edges(), found.first()) else { return flags };
        if !flags.is_outside() && edges.get(nearest.row as usize).is_some_and(|&edge| nearest.rank < edge) {
            return flags;
        }
        let inside = |(cluster, &edge): (u32, &u32)| nearest.rank < edge && reaches(cluster, edge);
        if flags.is_outside() || !(0..).zip(edges).any(inside) {
            flags.set(Flags::NOVEL);
        }
        flags
    }

    fn mark_novel(&self, flags: &mut Flags) {
        if self.payload().threshold.is_some() {
            flags.set(Flags::NOVEL);
        }
    }

    /// The smallest `distance - radius` over the clusters, of a query in stored form. O(clusters x numbers).
    #[must_use]
    pub fn score(&self, query: &[u32]) -> f32 {
        let stored = self.stored();
        let Some(stored) = &stored else { return f32::INFINITY };
        let mut best = f32::INFINITY;
        for (cluster, &radius) in (0..).zip(self.radii()) {
            let mut one = [Neighbor::NONE];
            let mut nearest = BestK::new(&mut one[..], true);
            Search::of_row(stored, cluster).search(query, &mut nearest, &());
            // Exact whatever the maths, as a verdict is.
            let distance = |found| self.distance_by(math::exact_sqrt, found);
            let score = nearest.finish().first().map_or(f32::INFINITY, distance) - radius;
            if score < best {
                best = score;
            }
        }
        best
    }

    /// The radius of each cluster; nothing for a model that is not of k-means.
    pub(crate) fn radii(&self) -> &'a [f32] {
        view::floats(self.section(Section::Radii, self.payload().rows as usize).unwrap_or(&[]))
    }

    /// The first rank outside of each cluster, by the threshold; `None` without one.
    pub(crate) fn edges(&self) -> Option<&'a [u32]> {
        self.payload().threshold?;
        let rows = self.payload().rows as usize;
        Some(self.section(Section::Radii, rows.saturating_mul(2))?.split_at_checked(rows)?.1)
    }
}
