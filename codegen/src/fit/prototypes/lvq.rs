//! Learning vector quantization: means are moved towards the rows of their class and away from others'.

use crate::fit::prototypes::means::Means;
use crate::model::Targets;
use crate::random::Random;

/// The random stream of the order of rows.
const STREAM: u64 = 0x6c76_7131;
/// Number of passes over the rows.
const EPOCHS: usize = 30;
/// The rate of learning at the start; it falls to 0 in a straight line.
const RATE: f64 = 0.3;
/// How steeply rows count less that are far from the border between two classes.
const STEEPNESS: f64 = 10.0;
/// Sums that run side by side.
const LANES: usize = 8;

/// Moves `means` by generalized learning vector quantization.
///
/// A. Sato and K. Yamada, "Generalized learning vector quantization", Advances in Neural Information Processing Systems
/// 8 (1995): gradient descent on the sum over rows `x` of `f(mu)`, `mu = (a - b) / (a + b)`, where `a` is the squared
/// distance to the nearest mean `u` of the row's class and `b` that to the nearest mean `v` of any other, and `f` is a
/// sigmoid, here `1 / (1 + exp(-s mu))`. For one row after the other
///
/// ```text
/// u += r(t) f'(mu) 4/s  b / (a + b)  (x - u)
/// v -= r(t) f'(mu) 4/s  a / (a + b)  (x - v)
/// ```
///
/// with `r(t)` falling from 0.3 to 0 over 30 epochs and `s = 10`. The paper divides by `(a + b)^2`; one of the two is
/// left out, so that a step does not depend on the unit of the columns. Each epoch shows all rows in a new order, drawn
/// from `seed`. Of equally near means the first is taken. O(epochs x rows x means x width).
pub(super) fn learn(points: &[f64], classes: &[u16], means: &mut Means, seed: u64) {
    let Targets::Classes(of_means) = &means.targets else { return };
    let width = points.len() / classes.len().max(1);
    let mut random = Random::new(seed, STREAM);
    let mut order: Vec<usize> = (0..classes.len()).collect();
    let steps = (EPOCHS * order.len()) as f64;
    let mut step = 0.0;
    for _ in 0..EPOCHS {
        random.shuffle(&mut order);
        for &row in &order {
            let x = &points[row * width..][..width];
            let rate = RATE * (1.0 - step / steps);
            show(x, classes[row], &mut means.vectors, of_means, rate);
            step += 1.0;
        }
    }
}

/// Shows one row of a class to the means.
fn show(x: &[f64], class: u16, vectors: &mut [f64], of_means: &[u16], rate: f64) {
    let width = x.len();
    let (mut own, mut other) = ((f64::INFINITY, None), (f64::INFINITY, None));
    for (at, (vector, &of)) in vectors.chunks_exact(width).zip(of_means).enumerate() {
        let nearest = if of == class { &mut own } else { &mut other };
        let square = squared_euclidean(x, vector);
        if square < nearest.0 {
            *nearest = (square, Some(at));
        }
    }
    let ((a, Some(u)), (b, Some(v))) = (own, other) else { return };
    let sum = a + b;
    if sum <= 0.0 {
        return;
    }
    let sigmoid = 1.0 / (1.0 + libm::exp(-STEEPNESS * (a - b) / sum));
    let rate = rate * 4.0 * sigmoid * (1.0 - sigmoid);
    let mut pull = |at: usize, by: f64| {
        for (mean, &x) in vectors[at * width..][..width].iter_mut().zip(x) {
            *mean += by * (x - *mean);
        }
    };
    pull(u, rate * (b / sum));
    pull(v, -rate * (a / sum));
}

/// The squared Euclidean distance, in sums that run side by side and are added in order.
fn squared_euclidean(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let ((a, rest_of_a), (b, rest_of_b)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += (a - b) * (a - b);
        }
    }
    let rest = rest_of_a.iter().zip(rest_of_b).fold(0.0, |sum, (a, b)| sum + (a - b) * (a - b));
    sums.iter().fold(rest, |sum, part| sum + part)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact values, worked out by hand")]
mod tests {
    use super::*;

    #[test]
    fn a_row_on_the_border_pulls_its_own_and_pushes_the_other() {
        // a = b = 1, so mu = 0, 4 f (1 - f) = 1, b / (a + b) = a / (a + b) = 1/2: each moves by rate / 2 of its gap.
        let mut vectors = [0.0, 2.0];
        show(&[1.0], 0, &mut vectors, &[0, 1], 0.5);
        assert_eq!(vectors, [0.25, 2.25]);
    }

    #[test]
    fn a_row_that_equals_its_mean_moves_nothing_but_pushes_none() {
        // a = 0: the push is a / (a + b) = 0 and the pull has no gap.
        let mut vectors = [1.0, 3.0];
        show(&[1.0], 0, &mut vectors, &[0, 1], 0.5);
        assert_eq!(vectors, [1.0, 3.0]);
        let mut both = [1.0, 1.0];
        show(&[1.0], 0, &mut both, &[0, 1], 0.5);
        assert_eq!(both, [1.0, 1.0]);
    }

    #[test]
    fn of_equally_near_means_the_first_learns() {
        let mut vectors = [0.0, 2.0, 9.0];
        show(&[1.0], 0, &mut vectors, &[0, 0, 1], 0.5);
        assert!(vectors[0] > 0.0 && vectors[1] == 2.0 && vectors[2] > 9.0);
    }

    #[test]
    fn lanes_add_up_to_the_squared_distance() {
        let a: Vec<f64> = (0..19).map(f64::from).collect();
        assert_eq!(squared_euclidean(&a, &[0.0; 19]), 2109.0);
    }

    #[test]
    fn a_border_moves_to_where_the_classes_meet() {
        // Class 0 fills 0..=9 and class 1 10..=13: the middle of the means, 4.5 and 11.5, is 8, which answers 9 wrong.
        let points: Vec<f64> = (0..14).map(f64::from).collect();
        let classes: Vec<u16> = (0..14).map(|at| u16::from(at >= 10)).collect();
        let mut means = Means { vectors: vec![4.5, 11.5], targets: Targets::Classes(vec![0, 1]) };
        learn(&points, &classes, &mut means, 0);
        let border = f64::midpoint(means.vectors[0], means.vectors[1]);
        assert!((9.0..10.0).contains(&border), "{:?}", means.vectors);
    }
}
