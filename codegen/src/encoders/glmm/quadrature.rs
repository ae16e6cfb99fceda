//! The quadrature rule for expectations of the logistic function over a normal distribution.
//!
//! It is the 10-point rule of the library that category_encoders uses. A finer rule replaces it where its error would make
//! the effect of a large level of ones diverge.

/// Positive nodes and weights of the 10-point Gauss-Legendre rule on -1..1.
const GAUSS_LEGENDRE: [(f64, f64); 5] = [
    (0.148_874_338_981_631_2, 0.295_524_224_714_752_9),
    (0.433_395_394_129_247_2, 0.269_266_719_309_996_3),
    (0.679_409_568_299_024_4, 0.219_086_362_515_982),
    (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
    (0.973_906_528_517_171_7, 0.066_671_344_308_688_1),
];
/// Half the width of the rule's range, in standard deviations.
const RANGE: f64 = 5.0;
/// The weights add up to slightly less than 1, so many rows of ones seem to need an infinite effect.
/// If more rows than this are in excess, the finer rule is used.
const MOST_EXCESS: f64 = 0.05;
/// Step size of the finer rule; its error falls exponentially with smaller steps.
const FINE_STEP: f64 = 0.25;
/// Number of steps of the finer rule on each side.
const FINE_STEPS: i32 = 32;

/// Returns nodes and weights for the expectation over a standard normal, accurate enough for levels with the given numbers
/// of rows and ones.
pub(super) fn nodes(levels: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let density = |z: f64| libm::exp(-0.5 * z * z) / libm::sqrt(core::f64::consts::TAU);
    let coarse: Vec<(f64, f64)> = GAUSS_LEGENDRE
        .iter()
        .flat_map(|&(x, weight)| [-1.0, 1.0].map(|side| (side * RANGE * x, RANGE * weight * density(RANGE * x))))
        .collect();
    let sum: f64 = coarse.iter().map(|&(_, weight)| weight).sum();
    let mut levels = levels;
    if levels.all(|(n, ones)| ones - n * sum <= MOST_EXCESS) {
        return coarse;
    }
    let at = |step: i32| f64::from(step) * FINE_STEP;
    (-FINE_STEPS..=FINE_STEPS).map(|step| (at(step), FINE_STEP * density(at(step)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(nodes: &[(f64, f64)]) -> [f64; 3] {
        [0, 2, 4].map(|power| nodes.iter().map(|&(z, weight)| weight * (0..power).map(|_| z).product::<f64>()).sum())
    }

    #[test]
    fn the_fine_rule_has_the_moments_of_a_normal() {
        let nodes = nodes([(1000.0, 1000.0)].into_iter());
        assert_eq!(nodes.len(), 65);
        for (got, want) in moments(&nodes).into_iter().zip([1.0, 1.0, 3.0]) {
            assert!((got - want).abs() < 1e-10, "{got} {want}");
        }
    }

    #[test]
    fn the_coarse_rule_lacks_a_thousandth() {
        let nodes = nodes([(50.0, 50.0), (100_000.0, 99_000.0)].into_iter());
        assert_eq!(nodes.len(), 10);
        assert!((moments(&nodes)[0] - (1.0 - 8.719e-4)).abs() < 1e-7);
    }
}
