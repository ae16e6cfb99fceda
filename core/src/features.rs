//! What this build has kernels for, as its cargo features say.

use crate::distance::Metric;
use crate::error::{Feature, LoadError};
use crate::format::{Payload, Storage};

/// Rows of `f32`.
pub(crate) const FLOAT: bool = cfg!(feature = "float");
/// Distances other than euclidean.
pub(crate) const METRICS: bool = cfg!(feature = "metrics");

/// Refuses a model that this build could not search.
pub(crate) fn check(payload: &Payload<'_>) -> Result<(), LoadError> {
    let lacks = |feature| Err(LoadError::Unsupported { feature });
    match (payload.storage, payload.metric) {
        (Storage::F32, _) if !FLOAT => lacks(Feature::Float),
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
    const SMALL: &[u8] = crate::include_model!("../../examples/models/species.nkn");
    /// Their mass: `f32`, euclidean.
    const MASS: &[u8] = crate::include_model!("../../examples/models/mass.nkn");
    /// Which are alike by the larger gap: `i8`.
    const CHEBYSHEV: &[u8] = crate::include_model!("../../examples/models/likeness-chebyshev.nkn");
    /// By the cube of gaps: `f32`.
    const MINKOWSKI: &[u8] = crate::include_model!("../../examples/models/likeness-minkowski.nkn");

    #[test]
    fn a_model_that_needs_more_than_this_build_has_is_refused_by_name() {
        let answer = |bytes| Model::from_bytes(bytes).map(drop);
        let needs = |feature, has: bool| if has { Ok(()) } else { Err(LoadError::Unsupported { feature }) };
        assert_eq!(answer(SMALL), Ok(()));
        assert_eq!(answer(MASS), needs(Feature::Float, FLOAT));
        assert_eq!(answer(CHEBYSHEV), needs(Feature::Metrics, METRICS));
        let feature = if FLOAT { Feature::Metrics } else { Feature::Float };
        assert_eq!(answer(MINKOWSKI), needs(feature, FLOAT && METRICS));
        assert_eq!(std::format!("{}", Feature::Float), "the feature \"float\"");
    }
}
