//! The vote: from neighbors to a class or a value.

use crate::format::Weighting;
use crate::neighbors::Neighbor;

/// The neighbors with their classes and weights.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Voters<'a, C, D> {
    pub(crate) neighbors: &'a [Neighbor],
    /// The class of a neighbor.
    pub(crate) class: C,
    /// The distance of a neighbor.
    pub(crate) distance: D,
    pub(crate) weighting: Weighting,
}

impl<C: Fn(&Neighbor) -> u16, D: Fn(&Neighbor) -> f32> Voters<'_, C, D> {
    /// Returns the class with most weight; on a tie the smaller class. O(k min(k, classes)).
    pub(crate) fn winner(&self, classes: u16) -> u16 {
        let mut best = (0, self.neighbors.first().map_or(0, &self.class));
        let mut consider = |class: u16| {
            let merit = self.merit_of(class);
            if merit > best.0 || (merit == best.0 && class < best.1) {
                best = (merit, class);
            }
        };
        if self.neighbors.len() <= usize::from(classes) {
            self.neighbors.iter().map(&self.class).for_each(&mut consider);
        } else {
            (0..classes).for_each(&mut consider);
        }
        best.1
    }

    /// Returns an integer in the order of [`weight_of`](Self::weight_of): the count if votes are uniform, otherwise the bits of
    /// the weight, which is never negative or NaN. Comparing it needs no floating point.
    fn merit_of(&self, class: u16) -> u32 {
        match self.weighting {
            Weighting::Uniform => self.count_of(class),
            Weighting::Distance => self.weight_of(class).to_bits(),
        }
    }

    /// Returns the number of neighbors of `class`.
    pub(crate) fn count_of(&self, class: u16) -> u32 {
        let mut count = 0u32;
        for neighbor in self.neighbors {
            count = count.saturating_add(u32::from((self.class)(neighbor) == class));
        }
        count
    }

    /// Returns the weight of `class`, summed in the order of distance.
    pub(crate) fn weight_of(&self, class: u16) -> f32 {
        let mut sum = 0.0f32;
        match self.weighting {
            Weighting::Uniform => sum = self.count_of(class) as f32,
            Weighting::Distance => {
                let exact = self.neighbors.first().is_some_and(|nearest| (self.distance)(nearest) == 0.0);
                for neighbor in self.neighbors {
                    if (self.class)(neighbor) == class {
                        sum += weight(exact, (self.distance)(neighbor));
                    }
                }
            }
        }
        sum
    }

    /// Returns whether another class has the same weight as the winner, which won only by its smaller index.
    pub(crate) fn is_tied(&self, winner: u16) -> bool {
        let most = self.merit_of(winner);
        self.neighbors.iter().map(&self.class).any(|class| class != winner && self.merit_of(class) == most)
    }

    /// Returns the weight of all neighbors.
    pub(crate) fn total(&self) -> f32 {
        total(self.neighbors, &self.distance, self.weighting)
    }
}

/// Returns the weight of a neighbor at `distance`: the inverse; if any neighbor is at distance 0, only those count.
///
/// Distances are clamped to `LEAST` and `MOST`: outside, the inverses or their sums would be infinite or all zero, and
/// shares would be NaN.
fn weight(exact: bool, distance: f32) -> f32 {
    // Not `clamp`: in this order, NaN becomes `MOST`, as it ranks last.
    #[expect(clippy::manual_clamp, reason = "`clamp` would keep NaN")]
    if exact { f32::from(u8::from(distance == 0.0)) } else { 1.0 / distance.min(MOST).max(LEAST) }
}

/// The weights of a million neighbors, times their targets, have a finite sum.
const LEAST: f32 = 1e-24;
const MOST: f32 = 1e32;

fn total(neighbors: &[Neighbor], distance: impl Fn(&Neighbor) -> f32, weighting: Weighting) -> f32 {
    match weighting {
        Weighting::Uniform => neighbors.len() as f32,
        Weighting::Distance => {
            let exact = neighbors.first().is_some_and(|nearest| distance(nearest) == 0.0);
            let mut sum = 0.0f32;
            for neighbor in neighbors {
                sum += weight(exact, distance(neighbor));
            }
            sum
        }
    }
}

