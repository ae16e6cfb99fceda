//! The steps of a search, counted for the estimate of its cost. Firmware counts nothing and pays nothing.

use core::cell::Cell;

/// Counts the steps of a search.
pub(crate) trait SearchCounter {
    /// Counts a row whose comparison starts.
    #[inline(always)]
    fn row(&self) {}
    /// Counts a comparison of up to four numbers.
    #[inline(always)]
    fn chunk(&self) {}
    /// Counts a comparison of codes.
    #[inline(always)]
    fn code(&self) {}
    /// Counts a comparison with the bound of a group.
    #[inline(always)]
    fn group(&self) {}
    /// Counts a split of a node of the tree, or a leaf.
    #[inline(always)]
    fn node(&self) {}
    /// Counts a row that enters the buffer of neighbors.
    #[inline(always)]
    fn candidate(&self) {}
}

/// Counts nothing.
impl SearchCounter for () {}

/// The numbers of steps of searches.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/mass.nkn"));
/// use nearkin::{Model, Neighbor, SearchStats};
///
/// let model = Model::from_bytes(MODEL)?;
/// let row = ["Gentoo".into(), "Biscoe".into(), 49.4.into(), 224.0.into(), "male".into()];
/// let (mut query, mut room, stats) = ([0; 5], [Neighbor::default(); 5], SearchStats::default());
/// model.to_query(&row, &mut query)?;
/// model.search_with_stats(&query, &mut room, &stats);
/// // At least the five neighbors, at most all 342 rows; the five numbers of a row take up to two comparisons.
/// assert!((5..=342).contains(&stats.rows.get()) && stats.candidates.get() >= 5);
/// assert!(stats.chunks.get() <= 2 * 342);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)] // for `nearkin-codegen`; no stability promise
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Rows whose comparison started.
    pub rows: Cell<u64>,
    /// Comparisons of up to four numbers.
    pub chunks: Cell<u64>,
    /// Comparisons of codes.
    pub codes: Cell<u64>,
    /// Comparisons with the bound of a group.
    pub groups: Cell<u64>,
    /// Splits of nodes of the tree, and leaves.
    pub nodes: Cell<u64>,
    /// Rows that entered the buffer of neighbors, even temporarily.
    pub candidates: Cell<u64>,
}

fn add(counter: &Cell<u64>) {
    counter.set(counter.get().wrapping_add(1));
}

impl SearchCounter for SearchStats {
    fn row(&self) {
        add(&self.rows);
    }

    fn chunk(&self) {
        add(&self.chunks);
    }

    fn code(&self) {
        add(&self.codes);
    }

    fn group(&self) {
        add(&self.groups);
    }

    fn node(&self) {
        add(&self.nodes);
    }

    fn candidate(&self) {
        add(&self.candidates);
    }
}
