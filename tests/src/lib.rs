//! Shared fixtures and assertions of the tests.
