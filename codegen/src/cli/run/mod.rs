//! Runs the command that was typed; each command has its own file.

mod completions;
mod encode;
mod evaluate;
mod fit;
mod fit_report;
mod generate;
mod inspect;
mod predict;
mod reasons;
mod report;
mod rows;
mod trace;
mod verify;

use crate::cli::Command;
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

/// Gives results as JSON, the tool's version first, on a line of its own.
fn json(results: &impl serde::Serialize) -> String {
    #[derive(serde::Serialize)]
    struct Versioned<'a, T> {
        nearkin: &'static str,
        #[serde(flatten)]
        results: &'a T,
    }
    let versioned = Versioned { nearkin: env!("CARGO_PKG_VERSION"), results };
    let mut text = serde_json::to_string(&versioned).expect("text keys and finite numbers always print");
    text.push('\n');
    text
}
