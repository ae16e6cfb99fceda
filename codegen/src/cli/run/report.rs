//! `nearkin report`: one page.
use crate::cli::ReportArgs;
use crate::error::Result;
pub(super) fn run(_args: &ReportArgs) -> Result<()> {
    Ok(())
}
