//! Answers for the rows of a data set, by the device's own search and vote.

use nearkin::format::Head;
use nearkin::{InputError, Marks, Model, Neighbor, ScratchMut, Value};
use rayon::prelude::*;

use crate::bind::Binding;
use crate::data::Dataset;
use crate::fit::refused;
use crate::progress::Progress;
use crate::{Error, Result};

/// Rows that one task works on; results do not depend on it.
const CHUNK: usize = 256;

/// What is wanted beyond the answer itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wants {
    /// The share of each class.
    pub probabilities: bool,
    /// How many nearest training rows to list.
    pub nearest: usize,
}

/// The answer for a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Class, value or cluster.
    pub answer: Answer,
    /// What happened to the row's cells, and whether it is novel.
    pub marks: Marks,
    /// Distance to the nearest stored row or centroid.
    pub distance: f32,
    /// The share of each class, where wanted.
    pub probabilities: Vec<f32>,
    /// The nearest training rows, counted from 0, with their distances.
    pub nearest: Vec<(u32, f32)>,
}

/// What a model answers.
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

/// Answers every row.
///
/// # Errors
/// [`Error::Data`] for a column that is not there or a cell that the model refuses; [`Error::Usage`] for an encoder.
pub fn predict(model: &Model<'_>, data: &Dataset, wants: Wants, progress: Progress<'_>) -> Result<Vec<Prediction>> {
    if model.payload().head == Head::Encode {
        return Err(Error::usage("the model only encodes; nearkin encode prints its columns"));
    }
    let binding = Binding::new(model, data)?;
    let starts: Vec<usize> = (0..data.len()).step_by(CHUNK).collect();
    let done = std::sync::atomic::AtomicU64::new(0);
    let chunks: Result<Vec<Vec<Prediction>>> = starts
        .into_par_iter()
        .map(|start| {
            let mut scratch = Room::new(model, wants.nearest);
            let mut cells: Vec<Value<'_>> = Vec::new();
            let rows = start..data.len().min(start + CHUNK);
            let count = rows.len() as u64;
            let answers: Result<Vec<Prediction>> = rows
                .map(|row| {
                    binding.row(row, &mut cells);
                    one(model, &cells, wants, &mut scratch).map_err(|error| refused(model, data, row, error))
                })
                .collect();
            let sum = done.fetch_add(count, std::sync::atomic::Ordering::Relaxed) + count;
            progress.report(sum, data.len() as u64);
            answers
        })
        .collect();
    Ok(chunks?.into_iter().flatten().collect())
}

/// Working memory of one thread.
struct Room {
    query: Vec<u32>,
    neighbors: Vec<Neighbor>,
    nearest: Vec<Neighbor>,
}

impl Room {
    fn new(model: &Model<'_>, nearest: usize) -> Self {
        let k = model.n_neighbors() as usize;
        Self {
            query: vec![0; model.query_words()],
            neighbors: vec![Neighbor::default(); k],
            nearest: vec![Neighbor::default(); nearest.min(model.payload().rows as usize)],
        }
    }
}

fn one(
    model: &Model<'_>,
    cells: &[Value<'_>],
    wants: Wants,
    room: &mut Room,
) -> std::result::Result<Prediction, InputError> {
    let scratch = ScratchMut { query: &mut room.query, neighbors: &mut room.neighbors };
    let mut probabilities = Vec::new();
    let (answer, marks, distance) = match model.payload().head {
        Head::Classify(_) => {
            let found = model.classify(cells, scratch)?;
            if wants.probabilities {
                probabilities.extend((0..model.payload().classes).map(|class| found.probability(class)));
            }
            (Answer::Class(found.class()), found.marks(), found.distance())
        }
        Head::Regress(_) => {
            let found = model.regress(cells, scratch)?;
            (Answer::Value(found.value()), found.marks(), found.distance())
        }
        Head::Cluster => {
            let found = model.assign(cells, scratch)?;
            let answer = Answer::Cluster { cluster: found.cluster(), score: found.score() };
            (answer, found.marks(), found.distance())
        }
        Head::Encode => return Err(InputError::Head),
    };
    let mut nearest = Vec::new();
    if wants.nearest > 0 {
        let found = model.search(&room.query, &mut room.nearest);
        nearest.extend(found.iter().map(|neighbor| (model.training_row(neighbor), model.distance(neighbor))));
    }
    Ok(Prediction { answer, marks, distance, probabilities, nearest })
}

/// Encodes every row: `[rows][width]`.
///
/// # Errors
/// As [`predict`].
pub fn encode(model: &Model<'_>, data: &Dataset) -> Result<Vec<(Vec<f32>, Marks)>> {
    let binding = Binding::new(model, data)?;
    let width = model.payload().width as usize;
    (0..data.len())
        .into_par_iter()
        .map(|row| {
            let mut cells = Vec::new();
            binding.row(row, &mut cells);
            let mut out = vec![0.0; width];
            let marks = model.encode(&cells, &mut out).map_err(|error| refused(model, data, row, error))?;
            Ok((out, marks))
        })
        .collect()
}
