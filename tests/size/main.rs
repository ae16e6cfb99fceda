//! The firmware is within its budgets of flash, RAM, stack and instructions (`budgets.toml`), and estimates are close to
//! measurements.

mod bench;
#[path = "../device/emulator.rs"]
mod emulator;
mod estimate;
#[path = "../device/firmware.rs"]
mod firmware;
mod sections;
mod stack;

use std::fmt::Write as _;

use emulator::Emulator;
use sections::Footprint;

const BUDGETS: &str = include_str!("budgets.toml");

/// The examples, their targets, and a machine for each that has enough memory to measure the stack.
const EXAMPLES: [(&str, &str, Emulator); 3] = [
    ("cortex-m0", "thumbv6m-none-eabi", Emulator::MPS2_AN385),
    ("cortex-m4f", "thumbv7em-none-eabihf", Emulator::MPS2_AN386),
    ("riscv32", "riscv32imac-unknown-none-elf", Emulator::VIRT),
];

/// Reads the budgets: a table of numbers for each firmware.
fn budgets() -> toml::Table {
    BUDGETS.parse().expect("budgets.toml is TOML")
}

/// Returns one budget of a firmware.
#[track_caller]
fn budget(budgets: &toml::Table, firmware: &str, part: &str) -> u64 {
    budgets
        .get(firmware)
        .and_then(|parts| parts.get(part))
        .and_then(toml::Value::as_integer)
        .and_then(|number| u64::try_from(number).ok())
        .unwrap_or_else(|| panic!("budgets.toml: [{firmware}] {part}: a number is missing"))
}

/// Prints measurements beside their budgets, and fails if one is exceeded.
#[track_caller]
fn check_budgets(measured: impl IntoIterator<Item = (String, &'static str, u64)>) {
    let mut table =
        format!("{:<18} {:<12} {:>10} {:>10} {:>10} unit\n", "firmware", "part", "measured", "budget", "remaining");
    let mut exceeded = Vec::new();
    let budgets = budgets();
    for (firmware, part, number) in measured {
        let budget = budget(&budgets, &firmware, part);
        let remaining = i128::from(budget) - i128::from(number);
        let unit = match part {
            "instructions" => "instructions per call",
            "wrong" => "test rows with a wrong prediction",
            _ => "bytes",
        };
        writeln!(table, "{firmware:<18} {part:<12} {number:>10} {budget:>10} {remaining:>10} {unit}")
            .expect("writing to a String cannot fail");
        if remaining < 0 {
            exceeded.push(format!("{firmware} {part}"));
        }
    }
    println!("{table}");
    assert!(exceeded.is_empty(), "over budget: {} (see tests/size/budgets.toml)\n{table}", exceeded.join(", "));
}

/// Builds an example with `arguments` and returns its memory use.
#[track_caller]
fn footprint(example: &str, arguments: &[&str]) -> Footprint {
    let elf =
        firmware::build(&format!("examples/{example}"), arguments, &[]).unwrap_or_else(|message| panic!("{message}"));
    Footprint::of(&std::fs::read(elf).expect("cargo has written the file"))
}

#[test]
fn firmware_is_within_its_budgets() {
    check_budgets(EXAMPLES.into_iter().flat_map(|(example, target, board)| {
        let Footprint { flash, ram } = footprint(example, &[]);
        let stack = stack::of_one_call(target, board).unwrap_or_else(|message| panic!("{message}"));
        [("flash", flash), ("ram", ram), ("stack", stack)].map(|(part, bytes)| (example.to_owned(), part, bytes))
    }));
}

/// Approximate math must save enough flash to be useful; `core/README.md` has the measurements.
#[test]
fn micromath_needs_less_flash_on_cortex_m0() {
    let (exact, approximate) =
        (footprint("cortex-m0", &[]).flash, footprint("cortex-m0", &["--features", "micromath"]).flash);
    println!("flash of cortex-m0: {exact} bytes, with micromath {approximate} bytes");
    assert!(exact > approximate + 768, "{exact} bytes without micromath, {approximate} bytes with it");
}

/// The digests of the hashing encoder need flash only if their features are enabled.
#[test]
fn digests_need_the_flash_that_the_table_of_features_states() {
    /// Relative, for differences between compiler versions.
    const TOLERANCE: f64 = 0.1;
    let readme = include_str!("../../core/README.md");
    let (md5, sha256) = (["--features", "md5"], ["--features", "sha256"]);
    for (column, (board, target, _)) in (2..).zip(&EXAMPLES[..2]) {
        let compact = format!("target.{target}.rustflags=['--cfg', 'sha2_backend_soft=\"compact\"']");
        let compact = [&sha256[..], &["--config", &compact]].concat();
        let without = footprint(board, &[]).flash;
        for (label, arguments) in [("`md5`", &md5[..]), ("`sha256`", &sha256), ("`sha256`, compact", &compact)] {
            let bytes = footprint(board, arguments).flash - without;
            println!("{board}: {label} needs {bytes} bytes of flash");
            let row = readme
                .lines()
                .find(|line| line.starts_with(&format!("| {label} |")))
                .expect("the table has a row for it");
            let shown = row.split('|').nth(column).expect("the table has a column for it").trim();
            let kilobytes: f64 = shown.trim_end_matches(" KB").parse().expect("a number of KB");
            let deviation = bytes as f64 / 1024.0 / kilobytes - 1.0;
            assert!(
                deviation.abs() <= TOLERANCE,
                "{board}: {label} needs {bytes} bytes of flash, core/README.md states {shown}"
            );
        }
    }
}

#[test]
fn each_firmware_has_a_budget() {
    let mut budgeted: Vec<String> = budgets().keys().cloned().collect();
    budgeted.sort_unstable();
    let calls = bench::BUDGETED.iter().flat_map(|call| bench::BOARDS.map(|board| format!("{}-{board}", call.name)));
    let mut named: Vec<String> = EXAMPLES.map(|(example, ..)| example.to_owned()).into_iter().chain(calls).collect();
    named.sort_unstable();
    assert_eq!(budgeted, named);
}

#[test]
fn calls_are_within_their_budgets() {
    let measured = bench::measure_budgeted().unwrap_or_else(|message| panic!("{message}"));
    let parts = measured
        .into_iter()
        .flat_map(|(firmware, costs)| costs.into_iter().map(move |(part, number)| (firmware.clone(), part, number)));
    check_budgets(parts);
}
