//! One search: which rows are compared, and how.

use crate::distance::Metric;
use crate::format::RowStorage;
use crate::neighbors::best_k::BestK;
use crate::neighbors::bucket_bounds::Bound;
use crate::neighbors::kernel::Kernel;
use crate::neighbors::scan::scan;
use crate::neighbors::search_stats::SearchCounter;
use crate::neighbors::stored::RowSource;

/// A search in the rows of the source `S`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Search<S> {
    stored: S,
    /// The index of the one row to compare; all rows without one.
    only: Option<u32>,
}

impl<'a, S: RowSource<'a>> Search<S> {
    /// Searches all rows.
    #[inline]
    pub(crate) fn of(stored: S) -> Self {
        Self { stored, only: None }
    }

    /// Compares only the row at `index`.
    #[inline]
    pub(crate) fn of_row(stored: S, index: u32) -> Self {
        Self { stored, only: Some(index) }
    }

    /// Finds the nearest rows. `query` holds the numbers, then one word for each code.
    /// `counter` counts the steps.
    #[inline]
    pub(crate) fn search(self, query: &[u32], nearest: &mut BestK<'_, S::Slots>, counter: &impl SearchCounter) {
        let stored = self.stored;
        let (numbers, codes) = query.split_at_checked(stored.query_words).unwrap_or((&[], &[]));
        let bound = match (stored.storage, stored.metric) {
            (RowStorage::F32, Metric::Euclidean) => Bound::FloatRoot,
            (_, Metric::Euclidean) => Bound::IntegerRoot,
            _ => Bound::None,
        };
        scan(stored, self.only, bound, numbers, nearest, counter, &Kernel { stored, numbers, codes });
    }
}
