//! Predictions for the rows of a data set, with the device's search and vote.
//!
//! # Examples
//! ```
//! use nearkin_codegen::Fit;
//! use nearkin_codegen::model::aligned::Aligned;
//!
//! let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/penguins.csv");
//! let blob = Fit::from_csv(data).target("species").drop(["year"]).neighbors(3).fit()?.blob;
//! let aligned = Aligned::new(&blob);
//! let model = aligned.load()?;
//!
//! use nearkin_codegen::data::{ReadOptions, read_path};
//! use nearkin_codegen::evaluate::predict::{Answer, Prediction, Ties, Wants, predict};
//! use nearkin_codegen::progress::Progress;
//!
//! let data = read_path(data.as_ref(), &ReadOptions::default())?.take(&[0]);
//! let wants = Wants { probabilities: true, nearest: 1 };
//! let first: &Prediction = &predict(&model, &data, wants, Progress::NONE)?[0];
//! assert_eq!((first.answer, first.distance), (Answer::Class(0), 0.0)); // it finds itself
//! assert_eq!((first.probabilities.len(), first.nearest[0].0), (3, 0));
//! assert_eq!(first.ties, Ties { neighbors: false, votes: false });
//! assert!(!first.flags.has_missing());
//! # Ok::<(), nearkin_codegen::Error>(())
//! ```

use std::ops::Range;

use nearkin::format::Head;
use nearkin::{Batch, Flags, InputError, Model, Neighbor, Value};
use rayon::prelude::*;

use crate::data::Dataset;
use crate::model::batch_search::{assign, find};
use crate::model::bind::{Binding, refused};
use crate::progress::Progress;
use crate::{Error, Result};

/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 256;

/// Optional results, in addition to the prediction itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wants {
    /// The share of each class.
    pub probabilities: bool,
    /// Number of nearest training rows to list.
    pub nearest: usize,
}

/// The prediction for a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Class, value or cluster.
    pub answer: Answer,
    /// The flags of the row: missing, unknown, outside, novel.
    pub flags: Flags,
    /// Distance to the nearest stored row or centroid.
    pub distance: f32,
    /// The share of each class, if requested.
    pub probabilities: Vec<f32>,
    /// The nearest training rows, counted from 0, with their distances.
    pub nearest: Vec<(u32, f32)>,
    /// The ties that a rule decided.
    pub ties: Ties,
}

/// Ties in a prediction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ties {
    /// The `k`-th and the next neighbor are equally far: the smaller row number wins.
    pub neighbors: bool,
    /// Another class had as many votes (or as much weight): the smaller class wins.
    pub votes: bool,
}

/// The predicted class, value or cluster.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Answer {
    /// The index of the class.
    Class(u16),
    /// A value.
    Value(f32),
    /// The cluster and its anomaly score.
    Cluster {
        /// The index of the cluster.
        cluster: u32,
        /// `distance - radius` of the best cluster.
        score: f32,
    },
}

/// Predicts every row.
///
/// # Errors
/// [`Error::Data`] for a column that does not exist or a cell that the model refuses; [`Error::Usage`] for an encoder.
pub fn predict(model: &Model<'_>, data: &Dataset, wants: Wants, progress: Progress<'_>) -> Result<Vec<Prediction>> {
    if model.payload().head == Head::Encode {
        return Err(Error::usage("the model only encodes; nearkin encode prints its columns"));
    }
    let binding = Binding::new(model, data)?;
    let mut room = vec![0; model.batch_words()];
    let Some(batch) = model.batch(&mut room) else { return Err(Error::usage("the model has no rows to compare with")) };
    let starts: Vec<usize> = (0..data.len()).step_by(CHUNK).collect();
    let done = std::sync::atomic::AtomicU64::new(0);
    let chunks: Vec<Result<Vec<Prediction>>> = starts
        .into_par_iter()
        .map(|start| {
            let rows = start..data.len().min(start + CHUNK);
            let count = rows.len() as u64;
            let answers = by_batch(model, &batch, &binding, rows, wants);
            let sum = done.fetch_add(count, std::sync::atomic::Ordering::Relaxed) + count;
            progress.report(sum, data.len() as u64);
            answers.map_err(|(row, error)| refused(model, data, row, error))
        })
        .collect();
    // In order, so that the first refused row is reported, regardless of the order of the threads.
    let mut all = Vec::with_capacity(data.len());
    for chunk in chunks {
        all.append(&mut chunk?);
    }
    Ok(all)
}

