//! The costs of one call, measured by running `device-bench` and reading its table.

use std::process::{Command, Stdio};

/// The chips, in the order of the table.
pub(crate) const BOARDS: [&str; 3] = ["m4f", "m0", "riscv32"];

/// A firmware with budgets on each chip.
#[derive(Debug)]
pub(crate) struct BudgetedCall {
    /// The first part of its name in `budgets.toml`.
    pub(crate) name: &'static str,
    /// The arguments of `device-bench`.
    arguments: &'static [&'static str],
    /// The parts that have a budget.
    parts: &'static [&'static str],
}

/// Every firmware with budgets: penguins and k-means baked, digits with all rows and with prototypes, and penguins loaded
/// with and without the default features.
pub(crate) const BUDGETED: [BudgetedCall; 6] = [
    BudgetedCall {
        name: "anomaly",
        arguments: &["--data", "anomaly", "--algorithm", "baked"],
        parts: &["instructions", "wrong"],
    },
    BudgetedCall {
        name: "digits",
        arguments: &[
            "--data",
            "digits",
            "--algorithm",
            "loaded",
            "--fit",
            "--scaler none --storage i8 --neighbors 3 --lean",
        ],
        parts: &["instructions", "model", "wrong"],
    },
    BudgetedCall {
        name: "baked",
        arguments: &["--data", "penguins", "--algorithm", "baked"],
        parts: &["instructions", "code", "ram", "stack"],
    },
    BudgetedCall {
        name: "loaded",
        arguments: &["--data", "penguins", "--algorithm", "loaded", "--opt-level", "s"],
        parts: &["code", "ram", "stack"],
    },
    BudgetedCall {
        name: "small",
        arguments: &["--data", "penguins", "--algorithm", "small", "--opt-level", "s"],
        parts: &["code", "ram", "stack"],
    },
    BudgetedCall {
        name: "prototypes",
        arguments: &[
            "--data",
            "digits",
            "--algorithm",
            "loaded",
            "--fit",
            "--scaler none --storage i8 --prototypes lvq:10 --lean",
        ],
        parts: &["instructions", "model", "wrong"],
    },
];

/// The name of a firmware, and the number of each part.
type Costs = (String, Vec<(&'static str, u64)>);

/// A line of the table.
#[derive(Debug)]
pub(crate) struct Line {
    board: String,
    cells: Vec<(String, String)>,
}

impl Line {
    /// Returns a number of the table by column; `instructions` is the mean, `wrong` the number of wrong predictions.
    pub(crate) fn number(&self, part: &str) -> Option<u64> {
        let cell = |name: &str| self.cells.iter().find(|(column, _)| column == name).map(|(_, cell)| cell.as_str());
        match part {
            "instructions" => cell("mean")?.parse().ok(),
            "wrong" => {
                let (right, rows) = cell("right")?.split_once('/')?;
                rows.parse::<u64>().ok()?.checked_sub(right.parse().ok()?)
            }
            _ => cell(part)?.parse().ok(),
        }
    }
}

/// Measures one algorithm on every chip.
///
/// # Errors
/// If `device-bench` fails or its output is not the expected table; the message contains the output.
pub(crate) fn measure(arguments: &[&str]) -> Result<Vec<Line>, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_device-bench"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("device-bench: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let message = || format!("device-bench: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr));
    let mut lines = text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().ok_or_else(message)?;
    BOARDS
        .into_iter()
        .map(|board| {
            let line = lines.next().filter(|line| line.get(1).is_some_and(|found| found == board));
            let cells = header.iter().cloned().zip(line.ok_or_else(message)?).collect();
            Ok(Line { board: board.to_owned(), cells })
        })
        .collect()
}

/// Measures every firmware with budgets, on every chip.
///
/// # Errors
/// As [`measure`].
pub(crate) fn measure_budgeted() -> Result<Vec<Costs>, String> {
    let mut all = Vec::new();
    for BudgetedCall { name, arguments, parts } in &BUDGETED {
        for line in measure(arguments)? {
            let cost = |part: &&'static str| line.number(part).map(|number| (*part, number));
            let costs: Option<Vec<_>> = parts.iter().map(cost).collect();
            all.push((
                format!("{name}-{}", line.board),
                costs.ok_or_else(|| format!("a column is missing or has no number: {line:?}"))?,
            ));
        }
    }
    Ok(all)
}