/// Returns the weighted mean of the neighbors' targets, summed in the order of distance.
pub(crate) fn mean(
    neighbors: &[Neighbor],
    target: impl Fn(&Neighbor) -> f32,
    distance: impl Fn(&Neighbor) -> f32,
    weighting: Weighting,
) -> f32 {
    let mut sum = 0.0f32;
    match weighting {
        Weighting::Uniform => {
            for neighbor in neighbors {
                sum += target(neighbor);
            }
        }
        Weighting::Distance => {
            let exact = neighbors.first().is_some_and(|nearest| distance(nearest) == 0.0);
            for neighbor in neighbors {
                sum += weight(exact, distance(neighbor)) * target(neighbor);
            }
        }
    }
    sum / total(neighbors, distance, weighting)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUND: [Neighbor; 4] = [
        Neighbor { rank: 1, row: 2 },
        Neighbor { rank: 2, row: 1 },
        Neighbor { rank: 4, row: 1 },
        Neighbor { rank: 4, row: 0 },
    ];

    type ByRow<'a> = Voters<'a, fn(&Neighbor) -> u16, fn(&Neighbor) -> f32>;

    fn voters(neighbors: &[Neighbor], weighting: Weighting) -> ByRow<'_> {
        // The class is the row, the distance the rank: easy to follow by hand.
        Voters { neighbors, class: |n| n.row as u16, distance: |n| n.rank as f32, weighting }
    }

    #[test]
    fn most_votes_win_and_a_tie_goes_to_the_smaller_class() {
        assert_eq!(voters(&FOUND, Weighting::Uniform).winner(9), 1);
        assert_eq!(voters(&FOUND[..2], Weighting::Uniform).winner(9), 1);
        assert_eq!(voters(&FOUND[2..], Weighting::Uniform).winner(9), 0);
        assert_eq!(voters(&FOUND[2..], Weighting::Uniform).winner(2), 0, "class by class");
    }

    #[test]
    fn a_vote_is_tied_where_another_class_weighs_as_much() {
        assert!(!voters(&FOUND, Weighting::Uniform).is_tied(1));
        assert!(voters(&FOUND[..2], Weighting::Uniform).is_tied(1));
        assert!(!voters(&FOUND[..2], Weighting::Distance).is_tied(2), "1 against 1/2");
        assert!(voters(&FOUND[2..], Weighting::Distance).is_tied(0), "1/4 against 1/4");
    }

    #[test]
    fn near_neighbors_weigh_more() {
        let voters = voters(&FOUND, Weighting::Distance);
        assert_eq!(voters.weight_of(2), 1.0);
        assert_eq!(voters.weight_of(1), 0.75);
        assert_eq!(voters.winner(9), 2);
        assert_eq!(voters.total(), 2.0);
    }

    #[test]
    fn a_neighbor_at_zero_decides_alone() {
        let found = [Neighbor { rank: 0, row: 5 }, Neighbor { rank: 1, row: 1 }, Neighbor { rank: 1, row: 1 }];
        let voters = voters(&found, Weighting::Distance);
        assert_eq!(voters.winner(9), 5);
        assert_eq!(voters.weight_of(1), 0.0);
    }

    #[test]
    fn weights_are_numbers_at_any_distance() {
        let far = [f32::INFINITY, f32::INFINITY, f32::NAN];
        let near = [1e-40f32, 1e-40, 1e-40];
        let mixed = [1e-40f32, 1.0, f32::INFINITY];
        for (distances, shares) in [(far, [1.0 / 3.0; 3]), (near, [1.0 / 3.0; 3]), (mixed, [1.0, 0.0, 0.0])] {
            let found = [0, 1, 2].map(|row| Neighbor { rank: 0, row });
            let distance = |n: &Neighbor| distances[n.row as usize];
            let class = |n: &Neighbor| n.row as u16;
            let voters = Voters { neighbors: &found, class, distance, weighting: Weighting::Distance };
            for (class, share) in shares.into_iter().enumerate() {
                let found = voters.weight_of(class as u16) / voters.total();
                assert!((found - share).abs() < 1e-6, "{distances:?}: {found}");
            }
            assert_eq!(voters.winner(9), 0);
            let value = mean(&found, |n| n.row as f32, distance, Weighting::Distance);
            assert!((value - shares[1] - 2.0 * shares[2]).abs() < 1e-6, "{value}");
        }
    }

    #[test]
    fn a_regression_is_the_weighted_mean() {
        let target = |n: &Neighbor| n.row as f32;
        let distance = |n: &Neighbor| n.rank as f32;
        assert_eq!(mean(&FOUND, target, distance, Weighting::Uniform), 1.0);
        assert_eq!(mean(&FOUND, target, distance, Weighting::Distance), (2.0 + 0.5 + 0.25) / 2.0);
    }
}
