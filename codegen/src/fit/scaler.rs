//! Scalers: every method ends as an offset and a scale.
