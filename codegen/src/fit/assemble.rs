//! A fit, from typed columns to a checked model.

use crate::data::Dataset;
use crate::error::Place;
use crate::fit::clusters::{ClusterSummary, cluster_head};
use crate::fit::device_rows::device_rows;
use crate::fit::features::{ColumnSummary, fit_features};
use crate::fit::knn::knn_head;
use crate::fit::plan::Plan;
use crate::fit::target::Target;
use crate::kmeans::Iteration;
use crate::model::aligned::Aligned;
use crate::model::{self, ModelTables};
use crate::recipe::Estimator;
use crate::{Error, Result};

/// A fitted model.
#[derive(Debug, Clone)]
pub struct FittedModel {
    /// Its tables, for generated code and reports.
    pub tables: ModelTables,
    /// Its bytes.
    pub blob: Vec<u8>,
    /// Training rows that were used.
    pub rows: usize,
    /// Rows left out because their target is missing.
    pub without_target: usize,
    /// Rows left out by `missing=drop`.
    pub dropped: usize,
    /// The result for each column, in the model's order.
    pub columns: Vec<ColumnSummary>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// The clustering (k-means only).
    pub clusters: Option<ClusterSummary>,
}

/// Fits a model to all rows of `data` that have a target and all cells they need.
///
/// `trace` receives every iteration of k-means.
///
/// # Errors
/// If the fit is impossible: the place and a remedy.
pub fn fit(plan: &Plan, data: &Dataset, trace: Option<&mut dyn FnMut(Iteration<'_>)>) -> Result<FittedModel> {
    let rows = plan.training_rows(data);
    if rows.used.is_empty() {
        let message = "no row is left to fit: every row lacks its target or a required cell";
        return Err(Error::data(Place::file(&data.source.name), message));
    }
    let data = &*rows.of(data);
    let in_file = |error: Error| error.in_file(&data.source.name);
    let target = plan.target.map(|index| Target::new(data, index, plan.task)).transpose()?;
    let mut warnings = Vec::new();
    let fitted = fit_features(plan, data, target.as_ref(), &mut warnings).map_err(in_file)?;
    let mut tables = ModelTables { target: plan.target_name().map(str::to_owned), ..fitted.tables };
    let mut clusters = None;
    match &plan.estimator {
        Estimator::Knn(options) => {
            knn_head(plan, *options, data, &mut tables, target, &fitted.training, &mut warnings).map_err(in_file)?;
        }
        Estimator::KMeans(options) => {
            let stored = device_rows(&tables, data, &fitted.training, None)?;
            let found = cluster_head(plan, options, data, &mut tables, stored, trace, &mut warnings);
            clusters = Some(found.map_err(in_file)?);
        }
        Estimator::Encode => {}
    }
    let blob = model::write(&tables)?;
    Aligned::new(&blob).load().map_err(in_file)?;
    Ok(FittedModel {
        tables,
        blob,
        rows: data.len(),
        without_target: rows.without_target,
        dropped: rows.dropped,
        columns: fitted.summaries,
        warnings,
        clusters,
    })
}
