//! The binomial mixed model by a variational approximation, at the exact optimum of its lower bound.
//!
//! Unknowns are a mean and a log-deviation for the intercept, for the log-deviation between levels and for each level.
//! Priors have deviation 2 (intercept) and 1 (the rest).

use crate::encoders::glmm::quadrature::nodes;
use crate::encoders::target_statistics::{TargetStatistics, sigmoid};
use crate::error::{Error, Place, Result};

/// The variance of the intercept's prior.
const INTERCEPT_VARIANCE: f64 = 4.0;
/// The gradient at which the optimum is reached, relative to the number of rows.
const PRECISION: f64 = 1e-12;
/// The part of the bound that is taken for rounding.
const ROUNDING: f64 = 1e-12;
/// Newton steps; some 30 are used on real data.
const MOST_STEPS: usize = 500;

/// Unknowns that all levels share: intercept, log-deviation between levels, and the logs of their own deviations.
const GLOBALS: usize = 4;
type Global = [f64; GLOBALS];

/// Levels with equal rows and ones have equal unknowns: a mean and a log-deviation.
#[derive(Debug, Clone, Copy)]
struct Cell {
    n: f64,
    ones: f64,
    levels: f64,
    mean: f64,
    log_deviation: f64,
}

/// The gradient and the Hessian's parts that belong to one cell.
#[derive(Debug, Clone, Copy, Default)]
struct Local {
    gradient: [f64; 2],
    hessian: [[f64; 2]; 2],
    /// Rows: the four globals; columns: mean and log-deviation.
    cross: [[f64; 2]; GLOBALS],
}

/// The lower bound's gradient and Hessian; the Hessian is an arrow: globals, cells, and nothing between two cells.
#[derive(Debug)]
struct Slope {
    bound: f64,
    gradient: Global,
    hessian: [Global; GLOBALS],
    locals: Vec<Local>,
}

/// The random effect of each level; 0 for one without rows.
///
/// # Errors
/// When Newton's method does not settle, which no data is known to cause.
pub(super) fn effects(stats: &TargetStatistics) -> Result<Vec<f64>> {
    let mut order: Vec<usize> = (0..stats.groups.len()).filter(|&place| stats.groups[place].n > 0.0).collect();
    let key = |place: usize| (stats.groups[place].n, stats.groups[place].sum);
    order.sort_by(|&a, &b| key(a).0.total_cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)));
    let mut cells: Vec<Cell> = Vec::new();
    let mut cell_of = vec![usize::MAX; stats.groups.len()];
    for &place in &order {
        let (n, ones) = key(place);
        match cells.last_mut() {
            Some(last) if last.n.total_cmp(&n).is_eq() && last.ones.total_cmp(&ones).is_eq() => last.levels += 1.0,
            _ => cells.push(Cell { n, ones, levels: 1.0, mean: 0.0, log_deviation: -0.5 }),
        }
        cell_of[place] = cells.len() - 1;
    }
    maximise(&mut cells, stats.n)?;
    Ok(cell_of.iter().map(|&cell| cells.get(cell).map_or(0.0, |cell| cell.mean)).collect())
}

/// `ln(1 + exp(x))` without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + libm::log1p(libm::exp(-x.abs()))
}

