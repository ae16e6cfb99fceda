//! Predictions in the program's own types, as generated code returns them.

mod answer;
mod expected_model;
mod level;

pub use answer::{Assignment, Classification, ClusterScore, NearestCluster, Regression, TypedAnswer};
pub use expected_model::ExpectedModel;
pub use level::{Level, UnknownName};

use crate::error::InputError;
use crate::neighbors::Neighbor;
use crate::{Model, ScratchMut, Value};

/// Classifies a row with a loaded model.
///
/// # Errors
/// As [`Model::classify`].
#[doc(hidden)] // for generated code; no stability promise
pub fn classify<'m, C: Level, const S: usize, const K: usize>(
    model: &'m Model<'m>,
    row: &[Value<'_>],
) -> Result<Classification<'m, C, K>, InputError> {
    let (mut query, mut neighbors) = ([0; S], [Neighbor::NONE; K]);
    let found = model.classify(row, ScratchMut { query: &mut query, neighbors: &mut neighbors })?;
    let (class, flags, len) = (found.class(), found.flags(), found.neighbors().len());
    TypedAnswer::classified(model, (neighbors, len), class, flags)
}

/// Predicts the value of a row with a loaded model.
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
#[doc(hidden)] // for generated code; no stability promise
pub fn regress<'m, const S: usize, const K: usize>(
    model: &'m Model<'m>,
    row: &[Value<'_>],
) -> Result<Regression<'m, K>, InputError> {
    let (mut query, mut neighbors) = ([0; S], [Neighbor::NONE; K]);
    let found = model.regress(row, ScratchMut { query: &mut query, neighbors: &mut neighbors })?;
    let (value, flags, len) = (found.value(), found.flags(), found.neighbors().len());
    Ok(TypedAnswer::new(model, (neighbors, len), value, flags))
}

/// Finds the nearest cluster of a row with a loaded model.
///
/// # Errors
/// As [`Model::assign`].
#[doc(hidden)] // for generated code; no stability promise
pub fn assign<'m, const S: usize>(model: &'m Model<'m>, row: &[Value<'_>]) -> Result<Assignment<'m, S>, InputError> {
    let (mut query, mut neighbors) = ([0; S], [Neighbor::NONE; 1]);
    let found = model.assign(row, ScratchMut { query: &mut query, neighbors: &mut neighbors })?;
    let flags = found.flags();
    let [nearest] = neighbors;
    Ok(TypedAnswer::assigned(model, nearest, query, flags))
}

/// Encodes a row with a loaded model that has exactly `W` outputs.
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
#[doc(hidden)] // for generated code; no stability promise
pub fn encode<const W: usize>(model: &Model<'_>, row: &[Value<'_>]) -> Result<[f32; W], InputError> {
    let (need, mut out) = (model.payload().width, [0.0; W]);
    if need as usize != W {
        return Err(InputError::Capacity { need, have: u32::try_from(W).unwrap_or(u32::MAX) });
    }
    model.encode(row, &mut out)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Head;
    use crate::model::draft::{clusters, columns, points};

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum YesNo {
        No,
        Yes,
    }

    impl Level for YesNo {
        const ALL: &'static [Self] = &[Self::No, Self::Yes];

        fn index(self) -> u16 {
            self as u16
        }
    }

    /// An enum that lacks the second class.
    #[derive(Debug, Clone, Copy)]
    struct No;

    impl Level for No {
        const ALL: &'static [Self] = &[Self];

        fn index(self) -> u16 {
            0
        }
    }

    #[test]
    fn a_typed_class_has_what_the_untyped_one_has() {
        let draft = points(3);
        let model = draft.model();
        let row = [3.0.into(), 4.0.into(), "b".into()];
        let found = classify::<YesNo, 2, 3>(&model, &row).unwrap();
        assert_eq!((found.class(), found.votes(), found.probability(YesNo::Yes)), (YesNo::No, 2, 1.0 / 3.0));
        let mut scratch = crate::Scratch::<2, 3>::new();
        let untyped = model.classify(&row, &mut scratch).unwrap();
        assert_eq!((found.neighbors(), found.distance()), (untyped.neighbors(), untyped.distance()));
        assert_eq!(found.flags(), untyped.flags());
    }

    #[test]
    fn a_class_that_the_enum_lacks_is_an_error() {
        let draft = points(1);
        let model = draft.model();
        let classified = |x: f32| classify::<No, 2, 1>(&model, &[x.into(), 0.0.into(), "b".into()]).err();
        assert_eq!((classified(0.0), classified(100.0)), (None, Some(InputError::Head)));
    }

    #[test]
    fn a_typed_cluster_keeps_what_its_score_needs() {
        let draft = clusters();
        let model = draft.model();
        // Room for more words than the model needs.
        let found = assign::<3>(&model, &[7.0.into(), 0.0.into()]).unwrap();
        assert_eq!(found.cluster_score(), ClusterScore { index: 1, score: 0.0 });
        assert_eq!(found.neighbors(), [Neighbor { rank: 9, row: 1 }]);
    }

    #[test]
    fn outputs_are_exactly_as_many_as_the_model_has() {
        let draft = columns(Head::Encode).seal();
        let model = draft.model();
        let row = [3.0.into(), (-4.0).into(), "a".into()];
        assert_eq!(encode::<4>(&model, &row), Ok([3.0, -4.0, 1.0, 0.0]));
        assert_eq!(encode::<5>(&model, &row), Err(InputError::Capacity { need: 4, have: 5 }));
    }
}
