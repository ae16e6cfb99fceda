//! Models and predictions are byte for byte those of commit 997d1c0, and the builder fits the same bytes as the command line.

mod builder;
mod hashes;
mod recipes;
mod workplace;
