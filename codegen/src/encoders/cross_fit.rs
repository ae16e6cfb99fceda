//! Cross-fitting: a training row gets the value that the rows of the other folds give its level.

use crate::encoders::blend::Blend;
use crate::encoders::level_column::{LevelColumn, TargetColumn};
use crate::error::{Error, Place, Result};
use crate::random::Random;

/// The stream of the folds, apart from that of the noise.
const FOLD_STREAM: u64 = 1 << 63;

/// The fold of each row: as given, or dealt so that every `cv` rows in turn (for a class target: every `cv` rows of the
/// rows class by class) have all folds in a random order.
///
/// # Errors
/// More folds than rows; given folds that are a single one, or numbered past the rows.
pub(super) fn folds(column: &LevelColumn, cv: usize) -> Result<Vec<u32>> {
    let n = column.rows();
    if let Some(folds) = column.input.folds {
        if let Some(row) = folds.iter().position(|&fold| fold as usize >= n) {
            let message = format!("fold number {} and there are {n} rows", folds[row]);
            return Err(Error::data(Place::default().row(row), message));
        }
        if folds.iter().all(|&fold| fold == folds[0]) {
            let message = "all rows are in one fold, so none is left to fit on; give two folds or more";
            return Err(Error::data(Place::default(), message));
        }
        return Ok(folds.to_vec());
    }
    if cv > n {
        return Err(Error::data(Place::default(), format!("cv={cv} folds need as many rows and there are {n}")));
    }
    let mut random = Random::new(column.input.seed, column.input.stream ^ FOLD_STREAM);
    let mut dealt: Vec<u32> = (0..cv).map(|fold| u32::try_from(fold).expect("cv is at most a million")).collect();
    let mut folds = vec![0; n];
    if let Some(TargetColumn::Classes { codes, .. }) = column.input.target {
        let mut by_class: Vec<usize> = (0..n).collect();
        by_class.sort_by_key(|&row| codes[row]);
        for rows in by_class.chunks(cv) {
            shuffle(&mut dealt, &mut random);
            rows.iter().zip(&dealt).for_each(|(&row, &fold)| folds[row] = fold);
        }
    } else {
        for rows in folds.chunks_mut(cv) {
            shuffle(&mut dealt, &mut random);
            rows.copy_from_slice(&dealt[..rows.len()]);
        }
    }
    Ok(folds)
}

/// Shuffles by a single draw where all orders can be numbered, since every few rows need one.
fn shuffle(folds: &mut [u32], random: &mut Random) {
    /// 12! has 32 bits.
    const NUMBERED: usize = 12;
    if folds.len() > NUMBERED {
        return random.shuffle(folds);
    }
    let number = random.below((1..=folds.len()).product());
    // Divisions by constants for scikit-learn's number of folds: a deal for every five rows is not nothing.
    match <&mut [u32; 5]>::try_from(&mut *folds) {
        Ok(five) => permute(five, number),
        Err(_) => permute(folds, number),
    }
}

/// Gives `folds` the order with a number below the factorial of their count.
#[inline(always)]
fn permute(folds: &mut [u32], mut number: usize) {
    for last in (1..folds.len()).rev() {
        folds.swap(last, number % (last + 1));
        number /= last + 1;
    }
}

/// Rows, mean and squared deviations of a part of the rows; parts merge without going back to the rows.
#[derive(Debug, Clone, Copy, Default)]
struct Moments {
    n: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
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

/// Gives `after` the merged parts of all folds but one, for each of them; what it held is lost.
fn without_each(parts: &[Moments], after: &mut Vec<Moments>) {
    after.clear();
    after.resize(parts.len(), Moments::default());
    for at in (1..parts.len()).rev() {
        after[at - 1] = parts[at].merge(after[at]);
    }
    let mut before = Moments::default();
    for (rest, &part) in after.iter_mut().zip(parts) {
        *rest = before.merge(*rest);
        before = before.merge(part);
    }
}

/// Writes `output` of each training row: blended from the rows of the other folds, whose mean is the prior there.
///
/// Cost: two or three passes over the rows, and some merges for each level and fold.
pub(super) fn fill(
    column: &LevelColumn,
    y: &[f64],
    folds: &[u32],
    blend: Blend,
    training: &mut [f64],
    width: usize,
    output: usize,
) {
    let n_folds = folds.iter().max().map_or(0, |&last| last as usize + 1);
    let none = column.names.len(); // the place of rows without a level
    let mut parts = vec![Moments::default(); n_folds * (none + 1)];
    let index: Vec<usize> =
        column.row_places().zip(folds).map(|(place, &fold)| place * n_folds + fold as usize).collect();
    for (&at, &y) in index.iter().zip(y) {
        let part = &mut parts[at];
        part.n += 1.0;
        part.mean += y; // the sum, until it is divided below
    }
    for part in parts.iter_mut().filter(|part| part.n > 0.0) {
        part.mean /= part.n;
    }
    if blend == Blend::Auto {
        for (&at, &y) in index.iter().zip(y) {
            let part = &mut parts[at];
            part.squares += (y - part.mean) * (y - part.mean);
        }
    }
    let mut whole = vec![Moments::default(); n_folds];
    for level in parts.chunks_exact(n_folds) {
        for (whole, &part) in whole.iter_mut().zip(level) {
            *whole = whole.merge(part);
        }
    }
    let (mut rest, mut others) = (Vec::new(), Vec::new());
    without_each(&whole, &mut rest);
    let mut values = Vec::with_capacity(parts.len());
    for (place, level) in parts.chunks_exact(n_folds).enumerate() {
        without_each(level, &mut others);
        for (part, all) in others.iter().zip(&rest) {
            let variance = if all.n > 0.0 { all.squares / all.n } else { 0.0 };
            values.push(if place == none {
                all.mean
            } else {
                blend.value(part.n, part.mean * part.n, part.squares, all.mean, variance)
            });
        }
    }
    for (row, &at) in training.chunks_exact_mut(width).zip(&index) {
        row[output] = values[at];
    }
}
