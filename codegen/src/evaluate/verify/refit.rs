//! A second fit of a model, in `f64`.

use crate::Result;
use crate::evaluate::training_file::Training;
use crate::fit::{Plan, ReferenceParameters, fit, reference_parameters};
use crate::model::aligned::Aligned;
use crate::recipe::{ModelKind, Storage};

/// The parameters and rows of a fit in `f64`.
pub(super) struct Refit {
    /// The parameters of the columns, and the training rows.
    pub(super) parameters: ReferenceParameters,
    /// The rows of the model.
    pub(super) rows: RefitRows,
}

/// The stored rows of the second fit.
pub(super) enum RefitRows {
    /// Every training row.
    All,
    /// Centroids before rounding, `[n_clusters][numbers]`.
    Centroids(Vec<f64>),
    /// A model of prototypes, which are selected in `f32` with any storage.
    Prototypes(Aligned),
}

impl Refit {
    /// Fits the training rows again.
    ///
    /// # Errors
    /// The errors of [`fit`].
    pub(super) fn of(training: Training) -> Result<Self> {
        let Training { plan, data } = training;
        let parameters = reference_parameters(&plan, &data)?;
        let rows = match (plan.kind(), plan.prototypes()) {
            (ModelKind::KMeans, _) => {
                let clusters = fit(&plan, &data, None)?.clusters;
                RefitRows::Centroids(clusters.map(|clusters| clusters.centroids).unwrap_or_default())
            }
            (ModelKind::Knn, Some(_)) => {
                let plan = Plan { storage: Storage::F32, reject: None, ..plan };
                RefitRows::Prototypes(Aligned::new(&fit(&plan, &data, None)?.blob))
            }
            _ => RefitRows::All,
        };
        Ok(Self { parameters, rows })
    }
}
