//! Clusters for many queries at once: the nearest centroid of each, and its anomaly score.

use crate::math;
use crate::model::Model;
use crate::model::batch::Batch;
use crate::model::batch::kernel::{QUERIES, RankSink};
use crate::neighbors::{Neighbor, StoredRows};

/// The nearest centroid so far, and the smallest score.
struct Assigner<'a> {
    model: &'a Model<'a>,
    radii: &'a [f32],
    nearest: Neighbor,
    score: f32,
}

impl<'a> Assigner<'a> {
    fn new(model: &'a Model<'a>) -> Self {
        let nearest = Neighbor { rank: u32::MAX, row: 0 };
        Self { model, radii: model.radii(), nearest, score: f32::INFINITY }
    }
}

impl RankSink for Assigner<'_> {
    /// Every centroid has a score.
    fn limit(&self) -> u32 {
        u32::MAX
    }

    fn take(&mut self, stored: &StoredRows<'_>, first: usize, ranks: &[u32]) {
        let radii = self.radii.get(first..).unwrap_or(&[]);
        #[expect(clippy::cast_possible_truncation, reason = "clusters are counted in 32 bits")]
        for ((index, &rank), &radius) in (first as u32..).zip(ranks).zip(radii) {
            let found = Neighbor { rank, row: stored.number_of(index) };
            if rank < self.nearest.rank {
                self.nearest = found;
            }
            let score = self.model.distance_by(math::exact_sqrt, &found) - radius;
            if score < self.score {
                self.score = score;
            }
        }
    }
}

impl Batch<'_> {
    /// Returns the nearest centroid and the score of each query, as [`Model::search`] and [`Model::score`] of `model` do.
    ///
    /// `model` is the one that the batch was made from, and of k-means; `queries` are in stored form, one after the other.
    /// `found` has a place for each. O(queries x clusters x stored columns).
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));
    /// use nearkin::{Model, Neighbor, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let mut room = vec![0; model.batch_words()];
    /// let batch = model.batch(&mut room).ok_or("no rows")?;
    /// let mut query = vec![0; model.query_words()];
    /// model.to_query(&[39.1, 18.7, 181.0, 3750.0].map(Value::Number), &mut query)?;
    /// let mut found = [(Neighbor::default(), 0.0)];
    /// batch.assign(&model, &query, &mut found);
    /// assert_eq!(found[0].1, model.score(&query));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)] // compiled for the caller's instructions
    pub fn assign(&self, model: &Model<'_>, queries: &[u32], found: &mut [(Neighbor, f32)]) {
        let mut queries = queries.chunks_exact(self.query_words.max(1));
        for places in found.chunks_mut(QUERIES) {
            let mut group: [(&[u32], Assigner<'_>); QUERIES] = core::array::from_fn(|index| {
                let query = if index < places.len() { queries.next() } else { None };
                (query.unwrap_or(&[]), Assigner::new(model))
            });
            self.group(&mut group);
            for (place, (_, assigner)) in places.iter_mut().zip(&group) {
                *place = (assigner.nearest, assigner.score);
            }
        }
    }
}
