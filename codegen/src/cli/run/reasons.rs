//! Why an entry of a saved recipe is as it is.

use crate::data::{Cells, Dataset};
use crate::fit::Plan;
use crate::recipe::{Recipe, Task};

/// Gives the reason for the entry `key` (`task`, `encode.island`), `None` where the user gave it.
pub(super) fn why(key: &str, given: &Recipe, plan: &Plan, data: &Dataset) -> Option<String> {
    let told = serde_json::to_value(given).unwrap_or_default();
    let (table, column) = key.split_once('.').map_or((key, None), |(table, column)| (table, Some(column)));
    let told = match column {
        Some(column) => told.get(table).and_then(|entries| entries.get(column)),
        None => told.get(table),
    };
    if told.is_some() && !matches!(table, "numeric" | "categorical") {
        return None;
    }
    let cells = |name: &str| data.column(name).ok();
    let reason = match (table, column) {
        ("task", None) => match (plan.task, plan.target_name().and_then(cells).map(|column| &column.cells)) {
            (Some(Task::Classify), Some(Cells::Categories(target))) => {
                format!("the target has {} distinct values", target.levels.len())
            }
            (Some(Task::Regress), _) => "the target is numeric, with more than 20 distinct values or fractions".into(),
            _ => return None,
        },
        ("numeric", None) => "columns whose every cell is a number, or that were told to be".into(),
        ("categorical", None) => "columns with a cell that is no number, or that were told to be".into(),
        ("model", None) => "nothing else was asked".into(),
        ("encode", Some(name)) => match &cells(name)?.cells {
            Cells::Categories(categories) => {
                format!("{} levels{}", categories.levels.len(), missing(cells(name)?.n_missing()))
            }
            Cells::Numbers(_) => return None,
        },
        ("missing", Some(name)) => missing(cells(name)?.n_missing()).trim_start_matches(", ").to_owned(),
        ("csv", _) => return None,
        _ => "the default".into(),
    };
    (!reason.is_empty()).then_some(reason)
}

fn missing(cells: usize) -> String {
    match cells {
        0 => String::new(),
        1 => ", 1 missing cell".to_owned(),
        n => format!(", {n} missing cells"),
    }
}
