//! A checked model: the pipeline from a raw row to an answer.

pub(crate) mod answer;
pub(crate) mod batch;
mod encode;
mod predict;
mod query;
mod validate;

use core::fmt;

use crate::encode::Column;
use crate::error::{InputError, LoadError};
use crate::format::{self, Head, Payload, Section};
use crate::math;
use crate::neighbors::Neighbor;
use crate::scratch::Scratch;
use crate::texts::Texts;
use crate::view;

/// A model, borrowed from the bytes it was loaded from.
///
/// # The guarantee
///
/// If [`from_bytes`](Self::from_bytes) returned `Ok`, no method panics, reads outside the bytes, divides
/// integers by zero or loops without a bound that was checked, for any input.
///
/// Nothing bulky is copied: tables stay where they are, in flash.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::{Model, Scratch, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let names = model.column_names().ok_or("names")?;
/// assert_eq!((names.len(), names.get(0)), (6, Some("island")));
/// assert_eq!((model.target_name(), model.class_name(2)), (Some("species"), Some("Gentoo")));
/// // Four 8-bit numbers and two codes of a byte each; a query has shorts and a word for each code.
/// assert_eq!((model.query_words(), model.code_bytes()), (4, 2));
/// assert_eq!(model.tables_len() * 4, model.payload().tables.len());
/// assert!(model.pruning_bytes() > 0);
/// assert_eq!(model.schema_hash(), model.payload().schema);
/// assert_eq!(model.provenance(), b""); // fitted with `--lean`
///
/// let mut scratch = Scratch::<4, 3>::new();
/// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
/// let found = model.classify(&row, &mut scratch)?;
/// let nearest = found.neighbors()[0];
/// assert_eq!((model.class_of(&nearest), model.training_row(&nearest)), (0, 0));
/// assert_eq!(model.distance(&nearest), found.distance());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Model<'a> {
    payload: Payload<'a>,
    tables: &'a [u32],
}

/// Head and counts, without the tables.
impl fmt::Debug for Model<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Model").field(&self.payload).finish()
    }
}

