//! Wide encodings are never expanded: the peak of allocated bytes during a fit.

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

/// The environment variable that is set in the child process of a test.
const ALONE: &str = "NEARKIN_MEMORY_TEST_ALONE";

/// Runs `work`, the body of the test called `test`, in a process that runs no other test: the allocator counts the bytes
/// of all threads of a process together.
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

/// Returns the result of `work` and the peak of the bytes that it allocates.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = work();
    (result, ALLOCATOR.peak_usage() - before)
}

/// The numbers of levels of the columns of the employee access table: 15,626 in total.
const LEVELS: [u32; 8] = [7500, 4261, 2500, 500, 343, 250, 180, 92];
const ROWS: u32 = 32_769;

/// A table of that shape in which every level occurs; the first column determines the class.
fn access_table() -> String {
    let mut csv = "c0,c1,c2,c3,c4,c5,c6,c7,granted\n".to_owned();
    for row in 0..ROWS {
        for levels in LEVELS {
            // A prime that does not divide any of the numbers: every level occurs.
            write!(csv, "{},", row * 7919 % levels).expect("writing to a String succeeds");
        }
        csv += if row % 7500 < 5000 { "yes\n" } else { "no\n" };
    }
    csv
}

/// Fits the table with one encoder, including reading and validation; returns the width and the peak.
fn fit_access(encoder: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("access.csv");
    std::fs::write(&path, access_table()).expect("written");
    let fit = Fit::from_csv(path).target("granted").neighbors(15);
    let fit = fit.categorical((0..8).map(|column| format!("c{column}")));
    let fit = fit.with(|recipe| {
        recipe.encoder = Some(encoder.parse().expect("an encoder"));
        // Few rows held out: validation needs time, not memory.
        recipe.holdout = Some(0.02);
    });
    let (blob, peak) = peak(|| fit.fit().expect("the fit succeeds").blob);
    let aligned = Aligned::new(&blob);
    (aligned.load().expect("the model is valid").payload().width as usize, peak)
}

#[test]
fn thousands_of_one_hot_columns_are_never_expanded() {
    alone("thousands_of_one_hot_columns_are_never_expanded", || {
        // Expanded, they would need 489 MB, with a byte for each.
        let (width, peak) = fit_access("one-hot");
        assert_eq!(width, 15_626);
        assert!(peak < 16 * MB, "{peak}");
    });
}

#[test]
fn target_encoding_of_thousands_of_levels_needs_as_little() {
    alone("target_encoding_of_thousands_of_levels_needs_as_little", || {
        let (width, peak) = fit_access("target");
        assert_eq!(width, 8);
        assert!(peak < 16 * MB, "{peak}");
    });
}

#[test]
fn no_encoder_needs_memory_for_levels_times_outputs() {
    alone("no_encoder_needs_memory_for_levels_times_outputs", || {
        // 5,000 levels; a matrix would need 200 MB.
        let levels: Vec<String> = (0..5000).map(|level| format!("level {level}")).collect();
        let codes: Vec<u32> = (0..20_000).map(|row| row % 5000).collect();
        let target: Vec<f64> = (0..20_000_u32).map(|row| f64::from(u8::from(row % 7 < 3))).collect();
        let input = ColumnInput::new(&levels, &codes).with_target(TargetColumn::Numbers(&target));
        for info in METHODS {
            let spec: EncoderSpec = info.name.parse().expect("its name");
            let (encoding, peak) = peak(|| encoders::fit(&spec, &input).expect("the fit succeeds"));
            assert!(encoding.width() > 0, "{}", info.name);
            assert!(peak < 2 * MB, "{}: {peak}", info.name);
        }
    });
}
