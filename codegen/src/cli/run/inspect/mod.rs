//! `nearkin inspect`: the contents of a model.

mod contents;
mod text;

pub(super) use crate::cli::run::inspect::contents::Contents;
use crate::cli::run::json::widened;
use crate::cli::{Format, InspectArgs};
use crate::error::Result;
use crate::model::aligned::Aligned;
use crate::output;
use crate::text::quantity::escape_control;

/// Runs `inspect`.
///
/// # Errors
/// Whatever is wrong with the model.
pub(super) fn run(args: &InspectArgs) -> Result<()> {
    let aligned = Aligned::read(&args.model)?;
    let name = args.model.display().to_string();
    let model = aligned.load_named(&name)?;
    let contents = Contents::of(&model, name, aligned.bytes().len())?;
    output::print(&match args.format.format {
        Format::Text => escape_control(&contents.to_string()).into_owned(),
        Format::Json => widened(&contents),
    })
}
