//! What a search does, counted for the estimate of its cost; in firmware it counts nothing and costs nothing.

use core::cell::Cell;

/// Told of every step of a search.
pub(crate) trait Probe {
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
    /// A row entered the buffer of neighbors.
    #[inline(always)]
    fn offer(&self) {}
}

/// Nobody counts.
impl Probe for () {}

/// Steps of searches, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visits {
    /// Rows that were begun.
    pub rows: Cell<u64>,
    /// Pieces of four numbers that were compared.
    pub chunks: Cell<u64>,
    /// Codes that were compared.
    pub codes: Cell<u64>,
    /// Bounds of groups that were looked at.
    pub groups: Cell<u64>,
    /// Rows that entered the buffer of neighbors for a time.
    pub offers: Cell<u64>,
}

fn add(counter: &Cell<u64>) {
    counter.set(counter.get().wrapping_add(1));
}

impl Probe for Visits {
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

    fn offer(&self) {
        add(&self.offers);
    }
}
