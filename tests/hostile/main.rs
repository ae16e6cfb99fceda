//! Hostile and damaged models: whatever the bytes, loading fails or the model answers within bounds.

mod damage;
mod floats;
mod mutations;
mod question;
mod sums;

// The questions are the fuzz targets' too, which have the dice at this place.
use nearkin_tests::dice;
