//! Runs the command that was typed.

use clap::CommandFactory;

use super::{Cli, Command};
use crate::error::{Error, Result};
use crate::output;

/// Checks the arguments and runs the command.
///
/// # Errors
/// Whatever the command fails with.
pub fn run(command: &Command) -> Result<()> {
    command.check()?;
    match command {
        Command::Fit(args) => {
            args.resolve()?;
            absent("fit")
        }
        Command::Predict(_) => absent("predict"),
        Command::Encode(_) => absent("encode"),
        Command::Evaluate(_) => absent("evaluate"),
        Command::Inspect(_) => absent("inspect"),
        Command::Verify(_) => absent("verify"),
        Command::Generate(_) => absent("generate"),
        Command::Report(_) => absent("report"),
        Command::Completions(args) => {
            // Into memory first: the generator panics when its writer fails.
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "nearkin", &mut script);
            let mut stdout = output::Output::create("-".as_ref(), b"", false)?;
            stdout.put(&script)?;
            stdout.commit()
        }
    }
}

/// Says that this build has no such command.
fn absent(command: &str) -> Result<()> {
    Err(Error::usage(format!("this build cannot {command}")))
}
