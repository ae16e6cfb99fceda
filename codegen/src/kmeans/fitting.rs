//! Fitting k-means: checks the options, runs all starts and keeps the best.

use crate::error::{Error, Place, Result};
use crate::kmeans::assign::{Filter, MOST_CLUSTERS};
use crate::kmeans::init::starting_rows;
use crate::kmeans::lloyd::{Iteration, run};
use crate::kmeans::options::{Ended, Init, KMeansOptions};
use crate::kmeans::points::Points;
use crate::random::Random;

/// The first random stream of k-means, which uses one for each start; other users of the seed have lower numbers.
const FIRST_STREAM: u64 = 0x6b6d_0000;

/// A fitted k-means.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct KMeans {
    /// `[n_clusters][n_features]`, in the units of the points.
    pub centroids: Vec<f64>,
    /// The index of the nearest of `centroids` for each row; the smaller index on a tie.
    pub labels: Vec<usize>,
    /// The number of rows in each cluster. It can be 0 with fewer distinct rows than clusters, and with `keep` and `zero`.
    pub sizes: Vec<usize>,
    /// The sum of squared distances between the rows and their centroids.
    pub inertia: f64,
    /// The number of iterations of the best start.
    pub iterations: usize,
    /// The reason why the best start ended.
    pub ended: Ended,
    /// The number of the best start, from 0.
    pub run: usize,
}

impl KMeans {
    /// Returns whether the fit ended by its stopping rule, not by `max_iter`.
    #[must_use]
    pub fn converged(&self) -> bool {
        self.ended != Ended::MaxIter
    }
}

