//! What one call on the penguins costs, as `device-bench` prints it.

use std::process::{Command, Stdio};

/// The firmware with budgets: the model as Rust, on each chip.
pub(crate) const BUDGETED: [&str; 3] = ["baked-m4f", "baked-m0", "baked-riscv32"];

/// What has a budget, and the column of the table that says it.
const PARTS: [(&str, &str); 4] = [("instructions", "mean"), ("code", "code"), ("ram", "ram"), ("stack", "stack")];

/// The name of a firmware, and the number of each part.
type Costs = (String, Vec<(&'static str, u64)>);

/// Measures each firmware of [`BUDGETED`].
///
/// # Errors
/// What the bench says, when it fails or prints something else than its table.
pub(crate) fn penguins() -> Result<Vec<Costs>, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_device-bench"))
        .args(["--data", "penguins", "--algorithm", "baked"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("device-bench: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let complaint = || format!("device-bench: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr));
    let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let header = lines.next().ok_or_else(complaint)?;
    let column = |line: &[&str], name: &str| {
        let place = header.iter().position(|column| *column == name)?;
        line.get(place)?.parse::<u64>().ok()
    };
    let mut all = Vec::new();
    for name in BUDGETED {
        let line = lines.next().ok_or_else(complaint)?;
        let (Some(board), Some(algorithm)) = (line.get(1), line.get(2)) else { return Err(complaint()) };
        if format!("{algorithm}-{board}") != name {
            return Err(complaint());
        }
        let cost = |(part, label)| Some((part, column(&line, label)?));
        all.push((name.to_owned(), PARTS.into_iter().map(cost).collect::<Option<_>>().ok_or_else(complaint)?));
    }
    Ok(all)
}
