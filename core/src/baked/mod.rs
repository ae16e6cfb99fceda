//! Models that are part of the program: the functions and types that generated code uses.
//!
//! There is no loader and no check at run time: the host loaded and checked the same tables when it generated the code. The
//! arithmetic is that of a loaded [`Model`], function for function, so the results have equal bits. Tables that were changed
//! by hand lead to wrong results, but not to reads outside them.
//!
//! `nearkin generate --baked` writes code like this (two rows of one number, the mean of their targets):
//!
//! ```
//! use nearkin::baked::{self, Baked, BakedModel};
//! use nearkin::format::{Head, Payload, RowStorage, SECTIONS, Section, Vote, Weighting};
//! use nearkin::{Flags, Metric};
//!
//! static FILE: [u8; 16] = [0, 0, 0, 0, 0, 0, 0x80, 0x3F, 0, 0, 0x40, 0x40, 0, 0, 0xA0, 0x40]; // 0 1, 3 5
//! static TABLES: [u32; 4] = baked::words(&FILE, 0);
//!
//! const fn sections() -> [u32; SECTIONS] {
//!     let mut sections = [0; SECTIONS];
//!     sections[Section::Numbers as usize] = 1; // from word 0
//!     sections[Section::Targets as usize] = 3; // from word 2
//!     sections
//! }
//!
//! struct Line;
//!
//! impl Baked for Line {
//!     const MODEL: BakedModel = BakedModel::new(
//!         Payload {
//!             head: Head::Regress(Vote { neighbors: 1, weighting: Weighting::Uniform }),
//!             metric: Metric::Euclidean,
//!             storage: RowStorage::F32,
//!             columns: 1,
//!             width: 1,
//!             numbers: 1,
//!             codes: 0,
//!             rows: 2,
//!             classes: 0,
//!             threshold: None,
//!             schema: 0,
//!             sections: sections(),
//!             pad: &[],
//!             tables: &[],
//!             provenance: &[],
//!         },
//!         &TABLES,
//!     );
//! }
//!
//! let nearest = |number: f32| baked::regress::<Line, 1>(&[number.to_bits()], Flags::default());
//! assert_eq!(nearest(0.9).value(), 5.0);
//! assert_eq!(nearest(0.5).value(), 3.0); // a tie goes to the smaller row
//! assert_eq!(nearest(0.75).distance(), 0.25);
//! ```

mod columns;
mod tables;

pub use columns::{
    CategoryColumn, IndicatorColumn, IntegerColumn, NumberColumn, code, encode_category, encode_indicators,
    encode_numbers, fill_category, fill_integer_indicators, fill_integers, fill_number_indicators, fill_numbers,
    has_hash,
};
use core::marker::PhantomData;
use core::ops::Deref;
pub use tables::{floats, halves, shorts, words};

use crate::error::InputError;
use crate::format::{Decoded, Head, Payload, Weighting};
use crate::neighbors::{BestK, Neighbor, RowSource, Search, StoredRows, Voters, are_plain, mean};
use crate::typed::{Assignment, Classification, Level, Regression, TypedAnswer};
use crate::{Flags, Model};

/// A type that represents a baked model, so that everything in the model is constant.
pub trait Baked {
    /// Tables that the host has checked.
    const MODEL: BakedModel;
}

/// A model whose tables the host has checked. It never exposes a [`Model`], whose guarantee requires a check at run time.
#[derive(Debug, Clone, Copy)]
pub struct BakedModel(Model<'static>);

impl BakedModel {
    /// Makes a model of tables that the host has checked.
    #[must_use]
    pub const fn new(payload: Payload<'static>, tables: &'static [u32]) -> Self {
        Self(Model::trusted(Decoded::from_parts(payload, tables)))
    }

    /// Returns how neighbors vote. As a constant: if votes are uniform, no distance is linked.
    const fn weighting(&self) -> Weighting {
        match self.0.payload().head {
            Head::Classify(vote) | Head::Regress(vote) => vote.weighting,
            Head::Encode | Head::Cluster => Weighting::Uniform,
        }
    }
}

/// The stored rows of a baked model, whose `K` nearest are searched. The type has no size: everything in it is known when
/// the search is compiled.
#[derive(Debug)]
struct Rows<B, const K: usize>(PhantomData<B>);

impl<B, const K: usize> Clone for Rows<B, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B, const K: usize> Copy for Rows<B, K> {}

impl<B: Baked, const K: usize> Rows<B, K> {
    const STORED: StoredRows<'static> = match StoredRows::read(B::MODEL.0.decoded()) {
        Some(stored) => stored,
        None => panic!("the tables of a baked model contain its rows"), // only at compile time
    };

    /// Returns the rows. There are at least `K` of them, so that every slot is filled.
    fn new() -> Self {
        const { assert!(K as u64 <= Self::STORED.rows as u64, "a model has at least as many rows as neighbors") }
        Self(PhantomData)
    }
}