/// Newton's method, damped until the bound rises, from the start that category_encoders' library has.
fn maximise(cells: &mut [Cell], n: f64) -> Result<()> {
    let nodes = nodes(cells.iter().map(|cell| (cell.n, cell.ones)));
    let mut globals: Global = [0.0, 0.0, -0.5, -0.5];
    let mut damping = 1.0;
    let mut slope = slope(&globals, cells, &nodes);
    let mut moved = cells.to_vec();
    for _ in 0..MOST_STEPS {
        if slope.largest() <= PRECISION * n.max(1.0) {
            return Ok(());
        }
        let before = slope.squared(cells);
        loop {
            let (step, local_steps) = slope.step(cells, damping);
            let mut next = globals;
            for (next, step) in next.iter_mut().zip(step) {
                *next += step;
            }
            for ((moved, cell), step) in moved.iter_mut().zip(&*cells).zip(&local_steps) {
                *moved = Cell { mean: cell.mean + step[0], log_deviation: cell.log_deviation + step[1], ..*cell };
            }
            let next_slope = self::slope(&next, &moved, &nodes);
            // A bound that does not change any more leaves the gradient to judge by. No comparison takes a NaN.
            let rounding = ROUNDING * slope.bound.abs();
            let better = next_slope.bound > slope.bound + rounding
                || (next_slope.bound >= slope.bound - rounding && next_slope.squared(&moved) < before);
            if better {
                globals = next;
                cells.copy_from_slice(&moved);
                slope = next_slope;
                break;
            }
            if damping > 1e12 {
                // No step makes the gradient smaller: rounding is all that is left of it, or the method fails.
                return if slope.largest() <= 1e-9 * n.max(1.0) { Ok(()) } else { Err(no_optimum()) };
            }
            damping = damping * 4.0 + 1e-6;
        }
        damping /= 10.0;
        if damping < 1e-9 {
            damping = 0.0;
        }
    }
    if slope.largest() <= 1e-9 * n.max(1.0) { Ok(()) } else { Err(no_optimum()) }
}

fn no_optimum() -> Error {
    Error::data(
        Place::default(),
        "encoder \"glmm\" found no optimum of the binomial model; use glmm:binomial_target=false, target or m-estimate",
    )
}

/// The gradient and the Hessian at a point.
fn slope(globals: &Global, cells: &[Cell], nodes: &[(f64, f64)]) -> Slope {
    let [intercept, between, log_a, log_b] = *globals;
    let a2 = libm::exp(2.0 * log_a); // variance of the intercept
    let b2 = libm::exp(2.0 * log_b); // variance of the log-deviation between levels
    let e = libm::exp(2.0 * (b2 - between)); // expected precision of the levels' effects
    let mut bound = 0.0;
    let mut q = 0.0; // expected squares of the effects
    let mut levels = 0.0;
    let mut sum_a = 0.0;
    let mut sum_b = 0.0;
    let mut hessian = [[0.0; GLOBALS]; GLOBALS];
    let mut locals = Vec::with_capacity(cells.len());
    for cell in cells {
        let v2 = libm::exp(2.0 * cell.log_deviation);
        let sd = (a2 + v2).sqrt();
        let (mut mean, mut tilt) = (0.0, 0.0); // of the logistic, and of it times the node
        let mut loss = 0.0; // rows' negative log-likelihood but for the linear part
        let mut curve = [0.0; 3]; // of its derivative times the node to the power 0, 1, 2
        for &(z, weight) in nodes {
            let u = intercept + cell.mean + sd * z;
            let p = sigmoid(u);
            loss += weight * softplus(u);
            let d = weight * p * (1.0 - p);
            mean += weight * p;
            tilt += weight * p * z;
            curve[0] += d;
            curve[1] += d * z;
            curve[2] += d * z * z;
        }
        let first = cell.ones - cell.n * mean;
        let second = -cell.n * tilt / sd;
        let first_u = -cell.n * curve[0];
        let first_sd = -cell.n * curve[1];
        let second_u = -cell.n * curve[1] / sd;
        let second_sd = (-cell.n * curve[2] - second) / sd;
        q += cell.levels * (cell.mean * cell.mean + v2);
        bound += cell.levels * (cell.ones * (intercept + cell.mean) - cell.n * loss + cell.log_deviation);
        levels += cell.levels;
        sum_a += cell.levels * first;
        sum_b += cell.levels * second;
        hessian[0][0] += cell.levels * first_u;
        hessian[0][2] += cell.levels * first_sd * a2 / sd;
        hessian[2][2] += cell.levels * (2.0 * a2 * second + a2 * second_sd * a2 / sd);
        locals.push(Local {
            gradient: [first - cell.mean * e, second * v2 - e * v2 + 1.0],
            hessian: [
                [first_u - e, first_sd * v2 / sd],
                [v2 * second_u, 2.0 * v2 * second + v2 * second_sd * v2 / sd - 2.0 * e * v2],
            ],
            cross: [
                [first_u, v2 * second_u],
                [2.0 * cell.mean * e, 2.0 * v2 * e],
                [a2 * second_u, v2 * second_sd * a2 / sd],
                [-4.0 * cell.mean * e * b2, -4.0 * v2 * e * b2],
            ],
        });
    }
    let qe = q * e;
    bound += log_a - (intercept * intercept + a2) / (2.0 * INTERCEPT_VARIANCE);
    bound += log_b - levels * between - (qe + between * between + b2) / 2.0;
    hessian[0][0] -= 1.0 / INTERCEPT_VARIANCE;
    hessian[1][1] = -2.0 * qe - 1.0;
    hessian[1][3] = 4.0 * qe * b2;
    hessian[2][2] -= 2.0 * a2 / INTERCEPT_VARIANCE;
    hessian[3][3] = -8.0 * qe * b2 * b2 - 4.0 * qe * b2 - 2.0 * b2;
    hessian[2][0] = hessian[0][2];
    hessian[3][1] = hessian[1][3];
    let gradient = [
        sum_a - intercept / INTERCEPT_VARIANCE,
        qe - levels - between,
        sum_b * a2 - a2 / INTERCEPT_VARIANCE + 1.0,
        -2.0 * qe * b2 - b2 + 1.0,
    ];
    Slope { bound, gradient, hessian, locals }
}

