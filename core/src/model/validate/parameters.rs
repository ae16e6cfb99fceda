//! Rules about counts, head, metric and storage.

use crate::distance::{Metric, unordered};
use crate::error::{Feature, LoadError, Rule};
use crate::features::{FLOAT, METRICS};
use crate::format::{Head, Payload, RowStorage, Weighting};
use crate::model::validate::extents;
use crate::model::validate::rule::require;

/// Checks counts, head, metric and storage.
pub(super) fn parameters(payload: &Payload<'_>) -> Result<(), LoadError> {
    require(payload.columns > 0, Rule::Count, 0)?;
    require(payload.pad.len() < 4 && payload.pad.iter().all(|&byte| byte == 0), Rule::Reserved, 0)?;
    extents::allowed(payload)?;
    if let Some((step, bound)) = payload.storage.integer() {
        require(step.is_finite() && step > 0.0 && bound > 0, Rule::Positive, 0)?;
        require(payload.metric.has_integer_form(), Rule::Metric, 0)?;
    }
    if let Metric::Minkowski(p) = payload.metric {
        require(p.is_finite() && p > 0.0, Rule::Positive, 1)?;
    }
    require(!payload.metric.needs_expanded_rows() || payload.codes == 0, Rule::Metric, 1)?;
    // Otherwise a blob without row data could claim any number of rows.
    require(payload.head == Head::Encode || payload.numbers > 0 || payload.codes > 0, Rule::Count, 5)?;
    match payload.head {
        Head::Encode => {
            require(payload.rows == 0 && payload.classes == 0, Rule::Count, 1)?;
            require(payload.threshold.is_none(), Rule::Reserved, 1)?;
        }
        Head::Classify(vote) | Head::Regress(vote) => {
            // The inverse of a product is not a weight.
            let inverse = vote.weighting == Weighting::Distance;
            require(!(inverse && payload.metric == Metric::Dot), Rule::Metric, 3)?;
            rank_limit(payload)?;
            let classifies = matches!(payload.head, Head::Classify(_));
            require(classifies == (payload.classes > 0), Rule::Count, 1)?;
            require(vote.neighbors > 0 && vote.neighbors <= payload.rows, Rule::NeighborCount, 0)?;
        }
        Head::Cluster => {
            require(payload.rows > 0 && payload.classes == 0, Rule::Count, 2)?;
            let measurable = payload.codes == 0 && payload.numbers > 0 && payload.metric == Metric::Euclidean;
            require(measurable, Rule::Metric, 2)?;
            let finite = payload.threshold.is_none_or(|bits| f32::from_bits(bits).is_finite());
            require(finite, Rule::Finite, 0)?;
        }
    }
    Ok(())
}

/// Checks the threshold of neighbors, which is a rank: an integer sum, or the bits of a finite sum.
fn rank_limit(payload: &Payload<'_>) -> Result<(), LoadError> {
    let Some(limit) = payload.threshold else { return Ok(()) };
    if payload.storage.integer().is_some() {
        return require(limit >> 31 == 0, Rule::DistanceBound, 1);
    }
    if payload.metric == Metric::Dot {
        return require(unordered(limit).is_finite(), Rule::Finite, 0);
    }
    require(limit >> 31 == 0 && f32::from_bits(limit).is_finite(), Rule::Finite, 0)
}

/// Refuses a model that needs a cargo feature which is not enabled.
pub(super) fn features(payload: &Payload<'_>) -> Result<(), LoadError> {
    let lacks = |feature| Err(LoadError::Unsupported { feature });
    match (payload.storage, payload.metric) {
        (RowStorage::F32, _) if !FLOAT => lacks(Feature::Float),
        (_, Metric::Euclidean) => Ok(()),
        _ if METRICS => Ok(()),
        _ => lacks(Feature::Metrics),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    /// Species of penguins: `i8`, euclidean.
    const SMALL: &[u8] = crate::include_model!("../../../../examples/models/species.nkn");
    /// Their mass: `f32`, euclidean.
    const MASS: &[u8] = crate::include_model!("../../../../examples/models/mass.nkn");
    /// Similar penguins by chebyshev distance: `i8`.
    const CHEBYSHEV: &[u8] = crate::include_model!("../../../../examples/models/likeness-chebyshev.nkn");
    /// By minkowski distance: `f32`.
    const MINKOWSKI: &[u8] = crate::include_model!("../../../../examples/models/likeness-minkowski.nkn");

    #[test]
    fn a_model_that_needs_more_than_this_build_has_is_refused_by_name() {
        let answer = |bytes| Model::from_bytes(bytes).map(drop);
        let needs = |feature, has: bool| if has { Ok(()) } else { Err(LoadError::Unsupported { feature }) };
        assert_eq!(answer(SMALL), Ok(()));
        assert_eq!(answer(MASS), needs(Feature::Float, FLOAT));
        assert_eq!(answer(CHEBYSHEV), needs(Feature::Metrics, METRICS));
        let feature = if FLOAT { Feature::Metrics } else { Feature::Float };
        assert_eq!(answer(MINKOWSKI), needs(feature, FLOAT && METRICS));
        assert_eq!(std::format!("{}", Feature::Float), "the cargo feature \"float\"");
    }
}
