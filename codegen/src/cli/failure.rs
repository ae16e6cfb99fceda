//! What the user sees when a command failed, and the exit code.

use std::error::Error as _;
use std::process::ExitCode;

use crate::error::Error;
use crate::output::is_broken_pipe;
use crate::text::quantity::escape_control;

/// Prints the error and what caused it on standard error, and gives the exit code.
///
/// A reader of standard output that went away got what it wanted: no message, exit code 0.
#[must_use]
pub fn fail(error: &Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    // Nobody is left to tell when standard error is closed.
    let _ = std::io::Write::write_all(
        &mut std::io::stderr(),
        format!("nearkin: {}\n", escape_control(&chain(error))).as_bytes(),
    );
    ExitCode::from(error.exit_code())
}

/// Prints what the command line's parser has to say: help and version as they are, wrong usage as our own errors begin.
#[must_use]
pub fn misused(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) {
        // A reader that left saw what it wanted.
        let _ = error.print();
        return code;
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("nearkin: {text}").as_bytes());
    code
}

/// Gives the error and its causes in one line, each said once.
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.ends_with(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn a_cause_is_said_once() {
        let error = Error::io("m.nkn", io::Error::from(io::ErrorKind::NotFound));
        assert_eq!(chain(&error), "m.nkn: entity not found");
        assert_eq!(chain(&Error::usage("--cv 1: it must be at least 2")), "--cv 1: it must be at least 2");
    }

    #[test]
    fn a_reader_that_left_is_no_failure() {
        let code = fail(&Error::io("standard output", io::Error::from(io::ErrorKind::BrokenPipe)));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
    }
}