impl<'a> Model<'a> {
    /// Checks the bytes of a model once and borrows them.
    ///
    /// The bytes must start at an address divisible by 4: [`include_model!`](crate::include_model) sees to it.
    /// About 15 instructions a byte; no scratch memory.
    ///
    /// # Errors
    /// A [`LoadError`] for the first check that fails, in the order that `FORMAT.md` gives.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{LoadError, Model};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// assert_eq!((model.payload().rows, model.n_neighbors()), (344, 3));
    /// assert_eq!(model.class_name(2), Some("Gentoo"));
    ///
    /// let half = &MODEL[..MODEL.len() / 2];
    /// assert!(matches!(Model::from_bytes(half), Err(LoadError::Truncated { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(never)] // what the checks need on the stack is gone before the first question
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let model = format::read(bytes)?;
        validate::validate(&model)?;
        Ok(model)
    }

    /// A model from parts that nothing has checked, for tables that are part of the program.
    pub(crate) const fn unchecked(payload: Payload<'a>, tables: &'a [u32]) -> Self {
        Self { payload, tables }
    }

    /// Counts, head, metric and storage, as the blob has them.
    #[must_use]
    pub const fn payload(&self) -> &Payload<'a> {
        &self.payload
    }

    pub(crate) const fn tables(&self) -> &'a [u32] {
        self.tables
    }

    /// Words of a section, `None` where it is absent or not inside the tables.
    pub(crate) const fn section(&self, section: Section, words: usize) -> Option<&'a [u32]> {
        match self.payload.section(section) {
            Some(at) => view::span(self.tables, at, words),
            None => None,
        }
    }

    /// The numeric column or the category at `index`, with its parameters; `None` past the end.
    #[must_use]
    pub fn column(&self, index: u16) -> Option<Column<'a>> {
        let records = self.section(Section::Columns, usize::from(self.payload.columns) * 2)?;
        let record = records.as_chunks::<2>().0.get(usize::from(index))?;
        self.read_column(*record)
    }

    pub(crate) fn read_column(&self, record: [u32; 2]) -> Option<Column<'a>> {
        let integer = self.payload.storage.integer().is_some();
        Column::read(self.tables, record, integer)
    }

    /// Names of the columns, in the order of a row's cells.
    #[must_use]
    pub fn column_names(&self) -> Option<Texts<'a>> {
        Texts::read(self.tables, self.payload.section(Section::Names)?)
    }

    /// Names of the classes, then the name of the target.
    pub(crate) fn class_texts(&self) -> Option<Texts<'a>> {
        Texts::read(self.tables, self.payload.section(Section::Classes)?)
    }

    /// The name of a class; `None` past the end, and for models that do not classify.
    #[must_use]
    pub fn class_name(&self, class: u16) -> Option<&'a str> {
        if class < self.payload.classes { self.class_texts()?.get(usize::from(class)) } else { None }
    }

    /// The name of the target column, if the model was fitted with one.
    #[must_use]
    pub fn target_name(&self) -> Option<&'a str> {
        self.class_texts()?.get(usize::from(self.payload.classes))
    }

    /// Number of neighbors that a prediction asks for: `k`, or 1 for k-means, 0 for an encoder.
    #[must_use]
    pub fn n_neighbors(&self) -> u32 {
        match self.payload.head {
            Head::Classify(vote) | Head::Regress(vote) => vote.neighbors,
            Head::Cluster => 1,
            Head::Encode => 0,
        }
    }

    /// Words of a query's stored form: what [`ScratchMut::query`](crate::ScratchMut::query) must hold.
    #[must_use]
    pub fn query_words(&self) -> usize {
        let numbers = self.payload.storage.query_words(usize::from(self.payload.numbers));
        numbers.saturating_add(usize::from(self.payload.codes))
    }

    /// Bytes of a stored row's codes.
    #[must_use]
    pub fn code_bytes(&self) -> usize {
        self.stored().map_or(0, |stored| stored.code_bytes)
    }

    /// Bytes of what a search passes over rows by, buckets or a tree; 0 without.
    #[must_use]
    pub fn pruning_bytes(&self) -> usize {
        self.stored().and_then(|stored| Some(stored.pruning?.bytes(stored.rows))).unwrap_or(0)
    }

    /// Words of all tables.
    #[must_use]
    pub fn tables_len(&self) -> usize {
        self.tables.len()
    }

    /// Checks once that a scratch is large enough; later calls need no size parameter.
    ///
    /// # Errors
    /// [`InputError::Capacity`] when it is not.
    pub fn check<const S: usize, const K: usize>(&self, scratch: &Scratch<S, K>) -> Result<(), InputError> {
        let (query, neighbors) = scratch.capacity();
        self.capacity(query, neighbors)
    }

    pub(crate) fn capacity(&self, query: usize, neighbors: usize) -> Result<(), InputError> {
        let large = |size: usize| u32::try_from(size).unwrap_or(u32::MAX);
        let (need, have) = (large(self.query_words()), large(query));
        if have < need {
            return Err(InputError::Capacity { need, have });
        }
        let (need, have) = (self.n_neighbors(), large(neighbors));
        if have < need { Err(InputError::Capacity { need, have }) } else { Ok(()) }
    }

    /// The distance behind a neighbor's rank.
    #[must_use]
    pub fn distance(&self, neighbor: &Neighbor) -> f32 {
        self.distance_by(math::sqrt, neighbor)
    }

    /// The same with a root of the caller's choice.
    pub(crate) fn distance_by(&self, root: impl Fn(f32) -> f32, neighbor: &Neighbor) -> f32 {
        let step = self.payload.storage.integer().map(|(step, _)| step);
        let columns = u32::from(self.payload.numbers).saturating_add(u32::from(self.payload.codes));
        self.payload.metric.distance_by(root, neighbor.rank, step, columns)
    }

    /// The class of a neighbor (0 for models that do not classify).
    #[must_use]
    pub fn class_of(&self, neighbor: &Neighbor) -> u16 {
        let row = neighbor.row as usize;
        let rows = self.payload.rows as usize;
        if self.payload.classes <= 256 {
            let words = self.section(Section::Targets, rows.div_ceil(4)).unwrap_or(&[]);
            view::bytes(words).get(row).copied().map_or(0, u16::from)
        } else {
            let words = self.section(Section::Targets, rows.div_ceil(2)).unwrap_or(&[]);
            view::halves(words).get(row).copied().unwrap_or(0)
        }
    }

    /// The training-row number of a neighbor, counted from 0 in the data that was fitted.
    #[must_use]
    pub fn training_row(&self, neighbor: &Neighbor) -> u32 {
        let rows = self.payload.rows as usize;
        let origins = self.section(Section::Origins, rows).unwrap_or(&[]);
        origins.get(neighbor.row as usize).copied().unwrap_or(neighbor.row)
    }

    /// The target of a neighbor (regression).
    pub(crate) fn target(&self, neighbor: &Neighbor) -> f32 {
        let words = self.section(Section::Targets, self.payload.rows as usize).unwrap_or(&[]);
        view::floats(words).get(neighbor.row as usize).copied().unwrap_or(f32::NAN)
    }

    /// Hash of the schema: column names, order, kinds, levels, what is missing or unknown there, head and classes.
    #[must_use]
    pub fn schema_hash(&self) -> u64 {
        self.payload.schema
    }

    /// Where the model comes from, as JSON; empty for a lean model.
    #[must_use]
    pub fn provenance(&self) -> &'a [u8] {
        self.payload.provenance
    }
}
