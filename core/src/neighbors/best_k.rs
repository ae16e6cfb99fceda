//! The `k` best neighbors so far, sorted.

use crate::neighbors::Neighbor;

/// A sorted buffer of the best neighbors, in the caller's memory: a slice, or an array whose size is known in the search.
#[derive(Debug)]
pub(crate) struct BestK<'a, B: ?Sized = [Neighbor]> {
    /// Empty slots hold [`Neighbor::NONE`], after all others.
    best: &'a mut B,
    /// A row with this rank or a larger one cannot enter; `u32::MAX` while a slot is empty.
    limit: u32,
    /// Difference of the limit and the largest rank: 0 if rows arrive in the order of their numbers, because then an
    /// equal rank can never enter a full buffer.
    above: u32,
}

impl<'a, B: AsMut<[Neighbor]> + ?Sized> BestK<'a, B> {
    /// Makes an empty buffer with as many slots as `best` has.
    pub(crate) fn new(best: &'a mut B, in_order: bool) -> Self {
        best.as_mut().fill(Neighbor::NONE);
        Self { best, limit: u32::MAX, above: u32::from(!in_order) }
    }

    /// Returns whether a search finds any row whose rank is below `limit`; `best` has one slot.
    #[inline]
    pub(crate) fn finds_below(best: &'a mut B, limit: u32, search: impl FnOnce(&mut Self)) -> bool {
        let mut nearest = Self { limit, ..Self::new(best, true) };
        search(&mut nearest);
        nearest.best.as_mut().first().is_some_and(|&found| found != Neighbor::NONE)
    }

    /// Returns the rank at which a row, or a part of its sum, cannot enter any more.
    #[inline]
    pub(crate) fn limit(&self) -> u32 {
        self.limit
    }

    /// Adds a row. O(k), and O(1) for a row that does not enter.
    #[inline]
    pub(crate) fn push(&mut self, neighbor: Neighbor) {
        if neighbor.rank < self.limit {
            self.insert(neighbor);
        }
    }

    fn insert(&mut self, neighbor: Neighbor) {
        // Rank and row are compared as one number.
        let order = |of: &Neighbor| u64::from(of.rank) << 32 | u64::from(of.row);
        let farther = |other: &Neighbor| order(&neighbor) < order(other);
        let mut slots = self.best.as_mut().iter_mut().rev();
        // The last slot is overwritten.
        let Some(mut slot) = slots.next().filter(|last| farther(last)) else { return };
        for before in slots {
            if !farther(before) {
                break;
            }
            *slot = *before;
            slot = before;
        }
        *slot = neighbor;
        if let Some(worst) = self.best.as_mut().last() {
            self.limit = worst.rank.saturating_add(self.above);
        }
    }
}

impl<'a> BestK<'a> {
    /// Returns the neighbors found, nearest first.
    pub(crate) fn finish(self) -> &'a [Neighbor] {
        let mut found = &*self.best;
        while let Some((&Neighbor::NONE, nearer)) = found.split_last() {
            found = nearer;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(in_order: bool, rows: &[(u32, u32)], k: usize) -> std::vec::Vec<(u32, u32)> {
        let mut best = std::vec![Neighbor::default(); k];
        let mut nearest = BestK::new(&mut best[..], in_order);
        for &(rank, row) in rows {
            nearest.push(Neighbor { rank, row });
        }
        nearest.finish().iter().map(|n| (n.rank, n.row)).collect()
    }

    #[test]
    fn the_k_best_come_out_sorted() {
        let rows = [(5, 0), (3, 1), (9, 2), (1, 3), (4, 4)];
        assert_eq!(run(true, &rows, 3), [(1, 3), (3, 1), (4, 4)]);
        assert_eq!(run(true, &rows[..2], 3), [(3, 1), (5, 0)]);
    }

    #[test]
    fn a_buffer_that_was_used_before_changes_nothing() {
        let mut best = [Neighbor { rank: 9, row: 9 }; 2];
        let mut nearest = BestK::new(&mut best[..], true);
        nearest.push(Neighbor { rank: 3, row: 0 });
        nearest.push(Neighbor { rank: 4, row: 1 });
        assert_eq!(nearest.finish(), [Neighbor { rank: 3, row: 0 }, Neighbor { rank: 4, row: 1 }]);
    }

    #[test]
    fn a_tie_goes_to_the_smaller_row_in_any_order() {
        assert_eq!(run(true, &[(2, 0), (2, 1), (2, 2)], 2), [(2, 0), (2, 1)]);
        assert_eq!(run(false, &[(2, 2), (2, 1), (2, 0)], 2), [(2, 0), (2, 1)]);
    }
}
