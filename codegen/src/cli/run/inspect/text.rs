//! The contents of a model as text.

use std::fmt::{self, Display, Formatter};

use crate::cli::run::inspect::contents::{
    CategoryContents, ColumnContents, Contents, HeadContents, Level, NumberContents,
};
use crate::cli::run::sizes_text::{features, ram};
use crate::model::provenance::Provenance;
use crate::model::sizes::Sizes;
use crate::text::lists;
use crate::text::quantity::{bytes, significant};
use crate::text::table::Table;

/// Levels that are listed.
const LEVELS: usize = 8;
/// The length of a bar for all of the flash.
const BAR: u64 = 30;

impl Display for Contents {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.head)?;
        writeln!(f, "format {}, schema {}", self.format_version, self.schema)?;
        if let Some(target) = &self.target {
            writeln!(f, "target {}: {}", lists::one_line(target), lists::names(&self.classes))?;
        }
        let listed = lists::top_n(lists::MAX_LINES, self.columns.iter().map(ColumnContents::weight));
        let listed: Vec<&ColumnContents> = listed.into_iter().map(|at| &self.columns[at]).collect();
        let rest = lists::and_more(self.columns.len(), "columns, with smaller tables");
        let rest = rest.map_or(String::new(), |rest| format!("{rest}\n"));
        writeln!(f, "\n{}{rest}", columns_table(&listed))?;
        let mut steps = Table::list().left(&[1]);
        for column in listed {
            steps.row([column.name(), column.step()]);
        }
        writeln!(f, "steps\n{steps}{rest}")?;
        write!(f, "flash {}\n{}", bytes(self.sizes.flash), flash_table(&self.sizes))?;
        if let Some(threshold) = self.head.threshold {
            writeln!(f, "novel beyond {}", significant(threshold.into()))?;
        }
        write!(f, "{}{}", ram(&self.sizes), features(&self.sizes))?;
        provenance(f, self.provenance.as_ref())
    }
}

impl Display for HeadContents {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { kind, rows, metric, storage, .. } = self;
        write!(f, "{kind}: {rows} rows, {metric} metric, {storage} storage")?;
        if let (Some(neighbors), Some(weights)) = (self.neighbors, &self.weights) {
            write!(f, ", k = {neighbors}, {weights} weights")?;
        }
        Ok(())
    }
}

fn columns_table(columns: &[&ColumnContents]) -> Table {
    let headings = ["column", "kind", "levels", "width", "missing", "unknown", "stored"];
    let mut table = Table::new(&headings).left(&[1, 4, 5, 6]);
    for column in columns {
        let (kind, levels, width, missing, unknown, stored) = match column {
            ColumnContents::Number(number) => {
                (number.kind, String::new(), number.width, number.missing, "", number.stored)
            }
            ColumnContents::Category(category) => (
                category.kind,
                category.levels.len().to_string(),
                category.width,
                category.missing,
                category.unknown,
                category.stored,
            ),
        };
        let texts = [missing, unknown, stored].map(str::to_owned);
        table.row([column.name(), kind.to_owned(), levels, width.to_string()].into_iter().chain(texts));
    }
    table
}

/// Returns the bytes of each part, with a bar for its share.
fn flash_table(sizes: &Sizes) -> Table {
    let mut table = Table::list().left(&[2]);
    for part in &sizes.parts {
        let bar = "#".repeat(usize::try_from((part.bytes * BAR).div_ceil(sizes.flash.max(1))).unwrap_or(0));
        table.row([part.name.to_owned(), bytes(part.bytes), bar]);
    }
    table
}

fn provenance(f: &mut Formatter<'_>, provenance: Option<&Provenance>) -> fmt::Result {
    let Some(Provenance { nearkin, data, rows, sha256, measured, .. }) = provenance else {
        return writeln!(f, "no provenance (a lean model)");
    };
    writeln!(f, "fitted by nearkin {nearkin} from {} ({rows} rows, SHA-256 {sha256})", lists::one_line(data))?;
    match measured {
        Some(measured) => writeln!(f, "accuracy or R2 on rows that were not fitted: {measured:.3}"),
        None => Ok(()),
    }
}

impl ColumnContents {
    fn name(&self) -> String {
        let (Self::Number(NumberContents { name, .. }) | Self::Category(CategoryContents { name, .. })) = self;
        lists::one_line(name).into_owned()
    }

    /// Estimates the bytes of flash of the column's levels and table.
    fn weight(&self) -> u64 {
        let Self::Category(category) = self else { return 0 };
        let level = |level: &Level| match level {
            Level::Text(text) => 2 + text.len(),
            Level::Integer(_) => 4,
        };
        let texts: usize = category.levels.iter().map(level).sum();
        let numbers: usize = category.table.iter().flatten().map(|row| 4 * row.len()).sum();
        (texts + numbers + 2 * category.slots.as_ref().map_or(0, Vec::len)) as u64
    }

    /// Describes what happens to the column's cells, with the numbers.
    fn step(&self) -> String {
        let parts = match self {
            Self::Number(number) => number.steps(),
            Self::Category(category) => category.steps(),
        };
        if parts.is_empty() { "unchanged".to_owned() } else { parts.join("; ") }
    }
}

impl NumberContents {
    fn steps(&self) -> Vec<String> {
        let number = |number: f32| significant(number.into());
        let mut parts = Vec::new();
        parts.extend(self.imputed.map(|imputed| format!("missing = {}", number(imputed))));
        parts.extend(self.scaler.map(|map| format!("(x - {}) * {}", number(map.offset), number(map.scale))));
        parts.extend(self.indicator.map(|_| "missing indicator".to_owned()));
        parts
    }
}

impl CategoryContents {
    fn steps(&self) -> Vec<String> {
        let mut parts = Vec::new();
        parts.extend(self.hash.as_ref().map(|hash| format!("{hash} of the text, {} slots", self.width)));
        let table = self.table.as_deref().unwrap_or_default();
        let level = |(code, level): (usize, &Level)| {
            let level = match level {
                Level::Text(text) => lists::one_line(text).into_owned(),
                Level::Integer(integer) => integer.to_string(),
            };
            match table.get(code) {
                Some(row) if row.len() <= 3 => {
                    let row: Vec<String> = row.iter().map(|&output| significant(output.into())).collect();
                    format!("{level} = {}", row.join(" "))
                }
                _ => level,
            }
        };
        let mut shown: Vec<String> = self.levels.iter().enumerate().take(LEVELS).map(level).collect();
        if self.levels.len() > LEVELS {
            shown.push(format!("… {} more levels", self.levels.len() - LEVELS));
        }
        if !shown.is_empty() {
            parts.push(shown.join(", "));
        }
        parts
    }
}
