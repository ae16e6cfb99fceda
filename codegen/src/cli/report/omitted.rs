//! Plots that are missing on a page: why, and what would add them.

use crate::cli::report::holdout::MAX_ROWS;
use crate::cli::report::markup::{Markup, markup};
use crate::evaluate::training_file::Absent;
use crate::text::quantity::{count, counted};

/// The reason why a plot is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// The training file is not available.
    Absent(Absent),
    /// The training file has too many rows to be fitted again for a plot.
    TooManyRows(usize),
    /// Too few rows can be held out.
    TooFewRows,
    /// The data has no target column, or no row has a value in it.
    NoTarget,
    /// The model was fitted without a target.
    NoClasses,
    /// Fewer than two columns are numeric.
    NoPair,
}

impl Reason {
    fn text(self) -> String {
        match self {
            Self::Absent(Absent::NoRecipe) => {
                "This plot requires fitting the model again, but the model contains no recipe (it was fitted with --lean). \
                 Fit it without --lean, and create the report from the training file."
                    .to_owned()
            }
            Self::Absent(Absent::NoTrainingFile) => {
                "This plot requires fitting the model again, but this file is not its training file. \
                 Create the report from that file."
                    .to_owned()
            }
            Self::TooManyRows(rows) => format!(
                "This plot requires fitting the model again, which is limited to {} training rows; this model has {}. \
                 Fit it with --sample {MAX_ROWS} to get the plot.",
                count(MAX_ROWS as u64),
                count(rows as u64)
            ),
            Self::TooFewRows => "Too few rows have a target to hold some of them out. Fit more rows.".to_owned(),
            Self::NoTarget => {
                "No row of this file has a value of the target. Create the report from rows whose target is known."
                    .to_owned()
            }
            Self::NoClasses => {
                "The model was fitted without classes. To compare clusters with classes, fit it with --target."
                    .to_owned()
            }
            Self::NoPair => "Fewer than two columns are numeric and have values.".to_owned(),
        }
    }
}

/// Returns the section of a missing plot.
pub(super) fn section(title: &str, why: Reason) -> Markup {
    markup!("<section><h2>{}</h2><p class=\"soft\">Not drawn. {}</p></section>", title, why.text())
}

/// Describes an evaluation on `rows` rows of `file`, which may be the training rows.
pub(super) fn on_file(rows: usize, file: &str, absent: Absent) -> String {
    let rows = counted(rows as u64, "row", "rows");
    match absent {
        Absent::NoTrainingFile => format!("on {rows} of {file}"),
        Absent::NoRecipe => format!(
            "on {rows} of {file} (too optimistic if these are the training rows, which is unknown because the model \
             was fitted with --lean)"
        ),
    }
}