impl Slope {
    /// The squared gradient, every level counted.
    fn squared(&self, cells: &[Cell]) -> f64 {
        let global: f64 = self.gradient.iter().map(|g| g * g).sum();
        let local = |(local, cell): (&Local, &Cell)| cell.levels * local.gradient.iter().map(|g| g * g).sum::<f64>();
        global + self.locals.iter().zip(cells).map(local).sum::<f64>()
    }

    /// The largest part of the gradient.
    fn largest(&self) -> f64 {
        self.gradient
            .iter()
            .chain(self.locals.iter().flat_map(|local| &local.gradient))
            .fold(0.0, |m, g| m.max(g.abs()))
    }

    /// The damped Newton step: the cells are eliminated one by one, then four unknowns are left.
    fn step(&self, cells: &[Cell], damping: f64) -> (Global, Vec<[f64; 2]>) {
        let mut matrix = [[0.0; GLOBALS]; GLOBALS];
        let mut right = self.gradient;
        for (i, row) in matrix.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = -self.hessian[i][j] + if i == j { damping } else { 0.0 };
            }
        }
        // With A the cell's block and C its cross part, both of the negative Hessian: A^-1 g and A^-1 C^T.
        let solved: Vec<([f64; 2], [[f64; 2]; GLOBALS])> = self
            .locals
            .iter()
            .map(|local| {
                let solve = |g: [f64; 2]| solve_two(local, damping, g);
                (solve(local.gradient), local.cross.map(|row| solve([-row[0], -row[1]])))
            })
            .collect();
        for ((local, cell), (by_gradient, by_cross)) in self.locals.iter().zip(cells).zip(&solved) {
            for i in 0..GLOBALS {
                let dot = |x: &[f64; 2]| -(local.cross[i][0] * x[0] + local.cross[i][1] * x[1]);
                right[i] -= cell.levels * dot(by_gradient);
                for j in 0..GLOBALS {
                    matrix[i][j] -= cell.levels * dot(&by_cross[j]);
                }
            }
        }
        let global = solve_four(matrix, right);
        let local_steps = solved
            .iter()
            .map(|(by_gradient, by_cross)| {
                let part = |k: usize| by_gradient[k] - (0..GLOBALS).map(|j| by_cross[j][k] * global[j]).sum::<f64>();
                [part(0), part(1)]
            })
            .collect();
        (global, local_steps)
    }
}

/// Solves the cell's damped negative Hessian for `right`.
fn solve_two(local: &Local, damping: f64, right: [f64; 2]) -> [f64; 2] {
    let (a, b) = (-local.hessian[0][0] + damping, -local.hessian[0][1]);
    let (c, d) = (-local.hessian[1][0], -local.hessian[1][1] + damping);
    let determinant = a * d - b * c;
    [(d * right[0] - b * right[1]) / determinant, (a * right[1] - c * right[0]) / determinant]
}

