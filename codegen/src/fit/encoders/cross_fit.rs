//! Cross-fitting: a training row gets the value that the rows of the other folds give its level.

use super::column::{Column, TargetColumn};
use super::target::Blend;
use crate::error::{Error, Place, Result};
use crate::random::Random;

/// The stream of the folds, apart from that of the noise.
const FOLD_STREAM: u64 = 1 << 63;

/// The fold of each row: as given, or shuffled into `cv` folds of nearly equal size, class by class for a class target.
///
/// # Errors
/// More folds than rows.
pub(super) fn folds(column: &Column, cv: usize) -> Result<Vec<u32>> {
    if let Some(folds) = column.input.folds {
        return Ok(folds.to_vec());
    }
    let n = column.rows();
    if cv > n {
        return Err(Error::data(Place::default(), format!("cv={cv} folds need as many rows and there are {n}")));
    }
    let mut order: Vec<usize> = (0..n).collect();
    Random::new(column.input.seed, column.input.stream ^ FOLD_STREAM).shuffle(&mut order);
    if let Some(TargetColumn::Classes { codes, .. }) = column.input.target {
        order.sort_by_key(|&row| codes[row]); // stable, so that rows stay shuffled in each class
    }
    let mut folds = vec![0; n];
    for (at, &row) in order.iter().enumerate() {
        folds[row] = u32::try_from(at % cv).expect("cv is at most a million");
    }
    Ok(folds)
}

/// Rows, mean and squared deviations of a part of the rows; parts merge without going back to the rows.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    n: f64,
    mean: f64,
    squares: f64,
}

impl Part {
    fn merge(self, other: Self) -> Self {
        if other.n <= 0.0 {
            return self;
        }
        if self.n <= 0.0 {
            return other;
        }
        let n = self.n + other.n;
        let gap = other.mean - self.mean;
        Self {
            n,
            mean: (self.mean * self.n + other.mean * other.n) / n,
            squares: self.squares + other.squares + gap * gap * (self.n * other.n / n),
        }
    }
}

/// Writes `output` of each training row: blended from the rows of the other folds, whose mean is the prior there.
///
/// Cost: two passes over the rows, and folds x levels x folds merges.
pub(super) fn fill(
    column: &Column,
    y: &[f64],
    folds: &[u32],
    blend: Blend,
    training: &mut [f64],
    width: usize,
    output: usize,
) {
    let n_folds = folds.iter().max().map_or(0, |&last| last as usize + 1);
    let places = column.names.len() + 1; // the last is that of rows without a level
    let mut parts = vec![Part::default(); n_folds * places];
    let index = |fold: u32, place: usize| fold as usize * places + place;
    for ((place, &fold), &y) in column.row_places().zip(folds).zip(y) {
        let part = &mut parts[index(fold, place)];
        part.n += 1.0;
        part.mean += y; // the sum, until it is divided below
    }
    for part in parts.iter_mut().filter(|part| part.n > 0.0) {
        part.mean /= part.n;
    }
    if blend == Blend::Auto {
        for ((place, &fold), &y) in column.row_places().zip(folds).zip(y) {
            let part = &mut parts[index(fold, place)];
            part.squares += (y - part.mean) * (y - part.mean);
        }
    }
    let mut values = vec![0.0; parts.len()];
    for held_out in 0..n_folds {
        let others = || (0..n_folds).filter(move |&fold| fold != held_out);
        let rest: Vec<Part> = (0..places)
            .map(|place| others().map(|fold| parts[fold * places + place]).fold(Part::default(), Part::merge))
            .collect();
        let all = rest.iter().copied().fold(Part::default(), Part::merge);
        let variance = if all.n > 0.0 { all.squares / all.n } else { 0.0 };
        for (place, part) in rest.iter().enumerate() {
            let value = if place + 1 == places {
                all.mean
            } else {
                blend.value(part.n, part.mean * part.n, part.squares, all.mean, variance)
            };
            values[held_out * places + place] = value;
        }
    }
    for ((row, place), &fold) in column.row_places().enumerate().zip(folds) {
        training[row * width + output] = values[index(fold, place)];
    }
}
