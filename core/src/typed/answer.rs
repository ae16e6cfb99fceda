//! Predictions in the program's own types.

use core::fmt;

use crate::Model;
use crate::error::InputError;
use crate::flags::Flags;
use crate::format::Head;
use crate::model::answer::{self, accessors};
use crate::neighbors::Neighbor;
use crate::typed::level::Level;

/// A prediction of type `A` (a class, a value or a cluster) with room for `K` neighbors.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// # macro_rules! levels { ($name:ident, $($level:ident),+) => {
/// #     #[derive(Debug, Clone, Copy, PartialEq)]
/// #     enum $name { $($level),+ }
/// #     impl nearkin::typed::Level for $name {
/// #         const ALL: &'static [Self] = &[$(Self::$level),+];
/// #         fn index(self) -> u16 { self as u16 }
/// #     }
/// # } }
/// # levels!(Species, Adelie, Chinstrap, Gentoo); // generated code has it
/// use nearkin::typed::{self, Classification, TypedAnswer};
/// use nearkin::{Model, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
/// let found: Classification<'_, Species, 3> = typed::classify::<Species, 4, 3>(&model, &row)?;
/// assert_eq!((found.class(), *found.answer(), found.votes()), (Species::Adelie, Species::Adelie, 3));
/// assert_eq!(found.probability(Species::Gentoo), 0.0);
/// assert!(found.has_missing() && !found.has_unknown() && !found.is_outside() && !found.is_novel());
/// assert!(found.flags().has_missing());
/// assert_eq!(found.training_row(&found.neighbors()[0]), 0);
/// assert!((found.distance() - 0.58).abs() < 0.02);
/// let _: TypedAnswer<'_, Species, 3> = found; // the type behind the alias
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct TypedAnswer<'m, A, const K: usize> {
    model: &'m Model<'m>,
    neighbors: [Neighbor; K],
    len: usize,
    answer: A,
    flags: Flags,
}

/// Prints the prediction, the flags and the neighbors, not the model.
impl<A: fmt::Debug, const K: usize> fmt::Debug for TypedAnswer<'_, A, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedAnswer")
            .field("answer", &self.answer)
            .field("flags", &self.flags)
            .field("neighbors", &self.neighbors())
            .finish_non_exhaustive()
    }
}

/// The prediction of a classifier whose classes are `C`.
pub type Classification<'m, C, const K: usize> = TypedAnswer<'m, C, K>;
/// The prediction of a regression.
pub type Regression<'m, const K: usize> = TypedAnswer<'m, f32, K>;
/// The prediction of k-means; `S` is the room for a row's stored form, in words.
pub type Assignment<'m, const S: usize> = TypedAnswer<'m, NearestCluster<S>, 1>;

/// The nearest cluster, with the stored form of the row, from which a score is computed on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NearestCluster<const S: usize> {
    index: u32,
    query: [u32; S],
}

/// The nearest cluster and its score, for storing or sending.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));
/// use nearkin::typed::{self, Assignment, ClusterScore, NearestCluster};
/// use nearkin::{Model, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let found: Assignment<'_, 4> = typed::assign::<4>(&model, &[39.1, 18.7, 181.0, 3750.0].map(Value::Number))?;
/// let ClusterScore { index, score } = found.cluster_score();
/// assert_eq!((index, score), (found.cluster(), found.score()));
/// assert!(score <= 0.0 && !found.is_novel());
/// let _: &NearestCluster<4> = found.answer();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClusterScore {
    /// The index of the nearest centroid.
    pub index: u32,
    /// The smallest `distance - radius`.
    pub score: f32,
}

accessors!([A, const K: usize] TypedAnswer<'_, A, K>, |self| self.neighbors.get(..self.len).unwrap_or(&[]));

impl<'m, A, const K: usize> TypedAnswer<'m, A, K> {
    /// Combines a prediction with the first `len` of its neighbors.
    #[inline]
    pub(crate) fn new(model: &'m Model<'m>, (neighbors, len): ([Neighbor; K], usize), answer: A, flags: Flags) -> Self {
        Self { model, neighbors, len, answer, flags }
    }

    /// Returns the class, value or cluster.
    #[must_use]
    pub fn answer(&self) -> &A {
        &self.answer
    }
}

impl<'m, C: Level, const K: usize> TypedAnswer<'m, C, K> {
    /// Combines a class with its neighbors; refuses a class that the enum does not have.
    #[inline]
    pub(crate) fn classified(
        model: &'m Model<'m>,
        neighbors: ([Neighbor; K], usize),
        class: u16,
        flags: Flags,
    ) -> Result<Self, InputError> {
        let class = *C::ALL.get(usize::from(class)).ok_or(InputError::Head)?;
        Ok(Self::new(model, neighbors, class, flags))
    }

    /// Returns the class.
    #[must_use]
    pub fn class(&self) -> C {
        self.answer
    }

    /// Returns how many of the `k` neighbors have this class.
    #[must_use]
    pub fn votes(&self) -> u32 {
        self.untyped().map_or(0, |answer| answer.votes())
    }

    /// Returns the share of the neighbors' weight that `class` has, 0 to 1.
    #[must_use]
    pub fn probability(&self, class: C) -> f32 {
        self.untyped().map_or(0.0, |answer| answer.probability(class.index()))
    }

    fn untyped(&self) -> Option<answer::Classification<'_, '_>> {
        let Head::Classify(vote) = self.model.payload().head else { return None };
        let (model, neighbors, class) = (self.model, self.neighbors(), self.answer.index());
        Some(answer::Classification { model, neighbors, vote, class, flags: self.flags })
    }
}

impl<const K: usize> TypedAnswer<'_, f32, K> {
    /// Returns the predicted value, in the target's unit.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.answer
    }
}

impl<'m, const S: usize> TypedAnswer<'m, NearestCluster<S>, 1> {
    /// Combines the nearest centroid with the stored form of the row.
    #[inline]
    pub(crate) fn assigned(model: &'m Model<'m>, nearest: Neighbor, query: [u32; S], flags: Flags) -> Self {
        Self::new(model, ([nearest], 1), NearestCluster { index: nearest.row, query }, flags)
    }

    /// Returns the index of the nearest centroid; on a tie, the smaller one.
    #[must_use]
    pub fn cluster(&self) -> u32 {
        self.answer.index
    }

    /// Returns the anomaly score: the smallest `distance - radius` over all clusters, negative inside a cluster.
    ///
    /// Computed on each call: O(clusters x numbers). [`is_novel`](Self::is_novel) does not need it.
    #[must_use]
    pub fn score(&self) -> f32 {
        self.model.score(self.answer.query.get(..self.model.query_words()).unwrap_or(&[]))
    }

    /// Returns cluster and score together.
    #[must_use]
    pub fn cluster_score(&self) -> ClusterScore {
        ClusterScore { index: self.cluster(), score: self.score() }
    }
}
