//! README.md is correct: its firmware is the program tested here, and its costs are the measured ones.

#[test]
fn the_firmware_of_the_readme_is_the_one_that_runs() {
    let readme = include_str!("../../README.md");
    let firmware = include_str!("firmware.rs");
    assert!(readme.contains(&format!("```rust\n{firmware}```")), "README.md and tests/readme/firmware.rs differ");
}

#[test]
fn the_costs_of_the_readme_are_rows_of_the_measurements() {
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let measured: Vec<_> = include_str!("../device/bench/README.md").lines().map(cells).collect();
    let (_, table) = include_str!("../../README.md")
        .split_once("| stored rows x columns | instructions |")
        .expect("the table of costs");
    let costs: Vec<_> = table.lines().skip(2).take_while(|line| line.starts_with('|')).map(cells).collect();
    assert!(costs.len() >= 4, "{costs:?}");
    for cost in costs {
        // The measurements have further columns: the ratio and the correct rows.
        let is_of = |row: &Vec<&str>| row[0].starts_with(cost[0]) && cost[1..].iter().all(|cell| row.contains(cell));
        assert!(measured.iter().any(is_of), "tests/device/bench/README.md lacks these costs of README.md: {cost:?}");
    }
}
