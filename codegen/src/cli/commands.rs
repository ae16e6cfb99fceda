//! The arguments of the commands that use a fitted model.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use crate::cli::csv::CsvArgs;
use crate::cli::format::FormatArgs;

/// The arguments of `predict`.
#[derive(Debug, Clone, Args)]
pub struct PredictArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// The rows to predict; - is standard input
    #[arg(value_name = "DATA.csv")]
    pub data: PathBuf,
    /// Where the predictions go [default: standard output]
    #[arg(short, long, value_name = "OUT.csv")]
    pub output: Option<PathBuf>,
    /// Add a column p_CLASS for the probability of each class
    #[arg(long)]
    pub proba: bool,
    /// Add the distance to the nearest row or centroid
    #[arg(long)]
    pub distance: bool,
    /// Add the N nearest training rows, counted from 0, and their distances
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub nearest: Option<u32>,
    /// Replace an existing file, whatever it is
    #[arg(long)]
    pub force: bool,
    /// How results are printed.
    #[command(flatten)]
    pub format: FormatArgs,
    /// How the CSV is written.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The arguments of `encode`.
#[derive(Debug, Clone, Args)]
pub struct EncodeArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// The rows to encode; - is standard input
    #[arg(value_name = "DATA.csv")]
    pub data: PathBuf,
    /// Where the encoded columns go [default: standard output]
    #[arg(short, long, value_name = "OUT.csv")]
    pub output: Option<PathBuf>,
    /// Encode as training rows are (leave-one-out, CatBoost, cross-fitted target)
    #[arg(long)]
    pub training: bool,
    /// Replace an existing file, whatever it is
    #[arg(long)]
    pub force: bool,
    /// How results are printed.
    #[command(flatten)]
    pub format: FormatArgs,
    /// How the CSV is written.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The arguments of `evaluate`.
#[derive(Debug, Clone, Args)]
pub struct EvaluateArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// Rows with their target; - is standard input
    #[arg(value_name = "DATA.csv")]
    pub data: PathBuf,
    /// How results are printed.
    #[command(flatten)]
    pub format: FormatArgs,
    /// How the CSV is written.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The arguments of `inspect`.
#[derive(Debug, Clone, Args)]
pub struct InspectArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// How results are printed.
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The arguments of `verify`.
#[derive(Debug, Clone, Args)]
pub struct VerifyArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// The rows to compare; - is standard input
    #[arg(value_name = "DATA.csv")]
    pub data: PathBuf,
    /// The file that the model was fitted to, for a reference fitted again in f64 [default: DATA.csv, if it is that]
    #[arg(long, value_name = "TRAINING.csv")]
    pub training: Option<PathBuf>,
    /// Fail when more than this share of the answers differs
    #[arg(long, value_name = "SHARE", default_value_t = crate::evaluate::verify::MAX_CHANGED, allow_negative_numbers = true)]
    pub max_changed: f64,
    /// Fail when an encoded number differs by more, in scaled units [default: no limit]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub max_error: Option<f64>,
    /// Write rows and their exact answers, to be replayed on the device: FILE.csv, or FILE.rs for a Rust module (repeat for both)
    #[arg(long, value_name = "FILE")]
    pub vectors: Vec<PathBuf>,
    /// How many rows the vectors have, spread over the data [default: all; 50 in Rust]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub vector_rows: Option<u32>,
    /// Replace an existing file, whatever it is
    #[arg(long)]
    pub force: bool,
    /// How results are printed.
    #[command(flatten)]
    pub format: FormatArgs,
    /// How the CSV is written.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The arguments of `generate`.
#[derive(Debug, Clone, Args)]
pub struct GenerateArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// Where the Rust goes; - is standard output
    #[arg(short, long, value_name = "model.rs")]
    pub output: PathBuf,
    /// Put the whole model into the Rust and a file model.tables beside it, which it includes: smallest and fastest, no loader
    #[arg(long)]
    pub baked: bool,
    /// Derive defmt::Format for its types, for firmware that logs with defmt
    #[arg(long)]
    pub defmt: bool,
    /// Replace an existing file, whatever it is
    #[arg(long)]
    pub force: bool,
}

/// The arguments of `report`.
#[derive(Debug, Clone, Args)]
pub struct ReportArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// Rows with their target; - is standard input
    #[arg(value_name = "DATA.csv")]
    pub data: PathBuf,
    /// Where the page goes; - is standard output
    #[arg(short, long, value_name = "report.html")]
    pub output: PathBuf,
    /// Replace an existing file, whatever it is
    #[arg(long)]
    pub force: bool,
    /// How the CSV is written.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The arguments of `completions`.
#[derive(Debug, Clone, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_parser = shell())]
    pub shell: Shell,
}

/// Gives a parser of the shells whose completions are tested.
fn shell() -> impl clap::builder::TypedValueParser<Value = Shell> {
    use clap::builder::TypedValueParser as _;
    clap::builder::PossibleValuesParser::new(["bash", "zsh", "fish"]).try_map(|name| name.parse::<Shell>())
}