/// Predictions, or the row that was refused.
type Answers = std::result::Result<Vec<Prediction>, (usize, InputError)>;

/// Predicts rows with one search for all of them.
fn by_batch(model: &Model<'_>, batch: &Batch<'_>, binding: &Binding<'_>, rows: Range<usize>, wants: Wants) -> Answers {
    let words = model.query_words().max(1);
    let mut queries = vec![0; words * rows.len()];
    let mut flags = Vec::with_capacity(rows.len());
    let mut cells: Vec<Value<'_>> = Vec::new();
    for (row, query) in rows.clone().zip(queries.chunks_exact_mut(words)) {
        binding.row(row, &mut cells);
        flags.push(model.to_query(&cells, query).map_err(|error| (row, error))?);
    }
    if model.payload().head == Head::Cluster {
        return by_clusters(model, batch, &queries, rows, flags, wants);
    }
    // One neighbor more than vote, to see ties.
    let k = model.n_neighbors() as usize;
    let places = wants.nearest.max(k + 1).min(model.payload().rows as usize);
    let mut found = vec![Neighbor::default(); places * rows.len()];
    find(batch, &queries, &mut found, places);
    rows.zip(found.chunks_exact(places).zip(flags))
        .map(|(row, (found, flags))| by_neighbors(model, found, k, flags, wants).map_err(|error| (row, error)))
        .collect()
}

/// Predicts a row from its neighbors; the first `k` of them vote.
fn by_neighbors(
    model: &Model<'_>,
    found: &[Neighbor],
    k: usize,
    flags: Flags,
    wants: Wants,
) -> std::result::Result<Prediction, InputError> {
    let voters = &found[..k];
    let mut ties = Ties { neighbors: found.get(k).is_some_and(|next| next.rank == voters[k - 1].rank), votes: false };
    let mut probabilities = Vec::new();
    let (answer, flags, distance) = if matches!(model.payload().head, Head::Regress(_)) {
        let found = model.regression(voters, flags)?;
        (Answer::Value(found.value()), found.flags(), found.distance())
    } else {
        let found = model.classification(voters, flags)?;
        ties.votes = found.is_tied();
        if wants.probabilities {
            probabilities.extend((0..model.payload().classes).map(|class| found.probability(class)));
        }
        (Answer::Class(found.class()), found.flags(), found.distance())
    };
    let nearest = listed(model, found, wants.nearest);
    Ok(Prediction { answer, flags, distance, probabilities, nearest, ties })
}

/// Assigns rows to clusters.
fn by_clusters(
    model: &Model<'_>,
    batch: &Batch<'_>,
    queries: &[u32],
    rows: Range<usize>,
    flags: Vec<Flags>,
    wants: Wants,
) -> Answers {
    let mut best = vec![(Neighbor::default(), 0.0); rows.len()];
    assign(batch, model, queries, &mut best);
    let places = wants.nearest.min(model.payload().rows as usize);
    let mut listed_rows = vec![Neighbor::default(); places * rows.len()];
    find(batch, queries, &mut listed_rows, places);
    let mut listed_rows = listed_rows.chunks_exact(places.max(1));
    let filled = queries.chunks_exact(model.query_words().max(1));
    rows.zip(best.iter().zip(filled).zip(flags))
        .map(|(row, (((nearest, score), query), flags))| {
            let found = std::slice::from_ref(nearest);
            let found = model.assignment(found, query, flags).map_err(|error| (row, error))?;
            let answer = Answer::Cluster { cluster: found.cluster(), score: *score };
            let nearest = listed(model, listed_rows.next().unwrap_or(&[]), places);
            let (flags, distance) = (found.flags(), found.distance());
            Ok(Prediction { answer, flags, distance, probabilities: Vec::new(), nearest, ties: Ties::default() })
        })
        .collect()
}

/// The first `count` neighbors by their training-row numbers, with their distances.
fn listed(model: &Model<'_>, found: &[Neighbor], count: usize) -> Vec<(u32, f32)> {
    found.iter().take(count).map(|neighbor| (model.training_row(neighbor), model.distance(neighbor))).collect()
}
