//! The stack of one call, measured by firmware in an emulator.

use std::path::Path;
use std::time::Duration;

use crate::emulator::Emulator;
use crate::firmware;

/// Returns one row of the species model, packed for the firmware: an island, four numbers, a sex.
fn packed_row() -> Vec<u8> {
    let mut row = vec![6];
    row.extend(b"t\x05Dream");
    for number in [50.0_f32, 18.5, 197.0, 3800.0] {
        row.push(b'n');
        row.extend(number.to_le_bytes());
    }
    row.extend(b"t\x06female");
    row.push(0); // end of the rows
    row
}

/// Returns the stack of `classify` in bytes, measured from its caller, on the chip of `target`.
///
/// # Errors
/// If the firmware does not build or run, or its output does not contain the size.
pub(crate) fn of_one_call(target: &str, board: Emulator) -> Result<u64, String> {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/models/species.nkn");
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let rows = folder.path().join("rows.bin");
    std::fs::write(&rows, packed_row()).map_err(|error| format!("{}: {error}", rows.display()))?;
    let elf = firmware::build(
        "tests/device/firmware",
        &["--target", target, "--features", "loaded"],
        &[
            ("NEARKIN_BENCH_MODEL", model.display().to_string()),
            ("NEARKIN_BENCH_ROWS", rows.display().to_string()),
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "s".to_owned()), // as in the examples
        ],
    )?;
    let printed = board.run(&elf, &[], Duration::from_secs(60))?.printed;
    let last = printed.lines().rev().find_map(|line| line.strip_prefix("stack "));
    last.and_then(|bytes| u64::from_str_radix(bytes, 16).ok())
        .ok_or_else(|| format!("the output does not contain the stack size:\n{printed}"))
}
