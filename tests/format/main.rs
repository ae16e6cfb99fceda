//! The file format: its specification, each of its rules, and an independent reader in Python.

mod document;
mod golden;
mod loading;
mod reader;
mod rules;
