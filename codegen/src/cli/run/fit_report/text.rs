//! The report of `fit` as text.

use std::fmt::{self, Display, Formatter};

use crate::cli::notes;
use crate::cli::run::fit_report::{ClustersReport, ColumnReport, FitReport, MeasuredReport, PrototypesReport};
use crate::cli::run::sizes_text::{features, ram};
use crate::evaluate::validate::Quality;
use crate::model::sizes::Sizes;
use crate::text::lists;
use crate::text::quantity::{bytes, counted, significant};
use crate::text::table::Table;

impl Display for FitReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.heading(f)?;
        write!(f, "\n{}", columns_table(&self.columns))?;
        if let Some(more) = lists::and_more(self.columns.len(), "columns, which need less flash") {
            writeln!(f, "{more}")?;
        }
        writeln!(f)?;
        if let Some(measured) = &self.measured {
            writeln!(f, "{measured}")?;
        }
        if let Some(clusters) = &self.clusters {
            writeln!(f, "{clusters}\n")?;
        }
        if let Some(prototypes) = &self.prototypes {
            writeln!(f, "{}\n", self.prototypes_line(prototypes))?;
        }
        if !self.storage_costs.is_empty() {
            writeln!(f, "{}", self.costs_table())?;
        }
        if !self.storages.is_empty() {
            writeln!(f, "{}\n", self.storages_line())?;
        }
        write!(f, "flash {} ({})\n{}", bytes(self.sizes.flash), self.output, flash_table(&self.sizes))?;
        write!(f, "{}{}", ram(&self.sizes), features(&self.sizes))?;
        if let Some(instructions) = &self.instructions {
            writeln!(f, "{instructions}")?;
        }
        f.write_str(&notes::lines("note", &self.notes))?;
        f.write_str(&notes::lines("warning", &self.warnings))
    }
}

impl Display for MeasuredReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "validation: {}", self.how)?;
        match &self.quality {
            Quality::Classification(report) => write!(f, "{report}"),
            Quality::Regression(report) => write!(f, "{report}"),
        }
    }
}

impl Display for ClustersReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let iterations = counted(self.iterations as u64, "iteration", "iterations");
        write!(f, "inertia {} after {iterations} ({})", significant(self.inertia), self.ended)?;
        write!(f, "; rows in each cluster: {}", lists::sizes(&self.sizes))
    }
}

impl FitReport {
    /// Writes the lines on model, rows and classes.
    fn heading(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.model)?;
        if let (Some(task), Some(target)) = (&self.task, &self.target) {
            write!(f, ": {task} {target:?}")?;
        }
        write!(f, "\n{} of {}", counted(self.rows as u64, "row", "rows"), self.data)?;
        if self.rows_without_target > 0 {
            write!(f, ", {} without a target left out", self.rows_without_target)?;
        }
        if self.rows_dropped > 0 {
            write!(f, ", {} with missing cells dropped", self.rows_dropped)?;
        }
        writeln!(f)?;
        if !self.classes.is_empty() {
            writeln!(f, "{}: {}", counted(self.classes.len() as u64, "class", "classes"), lists::names(&self.classes))?;
        }
        Ok(())
    }

    fn prototypes_line(&self, prototypes: &PrototypesReport) -> String {
        let PrototypesReport { how, rows: stored, before, after } = prototypes;
        let rows = counted(self.rows as u64, "row", "rows");
        let mut text = format!("prototypes {how}: {stored} instead of {rows}");
        if let (Some(before), Some(after)) = (before, after) {
            let [before, after] = [before, after].map(|&score| self.score(score));
            text += &format!("; {} {before} with all rows, {after} with the prototypes", self.score_name());
        }
        text
    }

    fn storages_line(&self) -> String {
        let name = if self.regresses() { "R2 " } else { "" }; // a share says that it is one
        let each = self.storages.iter().map(|tried| {
            let changed = tried.changed * 100.0;
            let changed =
                if changed > 0.0 { format!(" ({changed:.1} % of predictions changed)") } else { String::new() };
            format!("{} {name}{}{changed}", tried.storage, self.score(tried.score))
        });
        format!("storage in cross-validation: {}", each.collect::<Vec<_>>().join(", "))
    }

    fn regresses(&self) -> bool {
        self.task.as_deref() == Some("regress")
    }

    /// Returns the name of what [`Self::score`] formats.
    fn score_name(&self) -> &'static str {
        if self.regresses() { "R2" } else { "accuracy" }
    }

    fn score(&self, score: f64) -> String {
        if self.regresses() { format!("{score:.4}") } else { format!("{:.1} %", score * 100.0) }
    }

    /// Returns the bytes and predictions of each storage, the fitted one marked.
    fn costs_table(&self) -> Table {
        let headings = ["storage", "flash", self.score_name(), "changed predictions", "rows clamped", ""];
        let mut table = Table::new(&headings).left(&[5]);
        for cost in &self.storage_costs {
            table.row([
                cost.storage.clone(),
                bytes(cost.flash),
                cost.score.map_or(String::new(), |score| self.score(score)),
                cost.changed.map_or(String::new(), |changed| changed.to_string()),
                cost.clamped.to_string(),
                if cost.chosen { "this model".to_owned() } else { String::new() },
            ]);
        }
        table
    }
}

fn columns_table(columns: &[ColumnReport]) -> Table {
    let mut table = Table::new(&["column", "treatment", "levels", "missing", "width", "flash"]).left(&[1]);
    for at in lists::top_n(lists::MAX_LINES, columns.iter().map(|column| column.bytes)) {
        let column = &columns[at];
        table.row([
            lists::one_line(&column.name).into_owned(),
            column.what.clone(),
            column.levels.map_or(String::new(), |levels| levels.to_string()),
            column.missing.to_string(),
            column.width.to_string(),
            bytes(column.bytes),
        ]);
    }
    table
}

fn flash_table(sizes: &Sizes) -> Table {
    let mut table = Table::list();
    for part in &sizes.parts {
        table.row([part.name.to_owned(), bytes(part.bytes)]);
    }
    table
}
