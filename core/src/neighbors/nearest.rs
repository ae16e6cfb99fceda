//! The `k` best neighbors so far, sorted.

use crate::neighbors::Neighbor;

/// A sorted buffer of the best neighbors, in the caller's memory.
#[derive(Debug)]
pub(crate) struct Nearest<'a> {
    best: &'a mut [Neighbor],
    len: usize,
    /// A row at this rank or beyond cannot enter; `u32::MAX` while there is room.
    limit: u32,
    /// Rows come in the order of their numbers, so an equal rank can never enter a full buffer.
    in_order: bool,
}

impl<'a> Nearest<'a> {
    /// Starts with room for `best.len()` neighbors.
    pub(crate) fn new(best: &'a mut [Neighbor], in_order: bool) -> Self {
        Self { best, len: 0, limit: u32::MAX, in_order }
    }

    /// Whether a search finds any row whose rank is below `limit`.
    #[inline]
    pub(crate) fn finds_below(limit: u32, search: impl FnOnce(&mut Nearest<'_>)) -> bool {
        let mut one = [Neighbor::NONE];
        let mut nearest = Nearest { limit, ..Nearest::new(&mut one, true) };
        search(&mut nearest);
        nearest.len != 0
    }

    /// The rank at which a row (or a part of its sum) can be given up.
    #[inline]
    pub(crate) fn limit(&self) -> u32 {
        self.limit
    }

    /// Offers a row. O(k), and O(1) for a row that does not enter.
    #[inline]
    pub(crate) fn offer(&mut self, neighbor: Neighbor) {
        if neighbor.rank < self.limit {
            self.insert(neighbor);
        }
    }

    fn insert(&mut self, neighbor: Neighbor) {
        let farther = |other: &Neighbor| (neighbor.rank, neighbor.row) < (other.rank, other.row);
        // The place that is given up: the first that is free, or the worst neighbor's. What lies past `len` is of an
        // earlier search.
        let mut place = self.len;
        if place < self.best.len() {
            self.len += 1;
        } else {
            place = place.wrapping_sub(1);
            if !self.best.get(place).is_some_and(farther) {
                return;
            }
        }
        // The farther ones move up, the last one first.
        while let Some(&before) = self.best.get(place.wrapping_sub(1)).filter(|before| farther(before)) {
            if let Some(slot) = self.best.get_mut(place) {
                *slot = before;
            }
            place = place.wrapping_sub(1);
        }
        if let Some(slot) = self.best.get_mut(place) {
            *slot = neighbor;
        }
        if let (true, Some(worst)) = (self.len == self.best.len(), self.best.last()) {
            self.limit = if self.in_order { worst.rank } else { worst.rank.saturating_add(1) };
        }
    }

    /// The neighbors found, nearest first.
    pub(crate) fn finish(self) -> &'a [Neighbor] {
        self.best.get(..self.len).unwrap_or(&[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(in_order: bool, offers: &[(u32, u32)], k: usize) -> std::vec::Vec<(u32, u32)> {
        let mut best = std::vec![Neighbor::default(); k];
        let mut nearest = Nearest::new(&mut best, in_order);
        for &(rank, row) in offers {
            nearest.offer(Neighbor { rank, row });
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
        let mut nearest = Nearest::new(&mut best, true);
        nearest.offer(Neighbor { rank: 3, row: 0 });
        nearest.offer(Neighbor { rank: 4, row: 1 });
        assert_eq!(nearest.finish(), [Neighbor { rank: 3, row: 0 }, Neighbor { rank: 4, row: 1 }]);
    }

    #[test]
    fn a_tie_goes_to_the_smaller_row_in_any_order() {
        assert_eq!(run(true, &[(2, 0), (2, 1), (2, 2)], 2), [(2, 0), (2, 1)]);
        assert_eq!(run(false, &[(2, 2), (2, 1), (2, 0)], 2), [(2, 0), (2, 1)]);
    }
}
