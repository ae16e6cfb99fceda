//! Builds a firmware and runs it under the instruction counter, whose counts must agree with the emulated timer.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::board::Board;
use crate::dataset::{self, Row, Task};
use crate::firmware;
use crate::image::Image;

/// The time limit of one run, enough for a thousand rows with emulated floating point.
const LIMIT: Duration = Duration::from_secs(900);

/// The smallest stack size that the firmware can measure, in bytes.
pub(crate) const MIN_STACK: u64 = 32;

/// The costs of one algorithm on one board.
#[derive(Debug)]
pub(crate) struct Measurement {
    /// The instructions of each call, less those of an empty call.
    pub(crate) instructions: Vec<u64>,
    /// The largest stack of a call in bytes, at least [`MIN_STACK`].
    pub(crate) stack: u64,
    /// The sizes of the firmware.
    pub(crate) image: Image,
    /// The predicted class of each row.
    pub(crate) classes: Vec<u64>,
}

/// One measurement to make.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    /// The chip.
    pub(crate) board: Board,
    /// The algorithm.
    pub(crate) algorithm: Algorithm,
    /// What to predict.
    pub(crate) task: Task,
    /// The bytes of its model.
    pub(crate) model: &'a [u8],
    /// The module of a baked model, otherwise empty.
    pub(crate) module: &'a str,
    /// The query rows.
    pub(crate) rows: &'a [Row],
    /// The optimization level of the compiler.
    pub(crate) opt_level: &'a str,
}

/// Makes a measurement with the compiled counter `plugin`; `folder` holds the files that the build includes.
///
/// # Errors
/// If the firmware does not build or run, its output is incomplete, or the plugin's counts and the emulated timer disagree.
pub(crate) fn measure(job: &Job<'_>, plugin: &Path, folder: &Path) -> Result<Measurement, String> {
    let elf = build(job, folder)?;
    let image = Image::read(&elf)?;
    let extra = [
        "-icount".to_owned(),
        "shift=0".to_owned(),
        "-plugin".to_owned(),
        format!("{},start={:#x},stop={:#x}", plugin.display(), image.mark_start, image.mark_stop),
    ];
    let output = job.board.emulator().run(&elf, &extra, LIMIT)?;
    let message = |reason: String| format!("{}: {reason}:\n{}{}", elf.display(), output.printed, output.stderr);

    // The firmware first makes an empty call, so there is one more count and line than rows.
    let n_calls = job.rows.len() + 1;
    let counts: Vec<u64> = numbers(&output.stderr, "count ", 10).into_iter().flatten().collect();
    let lines = numbers(&output.printed, "row ", 16);
    let stacks: Vec<u64> = numbers(&output.printed, "stack ", 16).into_iter().flatten().collect();
    let found = (counts.len(), lines.len(), stacks.len());
    if found != (n_calls, n_calls, 2) {
        let (counts, rows, stacks) = found;
        return Err(message(format!(
            "{counts} counts, {rows} rows and {stacks} stack sizes instead of {n_calls}, {n_calls} and 2"
        )));
    }
    let mut instructions = Vec::new();
    let mut classes = Vec::new();
    for (&count, line) in counts.iter().zip(&lines).skip(1) {
        let &[class, ticks] = line.as_slice() else { return Err(message("a line is incomplete".to_owned())) };
        let counted = count.saturating_sub(counts[0]);
        check_timer(job.board, counted, ticks.saturating_sub(lines[0][1]))?;
        instructions.push(counted);
        classes.push(class);
    }
    Ok(Measurement { instructions, stack: stacks[1], image, classes })
}

/// Builds the firmware with the model and the rows of `job`.
fn build(job: &Job<'_>, folder: &Path) -> Result<PathBuf, String> {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display())).map(|()| path)
    };
    let model = write("model.bin", job.model)?;
    let module = write("module.rs", job.module.as_bytes())?;
    let rows = write("rows.bin", &dataset::pack_rows(job.rows)?)?;
    let mut environment = job.algorithm.environment();
    environment.push(("NEARKIN_BENCH_MODEL", model.display().to_string()));
    environment.push(("NEARKIN_BENCH_MODULE", module.display().to_string()));
    environment.push(("NEARKIN_BENCH_ROWS", rows.display().to_string()));
    environment.push(("CARGO_PROFILE_RELEASE_OPT_LEVEL", job.opt_level.to_owned()));
    let features = match (job.task, job.algorithm) {
        (Task::Anomaly, Algorithm::Loaded | Algorithm::LoadedWith(_) | Algorithm::Baked) => {
            format!("{},anomaly", job.algorithm.feature())
        }
        _ => job.algorithm.feature().to_owned(),
    };
    let arguments = ["--target", job.board.target(), "--features", &features];
    firmware::build("tests/device/firmware", &arguments, &environment)
}

/// Checks that a count agrees with the timer, within the timer's resolution at the start and the end of both calls.
fn check_timer(board: Board, counted: u64, ticks: u64) -> Result<(), String> {
    let per_tick = board.instructions_per_tick();
    let timed = ticks * per_tick;
    if counted.abs_diff(timed) <= 2 * (per_tick - 1) {
        Ok(())
    } else {
        Err(format!("{}: the plugin counted {counted} instructions, the timer implies {timed}", board.name()))
    }
}

/// Returns the numbers on each line that begins with `label`. Words that are not numbers are skipped, which the caller detects
/// by their count.
fn numbers(text: &str, label: &str, radix: u32) -> Vec<Vec<u64>> {
    text.lines()
        .filter_map(|line| line.strip_prefix(label))
        .map(|rest| rest.split(' ').filter_map(|word| u64::from_str_radix(word, radix).ok()).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_after_a_label_are_found() {
        assert_eq!(numbers("row 00000002 0000001f\nstack 20\n", "row ", 16), [[2, 31]]);
        assert_eq!(numbers("count 14\ncount 15\n", "count ", 10), [[14], [15]]);
    }

    #[test]
    fn count_and_timer_may_differ_by_the_resolution_of_the_timer() {
        assert!(check_timer(Board::M4f, 1000, 25).is_ok());
        assert!(check_timer(Board::M4f, 1078, 25).is_ok());
        assert!(check_timer(Board::M4f, 1079, 25).is_err());
        assert!(check_timer(Board::Riscv32, 1000, 1000).is_ok());
        assert!(check_timer(Board::Riscv32, 1001, 1000).is_err());
    }
}
