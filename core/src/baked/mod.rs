//! Models that are part of the program: what generated code with tables of its own calls.
//!
//! There is no loader and no check at run time: the host loaded and checked the same tables when it generated the code. The
//! arithmetic is that of a loaded [`Model`], function for function, so the answers have equal bits. Tables that were changed
//! by hand give wrong answers, but nothing reads outside of them.

mod columns;
mod kernel;
mod tables;
mod vote;

pub use columns::{
    Codes, IntegerColumn, NumberColumn, code, encode_category, encode_numbers, fill_category, fill_integers,
    fill_numbers, has_hash,
};
pub use kernel::{AnyMetric, EuclideanF32, EuclideanI8, EuclideanI16, Kernel};
pub use tables::{floats, halves, shorts, words};
pub use vote::{ByDistance, Uniform, Vote};

use crate::error::InputError;
use crate::format::Payload;
use crate::neighbors::{Nearest, Neighbor};
use crate::typed::{Answer, Assignment, Classification, Level, Regression};
use crate::{Marks, Model};

/// A model of tables that the host has checked.
#[must_use]
pub const fn model(payload: Payload<'static>, tables: &'static [u32]) -> Model<'static> {
    Model::unchecked(payload, tables)
}

/// Gives the class of a query in stored form, by the vote `V` of the rows that `N` finds.
///
/// # Errors
/// [`InputError::Head`] when the tables are not those of a classifier with the classes `C`.
#[inline]
pub fn classify<'m, N: Kernel, V: Vote, C: Level, const K: usize>(
    model: &'m Model<'m>,
    query: &[u32],
    marks: Marks,
) -> Result<Classification<'m, C, K>, InputError> {
    let mut neighbors = [Neighbor::default(); K];
    let found = nearest::<N>(model, query, &mut neighbors);
    let (class, marks, len) = (vote::class::<V>(model, found), model.marked(found, marks), found.len());
    Answer::classified(model, neighbors, (class, marks, len))
}

/// Gives the value of a query in stored form, the mean by `V` of the rows that `N` finds.
#[inline]
#[must_use]
pub fn regress<'m, N: Kernel, V: Vote, const K: usize>(
    model: &'m Model<'m>,
    query: &[u32],
    marks: Marks,
) -> Regression<'m, K> {
    let mut neighbors = [Neighbor::default(); K];
    let found = nearest::<N>(model, query, &mut neighbors);
    let (value, marks, len) = (vote::value::<V>(model, found), model.marked(found, marks), found.len());
    Answer::regressed(model, neighbors, (value, marks, len))
}

/// Gives the nearest cluster of a query in stored form.
#[inline]
#[must_use]
pub fn assign<'m, N: Kernel>(model: &'m Model<'m>, query: &[u32], marks: Marks) -> Assignment<'m> {
    let mut neighbors = [Neighbor::default()];
    let found = nearest::<N>(model, query, &mut neighbors).first().copied().unwrap_or_default();
    let score = model.score_by(|stored, nearest| kernel::search::<N>(stored, query, nearest));
    Answer::assigned(model, found, score, model.marked_by_score(&[found], score, marks))
}

#[inline]
fn nearest<'s, N: Kernel>(model: &Model<'_>, query: &[u32], neighbors: &'s mut [Neighbor]) -> &'s [Neighbor] {
    let Some(stored) = model.stored() else { return &[] };
    let mut nearest = Nearest::new(neighbors, stored.ids.is_none());
    kernel::search::<N>(&stored, query, &mut nearest);
    nearest.finish()
}
