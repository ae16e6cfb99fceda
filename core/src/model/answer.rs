//! Predictions of a loaded model: a class, a value or a cluster.
//!
//! Everything except the prediction itself is computed by a method, so firmware pays only for what it calls.

use core::fmt;

use crate::flags::Flags;
use crate::format::Vote;
use crate::model::Model;
use crate::neighbors::{Neighbor, Voters};

/// Writes the accessors that every prediction has, typed or not: `$neighbors` is the slice of its neighbors.
macro_rules! accessors {
    ([$($generics:tt)*] $answer:ty, |$this:ident| $neighbors:expr) => {
        impl<$($generics)*> $answer {
            /// Returns the flags of the row and its prediction.
            #[must_use]
            pub fn flags(&self) -> $crate::Flags {
                self.flags
            }

            /// Returns whether a missing cell was replaced, as its column specifies.
            #[must_use]
            pub fn has_missing(&self) -> bool {
                self.flags.has_missing()
            }

            /// Returns whether a category did not occur in the training data.
            #[must_use]
            pub fn has_unknown(&self) -> bool {
                self.flags.has_unknown()
            }

            /// Returns whether a number was out of range: it was clamped to the bound of the storage, or distances overflow.
            #[must_use]
            pub fn is_outside(&self) -> bool {
                self.flags.is_outside()
            }

            /// Returns whether the row is farther from the training rows than the model's threshold; `false` without a threshold.
            #[must_use]
            pub fn is_novel(&self) -> bool {
                self.flags.is_novel()
            }

            /// Returns the neighbors, nearest first; equal distances are ordered by row number.
            #[must_use]
            pub fn neighbors(&$this) -> &[$crate::Neighbor] {
                $neighbors
            }

            /// Returns the distance to the nearest neighbor.
            #[must_use]
            pub fn distance(&self) -> f32 {
                self.neighbors().first().map_or(f32::NAN, |nearest| self.model.distance(nearest))
            }

            /// Returns the number of a neighbor's training row, from 0 in the data that was fitted.
            #[must_use]
            pub fn training_row(&self, neighbor: &$crate::Neighbor) -> u32 {
                self.model.training_row(neighbor)
            }
        }
    };
}
pub(crate) use accessors;

/// The prediction of a classifier.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::{Classification, Model, Scratch, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let mut scratch = Scratch::<4, 3>::new();
/// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
/// let found: Classification<'_, '_> = model.classify(&row, &mut scratch)?;
/// assert_eq!((found.class(), found.name(), found.votes()), (0, "Adelie", 3));
/// assert_eq!((found.probability(0), found.probability(1)), (1.0, 0.0));
/// assert!(!found.is_tied() && found.has_missing() && !found.has_unknown() && !found.is_outside());
/// // In standard deviations: bill 0.06 and 0.10, flipper 0.07, and 0.57 for the mass, which is imputed by its mean.
/// assert!((found.distance() - 0.58).abs() < 0.02);
/// let rows: Vec<u32> = found.neighbors().iter().map(|neighbor| found.training_row(neighbor)).collect();
/// assert_eq!(rows, [0, 71, 77]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Classification<'m, 's> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) neighbors: &'s [Neighbor],
    pub(crate) vote: Vote,
    pub(crate) class: u16,
    pub(crate) flags: Flags,
}

accessors!([] Classification<'_, '_>, |self| self.neighbors);

/// Prints the prediction, the flags and the neighbors, not the model.
impl fmt::Debug for Classification<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Classification")
            .field("class", &self.class)
            .field("name", &self.name())
            .field("flags", &self.flags)
            .field("neighbors", &self.neighbors)
            .finish_non_exhaustive()
    }
}

impl<'m> Classification<'m, '_> {
    /// Returns the index of the class, in the order of [`Model::class_name`].
    #[must_use]
    pub fn class(&self) -> u16 {
        self.class
    }

    /// Returns the name of the class.
    #[must_use]
    pub fn name(&self) -> &'m str {
        self.model.class_name(self.class).unwrap_or("")
    }

    /// Returns how many of the `k` neighbors have this class.
    #[must_use]
    pub fn votes(&self) -> u32 {
        self.voters().count_of(self.class)
    }

    /// Returns whether another class has the same weight; the class with the smaller index wins.
    #[must_use]
    pub fn is_tied(&self) -> bool {
        self.voters().is_tied(self.class)
    }

    /// Returns the share of the neighbors' weight that `class` has, 0 to 1.
    #[must_use]
    pub fn probability(&self, class: u16) -> f32 {
        let voters = self.voters();
        voters.weight_of(class) / voters.total()
    }

    fn voters(&self) -> Voters<'_, impl Fn(&Neighbor) -> u16, impl Fn(&Neighbor) -> f32> {
        self.model.voters(self.neighbors, self.vote)
    }
}

/// The prediction of a regression.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/mass.nkn"));
/// use nearkin::{Model, Regression, Scratch, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let mut scratch = Scratch::<5, 5>::new();
/// // Species, island, bill and flipper length (mm), sex.
/// let row = ["Gentoo".into(), "Biscoe".into(), 49.4.into(), 224.0.into(), "male".into()];
/// let found: Regression<'_, '_> = model.regress(&row, &mut scratch)?;
/// assert!((5000.0..6300.0).contains(&found.value()), "grams"); // Gentoo males weigh 4,750 to 6,300 g
/// assert!(found.distance() < 1.0 && !found.flags().has_missing());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Regression<'m, 's> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) neighbors: &'s [Neighbor],
    pub(crate) value: f32,
    pub(crate) flags: Flags,
}

