//! Builds a firmware, runs it under the instruction counter, and checks one clock against the other.

use std::path::Path;
use std::time::Duration;

use crate::algorithm::Algorithm;
use crate::board::Board;
use crate::dataset::{self, Dataset};
use crate::firmware;
use crate::image::Image;

/// For soft floats on a thousand rows.
const LIMIT: Duration = Duration::from_secs(900);

/// What one algorithm costs on one board.
#[derive(Debug)]
pub(crate) struct Measurement {
    /// Instructions of each call, the empty call subtracted.
    pub(crate) instructions: Vec<u64>,
    /// Deepest stack of one call, in bytes; 32 is the least that can be seen.
    pub(crate) stack: u64,
    /// Bytes of the firmware.
    pub(crate) image: Image,
    /// The class of each row.
    pub(crate) classes: Vec<u64>,
}

/// Measures `algorithm` on the first `n_rows` test rows; `folder` takes the files between host and firmware.
///
/// # Errors
/// What went wrong, and with which firmware; among it, when the plugin's count and the emulated timer disagree.
pub(crate) fn measure(
    algorithm: Algorithm,
    board: Board,
    dataset: &Dataset,
    n_rows: usize,
    opt_level: &str,
    plugin: &Path,
    folder: &Path,
) -> Result<Measurement, String> {
    let (model, rows) = (folder.join("model.bin"), folder.join("rows.bin"));
    let write =
        |path: &Path, bytes: Vec<u8>| std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()));
    write(&model, algorithm.model(dataset)?)?;
    write(&rows, dataset::pack_rows(&dataset.test[..n_rows])?)?;
    let elf = firmware::build(
        "tests/device/firmware",
        &["--target", board.target(), "--features", algorithm.name()],
        &[
            ("NEARKIN_BENCH_MODEL", &model.to_string_lossy()),
            ("NEARKIN_BENCH_ROWS", &rows.to_string_lossy()),
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level),
        ],
    )?;
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
