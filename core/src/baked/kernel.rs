//! The search of a baked model, named in its code so that no other is linked.

use crate::neighbors::{Lead, Nearest, Search};

/// A way to compare rows; the types of this module are the only ones.
pub trait Kernel: sealed::Which {}

impl<K: sealed::Which> Kernel for K {}

mod sealed {
    #[derive(Debug)]
    pub enum Kind {
        EuclideanI8,
        EuclideanI16,
        EuclideanF32,
        AnyMetric,
    }

    pub trait Which {
        const KIND: Kind;
    }
}

/// Euclidean distance of 8-bit rows.
#[derive(Debug)]
pub enum EuclideanI8 {}

impl sealed::Which for EuclideanI8 {
    const KIND: sealed::Kind = sealed::Kind::EuclideanI8;
}

/// Euclidean distance of 16-bit rows.
#[derive(Debug)]
pub enum EuclideanI16 {}

impl sealed::Which for EuclideanI16 {
    const KIND: sealed::Kind = sealed::Kind::EuclideanI16;
}

/// Euclidean distance of `f32` rows.
#[derive(Debug)]
pub enum EuclideanF32 {}

impl sealed::Which for EuclideanF32 {
    const KIND: sealed::Kind = sealed::Kind::EuclideanF32;
}

/// Whatever the model says.
#[derive(Debug)]
pub enum AnyMetric {}

impl sealed::Which for AnyMetric {
    const KIND: sealed::Kind = sealed::Kind::AnyMetric;
}

/// Finds the nearest rows; `query` is numbers, then one word for each code.
#[inline]
pub(super) fn search<'a, K: Kernel, S: Lead<'a>>(
    search: Search<S>,
    query: &[u32],
    nearest: &mut Nearest<'_, S::Places>,
) {
    let (numbers, codes) = search.parts(query);
    match K::KIND {
        sealed::Kind::EuclideanI8 => search.euclidean_i8(numbers, codes, nearest, &()),
        sealed::Kind::EuclideanI16 => search.euclidean_i16(numbers, codes, nearest, &()),
        sealed::Kind::EuclideanF32 => search.euclidean_f32(numbers, codes, nearest, &()),
        sealed::Kind::AnyMetric => search.search(query, nearest, &()),
    }
}
