//! The vote of a baked model, named in its code: where neighbors count alike, no distance is linked.

use crate::Model;
use crate::format::Weighting;
use crate::neighbors::{Neighbor, Voters, mean};

/// What a neighbor's vote counts; the types of this module are the only ones.
pub trait Vote: sealed::Weigh {}

impl<V: sealed::Weigh> Vote for V {}

mod sealed {
    pub trait Weigh {
        const BY_DISTANCE: bool;
    }
}

/// Every neighbor counts one.
#[derive(Debug)]
pub enum Uniform {}

impl sealed::Weigh for Uniform {
    const BY_DISTANCE: bool = false;
}

/// A neighbor counts the inverse of its distance.
#[derive(Debug)]
pub enum ByDistance {}

impl sealed::Weigh for ByDistance {
    const BY_DISTANCE: bool = true;
}

/// The class with most weight.
#[inline]
pub(super) fn class<V: Vote>(model: &Model<'_>, neighbors: &[Neighbor]) -> u16 {
    let (class, classes) = (|neighbor: &Neighbor| model.class_of(neighbor), model.payload().classes);
    if V::BY_DISTANCE {
        let distance = |neighbor: &Neighbor| model.distance(neighbor);
        Voters { neighbors, class, distance, weighting: Weighting::Distance }.winner(classes)
    } else {
        Voters { neighbors, class, distance: nowhere, weighting: Weighting::Uniform }.winner(classes)
    }
}

/// The weighted mean of the targets.
#[inline]
pub(super) fn value<V: Vote>(model: &Model<'_>, neighbors: &[Neighbor]) -> f32 {
    let target = |neighbor: &Neighbor| model.target(neighbor);
    if V::BY_DISTANCE {
        mean(neighbors, target, |neighbor| model.distance(neighbor), Weighting::Distance)
    } else {
        mean(neighbors, target, nowhere, Weighting::Uniform)
    }
}

/// A distance that a uniform vote does not ask for.
fn nowhere(_: &Neighbor) -> f32 {
    0.0
}
