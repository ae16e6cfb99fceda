//! Hostile and damaged models: for any bytes, loading fails or every answer is within bounds.

mod damage;
mod floats;
mod mutations;
mod queries;
mod sums;

// `queries.rs` is also compiled by the fuzz targets, where the generator has this path.
use nearkin_tests::rng;
