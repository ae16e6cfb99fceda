//! The commands, one per file.

mod completions;
mod encode;
mod evaluate;
mod fit;
mod fit_report;
mod generate;
mod inspect;
mod json;
mod predict;
mod reasons;
mod report;
mod rows;
#[cfg(test)]
mod schemas;
mod sizes_text;
mod trace;
mod verify;

use crate::cli::Command;
use crate::cli::run::json::json;
use crate::error::Result;

/// Checks the arguments and runs the command.
///
/// # Errors
/// Whatever the command fails with.
pub fn run(command: &Command) -> Result<()> {
    command.check()?;
    match command {
        Command::Fit(args) => fit::run(args),
        Command::Predict(args) => predict::run(args),
        Command::Encode(args) => encode::run(args),
        Command::Evaluate(args) => evaluate::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Report(args) => report::run(args),
        Command::Completions(args) => completions::run(args),
    }
}
