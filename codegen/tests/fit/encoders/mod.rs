//! Golden tests of the encoders: recorded results of category_encoders and scikit-learn, exact results of formulas,
//! cases from public bug reports, and bad input. The data and the scripts that made it are in `tests/golden`.

#![expect(clippy::float_cmp, reason = "codes, counts and slots are exact")]

mod article;
mod bad_input;
mod bugs;
mod columns;
mod defects;
mod library;
mod policies;
mod sklearn;
