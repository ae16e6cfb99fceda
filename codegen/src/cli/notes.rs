//! Notes on the data, such as what was assumed about a CSV: where they are said.
//!
//! Results carry them: a text report, JSON in `notes`, a page. On a terminal standard error says them too, unless the text
//! report is read there anyway. A table in CSV has no place for them; there standard error says them always, so that no
//! assumption is made in silence.

use std::io::{IsTerminal, Write, stderr, stdout};

use crate::cli::Format;
use crate::text::lists;
use crate::text::quantity::escape_control;

/// What carries the notes of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carried {
    /// A report in text on standard output.
    InText,
    /// JSON on standard output.
    InJson,
    /// A page in a file.
    OnAPage,
    /// Nothing.
    Nowhere,
}

impl Carried {
    /// What carries the notes of a command that prints a report.
    pub(super) fn by(format: Format) -> Self {
        match format {
            Format::Text => Self::InText,
            Format::Json => Self::InJson,
        }
    }

    /// What carries the notes of a command whose text is a table in CSV.
    pub(super) fn beside_csv(format: Format) -> Self {
        match format {
            Format::Text => Self::Nowhere,
            Format::Json => Self::InJson,
        }
    }
}

/// Says notes on standard error, a line each, where they would not be seen otherwise.
pub(super) fn tell(notes: &[String], carried: Carried) {
    let is_due = match carried {
        Carried::Nowhere => true,
        Carried::InText => stderr().is_terminal() && !stdout().is_terminal(),
        Carried::InJson | Carried::OnAPage => stderr().is_terminal(),
    };
    if is_due {
        // A terminal that closed needs no note.
        let _ = stderr().write_all(escape_control(&lines("nearkin: note", notes)).as_bytes());
    }
}

/// Gives a line for each note, after what it is; of very many the first.
pub(super) fn lines(what: &str, notes: &[String]) -> String {
    let mut text: String = notes.iter().take(lists::MAX_LINES).map(|note| format!("{what}: {note}\n")).collect();
    if let Some(rest) = lists::and_more(notes.len(), "such lines") {
        text += &format!("{what}: {rest}\n");
    }
    text
}
