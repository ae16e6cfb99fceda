//! The command-line tool `nearkin` as a binary of this package: cargo provides tests only with binaries of their own package.

use std::process::ExitCode;

use clap::Parser;
use nearkin_codegen::cli::{Cli, fail, run};

fn main() -> ExitCode {
    match run(&Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}
