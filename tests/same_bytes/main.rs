//! Models and predictions are byte for byte those of commit 997d1c0, and the builder fits what the command line fits.

mod builder;
mod hashes;
mod recipes;
mod workplace;
