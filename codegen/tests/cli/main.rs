//! The program `nearkin`: its commands, messages, files and exit codes.

mod advice;
mod bad_input;
#[path = "../support/child.rs"]
mod child;
mod encoders;
mod evaluate_ties;
mod folder;
mod generate;
mod json;
mod long;
mod outputs;
mod report;
mod snapshots;
#[cfg(target_os = "linux")]
mod terminal;
mod unprepared;
mod usage;
mod verify;
mod walk;
