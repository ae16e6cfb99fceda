//! What a search does, counted for the estimate of its cost; in firmware it counts nothing and costs nothing.

use core::cell::Cell;

/// Told of every step of a search.
pub(crate) trait SearchCounter {
    /// A row was begun.
    #[inline(always)]
    fn row(&self) {}
    /// Four numbers, or what was left of them, were compared.
    #[inline(always)]
    fn chunk(&self) {}
    /// A code was compared.
    #[inline(always)]
    fn code(&self) {}
    /// A group's bound was looked at.
    #[inline(always)]
    fn group(&self) {}
    /// A node of the tree was cut, or a leaf of it visited.
    #[inline(always)]
    fn node(&self) {}
    /// A row entered the buffer of neighbors.
    #[inline(always)]
    fn candidate(&self) {}
}

/// Nobody counts.
impl SearchCounter for () {}

/// Steps of searches, counted.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/mass.nkn"));
/// use nearkin::{Model, Neighbor, SearchStats};
///
/// let model = Model::from_bytes(MODEL)?;
/// let row = ["Gentoo".into(), "Biscoe".into(), 49.4.into(), 224.0.into(), "male".into()];
/// let (mut query, mut room, visits) = ([0; 5], [Neighbor::default(); 5], SearchStats::default());
/// model.to_query(&row, &mut query)?;
/// model.search_with_stats(&query, &mut room, &visits);
/// // At least the five that were found; at most all 342, of which each has up to two pieces of its five numbers.
/// assert!((5..=342).contains(&visits.rows.get()) && visits.candidates.get() >= 5);
/// assert!(visits.chunks.get() <= 2 * 342);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Rows that were begun.
    pub rows: Cell<u64>,
    /// Pieces of four numbers that were compared.
    pub chunks: Cell<u64>,
    /// Codes that were compared.
    pub codes: Cell<u64>,
    /// Bounds of groups that were looked at.
    pub groups: Cell<u64>,
    /// Nodes of the tree that were cut, and leaves that were visited.
    pub nodes: Cell<u64>,
    /// Rows that entered the buffer of neighbors for a time.
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
