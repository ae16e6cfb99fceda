//! Counts the instructions, bytes and stack of one call on emulated chips, and prints a table.
//!
//! `cargo run -p nearkin-tests --features device --bin device-bench -- [--data NAME] [--board NAME]
//! [--algorithm NAME] [--opt-level LEVEL] [--rows N]`: each chooses, all are tried without it.
//! `--fit "OPTIONS"` changes how `nearkin fit` makes the loaded model; `--model FILE` takes a model that is there.

mod algorithm;
mod board;
mod dataset;
#[path = "../emulator.rs"]
mod emulator;
mod expand;
#[path = "../firmware.rs"]
mod firmware;
mod image;
mod kernel;
mod measure;
mod module;
mod plugin;
#[path = "../../size/sections.rs"]
mod sections;

use std::path::PathBuf;
use std::process::ExitCode;

use algorithm::{Algorithm, Work};
use board::Board;
use dataset::{Dataset, Task};
use measure::{Job, Measurement, measure};

/// Data sets, their targets, what is asked, and how the loaded model is fitted.
const DATA: [(&str, &str, Task, &str); 6] = [
    (
        "anomaly",
        "novel",
        Task::Anomaly,
        "--clusters 32 --reject 1 --storage i8 \
         --init rows:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
    ),
    ("banknote", "forged", Task::Classify, "--neighbors 3 --storage i8"),
    ("iris", "species", Task::Classify, "--neighbors 3 --storage i8"),
    ("penguins", "species", Task::Classify, "--neighbors 3 --storage i8"),
    ("wifi", "room", Task::Classify, "--neighbors 3 --storage i8"),
    ("digits", "digit", Task::Classify, "--neighbors 3 --storage i8 --scaler none"),
];
/// Rows that soft floats are counted on: all would take minutes, and change little.
const PATIENCE: usize = 20;
const FLAGS: &str = "--data --board --algorithm --opt-level --rows --fit --model";

/// What the user chose.
#[derive(Debug, Default)]
struct Choice {
    data: Option<String>,
    board: Option<String>,
    algorithm: Option<String>,
    opt_level: Option<String>,
    rows: Option<usize>,
    fit: Option<String>,
    model: Option<PathBuf>,
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
        let value =
            arguments.next().ok_or_else(|| format!("\"{flag}\": a value is missing; the options are {FLAGS}"))?;
        match flag.as_str() {
            "--data" => choice.data = Some(known(value, &DATA.map(|(name, ..)| name))?),
            "--board" => choice.board = Some(known(value, &Board::ALL.map(Board::name))?),
            "--algorithm" => {
                choice.algorithm = Some(known(value, &Algorithm::known().map(Algorithm::name).collect::<Vec<_>>())?)
            }
            "--opt-level" => choice.opt_level = Some(known(value, &["s", "z", "1", "2", "3"])?),
            "--rows" => choice.rows = Some(value.parse().map_err(|_| format!("--rows {value}: not a number of rows"))?),
            "--fit" => choice.fit = Some(value),
            "--model" => choice.model = Some(value.into()),
            _ => return Err(format!("\"{flag}\": the options are {FLAGS}")),
        }
    }
    Ok(choice)
}

fn known(value: String, allowed: &[&str]) -> Result<String, String> {
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
        "{:<9} {:<8} {:<11} {:>4} {:>10} {:>10} {:>10} {:>6} {:>7} {:>5} {:>5} {:>8}",
        "data", "board", "with", "rows", "mean", "min", "max", "code", "model", "ram", "stack", "right"
    );
    for (name, target, task, fit) in DATA.into_iter().filter(|(name, ..)| chosen(&choice.data, name)) {
        let data = Dataset::read(name, target, task)?;
        let mut works = Vec::new();
        let algorithms: Vec<Algorithm> = match &choice.algorithm {
            None => Algorithm::all().filter(|algorithm| algorithm.answers(data.task)).collect(),
            Some(name) => Algorithm::known().filter(|algorithm| algorithm.name() == name).collect(),
        };
        for algorithm in algorithms {
            if let Some(missing) = algorithm.missing() {
                println!("{name:<9} {:<8} {:<11} {missing}", "skipped", algorithm.name());
                continue;
            }
            let model = match &choice.model {
                Some(path) => Some(std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?),
                None => None,
            };
            let work = algorithm.work(&data, choice.fit.as_deref().unwrap_or(fit), model)?;
            works.push((algorithm, work));
        }
        for board in Board::ALL.into_iter().filter(|board| chosen(&choice.board, board.name())) {
            let plugin = plugin::compile(board.emulator().program, folder.path())?;
            let of = |algorithm, work: &Work, n_rows| {
                let Work { model, module, rows } = work;
                let rows = &rows[..n_rows];
                let job = Job { board, algorithm, task: data.task, model, module, rows, opt_level };
                measure(&job, &plugin, folder.path())
            };
            let empty = of(Algorithm::Empty, &Algorithm::Empty.work(&data, "", None)?, 1)?;
            for (algorithm, work) in works.iter().filter(|(algorithm, _)| algorithm.runs_on(board)) {
                let slow = algorithm.is_float() && board != Board::M4f;
                let n_rows = choice.rows.unwrap_or(if slow { PATIENCE } else { usize::MAX });
                let measured = of(*algorithm, work, n_rows.clamp(1, data.test.len()))?;
                print_line(board, *algorithm, &measured, &empty, &data);
            }
        }
    }
    println!("mean, min, max: instructions a call, without those of an empty call");
    println!(
        "code, ram: bytes beyond a firmware with no algorithm; stack: deepest of a call, {} at least",
        measure::FLOOR
    );
    Ok(())
}

fn print_line(board: Board, algorithm: Algorithm, measured: &Measurement, empty: &Measurement, data: &Dataset) {
    let n_rows = measured.classes.len();
    let sum: u64 = measured.instructions.iter().sum();
    let mean = sum / u64::try_from(n_rows.max(1)).expect("a number of rows fits in 64 bits");
    let right =
        measured.classes.iter().zip(&data.test).filter(|(class, row)| usize::try_from(**class) == Ok(row.class));
    println!(
        "{:<9} {:<8} {:<11} {n_rows:>4} {mean:>10} {:>10} {:>10} {:>6} {:>7} {:>5} {:>5} {:>8}",
        data.name,
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
