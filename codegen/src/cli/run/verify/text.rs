//! The report of `verify` as text.

use std::fmt::{self, Display, Formatter};

use crate::cli::notes;
use crate::cli::run::verify::VerifyReport;
use crate::evaluate::training_file::Absent;
use crate::evaluate::verify::{Change, Verification};
use crate::text::lists;
use crate::text::quantity::{counted, significant};

impl Display for VerifyReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let found = &self.verification;
        writeln!(f, "{} of {}, {} storage", counted(found.rows, "row", "rows"), self.data, found.storage)?;
        writeln!(f, "reference: {}", reference(found.basis_reason))?;
        if let Some(largest) = &found.largest_error {
            let error = significant(largest.error);
            let (line, column) = (largest.line, &largest.column);
            writeln!(f, "largest encoded error  {error}  (scaled units; line {line}, column {column:?})")?;
        }
        if found.outside > 0 {
            let rows = counted(found.outside, "row", "rows");
            writeln!(f, "{rows} outside the range of the storage, not included in that error")?;
        }
        if let Some(error) = found.largest_value_error {
            writeln!(f, "largest value error    {}", significant(error))?;
        }
        let share = found.changed_share() * 100.0;
        let (Verification { changed, rows, .. }, limit) = (found, self.max_changed * 100.0);
        writeln!(f, "changed predictions    {changed} of {rows} ({share:.2} %; limit {limit} %)")?;
        if found.ties > 0 {
            let rows = counted(found.ties, "more row differs", "more rows differ");
            writeln!(f, "{rows} only by a tie in distance (either prediction is correct)")?;
        }
        // Of many, those that are farthest from a tie: margins are not negative, so their bits are in their order.
        let margins = found.changes.iter().map(|change| change.margin.map_or(0, f64::to_bits));
        for change in lists::top_n(lists::MAX_LINES, margins).into_iter().map(|at| &found.changes[at]) {
            writeln!(f, "{}", line(change))?;
        }
        if let Some(more) = lists::and_more(found.changes.len(), "changed rows, closer to a tie") {
            writeln!(f, "  {more}")?;
        }
        for written in &self.vectors {
            writeln!(f, "{}: {}", written.file, counted(written.rows as u64, "vector", "vectors"))?;
        }
        f.write_str(&notes::lines("note", &self.notes))?;
        f.write_str(if self.passed { "passed\n" } else { "FAILED\n" })
    }
}

fn reference(reason: Option<Absent>) -> &'static str {
    match reason {
        None => "fitted again in f64 to the training file, with the model's recipe",
        Some(Absent::NoRecipe) => {
            "f64 arithmetic on the model's own rounded parameters and rows; it has no recipe (--lean) to be fitted again"
        }
        Some(Absent::NoTrainingFile) => {
            "f64 arithmetic on the model's own rounded parameters and rows; to fit it again, pass --training FILE.csv"
        }
    }
}

fn line(change: &Change) -> String {
    let Change { line, device, reference, .. } = change;
    let mut text = format!("  line {line}: device {device}, reference {reference}");
    for standing in &change.nearest {
        let distance = standing.distance.map_or("none".to_owned(), significant);
        let votes = significant(standing.votes);
        text += &format!("; {} {votes} votes, nearest row at {distance}", standing.class);
    }
    text + &change.margin.map_or(String::new(), |margin| format!("; margin {}", significant(margin)))
}
