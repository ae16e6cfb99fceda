//! The model: checked once when it is loaded, then used for any number of rows.

pub(crate) mod answer;
pub(crate) mod batch;
#[cfg(test)]
pub(crate) mod draft;
mod encode;
mod neighbor;
mod novelty;
mod predict;
mod query;
mod search;
mod validate;

use core::fmt;

use crate::encode::InputColumn;
use crate::error::{InputError, LoadError};
use crate::format::{Decoded, Head, Payload, Section};
use crate::scratch::Scratch;
use crate::texts::Texts;

/// A model that borrows the bytes that it was loaded from.
///
/// [`classify`](Self::classify), [`regress`](Self::regress) and [`assign`](Self::assign) predict a row, and
/// [`encode`](Self::encode) writes its encoded outputs. Tables are not copied: they stay in flash.
///
/// # The guarantee
///
/// If [`from_bytes`](Self::from_bytes) returned `Ok`, no method panics, reads outside the bytes, divides an integer by
/// zero or runs a loop whose bound was not checked, for any input.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::{Model, Scratch, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let mut scratch = Scratch::<4, 3>::new();
/// let row = ["Torgersen".into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
/// assert_eq!(model.classify(&row, &mut scratch)?.name(), "Adelie");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Model<'a>(Decoded<'a>);

/// Prints the head and the counts, not the tables.
impl fmt::Debug for Model<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Model").field(self.payload()).finish()
    }
}

impl<'a> Model<'a> {
    /// Checks the bytes of a model once and borrows them.
    ///
    /// The bytes must start at an address divisible by 4, which [`include_model!`](crate::include_model) ensures.
    /// It takes about 15 instructions per byte and needs no scratch memory.
    ///
    /// # Errors
    /// A [`LoadError`] for the first check that fails, in the order of `FORMAT.md`.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{LoadError, Model};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// assert_eq!(model.n_neighbors(), 3);
    ///
    /// let half = &MODEL[..MODEL.len() / 2];
    /// assert!(matches!(Model::from_bytes(half), Err(LoadError::Truncated { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(never)] // frees the stack of the checks before the first prediction
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, LoadError> {
        let decoded = Decoded::from_bytes(bytes)?;
        validate::validate(&decoded)?;
        Ok(Self(decoded))
    }

    /// Makes a model of tables that the host checked and that are part of the program.
    pub(crate) const fn trusted(decoded: Decoded<'a>) -> Self {
        Self(decoded)
    }

