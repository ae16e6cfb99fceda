//! The byte format: its document, each of its rules, and a second reader.

mod document;
mod loading;
mod reader;
mod rules;
