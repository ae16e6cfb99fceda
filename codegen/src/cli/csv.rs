//! The options for the dialect of a CSV, shared by all commands that read one.

use clap::Args;

use crate::cli::choices::choices;
use crate::data::{Encoding, Quote};
use crate::recipe::{Csv, Symbol};

/// The dialect of the CSV; options that are not set are detected.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "CSV options (detected by default)")]
pub struct CsvArgs {
    /// Cell delimiter: a character, or tab, space, comma, semicolon, pipe
    #[arg(long, value_name = "CHAR", allow_hyphen_values = true)]
    pub delimiter: Option<Symbol>,
    /// The decimal separator is a comma: 1,5
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub decimal_comma: Option<bool>,
    /// Character encoding
    #[arg(long, value_name = "NAME", value_parser = choices::<Encoding>(), ignore_case = true)]
    pub encoding: Option<Encoding>,
    /// The first line is data; columns are named column_1, column_2, …
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub no_header: Option<bool>,
    /// Skip lines that start with this character
    #[arg(long, value_name = "CHAR")]
    pub comment: Option<Symbol>,
    /// Quote character; none if quotes are ordinary characters
    #[arg(long, value_name = "CHAR")]
    pub quote: Option<Quote>,
    /// A text that means a missing cell, besides the usual ones (can be repeated)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub missing_marker: Vec<String>,
    /// Treat categories that differ only in case as one
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub fold_case: Option<bool>,
}

impl From<CsvArgs> for Csv {
    fn from(args: CsvArgs) -> Self {
        let CsvArgs { delimiter, decimal_comma, encoding, no_header, comment, quote, missing_marker, fold_case } = args;
        Self { delimiter, decimal_comma, encoding, no_header, comment, quote, missing_marker, fold_case }
    }
}
