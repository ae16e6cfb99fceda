//! On three emulated chips the demo prints the same text as on the host, with floats as bits; with `micromath` its numbers
//! are within tolerances.

mod approximate;
mod emulator;
mod firmware;
mod vectors;

use std::time::Duration;

use emulator::Emulator;

/// The time limit of one run: many times what the demo needs, so that a firmware that hangs does not hang the tests.
const LIMIT: Duration = Duration::from_secs(120);

/// Returns the demo's output on the host.
fn host() -> String {
    let mut text = String::new();
    nearkin_examples::run(&mut text).expect("writing to a String cannot fail");
    text
}

/// Returns both texts line by line; lines that differ are marked.
fn difference(host: &str, device: &str) -> String {
    let (mut host, mut device) = (host.lines(), device.lines());
    let mut text = String::new();
    loop {
        match (host.next(), device.next()) {
            (None, None) => return text,
            (host, device) if host == device => text += &format!("         {}\n", host.unwrap_or_default()),
            (host, device) => {
                text += &format!("- host   {}\n", host.unwrap_or("(no line)"));
                text += &format!("+ device {}\n", device.unwrap_or("(no line)"));
            }
        }
    }
}

/// Returns the output of an example on its board; `arguments` are passed to cargo.
#[track_caller]
fn device(example: &str, board: Emulator, arguments: &[&str]) -> String {
    firmware::build(example, arguments, &[])
        .and_then(|firmware| board.run(&firmware, &[], LIMIT))
        .unwrap_or_else(|message| panic!("{message}"))
        .printed
}

#[track_caller]
fn assert_equals_host(example: &str, board: Emulator) {
    let device = device(example, board, &[]);
    let host = host();
    assert!(host == device, "{example} and the host differ:\n{}", difference(&host, &device));
}

#[test]
fn cortex_m0_prints_what_the_host_prints() {
    assert_equals_host("examples/cortex-m0", Emulator::MICROBIT);
}

/// All RAM is stack, down to its lowest address: an overflow causes a fault, which fails the test.
#[test]
fn the_baked_penguins_run_in_2_kb_of_ram() {
    let device = device("examples/cortex-m0", Emulator::MICROBIT, &["--features", "small"]);
    let mut host = String::new();
    nearkin_examples::run_baked(&mut host).expect("writing to a String cannot fail");
    assert!(host == device, "a chip with 2 KB of RAM and the host differ:\n{}", difference(&host, &device));
}

#[test]
fn cortex_m4f_prints_what_the_host_prints() {
    assert_equals_host("examples/cortex-m4f", Emulator::MPS2_AN386);
}

#[test]
fn riscv32_prints_what_the_host_prints() {
    assert_equals_host("examples/riscv32", Emulator::VIRT);
}

/// The build script fits the model and generates its code; three Adelie males of Torgersen are nearest to the row.
#[test]
fn firmware_predicts_with_the_model_that_its_build_script_fits() {
    assert_eq!(device("examples/build-script", Emulator::MICROBIT, &[]), "Adelie, 3 of 3 votes\n");
}

/// Asserts that the output with `micromath` is within the tolerances; returns the largest deviation on lines that start with
/// `label`.
#[track_caller]
fn largest_deviation(example: &str, board: Emulator, label: &str) -> f32 {
    let device = device(example, board, &["--features", "micromath"]);
    let host = host();
    match approximate::deviations(&host, &device) {
        Ok(lines) => {
            lines.iter().filter(|(line, _)| line.starts_with(label)).fold(0.0, |largest, line| line.1.max(largest))
        }
        Err(message) => panic!("{example} with micromath: {message}\n{}", difference(&host, &device)),
    }
}

#[test]
fn cortex_m0_with_micromath_is_within_the_tolerances() {
    let largest = largest_deviation("examples/cortex-m0", Emulator::MICROBIT, "mass");
    assert!(largest > 0.0, "roots are approximate");
}

#[test]
fn cortex_m4f_with_micromath_has_exact_roots() {
    let largest = largest_deviation("examples/cortex-m4f", Emulator::MPS2_AN386, "mass");
    assert!(largest <= 0.0, "the FPU computes roots exactly");
}

#[test]
fn riscv32_with_micromath_is_within_the_tolerances() {
    let largest = largest_deviation("examples/riscv32", Emulator::VIRT, "likeness, minkowski");
    assert!(largest > 0.0, "powers are approximate");
}

/// Compares line by line, without the invalid rows that typed code cannot express.
#[test]
fn the_baked_model_predicts_what_the_loaded_model_predicts() {
    let text = host();
    let lines_of = |label: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.strip_prefix(label)).map(str::to_owned).collect()
    };
    let (mut loaded, baked) = (lines_of("species: "), lines_of("baked: "));
    loaded.retain(|line| !line.starts_with("refused"));
    assert_eq!(loaded.len(), 6);
    assert_eq!(loaded, baked);
}

#[test]
fn the_demo_prints_something_to_compare() {
    assert!(host().lines().count() > 1);
}

#[test]
fn a_difference_shows_both_lines() {
    assert_eq!(
        difference("a\nb\n", "a\nc\nd\n"),
        "         a\n- host   b\n+ device c\n- host   (no line)\n+ device d\n"
    );
}
