//! Answers in the program's own types: what generated code gives in place of numbers and names.

use core::fmt;

use crate::error::{InputError, LoadError};
use crate::format::Head;
use crate::model::answer;
use crate::neighbors::Neighbor;
use crate::{Flags, Model, ScratchMut, Value};

/// An enum whose variants are the levels of a column or the classes of a target, in the model's order.
///
/// # Examples
/// ```
/// use nearkin::typed::Level;
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// enum Sex {
///     Female,
///     Male,
///     Unknown,
/// }
///
/// impl Level for Sex {
///     const ALL: &'static [Self] = &[Self::Female, Self::Male];
///
///     fn index(self) -> u16 {
///         self as u16
///     }
/// }
///
/// assert_eq!((Sex::Male.index(), Sex::Unknown.index()), (1, 2));
/// ```
pub trait Level: Copy + 'static {
    /// The levels in order; an arm for unknown categories is not among them.
    const ALL: &'static [Self];

    /// The position in [`Self::ALL`]; past its end for an unknown category.
    fn index(self) -> u16;
}

/// A text that names no level.
///
/// # Examples
/// ```
/// use nearkin::typed::UnknownName;
///
/// assert_eq!(UnknownName.to_string(), "the text is the name of no level");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is the name of no level")
    }
}

impl core::error::Error for UnknownName {}

/// What code was generated for: a loaded model must fit it.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::typed::ExpectedModel;
/// use nearkin::{LoadError, Model};
///
/// let model = Model::from_bytes(MODEL)?;
/// let schema = model.schema_hash();
/// let generated_for = ExpectedModel { schema, columns: 6, classes: 3, query_words: 4, neighbors: 3 };
/// assert_eq!(generated_for.check(&model), Ok(()));
/// let small = ExpectedModel { neighbors: 2, ..generated_for };
/// assert_eq!(small.check(&model), Err(LoadError::Capacity { need: 3, have: 2 }));
/// let other = ExpectedModel { schema: schema + 1, ..generated_for };
/// assert_eq!(other.check(&model), Err(LoadError::OtherSchema));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ExpectedModel {
    /// [`Model::schema_hash`].
    pub schema: u64,
    /// Columns of a row.
    pub columns: u16,
    /// Classes of the target.
    pub classes: u16,
    /// Room for the stored form of a query.
    pub query_words: usize,
    /// Room for neighbors.
    pub neighbors: usize,
}

impl ExpectedModel {
    /// Checks that a model answers the same question in the same terms: columns, levels, classes and head are equal, and
    /// its sizes are within the capacities. Tables, `k`, metric and scalers may differ, so a retrained model fits.
    ///
    /// # Errors
    /// [`LoadError::OtherSchema`] or [`LoadError::Capacity`].
    pub fn check(&self, model: &Model<'_>) -> Result<(), LoadError> {
        let payload = model.payload();
        // A forged blob may carry the hash alone.
        if payload.schema != self.schema || payload.columns != self.columns || payload.classes != self.classes {
            return Err(LoadError::OtherSchema);
        }
        if payload.head == Head::Encode {
            return Ok(()); // it searches nothing
        }
        match model.capacity(self.query_words, self.neighbors) {
            Err(InputError::Capacity { need, have }) => Err(LoadError::Capacity { need, have }),
            _ => Ok(()),
        }
    }
}

/// An answer `A` (a class, a value or a cluster) with room for `K` neighbors.
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
/// use nearkin::typed::{self, TypedAnswer, Classification};
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
/// let _: TypedAnswer<'_, Species, 3> = found; // what the alias stands for
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

/// The answer, the flags and the neighbors, without the model.
impl<A: fmt::Debug, const K: usize> fmt::Debug for TypedAnswer<'_, A, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedAnswer")
            .field("answer", &self.answer)
            .field("flags", &self.flags)
            .field("neighbors", &self.neighbors())
            .finish_non_exhaustive()
    }
}

