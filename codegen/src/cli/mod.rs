//! The command line: what the user typed, as typed values.

mod bar;
mod choices;
mod commands;
mod csv;
mod failure;
mod fit;
mod format;
mod help;
pub mod human;
mod interrupt;
mod paths;
mod run;

use clap::{Parser, Subcommand};

pub use bar::{Bar, note};
pub use commands::{
    CompletionsArgs, EncodeArgs, EvaluateArgs, GenerateArgs, InspectArgs, PredictArgs, ReportArgs, VerifyArgs,
};
pub use csv::CsvArgs;
pub use failure::fail;
pub use fit::{ClusterArgs, ColumnArgs, FitArgs, MeasureArgs, NeighborArgs, StepArgs, TaskArgs};
pub use format::{Format, FormatArgs};
pub use interrupt::remove_temporaries_on_interrupt;
pub use run::run;

/// Nearest neighbours, k-means and their preprocessing on microcontrollers, fitted from a CSV.
#[derive(Debug, Clone, Parser)]
#[command(name = "nearkin", version = VERSION, after_help = help::TOUR, max_term_width = 120, arg_required_else_help = true)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The version of the program and of the model format that it writes.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (writes model format 1)");

/// The commands.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Fit a model from a CSV; print its accuracy, flash, RAM and instructions
    #[command(after_help = help::fit())]
    Fit(Box<FitArgs>),
    /// Predict the rows of a CSV
    #[command(after_help = help::PREDICT)]
    Predict(PredictArgs),
    /// Write the encoded and scaled columns
    #[command(after_help = help::ENCODE)]
    Encode(EncodeArgs),
    /// Measure a model on rows whose target is known
    #[command(after_help = help::EVALUATE)]
    Evaluate(EvaluateArgs),
    /// Show columns, steps, sizes and origin of a model
    #[command(after_help = help::INSPECT)]
    Inspect(InspectArgs),
    /// Compare device arithmetic with the f64 reference
    #[command(after_help = help::VERIFY)]
    Verify(VerifyArgs),
    /// Write typed Rust for firmware
    #[command(after_help = help::GENERATE)]
    Generate(GenerateArgs),
    /// Write one self-contained HTML page with plots
    #[command(after_help = help::REPORT)]
    Report(ReportArgs),
    /// Print completions for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(CompletionsArgs),
}
