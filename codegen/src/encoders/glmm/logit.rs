//! The binomial mixed model by a variational approximation, at the exact maximum of its lower bound.
//!
//! The unknowns are a mean and a log standard deviation for the intercept, for the log-deviation between levels and for
//! each level. The priors have the standard deviation 2 (intercept) and 1 (all others).

use crate::encoders::glmm::quadrature::nodes;
use crate::encoders::target_statistics::{TargetStatistics, sigmoid};
use crate::error::{Error, Place, Result};

/// The variance of the intercept's prior.
const INTERCEPT_VARIANCE: f64 = 4.0;
/// The gradient at which the method has converged, relative to the number of rows.
const PRECISION: f64 = 1e-12;
/// The relative change of the bound that counts as rounding.
const ROUNDING: f64 = 1e-12;
/// The maximum number of Newton steps; real data need about 30.
const MOST_STEPS: usize = 500;

/// The number of unknowns that all levels share: the intercept, the log-deviation between levels, and the log standard
/// deviation of each of the two.
const GLOBALS: usize = 4;
type Global = [f64; GLOBALS];

/// All levels with the same numbers of rows and ones, which have the same unknowns: a mean and a log-deviation.
#[derive(Debug, Clone, Copy)]
struct Cell {
    n: f64,
    ones: f64,
    levels: f64,
    mean: f64,
    log_deviation: f64,
}

/// The parts of the gradient and the Hessian that belong to one cell.
#[derive(Debug, Clone, Copy, Default)]
struct Local {
    gradient: [f64; 2],
    hessian: [[f64; 2]; 2],
    /// Rows: the global unknowns; columns: mean and log-deviation.
    cross: [[f64; 2]; GLOBALS],
}

/// The lower bound with its gradient and Hessian; the Hessian has an arrow shape: no entries between two cells.
#[derive(Debug)]
struct Slope {
    bound: f64,
    gradient: Global,
    hessian: [Global; GLOBALS],
    locals: Vec<Local>,
}

/// Returns the random effect of each level; 0 for a level without rows.
///
/// # Errors
/// If Newton's method does not converge; no data are known to cause this.
pub(super) fn effects(stats: &TargetStatistics) -> Result<Vec<f64>> {
    let mut order: Vec<usize> = (0..stats.groups.len()).filter(|&level| stats.groups[level].n > 0.0).collect();
    let key = |level: usize| (stats.groups[level].n, stats.groups[level].sum);
    order.sort_by(|&a, &b| key(a).0.total_cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)));
    let mut cells: Vec<Cell> = Vec::new();
    let mut cell_of = vec![usize::MAX; stats.groups.len()];
    for &level in &order {
        let (n, ones) = key(level);
        match cells.last_mut() {
            Some(last) if last.n.total_cmp(&n).is_eq() && last.ones.total_cmp(&ones).is_eq() => last.levels += 1.0,
            _ => cells.push(Cell { n, ones, levels: 1.0, mean: 0.0, log_deviation: -0.5 }),
        }
        cell_of[level] = cells.len() - 1;
    }
    maximize(&mut cells, stats.n)?;
    Ok(cell_of.iter().map(|&cell| cells.get(cell).map_or(0.0, |cell| cell.mean)).collect())
}

/// Returns `ln(1 + exp(x))` without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + libm::log1p(libm::exp(-x.abs()))
}

/// Maximizes the bound by Newton's method, damped until the bound rises, from the same start as the library that
/// category_encoders uses.
fn maximize(cells: &mut [Cell], n: f64) -> Result<()> {
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
            // If the bound no longer changes, the gradient decides. A NaN fails every comparison.
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
                // No step reduces the gradient: the rest is rounding, or the method fails.
                return if slope.largest() <= 1e-9 * n.max(1.0) { Ok(()) } else { Err(not_converged()) };
            }
            damping = damping * 4.0 + 1e-6;
        }
        damping /= 10.0;
        if damping < 1e-9 {
            damping = 0.0;
        }
    }
    if slope.largest() <= 1e-9 * n.max(1.0) { Ok(()) } else { Err(not_converged()) }
}

fn not_converged() -> Error {
    Error::data(
        Place::default(),
        "encoder \"glmm\": the binomial model did not converge; use glmm:binomial_target=false, target or m-estimate",
    )
}

/// Sums over the nodes of the quadrature rule for one cell.
#[derive(Debug, Default)]
struct NodeSums {
    /// The logistic function.
    mean: f64,
    /// The logistic function times the node.
    tilt: f64,
    /// The negative log-likelihood of a row without its linear part.
    loss: f64,
    /// The derivative of the logistic function times the node to the power 0, 1 and 2.
    curve: [f64; 3],
}

impl NodeSums {
    /// Sums over the normal distribution with mean `center` and deviation `sd`.
    fn of(center: f64, sd: f64, nodes: &[(f64, f64)]) -> Self {
        let mut sums = Self::default();
        for &(z, weight) in nodes {
            let u = center + sd * z;
            let p = sigmoid(u);
            sums.loss += weight * softplus(u);
            let d = weight * p * (1.0 - p);
            sums.mean += weight * p;
            sums.tilt += weight * p * z;
            sums.curve[0] += d;
            sums.curve[1] += d * z;
            sums.curve[2] += d * z * z;
        }
        sums
    }
}