/// The answer of a classifier whose classes are `C`.
pub type Classification<'m, C, const K: usize> = TypedAnswer<'m, C, K>;
/// The answer of a regression.
pub type Regression<'m, const K: usize> = TypedAnswer<'m, f32, K>;
/// The answer of k-means; `S` is the room for a row's stored form.
pub type Assignment<'m, const S: usize> = TypedAnswer<'m, NearestCluster<S>, 1>;

/// The nearest cluster, with the stored form of the row, from which a score is computed when it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NearestCluster<const S: usize> {
    index: u32,
    query: [u32; S],
}

/// The nearest cluster and the score, to be kept or sent.
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

/// Asks a loaded model for a class.
///
/// # Errors
/// As [`Model::classify`].
pub fn classify<'m, C: Level, const S: usize, const K: usize>(
    model: &'m Model<'m>,
    row: &[Value<'_>],
) -> Result<Classification<'m, C, K>, InputError> {
    let (mut query, mut neighbors) = ([0; S], [Neighbor::NONE; K]);
    let found = model.classify(row, ScratchMut { query: &mut query, neighbors: &mut neighbors })?;
    let found = (found.class(), found.flags(), found.neighbors().len());
    TypedAnswer::classified(model, neighbors, found)
}

/// Asks a loaded model for a value.
///
/// # Errors
/// As [`Model::regress`].
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/mass.nkn"));
/// use nearkin::Model;
/// use nearkin::typed::{self, Regression};
///
/// let model = Model::from_bytes(MODEL)?;
/// let row = ["Gentoo".into(), "Biscoe".into(), 49.4.into(), 224.0.into(), "male".into()];
/// let found: Regression<'_, 5> = typed::regress::<5, 5>(&model, &row)?;
/// assert!((4750.0..=6300.0).contains(&found.value()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn regress<'m, const S: usize, const K: usize>(
    model: &'m Model<'m>,
    row: &[Value<'_>],
) -> Result<Regression<'m, K>, InputError> {
    let (mut query, mut neighbors) = ([0; S], [Neighbor::NONE; K]);
    let found = model.regress(row, ScratchMut { query: &mut query, neighbors: &mut neighbors })?;
    let (answer, flags, len) = (found.value(), found.flags(), found.neighbors().len());
    Ok(TypedAnswer { model, neighbors, len, answer, flags })
}

/// Asks a loaded model for the nearest cluster.
///
/// # Errors
/// As [`Model::assign`].
pub fn assign<'m, const S: usize>(model: &'m Model<'m>, row: &[Value<'_>]) -> Result<Assignment<'m, S>, InputError> {
    let (mut query, mut neighbors) = ([0; S], [Neighbor::NONE; 1]);
    let found = model.assign(row, ScratchMut { query: &mut query, neighbors: &mut neighbors })?;
    let (index, flags) = (found.cluster(), found.flags());
    Ok(TypedAnswer { model, neighbors, len: 1, answer: NearestCluster { index, query }, flags })
}

/// Asks a loaded model for the encoded outputs, exactly `W` of them.
///
/// # Errors
/// As [`Model::encode`]; [`InputError::Capacity`] also for a model with fewer outputs.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::{Model, Value, typed};
///
/// let model = Model::from_bytes(MODEL)?;
/// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
/// let outputs = typed::encode::<10>(&model, &row)?;
/// assert_eq!((&outputs[..3], outputs[6]), (&[0.0, 0.0, 1.0][..], 0.0)); // a missing mass is the mean
/// assert!(typed::encode::<9>(&model, &row).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn encode<const W: usize>(model: &Model<'_>, row: &[Value<'_>]) -> Result<[f32; W], InputError> {
    let (need, mut out) = (model.payload().width, [0.0; W]);
    if need as usize != W {
        return Err(InputError::Capacity { need, have: u32::try_from(W).unwrap_or(u32::MAX) });
    }
    model.encode(row, &mut out)?;
    Ok(out)
}

