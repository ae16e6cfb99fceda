//! The message of a failed command, and the exit code.

use std::error::Error as _;
use std::process::ExitCode;

use crate::error::Error;
use crate::output::is_broken_pipe;
use crate::text::quantity::escape_control;

/// Prints the error and its causes on standard error, and returns the exit code.
///
/// If the reader of standard output has closed it, there is no message and the exit code is 0.
#[must_use]
pub fn fail(error: &Error) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    // Nothing can be reported when standard error is closed.
    let _ = std::io::Write::write_all(
        &mut std::io::stderr(),
        format!("nearkin: {}\n", escape_control(&chain(error))).as_bytes(),
    );
    ExitCode::from(error.exit_code())
}

/// Prints the output of the command line's parser: help and version unchanged, wrong usage in the form of our own errors.
#[must_use]
pub fn misused(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) {
        // A reader that has closed the pipe needs no error.
        let _ = error.print();
        return code;
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("nearkin: {text}").as_bytes());
    code
}

/// Returns the error and its causes in one line, without repetitions.
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.ends_with(&message) {
            text = format!("{text}: {message}");
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
    fn a_cause_is_printed_once() {
        let error = Error::io("m.nkn", io::Error::from(io::ErrorKind::NotFound));
        assert_eq!(chain(&error), "m.nkn: entity not found");
        assert_eq!(chain(&Error::usage("--cv 1: must be at least 2")), "--cv 1: must be at least 2");
    }

    #[test]
    fn a_closed_pipe_is_not_a_failure() {
        let code = fail(&Error::io("standard output", io::Error::from(io::ErrorKind::BrokenPipe)));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
    }
}
