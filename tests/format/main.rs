//! The byte format: its document, each of its rules, and a second reader.

mod document;
mod golden;
mod loading;
mod reader;
mod rules;
