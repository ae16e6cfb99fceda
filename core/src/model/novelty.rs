//! Novelty: how far a row is from the training rows, as flags and as the anomaly score of k-means.

use crate::distance::Metric;
use crate::flags::Flags;
use crate::format::{RowStorage, Section};
use crate::math;
use crate::model::Model;
use crate::neighbors::{BestK, Neighbor, Search};
use crate::view;

impl<'a> Model<'a> {
    /// Adds the flags that depend on the distances of the neighbors `found`.
    pub(crate) fn with_novelty(&self, found: &[Neighbor], mut flags: Flags) -> Flags {
        self.flag_overflow(found, &mut flags);
        let beyond = |limit: u32| found.last().is_some_and(|farthest| farthest.rank > limit);
        if flags.is_outside() || self.payload().threshold.is_some_and(beyond) {
            self.flag_novel(&mut flags);
        }
        flags
    }

    /// Sets the flag of a row whose distances overflow, so that its nearest rows are unknown.
    fn flag_overflow(&self, found: &[Neighbor], flags: &mut Flags) {
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

    /// Adds the flags of a row whose score is above the threshold: it is farther than that outside every cluster.
    ///
    /// Equivalent to comparing [`score`](Self::score), but only with ranks. Most rows are inside their nearest cluster. Other
    /// clusters are compared (`is_inside`, given a cluster and its first rank outside) only if the row could be inside, which
    /// the rank of the nearest centroid bounds.
    #[inline]
    pub(crate) fn with_cluster_novelty(
        &self,
        found: &[Neighbor],
        mut flags: Flags,
        is_inside: impl Fn(u32, u32) -> bool,
    ) -> Flags {
        self.flag_overflow(found, &mut flags);
        let (Some(edges), Some(nearest)) = (self.edges(), found.first()) else { return flags };
        if !flags.is_outside() && edges.get(nearest.row as usize).is_some_and(|&edge| nearest.rank < edge) {
            return flags;
        }
        let inside = |(cluster, &edge): (u32, &u32)| nearest.rank < edge && is_inside(cluster, edge);
        if flags.is_outside() || !(0..).zip(edges).any(inside) {
            flags.set(Flags::NOVEL);
        }
        flags
    }

    fn flag_novel(&self, flags: &mut Flags) {
        if self.payload().threshold.is_some() {
            flags.set(Flags::NOVEL);
        }
    }

    /// Returns the anomaly score of a query in stored form: the smallest `distance - radius`. O(clusters x numbers).
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));
    /// use nearkin::{Model, Scratch, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let (row, mut query) = ([39.1, 18.7, 181.0, 3750.0].map(Value::Number), [0; 4]);
    /// model.to_query(&row, &mut query)?;
    /// assert_eq!(model.score(&query), model.assign(&row, &mut Scratch::<4, 1>::new())?.score());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn score(&self, query: &[u32]) -> f32 {
        let stored = self.stored();
        let Some(stored) = &stored else { return f32::INFINITY };
        let mut best = f32::INFINITY;
        for (cluster, &radius) in (0..).zip(self.radii()) {
            let mut one = [Neighbor::NONE];
            let mut nearest = BestK::new(&mut one[..], true);
            Search::of_row(stored, cluster).search(query, &mut nearest, &());
            // Exact with every feature, like the flag `novel`.
            let distance = |found| self.distance_by(math::exact_sqrt, found);
            let score = nearest.finish().first().map_or(f32::INFINITY, distance) - radius;
            if score < best {
                best = score;
            }
        }
        best
    }

    /// Returns the radius of each cluster; empty for a model that is not of k-means.
    pub(crate) fn radii(&self) -> &'a [f32] {
        view::floats(self.section(Section::Radii, self.payload().rows as usize).unwrap_or(&[]))
    }

    /// Returns the first rank outside each cluster; `None` without a threshold.
    pub(crate) fn edges(&self) -> Option<&'a [u32]> {
        self.payload().threshold?;
        let rows = self.payload().rows as usize;
        Some(self.section(Section::Radii, rows.saturating_mul(2))?.split_at_checked(rows)?.1)
    }
}
