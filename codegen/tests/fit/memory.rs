//! Wide encodings are never expanded: the most bytes that a fit has allocated at a time, counted.

use std::env;
use std::fmt::Write;
use std::process::Command;

use nearkin_codegen::Fit;
use nearkin_codegen::encoders::{self, ColumnInput, EncoderSpec, METHODS, TargetColumn};
use nearkin_codegen::model::aligned::Aligned;
use peak_alloc::PeakAlloc;

use crate::child;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Set for the child process in which a test does its work.
const ALONE: &str = "NEARKIN_MEMORY_TEST_ALONE";

/// Runs `work`, the body of the test called `test`, in a process that runs no other test.
///
/// The allocator counts the bytes of all threads of a process together.
fn alone(test: &str, work: impl FnOnce()) {
    if env::var_os(ALONE).is_some() {
        return work();
    }
    let program = env::current_exe().expect("a running program has a path");
    let name = format!("memory::{test}");
    let mut command = Command::new(program);
    command.args(["--exact", &name, "--nocapture"]).env(ALONE, "1");
    let output = child::output(&mut command).expect("the test program starts again");
    let printed = String::from_utf8_lossy(&output.stdout);
    let ran = output.status.success() && printed.contains("1 passed");
    assert!(ran, "{name}, alone: {printed}{}", String::from_utf8_lossy(&output.stderr));
}

const MB: usize = 1 << 20;

/// The most bytes that `work` has at a time beyond those that were there before.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = work();
    (result, ALLOCATOR.peak_usage() - before)
}

/// Levels of the columns of the employee access table: 15,626 together.
const LEVELS: [u32; 8] = [7500, 4261, 2500, 500, 343, 250, 180, 92];
const ROWS: u32 = 32_769;

/// A table of that shape, every level with rows; the first column tells the class.
fn access_table() -> String {
    let mut csv = "c0,c1,c2,c3,c4,c5,c6,c7,granted\n".to_owned();
    for row in 0..ROWS {
        for levels in LEVELS {
            // A prime that divides none of the counts: each level is met.
            write!(csv, "{},", row * 7919 % levels).expect("a string takes it");
        }
        csv += if row % 7500 < 5000 { "yes\n" } else { "no\n" };
    }
    csv
}

/// Fits the table with one encoder, reading, measuring and the search's order included; gives the width and the peak.
fn fit_access(encoder: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("access.csv");
    std::fs::write(&path, access_table()).expect("written");
    let fit = Fit::from_csv(path).target("granted").neighbors(15);
    let fit = fit.categorical((0..8).map(|column| format!("c{column}")));
    let fit = fit.with(|recipe| {
        recipe.encoder = Some(encoder.parse().expect("an encoder"));
        // Fewer rows to measure: it takes time, not memory.
        recipe.holdout = Some(0.02);
    });
    let (blob, peak) = peak(|| fit.fit().expect("fits").blob);
    let aligned = Aligned::new(&blob);
    (aligned.load().expect("loads").payload().width as usize, peak)
}

#[test]
fn thousands_of_one_hot_columns_are_never_expanded() {
    alone("thousands_of_one_hot_columns_are_never_expanded", || {
        // In bytes they would be 489 MB.
        let (width, peak) = fit_access("one-hot");
        assert_eq!(width, 15_626);
        assert!(peak < 16 * MB, "{peak}");
    });
}

#[test]
fn target_encoding_of_thousands_of_levels_takes_as_little() {
    alone("target_encoding_of_thousands_of_levels_takes_as_little", || {
        let (width, peak) = fit_access("target");
        assert_eq!(width, 8);
        assert!(peak < 16 * MB, "{peak}");
    });
}

#[test]
fn no_encoder_needs_memory_for_levels_times_outputs() {
    alone("no_encoder_needs_memory_for_levels_times_outputs", || {
        // 5,000 levels; as a matrix they would be 200 MB.
        let levels: Vec<String> = (0..5000).map(|level| format!("level {level}")).collect();
        let codes: Vec<u32> = (0..20_000).map(|row| row % 5000).collect();
        let target: Vec<f64> = (0..20_000_u32).map(|row| f64::from(u8::from(row % 7 < 3))).collect();
        let input = ColumnInput::new(&levels, &codes).with_target(TargetColumn::Numbers(&target));
        for info in METHODS {
            let spec: EncoderSpec = info.name.parse().expect("its name");
            let (encoding, peak) = peak(|| encoders::fit(&spec, &input).expect("fits"));
            assert!(encoding.width() > 0, "{}", info.name);
            assert!(peak < 2 * MB, "{}: {peak}", info.name);
        }
    });
}
