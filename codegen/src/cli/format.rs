//! The form of printed results: for people or for programs.

use clap::Args;

use crate::cli::choices::choices;
use crate::recipe::Choice;

/// The form of printed results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Text for people.
    #[default]
    Text,
    /// Only JSON on standard output.
    Json,
}

impl Choice for Format {
    const WHAT: &'static str = "format";
    const NAMES: &'static [(&'static str, Self)] = &[("text", Self::Text), ("json", Self::Json)];
}

/// `--format`, wherever results are printed.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct FormatArgs {
    /// Print text, or only JSON on standard output
    #[arg(long, value_name = "FORMAT", value_parser = choices::<Format>(), default_value = "text", hide_possible_values = true)]
    pub format: Format,
}
