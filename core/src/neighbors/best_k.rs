//! The `k` best neighbors so far, sorted.

use crate::neighbors::Neighbor;

/// A sorted buffer of the best neighbors, in the caller's memory: a slice, or an array whose size is known in the search.
#[derive(Debug)]
pub(crate) struct BestK<'a, B: ?Sized = [Neighbor]> {
    /// Slots that no row was found for are [`Neighbor::NONE`], behind all others.
    best: &'a mut B,
    /// A row at this rank or beyond cannot enter; `u32::MAX` while there is room.
    limit: u32,
    /// What the limit is above the worst neighbor's rank: 0 where rows come in the order of their numbers, so that an
    /// equal rank can never enter a full buffer.
    above: u32,
}

impl<'a, B: AsMut<[Neighbor]> + ?Sized> BestK<'a, B> {
    /// Starts with room for as many neighbors as `best` has places.
    pub(crate) fn new(best: &'a mut B, in_order: bool) -> Self {
        best.as_mut().fill(Neighbor::NONE);
        Self { best, limit: u32::MAX, above: u32::from(!in_order) }
    }

    /// Whether a search finds any row whose rank is below `limit`; `best` is room for one neighbor.
    #[inline]
    pub(crate) fn finds_below(best: &'a mut B, limit: u32, search: impl FnOnce(&mut Self)) -> bool {
        let mut nearest = Self { limit, ..Self::new(best, true) };
        search(&mut nearest);
        nearest.best.as_mut().first().is_some_and(|&found| found != Neighbor::NONE)
    }

    /// The rank at which a row (or a part of its sum) can be given up.
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
        // By rank, then by row: two words are compared as one number.
        let order = |of: &Neighbor| u64::from(of.rank) << 32 | u64::from(of.row);
        let farther = |other: &Neighbor| order(&neighbor) < order(other);
        let mut places = self.best.as_mut().iter_mut().rev();
        // The place that is given up is the last one.
        let Some(mut place) = places.next().filter(|last| farther(last)) else { return };
        for before in places {
            if !farther(before) {
                break;
            }
            *place = *before;
            place = before;
        }
        *place = neighbor;
        if let Some(worst) = self.best.as_mut().last() {
            self.limit = worst.rank.saturating_add(self.above);
        }
    }
}

impl<'a> BestK<'a> {
    /// The neighbors found, nearest first.
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

    fn run(in_order: bool, offers: &[(u32, u32)], k: usize) -> std::vec::Vec<(u32, u32)> {
        let mut best = std::vec![Neighbor::default(); k];
        let mut nearest = BestK::new(&mut best[..], in_order);
        for &(rank, row) in offers {
            nearest.push(Neighbor { rank, row });
        }
        nearest.finish().iter().map(|n| (n.rank, n.row)).collect()
    }

    #[test]
    fn the_k_best_come_out_sorted() {
        let offers = [(5, 0), (3, 1), (9, 2), (1, 3), (4, 4)];
        assert_eq!(run(true, &offers, 3), [(1, 3), (3, 1), (4, 4)]);
        assert_eq!(run(true, &offers[..2], 3), [(3, 1), (5, 0)]);
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
