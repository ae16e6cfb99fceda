//! A kd-tree without pointers, whose leaves are [`LEAF`] consecutive rows each.
//!
//! The node that covers the leaves `low..high` is split before its middle leaf by a plane: in one number of the rows, no row
//! of the lower half is above the plane, and no row of the upper half below it. So every leaf except the first has one plane,
//! and a node is identified by its leaves.

use crate::distance::{Accumulate, Euclidean, Manhattan, Metric, Scalar};
use crate::format::layout::search_index::{MAX_LEAVES, leaves};
use crate::view;

/// The most splits from the root to a leaf.
pub(crate) const DEPTH: usize = 16;

/// The planes of all leaves except the first: the index of a number in a row, and a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Tree<'a> {
    /// Integer storage: the index in the low half, the value in the high half.
    Integer(&'a [u32]),
    /// `f32` storage: the index, then the value.
    Float(&'a [[u32; 2]]),
}

/// A part of the tree that was skipped for now.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subtree {
    pub(crate) low: u16,
    pub(crate) high: u16,
    /// No row in it has a smaller rank.
    pub(crate) bound: u32,
}

impl<'a> Tree<'a> {
    /// Reads the section. [`Self::is_sound`] checks the planes.
    pub(crate) const fn read(tables: &'a [u32], at: u32, integer: bool, rows: u32) -> Option<Self> {
        let planes = leaves(rows).saturating_sub(1) as usize;
        let Some(words) = planes.checked_mul(if integer { 1 } else { 2 }) else { return None };
        let Some(words) = view::span(tables, at, words) else { return None };
        Some(if integer { Self::Integer(words) } else { Self::Float(words.as_chunks().0) })
    }

    /// Returns the bytes of the section.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Integer(planes) => size_of_val(*planes),
            Self::Float(planes) => size_of_val(*planes),
        }
    }

    /// Returns whether there are at least two leaves, and every plane is in one of the `numbers` of a row.
    pub(crate) fn is_sound(&self, rows: u32, numbers: usize) -> bool {
        let inside = |place: u32| (place as usize) < numbers;
        (2..=MAX_LEAVES).contains(&leaves(rows))
            && match self {
                Self::Integer(planes) => planes.iter().all(|plane| inside(plane & 0xFFFF)),
                Self::Float(planes) => {
                    planes.iter().all(|&[place, value]| inside(place) && f32::from_bits(value).is_finite())
                }
            }
    }

    /// Returns whether a query is below the plane of a leaf, and a lower bound of the ranks on the other side.
    ///
    /// A sum of larger differences is never smaller, even rounded, because rounding keeps the order. For a single difference,
    /// chebyshev equals manhattan.
    #[inline]
    pub(crate) fn side(&self, metric: Metric, query: &[u32], leaf: u32) -> (bool, u32) {
        fn difference<N: Scalar>(metric: Metric, none: N, query: N, at: N) -> u32
        where
            Euclidean: Accumulate<N>,
            Manhattan: Accumulate<N>,
        {
            match metric {
                Metric::Euclidean => Euclidean.number(none, query, at).rank(),
                _ => Manhattan.number(none, query, at).rank(),
            }
        }
        let plane = leaf.wrapping_sub(1) as usize;
        match self {
            Self::Integer(planes) => {
                let plane = planes.get(plane).copied().unwrap_or(0);
                let place = (plane & 0xFFFF) as usize;
                let at = plane.cast_signed() >> 16;
                let query = view::shorts(query).get(place).copied().unwrap_or(0).into();
                (query < at, difference(metric, 0, query, at))
            }
            Self::Float(planes) => {
                let [place, at] = planes.get(plane).copied().unwrap_or([0; 2]);
                let at = f32::from_bits(at);
                let query = view::floats(query).get(place as usize).copied().unwrap_or(0.0);
                (query < at, difference(metric, 0.0, query, at))
            }
        }
    }
}
