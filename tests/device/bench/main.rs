//! Measures instructions, memory and stack of one call on emulated chips, and prints a table.
//!
//! `cargo run -p nearkin-tests --features device --bin device-bench -- [--data NAME] [--board NAME] [--algorithm NAME]
//! [--opt-level LEVEL] [--rows N] [--fit "OPTIONS" | --model FILE]`
//!
//! Without `--data`, `--board` or `--algorithm`, all of them are measured. `--fit` sets the options with which `nearkin fit` fits
//! the model; `--model` uses an existing model.

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

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use algorithm::{Algorithm, Inputs};
use board::Board;
use dataset::{Dataset, Task};
use measure::{Job, Measurement, measure};

/// Data sets: name, target, task and options of `nearkin fit`.
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
/// The default number of rows with emulated floating point; more rows would take minutes and change the mean only slightly.
const SLOW_ROWS: usize = 20;
const FLAGS: &str = "--data --board --algorithm --opt-level --rows --fit --model";

/// The options on the command line.
#[derive(Debug, Default)]
struct Options {
    data: Option<String>,
    board: Option<String>,
    algorithm: Option<String>,
    opt_level: Option<String>,
    rows: Option<usize>,
    fit: Option<String>,
    model: Option<PathBuf>,
}

fn main() -> ExitCode {
    match parse(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("device-bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options::default();
    while let Some(flag) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{flag}: the value is missing; the options are {FLAGS}"))?;
        match flag.as_str() {
            "--data" => options.data = Some(known(value, &DATA.map(|(name, ..)| name))?),
            "--board" => options.board = Some(known(value, &Board::ALL.map(Board::name))?),
            "--algorithm" => {
                options.algorithm = Some(known(value, &Algorithm::known().map(Algorithm::name).collect::<Vec<_>>())?)
            }
            "--opt-level" => options.opt_level = Some(known(value, &["s", "z", "1", "2", "3"])?),
            "--rows" => options.rows = Some(value.parse().map_err(|_| format!("--rows {value}: not a number"))?),
            "--fit" => options.fit = Some(value),
            "--model" => options.model = Some(value.into()),
            _ => return Err(format!("unknown option {flag}; the options are {FLAGS}")),
        }
    }
    Ok(options)
}

fn known(value: String, allowed: &[&str]) -> Result<String, String> {
    if allowed.contains(&value.as_str()) {
        Ok(value)
    } else {
        Err(format!("unknown value \"{value}\"; use one of {}", allowed.join(", ")))
    }
}

fn run(options: &Options) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    println!(
        "{:<9} {:<8} {:<11} {:>4} {:>10} {:>10} {:>10} {:>6} {:>7} {:>5} {:>5} {:>8}",
        "data", "board", "algorithm", "rows", "mean", "min", "max", "code", "model", "ram", "stack", "right"
    );
    for (name, target, task, fit) in DATA.into_iter().filter(|(name, ..)| is_selected(&options.data, name)) {
        let data = Dataset::read(name, target, task)?;
        let inputs = inputs(options, &data, fit)?;
        for board in Board::ALL.into_iter().filter(|board| is_selected(&options.board, board.name())) {
            measure_on(board, options, &data, &inputs, folder.path())?;
        }
    }
    println!("mean, min, max: instructions per call, less those of an empty call");
    println!("code, ram: bytes, less those of a firmware without an algorithm; model: bytes");
    println!("stack: largest stack of a call in bytes, at least {}", measure::MIN_STACK);
    println!("right: test rows with the right prediction, of all that were measured");
    Ok(())
}

/// Returns whether an option selects `name`; without the option, every name is selected.
fn is_selected(option: &Option<String>, name: &str) -> bool {
    option.as_deref().is_none_or(|selected| selected == name)
}

/// Returns the selected algorithms with their inputs; prints those that cannot be compiled on this machine.
fn inputs(options: &Options, data: &Dataset, fit: &str) -> Result<Vec<(Algorithm, Inputs)>, String> {
    let algorithms: Vec<Algorithm> = match &options.algorithm {
        None => Algorithm::all().filter(|algorithm| algorithm.supports(data.task)).collect(),
        Some(name) => Algorithm::known().filter(|algorithm| algorithm.name() == name).collect(),
    };
    let mut inputs = Vec::new();
    for algorithm in algorithms {
        if let Some(missing) = algorithm.missing() {
            println!("{:<9} {:<8} {:<11} {missing}", data.name, "skipped", algorithm.name());
            continue;
        }
        let model = match &options.model {
            Some(path) => Some(std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?),
            None => None,
        };
        inputs.push((algorithm, algorithm.inputs(data, options.fit.as_deref().unwrap_or(fit), model)?));
    }
    Ok(inputs)
}

/// Measures the algorithms that run on a board, and prints a line for each.
fn measure_on(
    board: Board,
    options: &Options,
    data: &Dataset,
    inputs: &[(Algorithm, Inputs)],
    folder: &Path,
) -> Result<(), String> {
    let plugin = plugin::compile(board.emulator().program, folder)?;
    let opt_level = options.opt_level.as_deref().unwrap_or("3");
    let measure = |algorithm, inputs: &Inputs, n_rows| {
        let Inputs { model, module, rows } = inputs;
        let rows = &rows[..n_rows];
        measure(&Job { board, algorithm, task: data.task, model, module, rows, opt_level }, &plugin, folder)
    };
    let empty = measure(Algorithm::Empty, &Algorithm::Empty.inputs(data, "", None)?, 1)?;
    for (algorithm, inputs) in inputs.iter().filter(|(algorithm, _)| algorithm.runs_on(board)) {
        let is_slow = algorithm.is_float() && board != Board::M4f;
        let n_rows = options.rows.unwrap_or(if is_slow { SLOW_ROWS } else { usize::MAX });
        let measured = measure(*algorithm, inputs, n_rows.clamp(1, data.test.len()))?;
        print_line(board, *algorithm, &measured, &empty, data);
    }
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
