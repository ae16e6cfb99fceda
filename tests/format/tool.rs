//! The tool `nearkin` as the tests of this package run it: cargo builds only a package's own binaries for its tests.

use std::process::ExitCode;

use clap::Parser;
use nearkin_codegen::cli::{Cli, fail, run};

fn main() -> ExitCode {
    match run(&Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}