/// Gaussian elimination with row exchange; a singular matrix gives values that are not finite, which no step takes.
fn solve_four(mut matrix: [Global; GLOBALS], mut right: Global) -> Global {
    for i in 0..GLOBALS {
        let pivot = (i..GLOBALS).fold(i, |best, r| if matrix[r][i].abs() > matrix[best][i].abs() { r } else { best });
        matrix.swap(i, pivot);
        right.swap(i, pivot);
        for r in i + 1..GLOBALS {
            let factor = matrix[r][i] / matrix[i][i];
            let above = matrix[i];
            for (entry, above) in matrix[r].iter_mut().zip(above) {
                *entry -= factor * above;
            }
            right[r] -= factor * right[i];
        }
    }
    for i in (0..GLOBALS).rev() {
        for c in i + 1..GLOBALS {
            right[i] -= matrix[i][c] * right[c];
        }
        right[i] /= matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_columns_settle_too() {
        let mut random = crate::random::Random::new(5, 0);
        for case in 0..400_usize {
            let levels = [1, 2, 3, 10, 60][case % 5];
            let most = [2, 10, 300, 100_000][case / 5 % 4];
            let share = [0.5, 0.02, 0.999, 0.0, 1.0][case / 20 % 5];
            let mut cells: Vec<Cell> = (0..levels)
                .map(|_| {
                    let n = f64::from(u32::try_from(1 + random.below(most)).unwrap());
                    // Pure levels, levels near the share, and anything.
                    let ones = match random.below(3) {
                        0 => n * f64::from(u8::from(random.unit() < share)),
                        1 => (n * share).round(),
                        _ => (n * random.unit()).round(),
                    };
                    Cell { n, ones, levels: 1.0, mean: 0.0, log_deviation: -0.5 }
                })
                .collect();
            let n = cells.iter().map(|cell| cell.n).sum();
            assert!(maximise(&mut cells, n).is_ok(), "case {case}: {cells:?}");
            assert!(cells.iter().all(|cell| cell.mean.is_finite() && cell.mean.abs() < 20.0), "{cells:?}");
        }
    }

    #[test]
    fn gradient_and_hessian_are_the_bounds_derivatives() {
        const H: f64 = 1e-5;
        let cells = [
            Cell { n: 5.0, ones: 2.0, levels: 2.0, mean: 0.3, log_deviation: -0.4 },
            Cell { n: 9.0, ones: 8.0, levels: 1.0, mean: -0.2, log_deviation: 0.1 },
        ];
        let at = [0.2, -0.3, -0.6, 0.1];
        let slope_at = |globals: &Global, cells: &[Cell]| {
            slope(globals, cells, &nodes(cells.iter().map(|cell| (cell.n, cell.ones))))
        };
        let here = slope_at(&at, &cells);
        let close = |exact: f64, up: f64, down: f64| {
            let numeric = (up - down) / (2.0 * H);
            assert!((exact - numeric).abs() < 1e-6 * exact.abs().max(1.0), "{exact} {numeric}");
        };
        for j in 0..GLOBALS {
            let (mut plus, mut minus) = (at, at);
            plus[j] += H;
            minus[j] -= H;
            let (up, down) = (slope_at(&plus, &cells), slope_at(&minus, &cells));
            close(here.gradient[j], up.bound, down.bound);
            for i in 0..GLOBALS {
                close(here.hessian[i][j], up.gradient[i], down.gradient[i]);
            }
            for k in 0..cells.len() {
                for part in 0..2 {
                    close(here.locals[k].cross[j][part], up.locals[k].gradient[part], down.locals[k].gradient[part]);
                }
            }
        }
        for k in 0..cells.len() {
            for part in 0..2 {
                let (mut plus, mut minus) = (cells, cells);
                for (cells, by) in [(&mut plus, H), (&mut minus, -H)] {
                    if part == 0 {
                        cells[k].mean += by;
                    } else {
                        cells[k].log_deviation += by;
                    }
                }
                let (up, down) = (slope_at(&at, &plus), slope_at(&at, &minus));
                close(here.locals[k].gradient[part] * cells[k].levels, up.bound, down.bound);
                for row in 0..2 {
                    close(here.locals[k].hessian[row][part], up.locals[k].gradient[row], down.locals[k].gradient[row]);
                }
            }
        }
    }
}
