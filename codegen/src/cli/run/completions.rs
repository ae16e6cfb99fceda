//! `nearkin completions`: a script for a shell.

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::error::Result;
use crate::output;

/// Prints the script.
///
/// # Errors
/// When standard output cannot be written.
pub(super) fn run(args: &CompletionsArgs) -> Result<()> {
    // Into memory first: the generator panics when its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "nearkin", &mut script);
    output::write("-".as_ref(), b"", false, &script)
}
