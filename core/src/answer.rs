//! What a model answers: a class, a value or a cluster, with what the application may ask about it.
//!
//! Everything but the answer itself is a method, so that firmware which does not ask does not pay.

use crate::format::Vote;
use crate::model::Model;
use crate::neighbors::{Neighbor, Voters};

/// What happened on the way to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Marks(u8);

impl Marks {
    pub(crate) const MISSING: u8 = 1;
    pub(crate) const UNKNOWN: u8 = 2;
    pub(crate) const OUTSIDE: u8 = 4;
    pub(crate) const NOVEL: u8 = 8;

    pub(crate) fn set(&mut self, mark: u8) {
        self.0 |= mark;
    }

    pub(crate) fn has(self, mark: u8) -> bool {
        self.0 & mark != 0
    }

    /// A missing cell was replaced as the column's policy says.
    #[must_use]
    pub fn has_missing(self) -> bool {
        self.has(Self::MISSING)
    }

    /// A category was not seen when fitting.
    #[must_use]
    pub fn has_unknown(self) -> bool {
        self.has(Self::UNKNOWN)
    }

    /// A number was too far out: it was held at the storage's bound, or distances to it overflow.
    #[must_use]
    pub fn is_outside(self) -> bool {
        self.has(Self::OUTSIDE)
    }

    /// The row is farther from the training rows than the model's threshold.
    #[must_use]
    pub fn is_novel(self) -> bool {
        self.has(Self::NOVEL)
    }
}

macro_rules! marked {
    ($name:ident) => {
        impl $name<'_, '_> {
            /// All that happened on the way to this answer.
            #[must_use]
            pub fn marks(&self) -> Marks {
                self.marks
            }

            /// A missing cell was replaced as the column's policy says.
            #[must_use]
            pub fn has_missing(&self) -> bool {
                self.marks.has_missing()
            }

            /// A category was not seen when fitting.
            #[must_use]
            pub fn has_unknown(&self) -> bool {
                self.marks.has_unknown()
            }

            /// A number was too far out: it was held at the storage's bound, or distances to it overflow.
            #[must_use]
            pub fn is_outside(&self) -> bool {
                self.marks.is_outside()
            }

            /// The row is farther from the training rows than the model's threshold; always `false` without one.
            #[must_use]
            pub fn is_novel(&self) -> bool {
                self.marks.is_novel()
            }

            /// The neighbors, nearest first; ties by row number.
            #[must_use]
            pub fn neighbors(&self) -> &[Neighbor] {
                self.neighbors
            }

            /// The distance to the nearest neighbor.
            #[must_use]
            pub fn distance(&self) -> f32 {
                self.neighbors.first().map_or(f32::NAN, |nearest| self.model.distance(nearest))
            }
        }
    };
}

/// The answer of a classifier.
#[derive(Debug, Clone, Copy)]
pub struct Classification<'m, 's> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) neighbors: &'s [Neighbor],
    pub(crate) vote: Vote,
    pub(crate) class: u16,
    pub(crate) marks: Marks,
}

marked!(Classification);

impl<'m> Classification<'m, '_> {
    /// The index of the class, in the order of [`Model::class_name`].
    #[must_use]
    pub fn class(&self) -> u16 {
        self.class
    }

    /// The name of the class.
    #[must_use]
    pub fn name(&self) -> &'m str {
        self.model.class_name(self.class).unwrap_or("")
    }

    /// How many of the `k` neighbors are of this class.
    #[must_use]
    pub fn votes(&self) -> u32 {
        self.voters().count_of(self.class)
    }

    /// Whether another class has as much weight, and only its larger number made it lose.
    #[must_use]
    pub fn is_tied(&self) -> bool {
        self.voters().is_tied(self.class)
    }

    /// The share of the weight of the `k` neighbors that `class` has, 0 to 1.
    #[must_use]
    pub fn probability(&self, class: u16) -> f32 {
        let voters = self.voters();
        voters.weight_of(class) / voters.total()
    }

    fn voters(&self) -> Voters<'_, impl Fn(&Neighbor) -> u16, impl Fn(&Neighbor) -> f32> {
        self.model.voters(self.neighbors, self.vote)
    }
}

/// The answer of a regression.
#[derive(Debug, Clone, Copy)]
pub struct Regression<'m, 's> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) neighbors: &'s [Neighbor],
    pub(crate) value: f32,
    pub(crate) marks: Marks,
}

marked!(Regression);

impl Regression<'_, '_> {
    /// The predicted value, in the target's unit.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.value
    }
}

/// The answer of k-means.
#[derive(Debug, Clone, Copy)]
pub struct Assignment<'m, 's> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) neighbors: &'s [Neighbor],
    pub(crate) query: &'s [u32],
    pub(crate) marks: Marks,
}

marked!(Assignment);

impl Assignment<'_, '_> {
    /// The index of the nearest centroid; on a tie the smaller one.
    #[must_use]
    pub fn cluster(&self) -> u32 {
        self.neighbors.first().map_or(0, |nearest| nearest.row)
    }

    /// How far outside every cluster the row lies: the smallest `distance - radius`, negative inside one.
    ///
    /// Computed when asked for: O(clusters x numbers). [`is_novel`](Self::is_novel) does without.
    #[must_use]
    pub fn score(&self) -> f32 {
        self.model.score(self.query)
    }
}