/// The globals, with the expressions that all cells need.
struct GlobalTerms {
    intercept: f64,
    /// Variance of the intercept.
    a2: f64,
    /// Variance of the log-deviation between levels.
    b2: f64,
    /// Expected precision of the effects of the levels.
    e: f64,
}

/// One cell's contributions to the sums over all levels, and its own derivatives.
struct CellTerms {
    /// Expected squared effects.
    square: f64,
    /// The part of the bound.
    bound: f64,
    /// The derivatives with respect to the linear predictor's mean and variance.
    first: f64,
    second: f64,
    /// The entries (0, 0), (0, 2) and (2, 2) of the Hessian.
    hessian: [f64; 3],
    local: Local,
}

/// Returns the terms of one cell.
fn cell_terms(cell: &Cell, globals: &GlobalTerms, nodes: &[(f64, f64)]) -> CellTerms {
    let &GlobalTerms { intercept, a2, b2, e } = globals;
    let v2 = libm::exp(2.0 * cell.log_deviation);
    let sd = (a2 + v2).sqrt();
    let NodeSums { mean, tilt, loss, curve } = NodeSums::of(intercept + cell.mean, sd, nodes);
    let first = cell.ones - cell.n * mean;
    let second = -cell.n * tilt / sd;
    let first_u = -cell.n * curve[0];
    let first_sd = -cell.n * curve[1];
    let second_u = -cell.n * curve[1] / sd;
    let second_sd = (-cell.n * curve[2] - second) / sd;
    let local = Local {
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
    };
    CellTerms {
        square: cell.levels * (cell.mean * cell.mean + v2),
        bound: cell.levels * (cell.ones * (intercept + cell.mean) - cell.n * loss + cell.log_deviation),
        first: cell.levels * first,
        second: cell.levels * second,
        hessian: [
            cell.levels * first_u,
            cell.levels * first_sd * a2 / sd,
            cell.levels * (2.0 * a2 * second + a2 * second_sd * a2 / sd),
        ],
        local,
    }
}

/// Returns the bound, its gradient and its Hessian at a point.
fn slope(globals: &Global, cells: &[Cell], nodes: &[(f64, f64)]) -> Slope {
    let [intercept, between, log_a, log_b] = *globals;
    let a2 = libm::exp(2.0 * log_a);
    let b2 = libm::exp(2.0 * log_b);
    let e = libm::exp(2.0 * (b2 - between));
    let terms = GlobalTerms { intercept, a2, b2, e };
    let mut bound = 0.0;
    let mut q = 0.0; // expected squares of the effects
    let mut levels = 0.0;
    let mut sum_a = 0.0;
    let mut sum_b = 0.0;
    let mut hessian = [[0.0; GLOBALS]; GLOBALS];
    let mut locals = Vec::with_capacity(cells.len());
    for cell in cells {
        let of_cell = cell_terms(cell, &terms, nodes);
        q += of_cell.square;
        bound += of_cell.bound;
        levels += cell.levels;
        sum_a += of_cell.first;
        sum_b += of_cell.second;
        hessian[0][0] += of_cell.hessian[0];
        hessian[0][2] += of_cell.hessian[1];
        hessian[2][2] += of_cell.hessian[2];
        locals.push(of_cell.local);
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
    /// Returns the squared norm of the gradient over all levels.
    fn squared(&self, cells: &[Cell]) -> f64 {
        let global: f64 = self.gradient.iter().map(|g| g * g).sum();
        let local = |(local, cell): (&Local, &Cell)| cell.levels * local.gradient.iter().map(|g| g * g).sum::<f64>();
        global + self.locals.iter().zip(cells).map(local).sum::<f64>()
    }

    /// Returns the largest absolute component of the gradient.
    fn largest(&self) -> f64 {
        self.gradient
            .iter()
            .chain(self.locals.iter().flat_map(|local| &local.gradient))
            .fold(0.0, |m, g| m.max(g.abs()))
    }

    /// Returns the damped Newton step: the cells are eliminated one by one, which leaves four unknowns.
    fn step(&self, cells: &[Cell], damping: f64) -> (Global, Vec<[f64; 2]>) {
        let mut matrix = [[0.0; GLOBALS]; GLOBALS];
        let mut right = self.gradient;
        for (i, row) in matrix.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = -self.hessian[i][j] + if i == j { damping } else { 0.0 };
            }
        }
        // A^-1 g and A^-1 C^T, where A is the cell's block and C its cross part of the negative Hessian.
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

/// Solves the system of the cell's damped negative Hessian with the right-hand side `right`.
fn solve_two(local: &Local, damping: f64, right: [f64; 2]) -> [f64; 2] {
    let (a, b) = (-local.hessian[0][0] + damping, -local.hessian[0][1]);
    let (c, d) = (-local.hessian[1][0], -local.hessian[1][1] + damping);
    let determinant = a * d - b * c;
    [(d * right[0] - b * right[1]) / determinant, (a * right[1] - c * right[0]) / determinant]
}

/// Solves a system by Gaussian elimination with partial pivoting; a singular matrix produces values that are not finite,
/// which no step accepts.
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
            assert!(maximize(&mut cells, n).is_ok(), "case {case}: {cells:?}");
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
