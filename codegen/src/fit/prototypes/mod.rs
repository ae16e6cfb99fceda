//! Prototypes: fewer rows that replace the training rows, chosen before any search.
//!
//! They are chosen in single precision, before rows become integers, so that the choice is the same for every storage:
//!
//! | name | stored rows | row numbers | source |
//! | --- | --- | --- | --- |
//! | `condensed` | training rows that are needed to classify all others correctly | of the training rows | Hart 1968 |
//! | `edited` | training rows whose class agrees with that of their neighbors | of the training rows | Wilson 1972 |
//! | `k-means:N` | `N` means of each class | from 0, class by class | |
//! | `lvq:N` | the same, moved away from each other's classes | from 0, class by class | Sato and Yamada 1995 |
//!
//! Kept rows keep their codes, and their order: a tie of distances goes to the earlier training row, as without
//! prototypes. Means are expanded numbers, as a mean has no category; there a tie goes to the smaller class. Votes,
//! weights and probabilities count prototypes. The reject threshold is made from the training rows' distances to the
//! prototypes, where a row that is itself kept leaves itself out.
//!
//! A regression has no classes to keep apart: it takes `k-means:N` only, `N` means of all rows, each with the mean of
//! its rows' values.

mod condensed;
mod edited;
mod lvq;
mod means;

use crate::Result;
use crate::data::Dataset;
use crate::fit::plan::Plan;
use crate::fit::rows::RowWords;
use crate::model::{ModelTables, Targets};
use crate::recipe::{Metric, Prototypes};
use crate::statistics::narrow;

use means::Means;

/// The rows that are stored instead of the training rows.
pub(super) enum Chosen {
    /// These training rows, ascending.
    Rows(Vec<usize>),
    /// Computed vectors: `[prototypes][numbers]`.
    Means(Vec<f64>),
}

/// Chooses prototypes and makes them the rows of `tables`: their number, their targets, and where they come from.
///
/// `stored` holds all training rows in stored form, `f32`; `tables` has their targets. The rows themselves are left to
/// be packed.
///
/// # Errors
/// If k-means refuses the rows, or they cannot be stored in a model.
pub(super) fn choose(
    which: Prototypes,
    plan: &Plan,
    data: &Dataset,
    tables: &mut ModelTables,
    stored: &RowWords,
) -> Result<Chosen> {
    let seed = plan.seed;
    let kept = match (which, &tables.targets) {
        (Prototypes::Condensed, Targets::Classes(classes)) => condensed::rows(tables, stored, classes)?,
        (Prototypes::Edited, Targets::Classes(classes)) => edited::rows(tables, stored, classes)?,
        (Prototypes::Condensed | Prototypes::Edited, _) => (0..data.len()).collect(),
        (Prototypes::KMeans(n) | Prototypes::Lvq(n), targets) => {
            let unit = plan.metric() == Metric::Cosine;
            let points = means::points(stored, usize::from(tables.numbers), unit);
            let width = usize::from(tables.numbers);
            let mut means = Means::fit(&points, width, targets, n as usize, seed)?;
            if let (Prototypes::Lvq(_), Targets::Classes(classes)) = (which, targets) {
                lvq::learn(&points, classes, &mut means, seed);
            }
            tables.rows = count(means.vectors.len() / width.max(1));
            tables.targets = means.targets;
            return Ok(Chosen::Means(means.vectors));
        }
    };
    tables.targets = match &tables.targets {
        Targets::Classes(classes) => Targets::Classes(kept.iter().map(|&row| classes[row]).collect()),
        other => other.clone(),
    };
    tables.rows = count(kept.len());
    tables.origins = (kept.len() < data.len()).then(|| kept.iter().map(|&row| count(row)).collect());
    Ok(Chosen::Rows(kept))
}

/// A number of rows, or the number of one.
fn count(rows: usize) -> u32 {
    u32::try_from(rows).expect("no more than the training rows, whose number fits 32 bits")
}

impl Chosen {
    /// The chosen rows among `stored`, in the form that it has; means are brought to it by `integer`, or to `f32`.
    pub(super) fn of(
        &self,
        stored: &RowWords,
        query_words: usize,
        width: usize,
        integer: Option<&dyn Fn(usize, f64) -> i16>,
    ) -> RowWords {
        let words = match self {
            Self::Rows(rows) => {
                rows.iter().flat_map(|&row| &stored.words[row * stored.stride..][..stored.stride]).copied().collect()
            }
            Self::Means(vectors) => vectors
                .chunks_exact(width.max(1))
                .flat_map(|vector| match integer {
                    None => vector.iter().map(|&value| narrow(value).to_bits()).collect::<Vec<u32>>(),
                    Some(integer) => {
                        let mut row = vec![0i16; query_words * 2];
                        for (slot, (short, &value)) in row.iter_mut().zip(vector).enumerate() {
                            *short = integer(slot, value);
                        }
                        bytemuck::cast_slice(&row).to_vec()
                    }
                })
                .collect(),
        };
        RowWords { words, stride: stored.stride }
    }

    /// The number that a training row has among the stored rows, if it is one of them.
    pub(super) fn own(&self, row: usize) -> Option<u32> {
        match self {
            Self::Rows(rows) => rows.binary_search(&row).ok().map(count),
            Self::Means(_) => None,
        }
    }
}
