//! Builds a firmware, runs it under the instruction counter, and checks one clock against the other.

use std::path::Path;
use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::board::Board;
use crate::dataset::{self, Row, Task};
use crate::firmware;
use crate::image::Image;

/// For soft floats on a thousand rows.
const LIMIT: Duration = Duration::from_secs(900);

/// The least depth of stack that the firmware sees, in bytes.
pub(crate) const FLOOR: u64 = 32;

/// What one algorithm costs on one board.
#[derive(Debug)]
pub(crate) struct Measurement {
    /// Instructions of each call, the empty call subtracted.
    pub(crate) instructions: Vec<u64>,
    /// Deepest stack of one call, in bytes, [`FLOOR`] at least.
    pub(crate) stack: u64,
    /// Bytes of the firmware.
    pub(crate) image: Image,
    /// The class of each row.
    pub(crate) classes: Vec<u64>,
}

/// What to measure, and with which files.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    /// The chip.
    pub(crate) board: Board,
    /// What runs on it.
    pub(crate) algorithm: Algorithm,
    /// What it is asked.
    pub(crate) task: Task,
    /// Its model's bytes.
    pub(crate) model: &'a [u8],
    /// The Rust that its model is, if it is.
    pub(crate) module: &'a str,
    /// The rows to ask about.
    pub(crate) rows: &'a [Row],
    /// The compiler's optimisation.
    pub(crate) opt_level: &'a str,
}

/// Does `job` with the compiled counter `plugin`; `folder` takes the files between host and firmware.
///
/// # Errors
/// What went wrong, and with which firmware; among it, when the plugin's count and the emulated timer disagree.
pub(crate) fn measure(job: &Job<'_>, plugin: &Path, folder: &Path) -> Result<Measurement, String> {
    let &Job { board, algorithm, task, model, module, rows, opt_level } = job;
    let n_rows = rows.len();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display())).map(|()| path)
    };
    let model = write("model.bin", model)?;
    let module = write("module.rs", module.as_bytes())?;
    let rows = write("rows.bin", &dataset::pack_rows(rows)?)?;
    let mut environment = algorithm.environment();
    environment.push(("NEARKIN_BENCH_MODEL", model.display().to_string()));
    environment.push(("NEARKIN_BENCH_MODULE", module.display().to_string()));
    environment.push(("NEARKIN_BENCH_ROWS", rows.display().to_string()));
    environment.push(("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level.to_owned()));
    let features = match (task, algorithm) {
        (Task::Anomaly, Algorithm::Loaded | Algorithm::LoadedWith(_) | Algorithm::Baked) => {
            format!("{},anomaly", algorithm.feature())
        }
        _ => algorithm.feature().to_owned(),
    };
    let elf =
        firmware::build("tests/device/firmware", &["--target", board.target(), "--features", &features], &environment)?;
    let image = Image::read(&elf)?;
    let extra = [
        "-icount".to_owned(),
        "shift=0".to_owned(),
        "-plugin".to_owned(),
        format!("{},start={:#x},stop={:#x}", plugin.display(), image.mark_start, image.mark_stop),
    ];
    let output = board.emulator().run(&elf, &extra, LIMIT)?;

    let counts: Vec<u64> = numbers(&output.beside, "count ", 10).into_iter().flatten().collect();
    let lines = numbers(&output.printed, "row ", 16);
    let stacks: Vec<u64> = numbers(&output.printed, "stack ", 16).into_iter().flatten().collect();
    if counts.len() != n_rows + 1 || lines.len() != n_rows + 1 || stacks.len() != 2 {
        return Err(format!(
            "{}: {} counts, {} rows and {} stacks, not {}, {} and 2:\n{}{}",
            elf.display(),
            counts.len(),
            lines.len(),
            stacks.len(),
            n_rows + 1,
            n_rows + 1,
            output.printed,
            output.beside
        ));
    }
    let mut instructions = Vec::new();
    let mut classes = Vec::new();
    for (&count, line) in counts.iter().zip(&lines).skip(1) {
        let &[class, ticks] = line.as_slice() else { return Err(format!("{}: a row is cut off", elf.display())) };
        let counted = count.saturating_sub(counts[0]);
        agree(board, counted, ticks.saturating_sub(lines[0][1]))?;
        instructions.push(counted);
        classes.push(class);
    }
    Ok(Measurement { instructions, stack: stacks[1], image, classes })
}

/// The plugin's count and the timer's must be the same but for the timer's resolution, at either end of either call.
fn agree(board: Board, counted: u64, ticks: u64) -> Result<(), String> {
    let per_tick = board.instructions_per_tick();
    let timed = ticks * per_tick;
    if counted.abs_diff(timed) <= 2 * (per_tick - 1) {
        Ok(())
    } else {
        Err(format!("{}: the plugin counted {counted} instructions, the timer {timed}", board.name()))
    }
}

/// The numbers on each line that begins with `label`; a word that is none is left out, which the caller notices.
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
    fn numbers_are_found_behind_their_label() {
        assert_eq!(numbers("row 00000002 0000001f\nstack 20\n", "row ", 16), [[2, 31]]);
        assert_eq!(numbers("count 14\ncount 15\n", "count ", 10), [[14], [15]]);
    }

    #[test]
    fn the_two_clocks_may_differ_by_the_resolution_of_the_timer_only() {
        assert!(agree(Board::M4f, 1000, 25).is_ok());
        assert!(agree(Board::M4f, 1078, 25).is_ok());
        assert!(agree(Board::M4f, 1079, 25).is_err());
        assert!(agree(Board::Riscv32, 1000, 1000).is_ok());
        assert!(agree(Board::Riscv32, 1001, 1000).is_err());
    }
}
