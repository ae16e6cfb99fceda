//! Counts the instructions, bytes and stack of one call on emulated chips, and prints a table.
//!
//! `cargo run --release -p nearkin-tests --features device --bin device-bench -- [--data NAME] [--board NAME]
//! [--algorithm NAME] [--opt-level LEVEL] [--rows N]`: each chooses, all are tried without it.

mod algorithm;
mod board;
mod dataset;
#[path = "../emulator.rs"]
mod emulator;
#[path = "../firmware.rs"]
mod firmware;
mod image;
mod measure;
mod plugin;
#[path = "../../size/sections.rs"]
mod sections;

use std::process::ExitCode;

use algorithm::Algorithm;
use board::Board;
use dataset::{Cell, Dataset};
use measure::{Measurement, measure};

/// Data sets and their targets.
const DATA: [(&str, &str); 3] = [("iris", "species"), ("penguins", "species"), ("digits", "digit")];
const ALGORITHMS: [Algorithm; 1] = [Algorithm::Naive];
/// Instructions that one run may take: soft floats over a thousand rows would take minutes for each test row more.
const PATIENCE: usize = 20;

/// What the user chose.
#[derive(Debug, Default)]
struct Choice {
    data: Option<String>,
    board: Option<String>,
    algorithm: Option<String>,
    opt_level: Option<String>,
    rows: Option<usize>,
}

fn main() -> ExitCode {
    match choose(std::env::args().skip(1)).and_then(|choice| run(&choice)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("device-bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn choose(mut arguments: impl Iterator<Item = String>) -> Result<Choice, String> {
    let mut choice = Choice::default();
    while let Some(flag) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{flag} needs a value"))?;
        match flag.as_str() {
            "--data" => choice.data = Some(known(value, DATA.map(|(name, _)| name))?),
            "--board" => choice.board = Some(known(value, Board::ALL.map(Board::name))?),
            "--algorithm" => choice.algorithm = Some(known(value, ALGORITHMS.map(Algorithm::name))?),
            "--opt-level" => choice.opt_level = Some(known(value, ["s", "z", "1", "2", "3"])?),
            "--rows" => choice.rows = Some(value.parse().map_err(|_| format!("--rows {value}: not a number of rows"))?),
            _ => {
                return Err(format!(
                    "\"{flag}\": the options are --data, --board, --algorithm, --opt-level and --rows"
                ));
            }
        }
    }
    Ok(choice)
}

fn known<const N: usize>(value: String, allowed: [&str; N]) -> Result<String, String> {
    if allowed.contains(&value.as_str()) {
        Ok(value)
    } else {
        Err(format!("\"{value}\": choose {}", allowed.join(", ")))
    }
}

fn run(choice: &Choice) -> Result<(), String> {
    let chosen = |wish: &Option<String>, name: &str| wish.as_deref().is_none_or(|wish| wish == name);
    let opt_level = choice.opt_level.as_deref().unwrap_or("3");
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    println!(
        "{:<9} {:<8} {:<8} {:>4} {:>10} {:>10} {:>10} {:>6} {:>7} {:>5} {:>5} {:>8}",
        "data", "board", "with", "rows", "mean", "min", "max", "code", "model", "ram", "stack", "right"
    );
    for (name, target) in DATA.into_iter().filter(|(name, _)| chosen(&choice.data, name)) {
        let dataset = Dataset::read(name, target)?;
        let has_text = dataset.test.iter().flat_map(|row| &row.cells).any(|cell| matches!(cell, Cell::Text(_)));
        for board in Board::ALL.into_iter().filter(|board| chosen(&choice.board, board.name())) {
            let plugin = plugin::compile(board.emulator().program, folder.path())?;
            let of = |algorithm, n_rows| measure(algorithm, board, &dataset, n_rows, opt_level, &plugin, folder.path());
            let empty = of(Algorithm::Empty, 1)?;
            for algorithm in ALGORITHMS.into_iter().filter(|algorithm| chosen(&choice.algorithm, algorithm.name())) {
                if has_text && !algorithm.takes_text() {
                    println!("{name:<9} {:<8} {:<8} takes no text", board.name(), algorithm.name());
                    continue;
                }
                let soft_float = algorithm == Algorithm::Naive && board != Board::M4f;
                let n_rows = if soft_float { PATIENCE } else { usize::MAX };
                let n_rows = choice.rows.unwrap_or(n_rows).min(dataset.test.len());
                print_line(name, board, algorithm, &of(algorithm, n_rows)?, &empty, &dataset);
            }
        }
    }
    println!(
        "instructions a call, the empty call subtracted; code and ram beyond the empty firmware; stack from 32 up"
    );
    Ok(())
}

fn print_line(
    name: &str,
    board: Board,
    algorithm: Algorithm,
    measured: &Measurement,
    empty: &Measurement,
    data: &Dataset,
) {
    let n_rows = measured.classes.len();
    let sum: u64 = measured.instructions.iter().sum();
    let mean = sum / u64::try_from(n_rows.max(1)).expect("a number of rows fits in 64 bits");
    let right =
        measured.classes.iter().zip(&data.test).filter(|(class, row)| usize::try_from(**class) == Ok(row.class));
    println!(
        "{name:<9} {:<8} {:<8} {n_rows:>4} {mean:>10} {:>10} {:>10} {:>6} {:>7} {:>5} {:>5} {:>8}",
        board.name(),
        algorithm.name(),
        measured.instructions.iter().min().unwrap_or(&0),
        measured.instructions.iter().max().unwrap_or(&0),
        measured.image.code.saturating_sub(empty.image.code),
        measured.image.model,
        measured.image.ram.saturating_sub(empty.image.ram),
        measured.stack,
        format!("{}/{n_rows}", right.count()),
    );
}
