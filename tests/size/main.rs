//! The examples' firmware fits its budgets of flash and RAM.

#[path = "../device/firmware.rs"]
mod firmware;
mod sections;

use std::fmt::Write as _;

use sections::Footprint;

const BUDGETS: &str = include_str!("budgets.toml");

/// Reads the budgets: for each example its parts, each with a number of bytes.
fn budgets() -> toml::Table {
    BUDGETS.parse().expect("budgets.toml is TOML")
}

/// The budget of one part of an example.
#[track_caller]
fn budget(of_example: &toml::Value, example: &str, part: &str) -> u64 {
    of_example
        .get(part)
        .and_then(toml::Value::as_integer)
        .and_then(|bytes| u64::try_from(bytes).ok())
        .unwrap_or_else(|| panic!("budgets.toml: [{example}] {part}: a number of bytes is missing"))
}

#[test]
fn firmware_fits_its_budgets() {
    let mut table = format!("{:<12} {:<6} {:>8} {:>8} {:>6}\n", "example", "part", "bytes", "budget", "free");
    let mut over = Vec::new();
    for (example, of_example) in budgets() {
        let elf =
            firmware::build(&format!("examples/{example}"), &[], &[]).unwrap_or_else(|message| panic!("{message}"));
        let footprint = Footprint::of(&std::fs::read(elf).expect("cargo has just written it"));
        for (part, bytes) in [("flash", footprint.flash), ("ram", footprint.ram)] {
            let budget = budget(&of_example, &example, part);
            let free = i128::from(budget) - i128::from(bytes);
            writeln!(table, "{example:<12} {part:<6} {bytes:>8} {budget:>8} {free:>6}")
                .expect("a String takes any text");
            if free < 0 {
                over.push(format!("{example} {part}"));
            }
        }
    }
    println!("{table}");
    assert!(over.is_empty(), "over budget: {} (tests/size/budgets.toml says what to do)\n{table}", over.join(", "));
}

#[test]
fn each_example_has_a_budget() {
    let budgeted: Vec<String> = budgets().keys().cloned().collect();
    assert_eq!(budgeted, ["cortex-m0", "cortex-m4f", "riscv32"]);
}
