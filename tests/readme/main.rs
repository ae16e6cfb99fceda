//! The README says what is true: its firmware is the one that runs here.

#[test]
fn the_firmware_of_the_readme_is_the_one_that_runs() {
    let readme = include_str!("../../README.md");
    let firmware = include_str!("firmware.rs");
    assert!(readme.contains(&format!("```rust\n{firmware}```")), "README.md and tests/readme/firmware.rs differ");
}
