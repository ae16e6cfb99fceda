//! `nearkin report`: writes one self-contained page.

use crate::cli::notes::{self, NotesIn};
use crate::cli::report::page;
use crate::cli::run::rows::{self, TargetColumn};
use crate::cli::{Bar, ReportArgs};
use crate::error::Result;
use crate::evaluate::training_file::Training;
use crate::model::aligned::Aligned;
use crate::output::{self, Output};
use crate::progress::Progress;

/// Runs `report`.
///
/// # Errors
/// Whatever is wrong with model, data or files; nothing is written then.
pub(super) fn run(args: &ReportArgs) -> Result<()> {
    let mut out = Output::create(&args.output, output::PAGE.as_bytes(), args.force)?;
    let aligned = Aligned::read(&args.model)?;
    let model = aligned.load_named(&args.model.display().to_string())?;
    let data = rows::read(&model, &args.data, &args.csv, TargetColumn::Optional)?;
    notes::print(&data.notes, NotesIn::Page);
    let training =
        Training::find(&model, &data, None).map_err(|error| error.in_file(&args.model.display().to_string()))?;
    let file = args.model.file_name().map_or_else(|| "-".into(), |name| name.to_string_lossy().into_owned());
    let bar = Bar::start("drawing");
    let page = page(
        &model,
        &file,
        aligned.bytes().len(),
        &data,
        training.as_ref().map_err(|&absent| absent),
        Progress::new(&bar.listener()),
    )?;
    drop(bar);
    out.put(page.as_bytes())?;
    out.commit()
}
