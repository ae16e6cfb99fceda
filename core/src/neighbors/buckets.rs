//! Rows grouped by cluster, so that a search can skip many of them by the triangle inequality.
//!
//! The first rows are the centers of the buckets, followed by the other rows of each bucket, sorted by their distance to
//! its center. For each [`GROUP`] of them, the largest distance is stored: it is the upper bound of the group and the
//! lower bound of the next one.

use crate::format::layout::search_index::{GROUP, MAX_BUCKETS};
use crate::view;

/// The buckets of a model's rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Buckets<'a> {
    /// First row of each bucket after its center. The first of these is the number of centers.
    pub(crate) starts: &'a [u32],
    /// Bound of each group, bucket by bucket.
    pub(crate) bounds: Bounds<'a>,
}

/// One bucket.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bucket {
    /// Its center.
    pub(crate) center: u32,
    /// Its first row except the center.
    pub(crate) start: u32,
    /// One past its last row.
    pub(crate) end: u32,
    /// Index of its first group among the groups of all buckets.
    pub(crate) group: u32,
}

impl Bucket {
    /// Returns the number of its groups.
    #[inline]
    pub(crate) fn groups(self) -> u32 {
        self.end.wrapping_sub(self.start).wrapping_add(GROUP - 1) / GROUP
    }
}

/// The largest distance to the center of each group.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bounds<'a> {
    /// Integer storage: rounded down.
    Integer(&'a [u16]),
    /// `f32` storage: rounded up by a margin.
    Float(&'a [f32]),
}

impl<'a> Buckets<'a> {
    /// Reads the section: count · starts · bounds. [`Self::is_sound`] checks that there are enough bounds.
    pub(crate) const fn read(tables: &'a [u32], at: u32, integer: bool) -> Option<Self> {
        let Some((_, mut rest)) = tables.split_at_checked(at as usize) else { return None };
        let Some(&[count]) = view::take(&mut rest, 1) else { return None };
        let Some(starts) = view::take(&mut rest, count as usize) else { return None };
        let bounds = if integer { Bounds::Integer(view::halves(rest)) } else { Bounds::Float(view::floats(rest)) };
        Some(Self { starts, bounds })
    }

    /// Returns the buckets, one by one.
    #[inline]
    pub(crate) fn each(&self, rows: u32) -> impl Iterator<Item = Bucket> + use<'a> {
        let (mut starts, mut center, mut group) = (self.starts, 0u32, 0u32);
        core::iter::from_fn(move || {
            let (&start, later) = starts.split_first()?;
            starts = later;
            let bucket = Bucket { center, start, end: later.first().copied().unwrap_or(rows), group };
            center = center.wrapping_add(1);
            group = group.wrapping_add(bucket.groups());
            Some(bucket)
        })
    }

    /// Returns the number of groups in all buckets.
    fn groups(&self, rows: u32) -> usize {
        self.each(rows).map(|bucket| bucket.groups() as usize).sum()
    }

    /// Returns the bytes of the section.
    pub(crate) fn bytes(&self, rows: u32) -> usize {
        let bounds = match self.bounds {
            Bounds::Integer(_) => self.groups(rows).div_ceil(2),
            Bounds::Float(_) => self.groups(rows),
        };
        (1 + self.starts.len() + bounds) * 4
    }

    /// Returns whether the buckets cover the rows in order and every group has a valid bound.
    pub(crate) fn is_sound(&self, rows: u32) -> bool {
        let count = self.starts.len();
        if count == 0 || count > MAX_BUCKETS || self.starts.first().map(|&start| start as usize) != Some(count) {
            return false;
        }
        if self.each(rows).any(|bucket| bucket.start > bucket.end) {
            return false;
        }
        let groups = self.groups(rows);
        match self.bounds {
            Bounds::Integer(bounds) => bounds.len() >= groups,
            Bounds::Float(bounds) => {
                bounds.get(..groups).is_some_and(|bounds| bounds.iter().all(|bound| bound.is_finite() && *bound >= 0.0))
            }
        }
    }
}
