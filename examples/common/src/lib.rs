//! The demo that the examples run, identical on every target.
//!
//! It prints to a writer that the start-up crate provides. The tests compare the text with the host's, so floats are printed as
//! bits.
#![no_std]

mod baked;
mod groups;
mod likeness;
mod mass;
mod species;

use core::fmt::{self, Write};

use nearkin::{InputError, LoadError};

/// A part of the demo: its name and its function.
type Part = (&'static str, fn(&mut dyn Write) -> Result<(), Failure>);

/// Classifies a penguin with a model that is part of the program.
const BAKED: Part = ("baked", baked::run);

/// Runs all parts of the demo and prints the results to `out`, with the bits of floats in hexadecimal.
///
/// # Errors
/// If `out` returns an error. If a model returns an error, the demo prints it and continues with the next part.
pub fn run(out: &mut dyn Write) -> fmt::Result {
    run_parts(
        &[("species", species::run), BAKED, ("mass", mass::run), ("groups", groups::run), ("likeness", likeness::run)],
        out,
    )
}

/// Runs only the baked penguins, which need less than 2 KB of stack, including the output.
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

/// The reason why a part of the demo failed.
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
