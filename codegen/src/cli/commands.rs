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
    /// The predictions to write [default: standard output]
    #[arg(short, long, value_name = "OUT.csv")]
    pub output: Option<PathBuf>,
    /// Add a column p_CLASS with the probability of each class
    #[arg(long)]
    pub proba: bool,
    /// Add the distance to the nearest row or centroid
    #[arg(long)]
    pub distance: bool,
    /// Add the N nearest training rows, numbered from 0, and their distances
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub nearest: Option<u32>,
    /// Replace an existing file of any kind
    #[arg(long)]
    pub force: bool,
    /// The form of printed results.
    #[command(flatten)]
    pub format: FormatArgs,
    /// The dialect of the CSV.
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
    /// The encoded columns to write [default: standard output]
    #[arg(short, long, value_name = "OUT.csv")]
    pub output: Option<PathBuf>,
    /// Encode the rows as training rows (leave-one-out, CatBoost, cross-fitted target)
    #[arg(long)]
    pub training: bool,
    /// Replace an existing file of any kind
    #[arg(long)]
    pub force: bool,
    /// The form of printed results.
    #[command(flatten)]
    pub format: FormatArgs,
    /// The dialect of the CSV.
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
    /// The form of printed results.
    #[command(flatten)]
    pub format: FormatArgs,
    /// The dialect of the CSV.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The arguments of `inspect`.
#[derive(Debug, Clone, Args)]
pub struct InspectArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// The form of printed results.
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
    /// The file that the model was fitted to, to fit the reference again in f64 [default: DATA.csv, if it is that file]
    #[arg(long, value_name = "TRAINING.csv")]
    pub training: Option<PathBuf>,
    /// Fail if more than this share of the predictions differs
    #[arg(long, value_name = "SHARE", default_value_t = crate::evaluate::verify::MAX_CHANGED, allow_negative_numbers = true)]
    pub max_changed: f64,
    /// Fail if an encoded number differs by more, in scaled units [default: no limit]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub max_error: Option<f64>,
    /// Write rows and their exact predictions, to replay on the device: FILE.csv, or FILE.rs for a Rust module (can be repeated)
    #[arg(long, value_name = "FILE")]
    pub vectors: Vec<PathBuf>,
    /// Number of rows in the vectors, spread over the data [default: all; 50 in Rust]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub vector_rows: Option<u32>,
    /// Replace an existing file of any kind
    #[arg(long)]
    pub force: bool,
    /// The form of printed results.
    #[command(flatten)]
    pub format: FormatArgs,
    /// The dialect of the CSV.
    #[command(flatten)]
    pub csv: CsvArgs,
}

/// The arguments of `generate`.
#[derive(Debug, Clone, Args)]
pub struct GenerateArgs {
    /// The model
    #[arg(value_name = "MODEL.nkn")]
    pub model: PathBuf,
    /// The Rust module to write; - is standard output
    #[arg(short, long, value_name = "model.rs")]
    pub output: PathBuf,
    /// Write the whole model as Rust, with its tables in model.tables beside it: smallest and fastest, no loader
    #[arg(long)]
    pub baked: bool,
    /// Derive defmt::Format for the generated types, for firmware that logs with defmt
    #[arg(long)]
    pub defmt: bool,
    /// Replace an existing file of any kind
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
    /// The page to write; - is standard output
    #[arg(short, long, value_name = "report.html")]
    pub output: PathBuf,
    /// Replace an existing file of any kind
    #[arg(long)]
    pub force: bool,
    /// The dialect of the CSV.
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

/// Returns a parser of the shells whose completions are tested.
fn shell() -> impl clap::builder::TypedValueParser<Value = Shell> {
    use clap::builder::TypedValueParser as _;
    clap::builder::PossibleValuesParser::new(["bash", "zsh", "fish"]).try_map(|name| name.parse::<Shell>())
}
