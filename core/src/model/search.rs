//! The search for the nearest stored rows of one query.

use crate::model::Model;
use crate::neighbors::{BestK, Neighbor, Search, SearchCounter, SearchStats, StoredRows};

impl<'a> Model<'a> {
    /// Finds the nearest stored rows of a query in stored form; as many as `neighbors` has room for.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{Model, Neighbor, Value, SearchStats};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
    /// let mut query = [0; 4];
    /// let flags = model.to_query(&row, &mut query)?;
    /// let mut room = [Neighbor::default(); 3];
    /// let found = model.search(&query, &mut room);
    /// assert_eq!((found.len(), found[0].row), (3, 0));
    /// // What `classify` does with them.
    /// assert_eq!(model.classification(found, flags)?.name(), "Adelie");
    ///
    /// let (visits, mut again) = (SearchStats::default(), [Neighbor::default(); 3]);
    /// assert_eq!(model.search_with_stats(&query, &mut again, &visits), found);
    /// assert!(visits.rows.get() < 344, "most rows are given up unread");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(never)] // its working memory is not there while the query is filled
    pub fn search<'s>(&self, query: &[u32], neighbors: &'s mut [Neighbor]) -> &'s [Neighbor] {
        // Not moved out of the option: on small chips a copy of it counts.
        let stored = self.stored();
        let Some(stored) = &stored else { return &[] };
        search_in(stored, query, neighbors, &())
    }

    /// The same search, counting its steps into `visits`: what an estimate of its cost is made from.
    pub fn search_with_stats<'s>(
        &self,
        query: &[u32],
        neighbors: &'s mut [Neighbor],
        visits: &SearchStats,
    ) -> &'s [Neighbor] {
        let stored = self.stored();
        let Some(stored) = &stored else { return &[] };
        search_in(stored, query, neighbors, visits)
    }

    /// The stored rows, as the search sees them.
    pub(crate) fn stored(&self) -> Option<StoredRows<'a>> {
        StoredRows::read(self.decoded())
    }
}

/// Searches rows that were found before.
#[inline]
pub(super) fn search_in<'s>(
    stored: &StoredRows<'_>,
    query: &[u32],
    neighbors: &'s mut [Neighbor],
    probe: &impl SearchCounter,
) -> &'s [Neighbor] {
    let mut nearest = BestK::new(neighbors, stored.ids.is_none());
    Search::of(stored).search(query, &mut nearest, probe);
    nearest.finish()
}
