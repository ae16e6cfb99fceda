//! The binary `nearkin`: parses, runs, and maps a result to an exit code.

use std::process::ExitCode;

use clap::Parser;
use nearkin_codegen::cli::{Cli, fail, remove_temporaries_on_interrupt, run};

fn main() -> ExitCode {
    // Wrong usage ends here with exit code 2, `--help` and `--version` with 0.
    let cli = Cli::parse();
    match remove_temporaries_on_interrupt().and_then(|()| run(&cli.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}
