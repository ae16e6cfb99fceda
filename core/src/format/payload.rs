//! The postcard message: counts, offsets and parameters of the head, then the tables as one byte field.
//!
//! The device and the host share this definition. The order of the fields is part of the format.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::distance::Metric;

/// The task of a model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Head {
    /// Encoding only.
    Encode,
    /// Classification: a vote of the nearest rows.
    Classify(Vote),
    /// Regression: the mean of the nearest rows' targets.
    Regress(Vote),
    /// K-means: the stored rows are centroids.
    Cluster,
}

/// How neighbors vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Vote {
    /// Number of neighbors, `k`.
    pub neighbors: u32,
    /// The weight of a neighbor.
    pub weighting: Weighting,
}

/// The weight of a neighbor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Weighting {
    /// One.
    Uniform,
    /// The inverse of its distance; if any neighbor is at distance 0, only those count.
    Distance,
}

/// How the numbers of rows are stored.
///
/// # Examples
/// ```
/// use nearkin::format::RowStorage;
///
/// let storage = RowStorage::I8 { step: 0.5, bound: 100 };
/// assert_eq!(storage.integer(), Some((0.5, 100)));
/// // Five numbers: two words of bytes in a row, four words of shorts in a query.
/// assert_eq!((storage.row_words(5), storage.query_words(5)), (2, 4));
/// assert_eq!((RowStorage::F32.row_words(5), RowStorage::F32.integer()), (5, None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RowStorage {
    /// As `f32`.
    F32,
    /// As 16-bit integers, in units of one shared step.
    I16 {
        /// The step.
        step: f32,
        /// Largest magnitude of a query's integer.
        bound: i16,
    },
    /// As unsigned 8-bit integers, in units of one shared step. A query has signed 16-bit integers.
    I8 {
        /// The step.
        step: f32,
        /// Largest magnitude of a query's integer.
        bound: i16,
    },
}

impl RowStorage {
    /// Returns the shared step and the bound of integer storage.
    #[must_use]
    pub const fn integer(self) -> Option<(f32, i16)> {
        match self {
            Self::F32 => None,
            Self::I16 { step, bound } | Self::I8 { step, bound } => Some((step, bound)),
        }
    }

    /// Returns the words of the numbers of a stored row.
    #[must_use]
    pub const fn row_words(self, numbers: usize) -> usize {
        match self {
            Self::F32 => numbers,
            Self::I16 { .. } => numbers.div_ceil(2),
            Self::I8 { .. } => numbers.div_ceil(4),
        }
    }

    /// Returns the words of the numbers of a query: padded like a row, but with 16-bit integers also for 8-bit rows.
    #[must_use]
    pub const fn query_words(self, numbers: usize) -> usize {
        match self {
            Self::F32 | Self::I16 { .. } => self.row_words(numbers),
            Self::I8 { .. } => self.row_words(numbers).saturating_mul(2),
        }
    }
}

/// The sections of the tables, by their index in [`Payload::sections`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Section {
    /// Column records.
    Columns = 0,
    /// Names of the columns.
    Names = 1,
    /// Names of the classes; the name of the target follows the last class.
    Classes = 2,
    /// Records of the coded columns, in stored order.
    Coded = 3,
    /// Numbers of the stored rows.
    Numbers = 4,
    /// Codes of the stored rows.
    Codes = 5,
    /// Class or value of each row, by row number.
    Targets = 6,
    /// Number of each stored row, if rows were reordered: a permutation of `0..rows`. It decides ties.
    RowNumbers = 7,
    /// Radius of each cluster; with a threshold, followed by the first rank outside each.
    Radii = 8,
    /// Training-row number of each row number, if only some training rows are stored; for display.
    Origins = 9,
    /// Search index: rows grouped by cluster, with bounds.
    Buckets = 10,
    /// Search index: a kd-tree, as the planes between its leaves.
    Tree = 11,
}

impl Section {
    /// All sections, in the order of [`Payload::sections`].
    pub const ALL: [Self; SECTIONS] = [
        Self::Columns,
        Self::Names,
        Self::Classes,
        Self::Coded,
        Self::Numbers,
        Self::Codes,
        Self::Targets,
        Self::RowNumbers,
        Self::Radii,
        Self::Origins,
        Self::Buckets,
        Self::Tree,
    ];
}

/// Entries of [`Payload::sections`]: one for each [`Section`].
pub const SECTIONS: usize = 12;

/// The message.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::format::{Head, Payload, Section, Vote, Weighting};
/// use nearkin::{Metric, Model};
///
/// let model = Model::from_bytes(MODEL)?;
/// let payload: &Payload<'_> = model.payload();
/// assert_eq!((payload.rows, payload.columns, payload.width, payload.classes), (344, 6, 10, 3));
/// assert_eq!(payload.head, Head::Classify(Vote { neighbors: 3, weighting: Weighting::Uniform }));
/// assert_eq!(payload.metric, Metric::Euclidean);
/// assert!(payload.section(Section::Codes).is_some() && payload.section(Section::Radii).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Payload<'a> {
    /// The task of a model.
    pub head: Head,
    /// The distance of stored rows.
    pub metric: Metric,
    /// How their numbers are stored.
    pub storage: RowStorage,
    /// Input columns.
    pub columns: u16,
    /// Encoded outputs of a row.
    pub width: u32,
    /// Numbers of a stored row.
    pub numbers: u16,
    /// Codes of a stored row.
    pub codes: u16,
    /// Stored rows (or clusters).
    pub rows: u32,
    /// Classes of the target (classification only).
    pub classes: u16,
    /// A prediction above it is novel: a rank for neighbors, the bits of a score for clusters.
    pub threshold: Option<u32>,
    /// Hash of the schema, which generated code requires.
    pub schema: u64,
    /// First word of each section in the tables, plus one; 0 if it is absent.
    pub sections: [u32; SECTIONS],
    /// Zeros that make the tables start on a 4-byte boundary of the blob.
    #[serde(borrow)]
    pub pad: &'a [u8],
    /// All tables, whole words.
    #[serde(borrow)]
    pub tables: &'a [u8],
    /// The origin of the model, as JSON; may be empty.
    #[serde(borrow)]
    pub provenance: &'a [u8],
}

/// Prints the head and the counts, not the tables.
impl fmt::Debug for Payload<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Payload")
            .field("head", &self.head)
            .field("metric", &self.metric)
            .field("storage", &self.storage)
            .field("columns", &self.columns)
            .field("width", &self.width)
            .field("rows", &self.rows)
            .field("classes", &self.classes)
            .finish_non_exhaustive()
    }
}

impl Payload<'_> {
    /// Returns the first word of a section; `None` if it is absent.
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "every variant is a valid index, and `get` is not const")]
    pub const fn section(&self, section: Section) -> Option<u32> {
        self.sections[section as usize].checked_sub(1)
    }
}
