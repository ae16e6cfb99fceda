//! Shared fixtures and assertions of the tests.

pub mod dice;
pub mod dissected;
pub mod fleet;
pub mod modules;
