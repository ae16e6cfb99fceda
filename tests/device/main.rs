//! The demo prints the same text, floats by their bits, on three emulated chips as on this machine; and near it with
//! approximate maths.

mod approximate;
mod emulator;
mod firmware;

use std::time::Duration;

use emulator::Emulator;

const MICROBIT: Emulator = Emulator { program: "qemu-system-arm", machine: &["-machine", "microbit"] };
const MPS2_AN386: Emulator =
    Emulator { program: "qemu-system-arm", machine: &["-machine", "mps2-an386", "-cpu", "cortex-m4"] };
const VIRT: Emulator = Emulator { program: "qemu-system-riscv32", machine: &["-machine", "virt", "-bios", "none"] };

/// Enough for the demo many times over; a firmware that hangs must not hang the tests.
const LIMIT: Duration = Duration::from_secs(120);

/// What the demo prints on this machine.
fn host() -> String {
    let mut text = String::new();
    nearkin_examples::run(&mut text).expect("a String takes any text");
    text
}

/// Both texts line by line, the lines that differ marked.
fn difference(host: &str, device: &str) -> String {
    let (mut host, mut device) = (host.lines(), device.lines());
    let mut text = String::new();
    loop {
        match (host.next(), device.next()) {
            (None, None) => return text,
            (ours, theirs) if ours == theirs => text += &format!("         {}\n", ours.unwrap_or_default()),
            (ours, theirs) => {
                text += &format!("- host   {}\n", ours.unwrap_or("(no line)"));
                text += &format!("+ device {}\n", theirs.unwrap_or("(no line)"));
            }
        }
    }
}

/// What the example prints on its board, built with `arguments`.
#[track_caller]
fn device(example: &str, board: Emulator, arguments: &[&str]) -> String {
    firmware::build(example, arguments, &[])
        .and_then(|firmware| board.run(&firmware, &[], LIMIT))
        .unwrap_or_else(|message| panic!("{message}"))
        .printed
}

#[track_caller]
fn prints_what_the_host_prints(example: &str, board: Emulator) {
    let device = device(example, board, &[]);
    let host = host();
    assert!(host == device, "{example} and the host differ:\n{}", difference(&host, &device));
}

#[test]
fn cortex_m0_prints_what_the_host_prints() {
    prints_what_the_host_prints("examples/cortex-m0", MICROBIT);
}

/// All of it is stack, which ends where the memory does: what does not fit ends in a fault, and the test with it.
#[test]
fn two_kilobytes_of_ram_are_enough_for_baked_penguins() {
    let device = device("examples/cortex-m0", MICROBIT, &["--features", "small"]);
    let mut host = String::new();
    nearkin_examples::run_baked(&mut host).expect("a String takes any text");
    assert!(host == device, "a chip of 2 KB and the host differ:\n{}", difference(&host, &device));
}

#[test]
fn cortex_m4f_prints_what_the_host_prints() {
    prints_what_the_host_prints("examples/cortex-m4f", MPS2_AN386);
}

#[test]
fn riscv32_prints_what_the_host_prints() {
    prints_what_the_host_prints("examples/riscv32", VIRT);
}

/// The CSV is fitted and generated while the firmware is built; three Adelie males of Torgersen are nearest to the row.
#[test]
fn firmware_answers_from_the_model_that_its_build_script_fits() {
    assert_eq!(device("examples/build-script", MICROBIT, &[]), "Adelie, 3 of 3 votes\n");
}

/// Gives the largest deviation on a line that begins with `label`.
#[track_caller]
fn prints_nearly_what_the_host_prints(example: &str, board: Emulator, label: &str) -> f32 {
    let device = device(example, board, &["--features", "micromath"]);
    let host = host();
    match approximate::deviations(&host, &device) {
        Ok(lines) => lines.iter().filter(|(line, _)| line.starts_with(label)).fold(0.0, |most, line| line.1.max(most)),
        Err(message) => panic!("{example} with micromath: {message}\n{}", difference(&host, &device)),
    }
}

#[test]
fn cortex_m0_with_micromath_stays_within_the_table() {
    let most = prints_nearly_what_the_host_prints("examples/cortex-m0", MICROBIT, "mass");
    assert!(most > 0.0, "its roots are exact");
}

#[test]
fn cortex_m4f_with_micromath_takes_powers_only() {
    let most = prints_nearly_what_the_host_prints("examples/cortex-m4f", MPS2_AN386, "mass");
    assert!(most <= 0.0, "its roots are the FPU's");
}

#[test]
fn riscv32_with_micromath_stays_within_the_table() {
    let most = prints_nearly_what_the_host_prints("examples/riscv32", VIRT, "likeness, minkowski");
    assert!(most > 0.0, "its powers are exact");
}

/// Line by line, but for the rows that typed code has no way to write.
#[test]
fn the_baked_model_answers_as_the_loaded_one() {
    let text = host();
    let of = |label: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.strip_prefix(label)).map(str::to_owned).collect()
    };
    let (mut loaded, baked) = (of("species: "), of("baked: "));
    loaded.retain(|line| !line.starts_with("refused"));
    assert_eq!(loaded.len(), 6);
    assert_eq!(loaded, baked);
}

#[test]
fn a_comparison_of_nothing_would_always_agree() {
    assert!(host().lines().count() > 1);
}

#[test]
fn a_difference_shows_both_lines() {
    assert_eq!(
        difference("a\nb\n", "a\nc\nd\n"),
        "         a\n- host   b\n+ device c\n- host   (no line)\n+ device d\n"
    );
}
