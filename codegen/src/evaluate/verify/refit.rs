//! The fit of a model once more, in `f64`.

use crate::Result;
use crate::evaluate::training_file::Training;
use crate::fit::{Plan, Unrounded, fit, unrounded};
use crate::model::aligned::Aligned;
use crate::recipe::{ModelKind, Storage};

/// A fit in `f64`.
pub(super) struct Refit {
    /// The parameters of the columns, and the training rows.
    pub(super) parameters: Unrounded,
    /// The rows of the model.
    pub(super) rows: Rows,
}

/// What stands for the rows of a model.
pub(super) enum Rows {
    /// Every training row.
    All,
    /// Centroids before they were rounded, `[n_clusters][numbers]`.
    Centroids(Vec<f64>),
    /// A model of prototypes, which are chosen in single precision whatever the storage.
    Prototypes(Aligned),
}

impl Refit {
    /// Fits again.
    ///
    /// # Errors
    /// As [`fit`].
    pub(super) fn of(training: Training) -> Result<Self> {
        let Training { plan, data } = training;
        let parameters = unrounded(&plan, &data)?;
        let rows = match (plan.kind(), plan.prototypes()) {
            (ModelKind::KMeans, _) => {
                let clusters = fit(&plan, &data, None)?.clusters;
                Rows::Centroids(clusters.map(|clusters| clusters.centroids).unwrap_or_default())
            }
            (ModelKind::Knn, Some(_)) => {
                let plan = Plan { storage: Storage::F32, reject: None, ..plan };
                Rows::Prototypes(Aligned::new(&fit(&plan, &data, None)?.blob))
            }
            _ => Rows::All,
        };
        Ok(Self { parameters, rows })
    }
}
