//! Predictions in the program's own types, as generated code returns them.

mod answer;
mod expected_model;
mod level;

pub use answer::{Assignment, Classification, ClusterScore, NearestCluster, Regression, TypedAnswer};
#[doc(hidden)] // for generated code; no stability promise
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
