//! The command line: its arguments as typed values, and the commands.

mod bar;
mod choices;
mod commands;
mod csv;
mod failure;
mod fit;
mod format;
mod help;
mod interrupt;
mod notes;
mod paths;
pub(crate) mod report;
mod run;

use std::sync::LazyLock;

use clap::{Parser, Subcommand};

pub use bar::Bar;
pub use commands::{
    CompletionsArgs, EncodeArgs, EvaluateArgs, GenerateArgs, InspectArgs, PredictArgs, ReportArgs, VerifyArgs,
};
pub use csv::CsvArgs;
pub use failure::{fail, misused};
pub use fit::{ClusterArgs, ColumnArgs, FitArgs, HelpArgs, MeasureArgs, NeighborArgs, StepArgs, TaskArgs};
pub use format::{Format, FormatArgs};
pub use interrupt::remove_temporaries_on_interrupt;
pub use run::run;

/// Nearest neighbors, k-means and their preprocessing on microcontrollers, fitted from a CSV.
#[derive(Debug, Clone, Parser)]
#[command(name = "nearkin", version = VERSION.as_str(), after_help = help::TOUR, max_term_width = 120, arg_required_else_help = true)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The version of the program and of the model format that it writes.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (writes model format {})", env!("CARGO_PKG_VERSION"), nearkin::FORMAT_VERSION));

/// The commands.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Fit a model from a CSV; print its accuracy, flash, RAM and instructions
    #[command(disable_help_flag = true, after_help = help::brief_fit(), after_long_help = help::fit(), mut_args = help::brief)]
    Fit(Box<FitArgs>),
    /// Predict the rows of a CSV
    #[command(after_help = help::PREDICT)]
    Predict(PredictArgs),
    /// Write the encoded and scaled columns
    #[command(after_help = help::ENCODE)]
    Encode(EncodeArgs),
    /// Evaluate a model on rows whose target is known
    #[command(after_help = help::EVALUATE)]
    Evaluate(EvaluateArgs),
    /// Show columns, steps, sizes and origin of a model
    #[command(after_help = help::INSPECT)]
    Inspect(InspectArgs),
    /// Compare device arithmetic with an f64 reference
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// The lines of a terminal, and the width of text without a terminal.
    const LINES: usize = 50;
    const WIDTH: usize = 100;

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_fits_a_screen() {
        let mut nearkin = Cli::command().term_width(WIDTH);
        let help = nearkin.render_help().to_string();
        assert!(help.lines().count() <= LINES, "{help}");
        for command in nearkin.get_subcommands_mut() {
            let help = command.clone().term_width(WIDTH).render_help().to_string();
            assert!(help.lines().count() <= LINES, "{help}");
            assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
        }
    }

    #[test]
    fn each_encoder_and_each_key_has_one_line_of_the_help() {
        for line in help::fit().lines().take_while(|line| *line != "Examples:") {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }

    #[test]
    fn the_readme_lists_every_encoder_and_every_key() {
        use crate::encoders::METHODS;
        let readme = include_str!("../../README.md");
        for method in METHODS {
            let row = format!("| `{}` | {}", method.name, if method.supervised { "yes" } else { "no |" });
            assert!(readme.lines().any(|line| line.starts_with(&row)), "codegen/README.md lacks {row}");
        }
        let all = METHODS.len();
        for (key, methods) in help::encoder_keys() {
            let methods = if methods.len() == all { "all".to_owned() } else { methods.join(", ") };
            let row = format!("| `{}` | {methods} | {} |", key.name, key.about.replace('|', "\\|"));
            assert!(readme.lines().any(|line| line == row), "codegen/README.md lacks\n{row}");
        }
    }

    #[test]
    fn the_help_of_fit_lists_every_encoder_and_scaler() {
        let help = help::fit();
        for method in crate::encoders::METHODS {
            let name = method.name;
            assert!(help.contains(&format!("\n  {name} ")), "{name}");
            let brief = help::brief_fit();
            let lines =
                brief.lines().filter(|line| line.contains(&format!("  {name} ")) && line.contains(method.brief));
            assert_eq!(lines.count(), 1, "{name}");
        }
        for (key, _) in help::encoder_keys() {
            assert!(help.contains(&format!("\n  {:<22} {}", key.name, key.about)), "{}", key.name);
        }
        for name in crate::scaler::SCALERS.iter().map(|scaler| scaler.name) {
            assert!(help.contains(&format!("\n  {name} ")), "{name}");
        }
    }
}