/// Fits k-means to `points`, `[n_rows][features]`; `trace` is called after each iteration.
///
/// The start with the smallest inertia wins; on a tie, or if two starts group the rows in the same way, the earlier one.
/// With fewer distinct rows than clusters some clusters stay empty (see `sizes`), which is not an error.
/// Each iteration takes O(n_rows x n_clusters x features). The result does not depend on the number of threads.
///
/// # Errors
/// [`Error::Usage`] for options out of range: no clusters, no starts, no iterations, a negative tolerance, a number of
/// starting rows that differs from the number of clusters.
/// [`Error::Data`] for no features, a ragged matrix, values that are not finite or whose squared distance overflows,
/// more clusters than rows, or starting rows past the end.
pub fn fit(
    points: &[f64],
    features: usize,
    options: &KMeansOptions,
    mut trace: Option<&mut dyn FnMut(Iteration<'_>)>,
) -> Result<KMeans> {
    check_options(options)?;
    let points = Points::new(points, features)?;
    check_rows(points, options)?;

    let moments = points.moments();
    let variance = moments.iter().map(|m| m.1).sum::<f64>() / features as f64;
    let filter = Filter::new(points, moments.iter().map(|m| m.0).collect());
    let starts = if matches!(options.init, Init::Rows(_)) { 1 } else { options.n_init };
    let mut from = |start: usize| {
        let mut random = Random::new(options.seed, FIRST_STREAM + start as u64);
        let rows = starting_rows(points, options.clusters, &options.init, &mut random);
        let centroids = rows.iter().flat_map(|&row| points.row(row)).copied().collect();
        run(points, &filter, centroids, options, options.tol * variance, start, &mut trace)
    };
    let (mut number, mut best) = (0, from(0));
    for start in 1..starts {
        let found = from(start);
        if found.inertia < best.inertia && !same_grouping(&found.labels, &best.labels, options.clusters) {
            (number, best) = (start, found);
        }
    }
    let labels: Vec<usize> = best.labels.iter().map(|&label| label as usize).collect();
    let mut sizes = vec![0; options.clusters];
    labels.iter().for_each(|&label| sizes[label] += 1);
    Ok(KMeans {
        centroids: best.centroids,
        labels,
        sizes,
        inertia: best.inertia,
        iterations: best.iterations,
        ended: best.ended,
        run: number,
    })
}

fn check_options(options: &KMeansOptions) -> Result<()> {
    let refuse = |message: String| Err(Error::usage(message));
    if options.clusters == 0 {
        return refuse("k-means needs at least 1 cluster, not 0".to_owned());
    }
    if options.n_init == 0 {
        return refuse("k-means needs at least 1 start, not 0".to_owned());
    }
    if options.max_iter == 0 {
        return refuse("k-means needs at least 1 iteration, not 0".to_owned());
    }
    if options.tol.is_nan() || options.tol < 0.0 {
        return refuse(format!("the tolerance of k-means must be at least 0, not {}", options.tol));
    }
    match &options.init {
        Init::Rows(rows) if rows.len() != options.clusters => {
            refuse(format!("k-means with {0} clusters needs {0} starting rows, not {1}", options.clusters, rows.len()))
        }
        _ => Ok(()),
    }
}

fn check_rows(points: Points<'_>, options: &KMeansOptions) -> Result<()> {
    let (clusters, rows) = (options.clusters, points.rows());
    if clusters > rows {
        return Err(Error::data(
            Place::default(),
            format!("the number of clusters ({clusters}) exceeds the number of rows ({rows})"),
        ));
    }
    if clusters > MOST_CLUSTERS {
        return Err(Error::data(
            Place::default(),
            format!("k-means supports at most {MOST_CLUSTERS} clusters, not {clusters}"),
        ));
    }
    if let Init::Rows(given) = &options.init
        && let Some(row) = given.iter().find(|&&row| row >= rows)
    {
        let message = format!("starting row {row} does not exist: rows are numbered from 0 to {}", rows - 1);
        return Err(Error::data(Place::default(), message));
    }
    Ok(())
}

/// Returns whether two labelings are equal up to the numbers of the clusters.
fn same_grouping(a: &[u32], b: &[u32], clusters: usize) -> bool {
    let mut name = vec![None; clusters];
    let mut used = vec![false; clusters];
    a.iter().zip(b).all(|(&a, &b)| match name[a as usize] {
        Some(name) => name == b,
        None if used[b as usize] => false,
        None => {
            name[a as usize] = Some(b);
            used[b as usize] = true;
            true
        }
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact values, computed by hand")]
mod tests {
    use super::*;
    use crate::kmeans::options::{Empty, Stop};

    fn message(points: &[f64], options: &KMeansOptions) -> String {
        fit(points, 1, options, None).unwrap_err().to_string()
    }

    #[test]
    fn options_out_of_range_are_refused() {
        let points = [1.0, 2.0, 3.0];
        let of = KMeansOptions::new;
        assert_eq!(message(&points, &of(0)), "k-means needs at least 1 cluster, not 0");
        assert_eq!(message(&points, &of(4)), "the number of clusters (4) exceeds the number of rows (3)");
        assert_eq!(message(&[], &of(1)), "the number of clusters (1) exceeds the number of rows (0)");
        assert_eq!(message(&points, &KMeansOptions { n_init: 0, ..of(1) }), "k-means needs at least 1 start, not 0");
        assert_eq!(
            message(&points, &KMeansOptions { max_iter: 0, ..of(1) }),
            "k-means needs at least 1 iteration, not 0"
        );
        assert_eq!(
            message(&points, &KMeansOptions { tol: f64::NAN, ..of(1) }),
            "the tolerance of k-means must be at least 0, not NaN"
        );
        let rows = |rows: &[usize]| KMeansOptions { init: Init::Rows(rows.to_vec()), ..of(2) };
        assert_eq!(message(&points, &rows(&[1])), "k-means with 2 clusters needs 2 starting rows, not 1");
        assert_eq!(message(&points, &rows(&[1, 3])), "starting row 3 does not exist: rows are numbered from 0 to 2");
        assert!(message(&[1.0, f64::NAN], &of(1)).starts_with("row 2, feature 1: NaN"));
    }

    #[test]
    fn one_row_is_its_own_centroid() {
        let found = fit(&[4.0, -1.0], 2, &KMeansOptions::new(1), None).unwrap();
        assert_eq!((found.centroids, found.labels, found.inertia), (vec![4.0, -1.0], vec![0], 0.0));
        assert!(found.ended != Ended::MaxIter);
    }

    #[test]
    fn equal_rows_leave_clusters_empty_under_every_rule() {
        for (empty, second) in [(Empty::Relocate, 1.0), (Empty::Keep, 1.0), (Empty::Zero, 0.0)] {
            for stop in [Stop::Shift, Stop::AllClose] {
                let options = KMeansOptions { empty, stop, ..KMeansOptions::new(2) };
                let found = fit(&[1.0; 3], 1, &options, None).unwrap();
                assert_eq!((found.centroids, found.sizes), (vec![1.0, second], vec![3, 0]), "{empty} {stop}");
                assert_eq!(found.inertia, 0.0);
            }
        }
    }

    #[test]
    fn fewer_different_rows_than_clusters_is_no_error() {
        let options = KMeansOptions::new(4);
        let found = fit(&[1.0, 5.0, 1.0, 5.0, 5.0], 1, &options, None).unwrap();
        assert_eq!(found.inertia, 0.0);
        let mut sizes = found.sizes;
        sizes.sort_unstable();
        assert_eq!(sizes, [0, 0, 2, 3]);
    }

    #[test]
    fn as_many_clusters_as_rows_gives_each_its_own() {
        let found = fit(&[3.0, 1.0, 2.0], 1, &KMeansOptions::new(3), None).unwrap();
        assert_eq!((found.inertia, found.sizes), (0.0, vec![1, 1, 1]));
    }

    #[test]
    fn several_starts_are_never_worse_than_the_first() {
        let mut random = Random::new(1, 0);
        let points: Vec<f64> = (0..400).map(|_| random.normal()).collect();
        let fit_with = |n_init| {
            let options = KMeansOptions { n_init, init: Init::Random, ..KMeansOptions::new(9) };
            fit(&points, 2, &options, None).unwrap()
        };
        let (one, ten) = (fit_with(1), fit_with(10));
        assert!(ten.inertia < one.inertia && ten.run > 0);
    }

    #[test]
    fn the_answer_does_not_depend_on_the_number_of_threads() {
        let mut random = Random::new(5, 0);
        let points: Vec<f64> = (0..3 * 20_011).map(|_| random.normal()).collect();
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fit(&points, 3, &KMeansOptions { max_iter: 12, ..KMeansOptions::new(8) }, None).unwrap())
        };
        let (one, three) = (on(1), on(3));
        assert_eq!(one, three);
        assert!(one.centroids.iter().zip(&three.centroids).all(|(a, b)| a.to_bits() == b.to_bits()));
    }

    #[test]
    fn groupings_are_compared_without_their_numbers() {
        assert!(same_grouping(&[0, 0, 1], &[2, 2, 0], 3));
        assert!(!same_grouping(&[0, 0, 1], &[2, 1, 0], 3));
        assert!(!same_grouping(&[0, 1, 1], &[2, 2, 2], 3));
    }
}
