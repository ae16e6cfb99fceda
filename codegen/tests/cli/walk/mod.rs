//! The example session in `codegen/README.md`: each command runs and prints each line that is shown after it.

#[expect(unreachable_pub, reason = "the README shows it as a file of the firmware")]
mod blink;

use crate::folder::{Folder, text};
use nearkin::Model;
use nearkin_codegen::model::aligned::Aligned;

fn readme() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("there")
}

/// The commands of the session, with the starts of the lines that they print.
fn commands(readme: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let mut commands: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    let mut shown = false;
    for line in readme.lines() {
        match line.strip_prefix("$ nearkin ") {
            _ if line.starts_with("```") => shown = line == "```console",
            Some(command) if shown => commands.push((command.split(' ').collect(), Vec::new())),
            None if shown => commands.last_mut().expect("a command precedes its output").1.push(line),
            _ => {}
        }
    }
    commands
}

#[test]
fn every_command_runs_and_prints_what_is_shown() {
    let readme = readme();
    let folder = Folder::new();
    folder.copy("codegen/tests/cli/walk/logger.csv", "logger.csv");
    let commands = commands(&readme);
    assert!(commands.len() >= 8, "{commands:?}");
    for (arguments, lines) in &commands {
        let output = folder.run(arguments);
        let printed = format!("{}{}", text(&output.stdout), text(&output.stderr));
        // A command that is shown with an error message fails.
        let fails = lines.iter().any(|line| line.starts_with("nearkin: "));
        assert_eq!(output.status.success(), !fails, "{arguments:?}: {printed}");
        for line in lines {
            assert!(printed.lines().any(|printed| printed.starts_with(line)), "{arguments:?}: {line}\n{printed}");
        }
    }
    let blob = Aligned::new(&folder.read("room.nkn"));
    let model = Model::from_bytes(blob.bytes()).expect("the model is valid");
    assert_eq!(blink::is_lit(&model, 21.8, Some(780.0), 420.0, "closed"), Ok(true));
    assert_eq!(blink::is_lit(&model, 19.6, None, 3.0, "closed"), Ok(false));
    assert_eq!(blink::is_lit(&model, 80.0, Some(780.0), 420.0, "closed"), Ok(false), "novel");
}

#[test]
fn the_rust_shown_is_the_rust_tested() {
    assert!(readme().contains(&format!("```rust\n{}```", include_str!("blink.rs"))));
}

#[test]
fn the_first_command_of_the_readme_makes_the_model_that_its_firmware_asks() {
    let readme = include_str!("../../../../README.md");
    let command = readme.lines().find_map(|line| line.strip_prefix("cargo run --release -- ")).expect("it is there");
    let folder = Folder::new();
    folder.copy("examples/data/penguins.csv", "penguins.csv");
    let arguments: Vec<&str> =
        command.split(' ').map(|word| word.strip_prefix("examples/data/").unwrap_or(word)).collect();
    folder.ok(&arguments);
    assert_eq!(folder.read("penguins.nkn"), include_bytes!("../../../../tests/readme/penguins.nkn"));
}
