//! `nearkin report`: one self-contained page.

use crate::aligned::Aligned;
use crate::cli::run::rows;
use crate::cli::{Bar, ReportArgs};
use crate::data::{Dataset, read_path};
use crate::error::Result;
use crate::fit::{Plan, read_options};
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::provenance::Provenance;
use crate::report::{Training, page};

/// Runs `report`.
///
/// # Errors
/// Whatever is wrong with model, data or files; nothing is written then.
pub(super) fn run(args: &ReportArgs) -> Result<()> {
    let mut out = Output::create(&args.output, output::PAGE, args.force)?;
    let aligned = Aligned::read(&args.model)?;
    let model = aligned.load_named(&args.model.display().to_string())?;
    let data = rows::read(&model, &args.data, &args.csv, true)?;
    let training = training(&model, &data)?;
    let file = args.model.file_name().map_or_else(|| "-".into(), |name| name.to_string_lossy().into_owned());
    let bar = Bar::start("drawing");
    let page = page(&model, &file, aligned.bytes().len(), &data, training.as_ref(), Progress::new(&bar.listener()))?;
    drop(bar);
    out.put(page.as_bytes())?;
    out.commit()
}

/// The training file, where `data` was read from it.
fn training(model: &nearkin::Model<'_>, data: &Dataset) -> Result<Option<Training>> {
    let Some(provenance) = Provenance::of(model)? else { return Ok(None) };
    if data.source.name == "-" || data.source.sha256 != provenance.sha256 {
        return Ok(None);
    }
    let read = read_path(data.source.name.as_ref(), &read_options(&provenance.recipe))?;
    Ok(Some(Training { plan: Plan::new(provenance.recipe, &read)?, data: read }))
}
