//! How results are printed: for people or for programs.

use clap::{Args, ValueEnum};

/// The form of printed results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// Text for people
    #[default]
    Text,
    /// JSON on standard output, and nothing else there
    Json,
}

/// `--format`, wherever results are printed.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct FormatArgs {
    /// Print results as text, or as JSON on stdout
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = false)]
    pub format: Format,
}