accessors!([] Regression<'_, '_>, |self| self.neighbors);

/// Prints the prediction, the flags and the neighbors, not the model.
impl fmt::Debug for Regression<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Regression")
            .field("value", &self.value)
            .field("flags", &self.flags)
            .field("neighbors", &self.neighbors)
            .finish_non_exhaustive()
    }
}

impl Regression<'_, '_> {
    /// Returns the predicted value, in the target's unit.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.value
    }
}

/// The prediction of k-means.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));
/// use nearkin::{Assignment, Model, Scratch, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let mut scratch = Scratch::<4, 1>::new();
/// let row = [39.1, 18.7, 181.0, 3750.0].map(Value::Number);
/// let found: Assignment<'_, '_> = model.assign(&row, &mut scratch)?;
/// assert!(found.cluster() < 6);
/// assert_eq!(found.neighbors()[0].row, found.cluster());
/// // A training row is inside its cluster: its distance is at most that of the farthest row.
/// assert!(found.distance() >= 0.0 && found.score() <= 0.0 && !found.is_novel());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Assignment<'m, 's> {
    pub(crate) model: &'m Model<'m>,
    pub(crate) neighbors: &'s [Neighbor],
    pub(crate) query: &'s [u32],
    pub(crate) flags: Flags,
}

accessors!([] Assignment<'_, '_>, |self| self.neighbors);

/// Prints the cluster, the flags and the neighbor; does not compute the score.
impl fmt::Debug for Assignment<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Assignment")
            .field("cluster", &self.cluster())
            .field("flags", &self.flags)
            .field("neighbors", &self.neighbors)
            .finish_non_exhaustive()
    }
}

impl Assignment<'_, '_> {
    /// Returns the index of the nearest centroid; on a tie, the smaller one.
    #[must_use]
    pub fn cluster(&self) -> u32 {
        self.neighbors.first().map_or(0, |nearest| nearest.row)
    }

    /// Returns the anomaly score: the smallest `distance - radius` over all clusters, negative inside a cluster.
    ///
    /// Computed on each call: O(clusters x numbers). [`is_novel`](Self::is_novel) does not need it.
    #[must_use]
    pub fn score(&self) -> f32 {
        self.model.score(self.query)
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;
    use crate::typed;
    use crate::{Scratch, Value};

    static SPECIES: &[u8] =
        crate::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    #[cfg(feature = "float")]
    static MASS: &[u8] = crate::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/mass.nkn"));
    #[cfg(feature = "float")]
    static GROUPS: &[u8] = crate::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/groups.nkn"));

    /// Ranks are copied from the prediction, because they have no meaning outside it.
    #[test]
    fn an_answer_prints_itself_and_not_the_model() {
        let model = Model::from_bytes(SPECIES).unwrap();
        let mut scratch = Scratch::<4, 3>::new();
        let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
        let found = model.classify(&row, &mut scratch).unwrap();
        let [a, b, c] = [0, 1, 2].map(|place: usize| found.neighbors()[place].rank);
        let neighbors = format!(
            "[Neighbor {{ rank: {a}, row: 0 }}, Neighbor {{ rank: {b}, row: 71 }}, Neighbor {{ rank: {c}, row: 77 }}]"
        );
        let rest = format!("flags: {{\"missing\"}}, neighbors: {neighbors}, .. }}");
        assert_eq!(format!("{found:?}"), format!("Classification {{ class: 0, name: \"Adelie\", {rest}"));

        #[derive(Debug, Clone, Copy)]
        enum Species {
            Adelie,
            Chinstrap,
            Gentoo,
        }
        impl typed::Level for Species {
            const ALL: &'static [Self] = &[Self::Adelie, Self::Chinstrap, Self::Gentoo];
            fn index(self) -> u16 {
                self as u16
            }
        }
        let found = typed::classify::<Species, 4, 3>(&model, &row).unwrap();
        assert_eq!(format!("{found:?}"), format!("TypedAnswer {{ answer: Adelie, {rest}"));
    }

    #[test]
    #[cfg(feature = "float")] // what its models need
    fn a_value_and_a_cluster_print_themselves_too() {
        let model = Model::from_bytes(MASS).unwrap();
        let mut scratch = Scratch::<5, 5>::new();
        let row = ["Gentoo".into(), "Biscoe".into(), 49.4.into(), 224.0.into(), "male".into()];
        let found = model.regress(&row, &mut scratch).unwrap();
        let start = format!("Regression {{ value: {:?}, flags: {{", found.value());
        let printed = format!("{found:?}");
        assert!(printed.starts_with(&start) && printed.len() < 400, "{printed}");

        let model = Model::from_bytes(GROUPS).unwrap();
        let row = [39.1, 18.7, 181.0, 3750.0].map(Value::Number);
        let found = model.assign(&row, &mut scratch).unwrap();
        let (cluster, rank) = (found.cluster(), found.neighbors()[0].rank);
        assert_eq!(
            format!("{found:?}"),
            format!(
                "Assignment {{ cluster: {cluster}, flags: {{}}, neighbors: [Neighbor {{ rank: {rank}, row: {cluster} }}], .. }}"
            )
        );
    }

    #[test]
    #[cfg(feature = "float")] // what its models need
    fn a_model_prints_its_head_and_counts() {
        let model = Model::from_bytes(GROUPS).unwrap();
        assert_eq!(
            format!("{model:?}"),
            "Model(Payload { head: Cluster, metric: Euclidean, storage: F32, columns: 4, width: 4, rows: 6, classes: 0, .. })"
        );
        let names = model.column_names().unwrap();
        assert_eq!(format!("{names:?}"), r#"["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]"#);
    }
}