impl<A, const K: usize> TypedAnswer<'_, A, K> {
    /// The class, value or cluster.
    #[must_use]
    pub fn answer(&self) -> &A {
        &self.answer
    }

    /// All that happened on the way to this answer.
    #[must_use]
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// A missing cell was replaced as the column's policy says.
    #[must_use]
    pub fn has_missing(&self) -> bool {
        self.flags.has_missing()
    }

    /// A category was not seen when fitting.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.flags.has_unknown()
    }

    /// A number was too far out for the storage and was held at its bound.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        self.flags.is_outside()
    }

    /// The row is farther from the training rows than the model's threshold; always `false` without one.
    #[must_use]
    pub fn is_novel(&self) -> bool {
        self.flags.is_novel()
    }

    /// The neighbors, nearest first; ties by row number.
    #[must_use]
    pub fn neighbors(&self) -> &[Neighbor] {
        self.neighbors.get(..self.len).unwrap_or(&[])
    }

    /// The distance to the nearest neighbor.
    #[must_use]
    pub fn distance(&self) -> f32 {
        self.neighbors().first().map_or(f32::NAN, |nearest| self.model.distance(nearest))
    }

    /// The training-row number of a neighbor, counted from 0 in the data that was fitted.
    #[must_use]
    pub fn training_row(&self, neighbor: &Neighbor) -> u32 {
        self.model.training_row(neighbor)
    }
}

impl<'m, C: Level, const K: usize> TypedAnswer<'m, C, K> {
    /// From class, flags and number of neighbors; a class beyond the enum is no answer of this model.
    #[inline]
    pub(crate) fn classified(
        model: &'m Model<'m>,
        neighbors: [Neighbor; K],
        (class, flags, len): (u16, Flags, usize),
    ) -> Result<Self, InputError> {
        let answer = *C::ALL.get(usize::from(class)).ok_or(InputError::Head)?;
        Ok(Self { model, neighbors, len, answer, flags })
    }

    /// The class.
    #[must_use]
    pub fn class(&self) -> C {
        self.answer
    }

    /// How many of the `k` neighbors are of this class.
    #[must_use]
    pub fn votes(&self) -> u32 {
        self.untyped().map_or(0, |answer| answer.votes())
    }

    /// The share of the weight of the `k` neighbors that `class` has, 0 to 1.
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

impl<'m, const K: usize> TypedAnswer<'m, f32, K> {
    #[inline]
    pub(crate) fn regressed(
        model: &'m Model<'m>,
        neighbors: [Neighbor; K],
        (answer, flags, len): (f32, Flags, usize),
    ) -> Self {
        Self { model, neighbors, len, answer, flags }
    }

    /// The predicted value, in the target's unit.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.answer
    }
}

impl<'m, const S: usize> TypedAnswer<'m, NearestCluster<S>, 1> {
    #[inline]
    pub(crate) fn assigned(model: &'m Model<'m>, nearest: Neighbor, query: [u32; S], flags: Flags) -> Self {
        Self { model, neighbors: [nearest], len: 1, answer: NearestCluster { index: nearest.row, query }, flags }
    }

    /// The index of the nearest centroid; on a tie the smaller one.
    #[must_use]
    pub fn cluster(&self) -> u32 {
        self.answer.index
    }

    /// How far outside every cluster the row lies: the smallest `distance - radius`, negative inside one.
    ///
    /// Computed when asked for: O(clusters x numbers). [`is_novel`](Self::is_novel) does without.
    #[must_use]
    pub fn score(&self) -> f32 {
        self.model.score(self.answer.query.get(..self.model.query_words()).unwrap_or(&[]))
    }

    /// Cluster and score together.
    #[must_use]
    pub fn cluster_score(&self) -> ClusterScore {
        ClusterScore { index: self.cluster(), score: self.score() }
    }
}
