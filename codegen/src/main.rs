//! The binary `nearkin`: parses, runs, and maps a result to an exit code.

use std::process::ExitCode;

use clap::Parser;
use nearkin_codegen::cli::{Cli, fail, misused, remove_temporaries_on_interrupt, run};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Wrong usage ends with exit code 2, `--help` and `--version` with 0.
        Err(error) => return misused(&error),
    };
    match remove_temporaries_on_interrupt().and_then(|()| run(&cli.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}
