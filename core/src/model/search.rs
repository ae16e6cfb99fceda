//! The search for the nearest stored rows of one query.

use crate::model::Model;
use crate::neighbors::{BestK, Neighbor, Search, SearchCounter, SearchStats, StoredRows};

impl<'a> Model<'a> {
    /// Finds the nearest stored rows of a query in stored form, as many as fit in `neighbors`.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{Model, Neighbor, Value};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
    /// let (mut query, mut neighbors) = ([0; 4], [Neighbor::default(); 3]);
    /// model.to_query(&row, &mut query)?;
    /// assert_eq!(model.search(&query, &mut neighbors)[0].row, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(never)] // its stack is not in use while the query is converted
    pub fn search<'s>(&self, query: &[u32], neighbors: &'s mut [Neighbor]) -> &'s [Neighbor] {
        // Borrowed, not moved out of the option: the copy is expensive on small chips.
        let stored = self.stored();
        let Some(stored) = &stored else { return &[] };
        search_in(stored, query, neighbors, &())
    }

    /// Does the same and adds the steps of the search to `stats`, from which its cost is estimated.
    #[doc(hidden)] // for `nearkin-codegen`; no stability promise
    pub fn search_with_stats<'s>(
        &self,
        query: &[u32],
        neighbors: &'s mut [Neighbor],
        stats: &SearchStats,
    ) -> &'s [Neighbor] {
        let stored = self.stored();
        let Some(stored) = &stored else { return &[] };
        search_in(stored, query, neighbors, stats)
    }

    /// Returns the stored rows, as the search sees them.
    pub(crate) fn stored(&self) -> Option<StoredRows<'a>> {
        StoredRows::read(self.decoded())
    }
}

/// Searches the given rows.
#[inline]
pub(super) fn search_in<'s>(
    stored: &StoredRows<'_>,
    query: &[u32],
    neighbors: &'s mut [Neighbor],
    counter: &impl SearchCounter,
) -> &'s [Neighbor] {
    let mut nearest = BestK::new(neighbors, stored.ids.is_none());
    Search::of(stored).search(query, &mut nearest, counter);
    nearest.finish()
}
