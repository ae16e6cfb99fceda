//! Cross-fitting: a training row is encoded from the rows of the other folds.

use crate::encoders::blend::Blend;
use crate::encoders::level_column::{LevelColumn, TargetColumn};
use crate::error::{Error, Place, Result};
use crate::random::Random;

/// The random stream of the folds, which differs from that of the noise.
const FOLD_STREAM: u64 = 1 << 63;

/// Returns the fold of each row: as given, or assigned at random so that each block of `cv` consecutive rows has every fold
/// once (for a class target, the rows are first sorted by class).
///
/// # Errors
/// More folds than rows; given folds that are all equal or out of range.
pub(super) fn folds(column: &LevelColumn, cv: usize) -> Result<Vec<u32>> {
    let n = column.rows();
    if let Some(folds) = column.input.folds {
        if let Some(row) = folds.iter().position(|&fold| fold as usize >= n) {
            let message = format!("fold {} is out of range: there are {n} rows", folds[row]);
            return Err(Error::data(Place::default().row(row), message));
        }
        if folds.iter().all(|&fold| fold == folds[0]) {
            let message = "all rows are in one fold, so none are left to fit; specify at least two folds";
            return Err(Error::data(Place::default(), message));
        }
        return Ok(folds.to_vec());
    }
    if cv > n {
        return Err(Error::data(Place::default(), format!("cv={cv} needs at least {cv} rows, but there are {n}")));
    }
    let mut random = Random::new(column.input.seed, column.input.stream ^ FOLD_STREAM);
    let mut block: Vec<u32> = (0..cv).map(|fold| u32::try_from(fold).expect("cv is at most a million")).collect();
    let mut folds = vec![0; n];
    if let Some(TargetColumn::Classes { codes, .. }) = column.input.target {
        let mut by_class: Vec<usize> = (0..n).collect();
        by_class.sort_by_key(|&row| codes[row]);
        for rows in by_class.chunks(cv) {
            shuffle(&mut block, &mut random);
            rows.iter().zip(&block).for_each(|(&row, &fold)| folds[row] = fold);
        }
    } else {
        for rows in folds.chunks_mut(cv) {
            shuffle(&mut block, &mut random);
            rows.copy_from_slice(&block[..rows.len()]);
        }
    }
    Ok(folds)
}

/// Shuffles with a single draw if all permutations can be numbered, since every few rows need a shuffle.
fn shuffle(folds: &mut [u32], random: &mut Random) {
    /// 12! fits into 32 bits.
    const NUMBERED: usize = 12;
    if folds.len() > NUMBERED {
        return random.shuffle(folds);
    }
    let number = random.below((1..=folds.len()).product());
    // scikit-learn's number of folds has divisions by constants, because every five rows need a permutation.
    match <&mut [u32; 5]>::try_from(&mut *folds) {
        Ok(five) => permute(five, number),
        Err(_) => permute(folds, number),
    }
}

/// Applies the permutation with the given number, which is below the factorial of the length.
#[inline(always)]
fn permute(folds: &mut [u32], mut number: usize) {
    for last in (1..folds.len()).rev() {
        folds.swap(last, number % (last + 1));
        number /= last + 1;
    }
}

/// Row count, mean and squared deviations of some rows; two of them merge without another pass over the rows.
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
        let difference = other.mean - self.mean;
        Self {
            n,
            mean: (self.mean * self.n + other.mean * other.n) / n,
            squares: self.squares + other.squares + difference * difference * (self.n * other.n / n),
        }
    }
}

/// Overwrites `rest` with the merged moments of all folds except one, for each fold.
fn without_each(folds: &[Moments], rest: &mut Vec<Moments>) {
    rest.clear();
    rest.resize(folds.len(), Moments::default());
    for at in (1..folds.len()).rev() {
        rest[at - 1] = folds[at].merge(rest[at]);
    }
    let mut before = Moments::default();
    for (rest, &fold) in rest.iter_mut().zip(folds) {
        *rest = before.merge(*rest);
        before = before.merge(fold);
    }
}

/// Writes `output` of each training row: the blend of the other folds' rows, whose mean is the prior.
///
/// Cost: two or three passes over the rows, and a few merges for each level and fold.
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
    let no_level = column.names.len(); // the index of rows without a level
    let mut parts = vec![Moments::default(); n_folds * (no_level + 1)];
    let index: Vec<usize> =
        column.row_levels().zip(folds).map(|(level, &fold)| level * n_folds + fold as usize).collect();
    for (&at, &y) in index.iter().zip(y) {
        let part = &mut parts[at];
        part.n += 1.0;
        part.mean += y; // the sum until the division below
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
    for (level, by_fold) in parts.chunks_exact(n_folds).enumerate() {
        without_each(by_fold, &mut others);
        for (part, all) in others.iter().zip(&rest) {
            let variance = if all.n > 0.0 { all.squares / all.n } else { 0.0 };
            values.push(if level == no_level {
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
