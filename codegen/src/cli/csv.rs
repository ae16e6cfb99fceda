//! The options that say how a CSV is written, shared by all commands that read one.

use clap::Args;

use crate::cli::choices::choices;
use crate::data::{Encoding, Quote};
use crate::recipe::{Csv, Symbol};

/// How the CSV is written; what is not told is detected.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "CSV (detected where not told)")]
pub struct CsvArgs {
    /// Between cells: a character, or tab, space, comma, semicolon, pipe
    #[arg(long, value_name = "CHAR", allow_hyphen_values = true)]
    pub delimiter: Option<Symbol>,
    /// 1,5 is one and a half
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub decimal_comma: Option<bool>,
    /// How characters are coded
    #[arg(long, value_name = "NAME", value_parser = choices::<Encoding>(), ignore_case = true)]
    pub encoding: Option<Encoding>,
    /// The first line is data; columns are named column_1, column_2, …
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub no_header: Option<bool>,
    /// Lines that start with it are skipped
    #[arg(long, value_name = "CHAR")]
    pub comment: Option<Symbol>,
    /// Around cells; none where a quote is a plain character
    #[arg(long, value_name = "CHAR")]
    pub quote: Option<Quote>,
    /// A cell that means missing, besides the usual ones (repeat for more)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub missing_marker: Vec<String>,
    /// Categories that differ only in case are one
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub fold_case: Option<bool>,
}

impl From<CsvArgs> for Csv {
    fn from(args: CsvArgs) -> Self {
        let CsvArgs { delimiter, decimal_comma, encoding, no_header, comment, quote, missing_marker, fold_case } = args;
        Self { delimiter, decimal_comma, encoding, no_header, comment, quote, missing_marker, fold_case }
    }
}
