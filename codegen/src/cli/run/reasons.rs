//! The reasons for the entries of a saved recipe.

use crate::data::{Cells, Dataset};
use crate::fit::Plan;
use crate::recipe::{Recipe, Task};

/// Returns the reason for the entry `key` (`task`, `encode.island`); `None` if the user specified it.
pub(super) fn reason(key: &str, given: &Recipe, plan: &Plan, data: &Dataset) -> Option<String> {
    let options = serde_json::to_value(given).unwrap_or_default();
    let (table, column) = key.split_once('.').map_or((key, None), |(table, column)| (table, Some(column)));
    let option = match column {
        Some(column) => options.get(table).and_then(|entries| entries.get(column)),
        None => options.get(table),
    };
    if option.is_some() && !matches!(table, "numeric" | "categorical") {
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
        ("numeric", None) => "columns where every value is a number, or listed in --numeric".into(),
        ("categorical", None) => "columns with a value that is not a number, or listed in --categorical".into(),
        ("model", None) if given.clusters.is_some() => "--clusters is given".into(),
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
