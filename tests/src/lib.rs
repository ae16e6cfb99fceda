//! Shared fixtures and assertions of the tests.

pub mod dissected;
pub mod fleet;
