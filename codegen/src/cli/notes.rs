//! Where notes on the data are printed, such as what was assumed about a CSV.
//!
//! Results contain them: a text report, `notes` in JSON, a page. They are also printed on standard error if that is a
//! terminal, unless the text report appears there anyway. A table in CSV cannot contain notes; they are always printed on
//! standard error then, so that no assumption is made silently.

use std::io::{IsTerminal, Write, stderr, stdout};

use crate::cli::Format;
use crate::text::lists;
use crate::text::quantity::escape_control;

/// The output that contains the notes of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotesIn {
    /// A report in text on standard output.
    Text,
    /// JSON on standard output.
    Json,
    /// A page in a file.
    Page,
    /// No output.
    Nowhere,
}

impl NotesIn {
    /// Returns where a command that prints a report puts its notes.
    pub(super) fn report(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
        }
    }

    /// Returns where a command that prints a table in CSV puts its notes.
    pub(super) fn table(format: Format) -> Self {
        match format {
            Format::Text => Self::Nowhere,
            Format::Json => Self::Json,
        }
    }
}

/// Prints notes on standard error, one per line, if they would not be seen otherwise.
pub(super) fn print(notes: &[String], notes_in: NotesIn) {
    let is_due = match notes_in {
        NotesIn::Nowhere => true,
        NotesIn::Text => stderr().is_terminal() && !stdout().is_terminal(),
        NotesIn::Json | NotesIn::Page => stderr().is_terminal(),
    };
    if is_due {
        // A closed terminal needs no note.
        let _ = stderr().write_all(escape_control(&lines("nearkin: note", notes)).as_bytes());
    }
}

/// Returns a line for each note, which starts with `what`; of many only the first.
pub(super) fn lines(what: &str, notes: &[String]) -> String {
    let mut text: String = notes.iter().take(lists::MAX_LINES).map(|note| format!("{what}: {note}\n")).collect();
    if let Some(rest) = lists::and_more(notes.len(), "such lines") {
        text += &format!("{what}: {rest}\n");
    }
    text
}