    /// Returns the decoded blob.
    pub(crate) const fn decoded(&self) -> &Decoded<'a> {
        &self.0
    }

    /// Returns counts, head, metric and storage, as the blob has them.
    #[doc(hidden)] // for generated code and `nearkin-codegen`; no stability promise
    #[must_use]
    pub const fn payload(&self) -> &Payload<'a> {
        self.0.payload()
    }

    pub(crate) const fn tables(&self) -> &'a [u32] {
        self.0.tables()
    }

    pub(crate) const fn section(&self, section: Section, words: usize) -> Option<&'a [u32]> {
        self.0.section(section, words)
    }

    /// Returns the parameters of an input column; `None` past the end.
    #[doc(hidden)] // for `nearkin-codegen`; no stability promise
    #[must_use]
    pub fn column(&self, index: u16) -> Option<InputColumn<'a>> {
        InputColumn::read(&self.0, *self.0.column_records()?.get(usize::from(index))?)
    }

    /// Returns the names of the columns, in the order of a row's cells.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// let model = nearkin::Model::from_bytes(MODEL)?;
    /// let names = model.column_names().ok_or("no names")?;
    /// assert_eq!((names.len(), names.get(0)), (6, Some("island")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn column_names(&self) -> Option<Texts<'a>> {
        self.0.column_names()
    }

    /// Returns the name of a class; `None` past the end, and for models that do not classify.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// let model = nearkin::Model::from_bytes(MODEL)?;
    /// assert_eq!((model.target_name(), model.class_name(2)), (Some("species"), Some("Gentoo")));
    /// # Ok::<(), nearkin::LoadError>(())
    /// ```
    #[must_use]
    pub fn class_name(&self, class: u16) -> Option<&'a str> {
        if class < self.payload().classes { self.0.class_texts()?.get(usize::from(class)) } else { None }
    }

    /// Returns the name of the target column, if the model was fitted with one.
    #[must_use]
    pub fn target_name(&self) -> Option<&'a str> {
        self.0.class_texts()?.get(usize::from(self.payload().classes))
    }

    /// Returns the number of neighbors of a prediction: `k`; 1 for k-means, 0 for a model that only encodes.
    ///
    /// [`Scratch`] must have room for them: its `K`.
    #[must_use]
    pub fn n_neighbors(&self) -> u32 {
        match self.payload().head {
            Head::Classify(vote) | Head::Regress(vote) => vote.neighbors,
            Head::Cluster => 1,
            Head::Encode => 0,
        }
    }

    /// Returns the number of words of a query in stored form. [`Scratch`] must have room for them: its `S`.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// let model = nearkin::Model::from_bytes(MODEL)?;
    /// // Four numbers in two words, and a word for each of two categories.
    /// assert_eq!((model.query_words(), model.n_neighbors()), (4, 3));
    /// # Ok::<(), nearkin::LoadError>(())
    /// ```
    #[must_use]
    pub fn query_words(&self) -> usize {
        let numbers = self.payload().storage.query_words(usize::from(self.payload().numbers));
        numbers.saturating_add(usize::from(self.payload().codes))
    }

    /// Returns the bytes of a stored row's codes.
    #[doc(hidden)] // for `nearkin-codegen`; no stability promise
    #[must_use]
    pub fn code_bytes(&self) -> usize {
        self.stored().map_or(0, |stored| stored.code_bytes)
    }

    /// Returns the bytes of the search index, buckets or a tree; 0 without one.
    #[doc(hidden)] // for `nearkin-codegen`; no stability promise
    #[must_use]
    pub fn search_index_bytes(&self) -> usize {
        self.stored().and_then(|stored| Some(stored.index?.bytes(stored.rows))).unwrap_or(0)
    }

    /// Returns the words of all tables.
    #[doc(hidden)] // for `nearkin-codegen`; no stability promise
    #[must_use]
    pub fn tables_len(&self) -> usize {
        self.tables().len()
    }

    /// Checks once that a scratch is large enough for this model.
    ///
    /// # Errors
    /// [`InputError::Capacity`] if it is too small.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// use nearkin::{InputError, Model, Scratch};
    ///
    /// let model = Model::from_bytes(MODEL)?;
    /// model.check(&Scratch::<4, 3>::new())?;
    /// let too_small = model.check(&Scratch::<4, 2>::new());
    /// assert_eq!(too_small, Err(InputError::Capacity { need: 3, have: 2 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Returns the hash of the schema: names, order, kinds and levels of the columns, their handling of missing and
    /// unknown cells, head and classes. A retrained model has the same hash.
    ///
    /// # Examples
    /// ```
    /// # static OLD: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// # static NEW: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/mass.nkn"));
    /// use nearkin::Model;
    ///
    /// let (old, new) = (Model::from_bytes(OLD)?, Model::from_bytes(NEW)?);
    /// assert_ne!(old.schema_hash(), new.schema_hash()); // do not replace one with the other
    /// # Ok::<(), nearkin::LoadError>(())
    /// ```
    #[must_use]
    pub fn schema_hash(&self) -> u64 {
        self.payload().schema
    }

    /// Returns the origin of the model (data, options, tool) as JSON; empty for a model that was fitted with `--lean`.
    ///
    /// # Examples
    /// ```
    /// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
    /// assert_eq!(nearkin::Model::from_bytes(MODEL)?.provenance(), b""); // fitted with `--lean`
    /// # Ok::<(), nearkin::LoadError>(())
    /// ```
    #[must_use]
    pub fn provenance(&self) -> &'a [u8] {
        self.payload().provenance
    }
}
