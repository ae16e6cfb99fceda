//! The examples' firmware fits its budgets of flash, RAM and stack, and one call its budgets of instructions.

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

/// The examples, the target of each, and a machine that runs its code with room for the measurement.
const EXAMPLES: [(&str, &str, Emulator); 3] = [
    ("cortex-m0", "thumbv6m-none-eabi", Emulator { program: "qemu-system-arm", machine: &["-machine", "mps2-an385"] }),
    (
        "cortex-m4f",
        "thumbv7em-none-eabihf",
        Emulator { program: "qemu-system-arm", machine: &["-machine", "mps2-an386", "-cpu", "cortex-m4"] },
    ),
    (
        "riscv32",
        "riscv32imac-unknown-none-elf",
        Emulator { program: "qemu-system-riscv32", machine: &["-machine", "virt", "-bios", "none"] },
    ),
];

/// Reads the budgets: for each example its parts, each with a number of bytes.
fn budgets() -> toml::Table {
    BUDGETS.parse().expect("budgets.toml is TOML")
}

/// The budget of one part of an example.
#[track_caller]
fn budget(budgets: &toml::Table, example: &str, part: &str) -> u64 {
    budgets
        .get(example)
        .and_then(|of_example| of_example.get(part))
        .and_then(toml::Value::as_integer)
        .and_then(|bytes| u64::try_from(bytes).ok())
        .unwrap_or_else(|| panic!("budgets.toml: [{example}] {part}: a number of bytes is missing"))
}

#[test]
fn firmware_fits_its_budgets() {
    let mut table = format!("{:<12} {:<6} {:>8} {:>8} {:>6}\n", "example", "part", "bytes", "budget", "free");
    let mut over = Vec::new();
    let budgets = budgets();
    for (example, target, board) in EXAMPLES {
        let elf =
            firmware::build(&format!("examples/{example}"), &[], &[]).unwrap_or_else(|message| panic!("{message}"));
        let footprint = Footprint::of(&std::fs::read(elf).expect("cargo has just written it"));
        let stack = stack::of_one_call(target, board).unwrap_or_else(|message| panic!("{message}"));
        for (part, bytes) in [("flash", footprint.flash), ("ram", footprint.ram), ("stack", stack)] {
            let budget = budget(&budgets, example, part);
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

/// Approximate maths must be worth their flash; core/README.md has the figures.
#[test]
fn micromath_takes_less_flash_on_cortex_m0() {
    let flash = |arguments: &[&str]| {
        let elf = firmware::build("examples/cortex-m0", arguments, &[]).unwrap_or_else(|message| panic!("{message}"));
        Footprint::of(&std::fs::read(elf).expect("cargo has just written it")).flash
    };
    let (exact, approximate) = (flash(&[]), flash(&["--features", "micromath"]));
    println!("cortex-m0: {exact} bytes of flash, {approximate} with micromath");
    assert!(exact > approximate + 768, "{exact} without, {approximate} with");
}

/// The digests of the hashing encoder cost flash only where a feature asks for them, and as much as core/README.md says.
#[test]
fn digests_cost_what_the_table_of_features_says() {
    /// Two versions of the compiler may build this.
    const TOLERANCE: f64 = 0.1;
    let readme = include_str!("../../core/README.md");
    let flash = |board: &str, arguments: &[&str]| {
        let elf =
            firmware::build(&format!("examples/{board}"), arguments, &[]).unwrap_or_else(|message| panic!("{message}"));
        Footprint::of(&std::fs::read(elf).expect("cargo has just written it")).flash
    };
    let (md5, sha256) = (["--features", "md5"], ["--features", "sha256"]);
    for (column, (board, target, _)) in (2..).zip(&EXAMPLES[..2]) {
        let compact = format!("target.{target}.rustflags=['--cfg', 'sha2_backend_soft=\"compact\"']");
        let compact = [&sha256[..], &["--config", &compact]].concat();
        let without = flash(board, &[]);
        for (label, arguments) in [("`md5`", &md5[..]), ("`sha256`", &sha256), ("`sha256`, compact", &compact)] {
            let bytes = flash(board, arguments) - without;
            println!("{board}: {label} {bytes}");
            let row = readme.lines().find(|line| line.starts_with(&format!("| {label} |"))).expect("it has a row");
            let shown = row.split('|').nth(column).expect("the board has a column").trim();
            let kilobytes: f64 = shown.trim_end_matches(" KB").parse().expect("a number of KB");
            #[allow(clippy::cast_precision_loss)] // thousands
            let off = bytes as f64 / 1024.0 / kilobytes - 1.0;
            assert!(off.abs() <= TOLERANCE, "{board}: {label} takes {bytes} bytes, core/README.md says {shown}");
        }
    }
}

#[test]
fn each_firmware_has_a_budget() {
    let mut budgeted: Vec<String> = budgets().keys().cloned().collect();
    budgeted.sort_unstable();
    let benched = bench::BUDGETED.iter().flat_map(|of| bench::BOARDS.map(|board| format!("{}-{board}", of.name)));
    let mut named: Vec<String> = EXAMPLES.map(|(example, ..)| example.to_owned()).into_iter().chain(benched).collect();
    named.sort_unstable();
    assert_eq!(budgeted, named);
}

#[test]
fn a_call_fits_its_budgets() {
    let mut table = format!("{:<18} {:<12} {:>8} {:>8} {:>6}\n", "firmware", "part", "count", "budget", "free");
    let mut over = Vec::new();
    let budgets = budgets();
    for (firmware, costs) in bench::budgeted().unwrap_or_else(|message| panic!("{message}")) {
        for (part, count) in costs {
            let budget = budget(&budgets, &firmware, part);
            let free = i128::from(budget) - i128::from(count);
            writeln!(table, "{firmware:<18} {part:<12} {count:>8} {budget:>8} {free:>6}")
                .expect("a String takes any text");
            if free < 0 {
                over.push(format!("{firmware} {part}"));
            }
        }
    }
    println!("{table}");
    assert!(over.is_empty(), "over budget: {} (tests/size/budgets.toml says what to do)\n{table}", over.join(", "));
}
