//! Pictures that a page goes without: which, why, and what would bring them.

use crate::cli::report::markup::{Markup, markup};
use crate::cli::report::trial::MAX_ROWS;
use crate::evaluate::training_file::Absent;
use crate::text::quantity::{count, counted};

/// Why a picture is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// The training file is not at hand.
    Absent(Absent),
    /// So many rows are not fitted again for a picture.
    TooManyRows(usize),
    /// Too few rows can be held out.
    TooFewRows,
    /// The data has no column of the target, or no row has it.
    NoTarget,
    /// The model was fitted without a target.
    NoClasses,
    /// Fewer than two columns are numeric.
    NoPair,
}

impl Why {
    fn text(self) -> String {
        match self {
            Self::Absent(Absent::NoRecipe) => {
                "It takes fitting the model again, and this one keeps no recipe (it was fitted with --lean). \
                 Fit it without --lean, and make the page from the training file."
                    .to_owned()
            }
            Self::Absent(Absent::NoTrainingFile) => {
                "It takes fitting the model again, and these rows are not the file that it was fitted to. \
                 Make the page from that file."
                    .to_owned()
            }
            Self::TooManyRows(rows) => format!(
                "It takes fitting the model again, which is done for at most {} training rows; this model has {}. \
                 Fit it with --sample {MAX_ROWS} to see it.",
                count(MAX_ROWS as u64),
                count(rows as u64)
            ),
            Self::TooFewRows => "Too few rows have a target to hold some of them out. Fit more rows.".to_owned(),
            Self::NoTarget => {
                "No row of this file has a value of the target. Make the page from rows whose answer is known."
                    .to_owned()
            }
            Self::NoClasses => {
                "The model was fitted without classes to compare with. Fit it with --target, the column that has them."
                    .to_owned()
            }
            Self::NoPair => "Fewer than two columns are numeric and have values.".to_owned(),
        }
    }
}

/// The section of a picture that is not there.
pub(super) fn section(title: &str, why: Why) -> Markup {
    markup!("<section><h2>{}</h2><p class=\"soft\">Not drawn. {}</p></section>", title, why.text())
}

/// How a model was measured on `rows` rows of `file`, which may be those that it was fitted to.
pub(super) fn on_file(rows: usize, file: &str, absent: Absent) -> String {
    let rows = counted(rows as u64, "row", "rows");
    match absent {
        Absent::NoTrainingFile => format!("on {rows} of {file}"),
        Absent::NoRecipe => format!(
            "on {rows} of {file} (if the model was fitted to them, that says little; it keeps no recipe to tell, \
             having been fitted with --lean)"
        ),
    }
}