impl<B: Baked, const K: usize> Deref for Rows<B, K> {
    type Target = StoredRows<'static>;

    #[inline(always)] // nothing of it is left
    fn deref(&self) -> &StoredRows<'static> {
        const { &Self::STORED }
    }
}

impl<B: Baked, const K: usize> RowSource<'static> for Rows<B, K> {
    type Slots = [Neighbor; K];
    const PLAIN_CODES: bool = are_plain(Self::STORED.coded);
}

/// Returns the class of a query in stored form.
///
/// # Errors
/// [`InputError::Head`] if the tables are not those of a classifier with the classes `C`.
#[inline]
pub fn classify<B: Baked, C: Level, const K: usize>(
    query: &[u32],
    flags: Flags,
) -> Result<Classification<'static, C, K>, InputError> {
    let model = const { &B::MODEL.0 };
    let neighbors = nearest::<B, K>(query);
    let (class, flags) = (class::<B>(&neighbors), model.with_novelty(&neighbors, flags));
    TypedAnswer::classified(model, (neighbors, K), class, flags)
}

/// Returns the value of a query in stored form, the mean of its neighbors' targets.
#[inline]
#[must_use]
pub fn regress<B: Baked, const K: usize>(query: &[u32], flags: Flags) -> Regression<'static, K> {
    let model = const { &B::MODEL.0 };
    let neighbors = nearest::<B, K>(query);
    let (value, flags) = (value::<B>(&neighbors), model.with_novelty(&neighbors, flags));
    TypedAnswer::new(model, (neighbors, K), value, flags)
}

/// Returns the nearest cluster of a query in stored form.
///
/// # Examples
/// ```
/// mod vibration {
///     # /*
///     include!("model.rs"); // generated with `--baked`: its `assign` calls this one
///     # */
///     # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/anomaly/src/model.rs"));
/// }
///
/// // The first row of its training data: three axes' deviation, reach and change, in g.
/// let found = vibration::assign(&vibration::Input {
///     x_deviation: 0.08567,
///     y_deviation: 0.08365,
///     z_deviation: 0.03447,
///     x_reach: 0.32164,
///     y_reach: 0.31737,
///     z_reach: 0.13935,
///     x_change: 0.02266,
///     y_change: 0.02237,
///     z_change: 0.02976,
/// })?;
/// assert!(found.cluster() < 8 && found.score() < 0.01); // inside of a cluster, up to rounding to 8 bits
/// # Ok::<(), nearkin::InputError>(())
/// ```
#[inline]
#[must_use]
pub fn assign<B: Baked, const S: usize>(query: [u32; S], flags: Flags) -> Assignment<'static, S> {
    let model = const { &B::MODEL.0 };
    let rows = Rows::<B, 1>::new();
    let numbers = query.get(..rows.query_words).unwrap_or(&[]);
    let [found] = nearest::<B, 1>(numbers);
    let flags = model.with_cluster_novelty(&[found], flags, |cluster, edge| {
        BestK::finds_below(&mut [Neighbor::NONE], edge, |nearest| {
            Search::of_row(rows, cluster).search(numbers, nearest, &())
        })
    });
    TypedAnswer::assigned(model, found, query, flags)
}

#[inline]
fn nearest<B: Baked, const K: usize>(query: &[u32]) -> [Neighbor; K] {
    let rows = Rows::<B, K>::new();
    let mut neighbors = [Neighbor::NONE; K];
    Search::of(rows).search(query, &mut BestK::new(&mut neighbors, rows.ids.is_none()), &());
    neighbors
}

/// Returns the class with most weight.
#[inline]
fn class<B: Baked>(neighbors: &[Neighbor]) -> u16 {
    let model = const { &B::MODEL.0 };
    let (class, classes) = (|neighbor: &Neighbor| model.class_of(neighbor), model.payload().classes);
    match const { B::MODEL.weighting() } {
        Weighting::Distance => {
            let distance = |neighbor: &Neighbor| model.distance(neighbor);
            Voters { neighbors, class, distance, weighting: Weighting::Distance }.winner(classes)
        }
        Weighting::Uniform => {
            Voters { neighbors, class, distance: unused_distance, weighting: Weighting::Uniform }.winner(classes)
        }
    }
}

/// Returns the weighted mean of the targets.
#[inline]
fn value<B: Baked>(neighbors: &[Neighbor]) -> f32 {
    let model = const { &B::MODEL.0 };
    let target = |neighbor: &Neighbor| model.target(neighbor);
    match const { B::MODEL.weighting() } {
        Weighting::Distance => mean(neighbors, target, |neighbor| model.distance(neighbor), Weighting::Distance),
        Weighting::Uniform => mean(neighbors, target, unused_distance, Weighting::Uniform),
    }
}

/// Returns the distance that a uniform vote does not need.
fn unused_distance(_: &Neighbor) -> f32 {
    0.0
}
