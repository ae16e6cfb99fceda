//! The search for many queries at once, for a host: stored rows side by side, one per lane.
//!
//! Each sum is computed in the same order as in the search of one query, so every neighbor has the same rank, bit for bit.
//! Everything in [`Batch::search`] is inlined into the caller, and so compiled for the vector instructions that the caller
//! enables.

mod assign;
mod differences;
mod kernel;
mod lanes;
mod products;

use core::fmt;

use crate::distance::{Chebyshev, Euclidean, Hamming, Manhattan, Metric, Minkowski};
use crate::format::RowStorage;
use crate::model::Model;
use crate::neighbors::{BestK, Neighbor, Search, StoredRows};

use differences::{Floats, Integers};
use kernel::{Group, QUERIES, RankSink};
pub(crate) use lanes::LANES;
use lanes::Layout;
use products::{Cosines, Dots};

/// A model's rows side by side, in the caller's memory.
///
/// # Examples
/// ```
/// # static MODEL: &[u8] = nearkin::include_model!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/models/species.nkn"));
/// use nearkin::{Batch, Model, Neighbor, Value};
///
/// let model = Model::from_bytes(MODEL)?;
/// let mut room = vec![0; model.batch_words()];
/// let batch: Batch<'_> = model.batch(&mut room).ok_or("no rows")?;
///
/// let words = model.query_words();
/// let mut queries = vec![0; 2 * words];
/// for (query, island) in queries.chunks_exact_mut(words).zip(["Torgersen", "Dream"]) {
///     let row = [island.into(), 39.4.into(), 18.5.into(), 182.0.into(), Value::Missing, "male".into()];
///     model.to_query(&row, query)?;
/// }
/// let mut found = [Neighbor::default(); 2 * 3];
/// batch.search(&queries, &mut found, 3);
///
/// let mut alone = [Neighbor::default(); 3];
/// assert_eq!(found[3..], *model.search(&queries[words..], &mut alone));
/// assert_eq!(found[0].row, 0); // the first row of the data: an Adelie of Torgersen
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Batch<'a> {
    stored: StoredRows<'a>,
    /// Words of a query in stored form.
    query_words: usize,
    layout: Layout,
    /// The numbers, norms and codes of each block, with one word per row; rows past the end are zero.
    lanes: &'a [[u32; LANES]],
}

/// Prints the number of rows.
impl fmt::Debug for Batch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("rows", &self.rows()).finish_non_exhaustive()
    }
}

impl<'a> Model<'a> {
    fn layout(&self) -> Layout {
        let payload = self.payload();
        Layout::new(payload.metric, payload.numbers, payload.codes)
    }

    /// Returns the words of memory that [`batch`](Self::batch) needs.
    #[must_use]
    pub fn batch_words(&self) -> usize {
        let blocks = (self.payload().rows as usize).div_ceil(LANES);
        blocks.saturating_mul(self.layout().height()).saturating_mul(LANES)
    }

    /// Copies the rows side by side into `room`, which has [`batch_words`](Self::batch_words) words.
    ///
    /// Returns `None` if `room` is shorter, or the model has no rows. O(rows x stored columns).
    #[must_use]
    pub fn batch<'b>(&self, room: &'b mut [u32]) -> Option<Batch<'b>>
    where
        'a: 'b,
    {
        if self.payload().rows == 0 {
            return None;
        }
        let stored: StoredRows<'b> = self.stored()?;
        let lanes = room.get_mut(..self.batch_words())?.as_chunks_mut::<LANES>().0;
        lanes::fill(&stored, self.layout(), lanes);
        Some(Batch { stored, query_words: self.query_words(), layout: self.layout(), lanes })
    }
}

impl Batch<'_> {
    /// Returns the number of rows.
    pub(crate) fn rows(&self) -> u32 {
        self.stored.rows
    }

    /// Finds the nearest rows of each query.
    ///
    /// `queries` are in stored form ([`Model::to_query`]), one after the other; `neighbors` has `k` slots for each, of
    /// which as many are used as there are rows. Equal to [`Model::search`] in every field. O(queries x rows x stored columns).
    #[inline(always)] // compiled for the caller's instructions
    pub fn search(&self, queries: &[u32], neighbors: &mut [Neighbor], k: usize) {
        if k == 0 {
            return;
        }
        let mut queries = queries.chunks_exact(self.query_words.max(1));
        if matches!((self.stored.storage, self.stored.metric), (RowStorage::F32, Metric::Minkowski(_))) {
            // Powers cost more than everything else: abandoning rows one by one saves most of them.
            for (query, places) in queries.zip(neighbors.chunks_exact_mut(k)) {
                Search::of(&self.stored).search(query, &mut BestK::new(places, self.stored.ids.is_none()), &());
            }
            return;
        }
        for room in neighbors.chunks_mut(k.saturating_mul(QUERIES)) {
            let mut places = room.chunks_exact_mut(k);
            let in_order = self.stored.ids.is_none();
            let mut group: Group<'_, BestK<'_>> = core::array::from_fn(|_| match (queries.next(), places.next()) {
                (Some(query), Some(places)) => (query, BestK::new(places, in_order)),
                _ => (&[][..], BestK::new(&mut [][..], in_order)),
            });
            self.group(&mut group);
        }
    }

    #[inline(always)] // compiled for the caller's instructions
    fn group<T: RankSink>(&self, group: &mut Group<'_, T>) {
        match (self.stored.storage, self.stored.metric) {
            (RowStorage::F32, Metric::Euclidean) => self.each(&Floats { batch: self, metric: Euclidean }, group),
            (RowStorage::F32, Metric::Manhattan) => self.each(&Floats { batch: self, metric: Manhattan }, group),
            (RowStorage::F32, Metric::Chebyshev) => self.each(&Floats { batch: self, metric: Chebyshev }, group),
            (RowStorage::F32, Metric::Minkowski(p)) => {
                self.each(&Floats { batch: self, metric: Minkowski { p } }, group)
            }
            (RowStorage::F32, Metric::Hamming) => self.each(&Floats { batch: self, metric: Hamming }, group),
            (_, Metric::Cosine) => self.each(&Cosines { batch: self }, group),
            (_, Metric::Dot) => self.each(&Dots { batch: self }, group),
            (_, Metric::Euclidean) => self.each(&Integers { batch: self, metric: Euclidean }, group),
            (_, Metric::Chebyshev) => self.each(&Integers { batch: self, metric: Chebyshev }, group),
            // Loading refuses the metrics that have no integer form.
            (_, Metric::Manhattan | Metric::Minkowski(_) | Metric::Hamming) => {
                self.each(&Integers { batch: self, metric: Manhattan }, group)
            }
        }
    }

    /// Returns the numbers and the codes of a block.
    #[inline(always)] // compiled for the caller's instructions
    fn split<'b>(&self, block: &'b [[u32; LANES]]) -> (&'b [[u32; LANES]], &'b [[u32; LANES]]) {
        block.split_at_checked(self.layout.numbers).unwrap_or((&[], &[]))
    }

    /// Returns the words of a query's numbers.
    fn numbers_of<'q>(&self, query: &'q [u32]) -> &'q [u32] {
        query.get(..self.stored.query_words).unwrap_or(&[])
    }

    /// Returns the codes of a query.
    fn codes_of<'q>(&self, query: &'q [u32]) -> &'q [u32] {
        query.get(self.stored.query_words..).unwrap_or(&[])
    }
}
