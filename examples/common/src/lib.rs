//! The demo that every example runs, identical on each target.
//!
//! A start-up crate gives it something to print to; the text is compared with the host's, so floats are printed as bits.
#![no_std]

mod baked;
mod groups;
mod likeness;
mod mass;
mod species;

use core::fmt::{self, Write};

use nearkin::{InputError, LoadError};

/// A part of the demo: what it is called, and what runs it.
type Part = (&'static str, fn(&mut dyn Write) -> Result<(), Failure>);

/// Classifies a penguin with a model that is part of the program.
const BAKED: Part = ("baked", baked::run);

/// Runs the parts of the demo and prints their results to `out`, floats as the hexadecimal of their bits.
///
/// # Errors
/// Whatever error `out` gives. An error of a model is printed, and the next part runs.
pub fn run(out: &mut dyn Write) -> fmt::Result {
    run_parts(
        &[("species", species::run), BAKED, ("mass", mass::run), ("groups", groups::run), ("likeness", likeness::run)],
        out,
    )
}

/// Runs the baked penguins alone, which 2 KB of stack are enough for, printing included.
///
/// # Errors
/// As [`run`].
pub fn run_baked(out: &mut dyn Write) -> fmt::Result {
    run_parts(&[BAKED], out)
}

fn run_parts(parts: &[Part], out: &mut dyn Write) -> fmt::Result {
    for (name, part) in parts {
        match part(out) {
            Ok(()) => {}
            Err(Failure::Load(error)) => writeln!(out, "{name}: the model does not load: {error:?}")?,
            Err(Failure::Input(error)) => writeln!(out, "{name}: the row is refused: {error:?}")?,
            Err(Failure::Print(error)) => return Err(error),
        }
    }
    Ok(())
}

/// What can go wrong in a part of the demo.
enum Failure {
    Load(LoadError),
    Input(InputError),
    Print(fmt::Error),
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<fmt::Error> for Failure {
    fn from(error: fmt::Error) -> Self {
        Self::Print(error)
    }
}
