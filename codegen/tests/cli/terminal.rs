//! Output that only a terminal gets: progress with rate and time left, colors, notes on standard error.

use std::process::Command;

use crate::child;
use crate::folder::{Folder, text};

/// Runs a shell command on a pseudo-terminal and returns everything that it displayed; `$N` is the tool.
fn on_a_terminal(folder: &Folder, line: &str) -> String {
    let mut script = Command::new("script");
    script.args(["-qec", line, "/dev/null"]).current_dir(folder.path());
    script.env("N", env!("CARGO_BIN_EXE_nearkin")).env("TERM", "xterm").env_remove("NO_COLOR");
    let output = child::output(&mut script).expect("script is part of util-linux");
    assert!(output.status.success(), "{}", text(&output.stdout));
    text(&output.stdout).to_owned()
}

/// Rows of numbers, in three classes.
fn rows(n: u32) -> Folder {
    let folder = Folder::new();
    let row = |at: u32| format!("{};{};{}\n", at * 37 % 1009, at * 91 % 733, at % 3);
    folder.write("d.csv", ("a;b;y\n".to_owned() + &(0..n).map(row).collect::<String>()).as_bytes());
    folder
}

const FIT: &str = "\"$N\" fit d.csv --target y --clusters 60 --n-init 4 --max-iter 200 --tol 0 -o m.nkn";

#[test]
fn progress_has_rate_and_time_left_on_a_terminal_only() {
    let folder = rows(12_000);
    folder.ok(&["fit", "d.csv", "--target", "y", "-o", "m.nkn"]);
    let shown = on_a_terminal(&folder, "\"$N\" evaluate m.nkn d.csv > /dev/null");
    let bar = shown.split(['\r', '\n']).find(|line| line.contains("predicting [")).expect("a bar");
    for part in ["%, ", "/s, ", " s left"] {
        assert!(bar.contains(part), "{bar:?}");
    }
    // The bar is erased when the work is done.
    assert!(shown.rsplit("predicting [").next().is_some_and(|rest| rest.contains("\u{1b}[2K")), "{shown:?}");
    let piped = folder.run(&["evaluate", "m.nkn", "d.csv"]);
    assert_eq!((text(&piped.stderr), piped.status.code()), ("", Some(0)));
}

#[test]
fn the_run_of_k_means_is_progress_too() {
    let folder = rows(20_000);
    let shown = on_a_terminal(&folder, FIT);
    assert!(shown.contains("fitting ["), "{shown:?}");
}

#[test]
fn notes_appear_once_on_a_terminal_and_are_never_lost() {
    let folder = rows(200);
    let note = "note: delimiter ';' detected";
    let fit = ["fit", "d.csv", "--target", "y", "-o", "m.nkn"];
    // A report in text contains it.
    let fitted = folder.run(&fit);
    assert_eq!(text(&fitted.stdout).matches(note).count(), 1);
    assert_eq!(text(&fitted.stderr), "");
    let line = "\"$N\" fit d.csv --target y -o m.nkn";
    assert_eq!(on_a_terminal(&folder, line).matches(note).count(), 1, "once, in the report");
    assert_eq!(on_a_terminal(&folder, &format!("{line} > report.txt")).matches(note).count(), 1, "on standard error");
    assert_eq!(on_a_terminal(&folder, "\"$N\" verify m.nkn d.csv").matches(note).count(), 1);
    // So does JSON.
    let fitted = folder.run(&[&fit[..], &["--format", "json"]].concat());
    assert!(text(&fitted.stdout).contains("\"notes\":[\"delimiter ';' detected\""));
    assert_eq!(text(&fitted.stderr), "");
    // A table cannot contain it.
    for command in ["predict", "encode"] {
        let table = folder.run(&[command, "m.nkn", "d.csv"]);
        assert_eq!(text(&table.stderr), format!("nearkin: {note}\n"), "{command}");
        assert!(!text(&table.stdout).contains("note"), "{command}");
        let results = folder.run(&[command, "m.nkn", "d.csv", "--format", "json"]);
        assert_eq!(text(&results.stderr), "", "{command}");
        assert!(text(&results.stdout).contains("delimiter ';' detected"), "{command}");
    }
}

#[test]
fn no_color_is_respected_on_a_terminal() {
    let folder = Folder::new();
    let help = "\"$N\" fit --help";
    assert!(on_a_terminal(&folder, help).contains("\u{1b}["));
    assert!(!on_a_terminal(&folder, &format!("NO_COLOR=1 {help}")).contains("\u{1b}["));
}
