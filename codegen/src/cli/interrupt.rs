//! Ctrl-C, and a request to end: temporary files are removed, the exit code is 130.

use crate::error::{Error, Result};
use crate::output::remove_temporaries;

/// The exit code that shells give a program ended by an interrupt.
const INTERRUPTED: i32 = 130;

/// From here on an interrupt, a hang-up or a request to end removes temporary files before it ends the process.
///
/// # Errors
/// [`Error::Io`] when the system refuses the handler.
pub fn remove_temporaries_on_interrupt() -> Result<()> {
    let handler = || {
        remove_temporaries();
        std::process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).map_err(|error| Error::io("the handler of interrupts", std::io::Error::other(error)))
}
